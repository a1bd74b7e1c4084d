"""What a series of a run is called: in the store of this session, and for ever.

In the store `run.<pid>-<started ticks>.<figure>`; in the archive
`run/<boot id>/<pid>-<started ticks>/<figure>`, since pids begin anew with each boot.
Series of the machine have one name in both.
"""

from __future__ import annotations

from pathlib import Path

_LIVE, _KEPT = "run.", "run/"


def boot_id(root: Path = Path("/")) -> str:
    """Return what names this boot; `unknown` where the kernel does not say."""
    try:
        return (root / "proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return "unknown"


def identity_of(run_key: str, boot: str) -> str:
    """Return the identity of a run for the archive."""
    return f"{boot}/{run_key}"


def kept_name(live: str, boot: str) -> str:
    """Return the archive's name of a series of the store."""
    if not live.startswith(_LIVE):
        return live
    run_key, _, figure = live.removeprefix(_LIVE).partition(".")
    return f"{_KEPT}{identity_of(run_key, boot)}/{figure}"


def split_live(live: str) -> tuple[str, str] | None:
    """Return the run's key and the figure of a series of the store; None for one of
    the machine.
    """
    if not live.startswith(_LIVE):
        return None
    run_key, _, figure = live.removeprefix(_LIVE).partition(".")
    return run_key, figure


def live_name(kept: str, boot: str) -> str | None:
    """Return the store's name of a series; None for a run of another boot."""
    if not kept.startswith(_KEPT):
        return kept
    prefix = f"{_KEPT}{boot}/"
    if not kept.startswith(prefix):
        return None
    run_key, _, figure = kept.removeprefix(prefix).partition("/")
    return f"{_LIVE}{run_key}.{figure}"
