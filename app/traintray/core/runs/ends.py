"""Waits for processes to end: a few of them, without a thread."""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from traintray.core.runs.left_end import nobody_left
from traintray.core.runs.process_end import (
    UNKNOWN_END,
    End,
    ProcessState,
    open_process,
    told_by,
)

MOST = 32
"""Descriptors held at once. A run has one for its root; ranks and workers share what
is left, the first ones of a large pool standing for all."""
_UNTAKEN_S = 30.0
"""A parent that does not take the exit status of a child for so long never will."""


@dataclass(slots=True)
class _Watched:
    started_ticks: int
    descriptor: int | None
    ended_at_s: float | None = None
    """When it was first seen to have ended, its status not known yet."""


class Ends:
    """Processes that are watched until they end. Not safe across threads."""

    def __init__(
        self,
        root: Path = Path("/"),
        open_process: Callable[[int], int | None] = open_process,
        told_by: Callable[[int], End | None] = told_by,
        left: Callable[[int, int], End | None] = nobody_left,
    ) -> None:
        """`root`, `open_process` and `told_by` are what a test puts in their place.

        `left` is asked for a process of which the kernel does not tell how it ended,
        by its number and its start.
        """
        self._root = root
        self._open = open_process
        self._told_by = told_by
        self._left = left
        self._watched: dict[int, _Watched] = {}
        self._by_descriptor: dict[int, int] = {}
        self._poll = select.poll()

    def watch(self, pid: int, started_ticks: int, *, is_root: bool = False) -> None:
        """Watch a process from now on. One that is gone already ends at once.

        Without a descriptor left only a root is watched, by looking into `/proc`.
        """
        if pid in self._watched:
            return
        is_full = len(self._by_descriptor) >= MOST
        if is_full and not is_root:
            return
        descriptor = None if is_full else self._open(pid)
        if descriptor is None and not is_root:
            return
        self._watched[pid] = _Watched(started_ticks, descriptor)
        if descriptor is None:
            return
        if ProcessState(pid, started_ticks, self._root).is_there:
            self._by_descriptor[descriptor] = pid
            self._poll.register(descriptor, select.POLLIN)
        else:  # the descriptor is of another process, or of none
            os.close(descriptor)
            self._watched[pid].descriptor = None

    def is_watched(self, pid: int) -> bool:
        """Whether a process is waited for."""
        return pid in self._watched

    def forget(self, pid: int) -> None:
        """Watch a process no longer."""
        watched = self._watched.pop(pid, None)
        if watched is not None and watched.descriptor is not None:
            self._poll.unregister(watched.descriptor)
            del self._by_descriptor[watched.descriptor]
            os.close(watched.descriptor)

    def take(self, at_s: float) -> dict[int, End]:
        """Return the processes that ended since the last call, and how.

        `at_s` is the monotonic clock. One whose status is not told yet comes later.
        """
        ready = {self._by_descriptor[d] for d, _ in self._poll.poll(0)}
        ready |= {p for p, w in self._watched.items() if w.descriptor is None}
        ended: dict[int, End] = {}
        for pid in ready:
            end = self._end(pid, self._watched[pid], at_s)
            if end is not None:
                ended[pid] = end
                self.forget(pid)
        return ended

    def close(self) -> None:
        """Let go of everything."""
        for pid in list(self._watched):
            self.forget(pid)

    def _end(self, pid: int, watched: _Watched, at_s: float) -> End | None:
        """Return how a process ended; None while that may still become known."""
        if watched.descriptor is not None:
            told = self._told_by(watched.descriptor)
            if told is not None:
                return told
        state = ProcessState(pid, watched.started_ticks, self._root)
        if not state.is_there:
            return self._left(pid, watched.started_ticks) or UNKNOWN_END
        if not state.is_zombie:
            return None
        shown = state.zombie_end()
        if shown is not None:
            return shown
        if watched.ended_at_s is None:
            watched.ended_at_s = at_s
        return UNKNOWN_END if at_s - watched.ended_at_s >= _UNTAKEN_S else None
