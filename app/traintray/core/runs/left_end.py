"""How a command ended, as `traintray run`, its parent, has left it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from traintray.core.progress.published import Started, ending
from traintray.core.runs.process_end import End

Left = Callable[[int, int], End | None]
"""Takes the number of a process and its start in clock ticks."""


def nobody_left(pid: int, started_ticks: int) -> End | None:
    """Return nothing: there is no place where endings are left."""
    return None


def left_in(folder: Path | None) -> Left:
    """Return what looks for endings in a folder."""
    if folder is None:
        return nobody_left

    def left(pid: int, started_ticks: int) -> End | None:
        found = ending(folder, Started(pid, started_ticks))
        return None if found is None else End(found.exit_status, found.signal)

    return left
