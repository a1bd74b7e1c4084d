"""What `traintray run` sees of a run, left in a file for the app to read.

One file per run, `<pid>-<started ticks>.json`, in a folder that only this user may
enter. It is removed when the run ends; how it ended stays in `...ended`.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from traintray.core.atomic import look
from traintray.core.gap import Gap, GapReason
from traintray.core.progress.progress import Progress

_MOST_BYTES = 8 * 1024
_KEPT_S = 24 * 3600.0
"""How long the end of a run is kept for an app that is started later."""
_NAME = re.compile(r"(\d{1,10})-(\d{1,20})\.(json|ended)")


@dataclass(frozen=True, slots=True)
class Started:
    """One process for good: its number and when it was started."""

    pid: int
    started_ticks: int
    """Clock ticks after boot, as in `/proc/<pid>/stat`."""

    @classmethod
    def of(cls, pid: int, root: Path = Path("/")) -> Started:
        """Return the process that has this number now; OSError when there is none."""
        return cls(pid, int(_stat(pid, root)[19]))


@dataclass(frozen=True, slots=True)
class Ending:
    """How a command ended: one of the two is None."""

    exit_status: int | None
    signal: int | None


def parent_of(pid: int, root: Path = Path("/")) -> int:
    """Return the number of a process's parent; OSError when it is gone."""
    return int(_stat(pid, root)[1])


def publish(folder: Path, started: Started, progress: Progress) -> None:
    """Leave the progress of a run for others; OSError when that is impossible."""
    _leave(folder, f"{started.pid}-{started.started_ticks}.json", _fields(progress))


def publish_end(folder: Path, started: Started, ending: Ending) -> None:
    """Leave how a run ended, and take its progress away."""
    name = f"{started.pid}-{started.started_ticks}"
    _leave(folder, f"{name}.ended", dataclasses.asdict(ending))
    withdraw(folder, started)


def withdraw(folder: Path, started: Started) -> None:
    """Take the progress of a run away: nobody watches it any more."""
    (folder / f"{started.pid}-{started.started_ticks}.json").unlink(missing_ok=True)


def published(folder: Path) -> dict[Started, Path]:
    """Return the runs that somebody watches, and their files."""
    return {
        Started(int(name[1]), int(name[2])): folder / name[0]
        for name in _names(folder)
        if name[3] == "json"
    }


def ending(folder: Path, started: Started) -> Ending | None:
    """Return how a command of `traintray run` ended; None when nobody left that."""
    found = _read(folder / f"{started.pid}-{started.started_ticks}.ended")
    status, signal = found.get("exit_status"), found.get("signal")
    if isinstance(status, int) is isinstance(signal, int):
        return None
    return Ending(status, signal)


def progress_in(path: Path) -> Progress | None:
    """Return the progress in a file; None when it is gone or makes no sense."""
    found = _read(path)
    step, total, unit = found.get("step"), found.get("total_steps"), found.get("unit")
    if not found or not isinstance(unit, str):
        return None
    gaps = found.get("gaps")
    return Progress(
        step if isinstance(step, int) else None,
        _number(found.get("steps_per_s")),
        _number(found.get("epoch")),
        total if isinstance(total, int) else None,
        _number(found.get("left_s")),
        source="terminal",
        unit=unit,
        gaps={
            str(name): Gap(GapReason.NOT_PRESENT, str(detail))
            for name, detail in (gaps if isinstance(gaps, dict) else {}).items()
        },
        marked_at_s=_number(found.get("marked_at_s")),
    )


def sweep(folder: Path, root: Path = Path("/")) -> None:
    """Remove what killed watchers left, and endings that nobody needs any more."""
    for name in _names(folder):
        path = folder / name[0]
        with contextlib.suppress(OSError):
            if time.time() - path.lstat().st_mtime > _KEPT_S or (
                name[3] == "json" and not _is_alive(name, root)
            ):
                path.unlink()


def _is_alive(name: re.Match[str], root: Path) -> bool:
    try:
        return Started.of(int(name[1]), root).started_ticks == int(name[2])
    except OSError:
        return False


def _names(folder: Path) -> list[re.Match[str]]:
    try:
        names = [path.name for path in folder.iterdir()]
    except OSError:
        return []
    return [found for name in names if (found := _NAME.fullmatch(name))]


def _stat(pid: int, root: Path) -> list[bytes]:
    """Return the fields of a process's `stat` from its state on."""
    content = (root / f"proc/{pid}/stat").read_bytes()
    return content[content.rindex(b")") + 2 :].split()


def _fields(progress: Progress) -> dict[str, Any]:
    found = dataclasses.asdict(progress)
    found["gaps"] = {name: gap.detail for name, gap in progress.gaps.items()}
    return found


def _leave(folder: Path, name: str, content: Mapping[str, Any]) -> None:
    """Put a file there in one step. It is not waited for until it is on a disk: after
    a crash of the machine the run is gone as well.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = folder / f".{name}.{os.getpid()}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(draft, flags, 0o600)
    try:
        os.write(descriptor, json.dumps(content).encode())
    finally:
        os.close(descriptor)
    draft.replace(folder / name)


def _read(path: Path) -> dict[str, Any]:
    try:
        found = look(path, _MOST_BYTES)
        content = json.loads(found.data) if found is not None else None
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def _number(value: object) -> float | None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number else None  # type: ignore[arg-type]
