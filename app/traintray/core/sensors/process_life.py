"""Whether a process that was seen before still lives."""

from __future__ import annotations

from pathlib import Path

_STARTED = 19
"""Place of `starttime` after the name in `/proc/<pid>/stat`, see proc(5)."""


def lives(key: str, root: Path = Path("/")) -> bool:
    """Tell whether `<pid>-<started ticks>` is still there, and no other process that
    was given the same pid.
    """
    pid, _, started_ticks = key.partition("-")
    if not pid.isdigit():
        return False
    try:
        raw = (root / f"proc/{pid}/stat").read_bytes()
    except OSError:
        return False
    fields = raw[raw.rindex(b")") + 2 :].split()
    return fields[_STARTED].decode() == started_ticks
