"""Notices when worker processes come on top of those that are there."""

from __future__ import annotations

_FIRST_S = 30.0
"""The pool of a run appears within this time; spawned workers import libraries one
after another, and what comes in between is no rise."""
_ONE_RISE_S = 5.0
"""Workers that are started by one loader follow each other within this time."""
_REMEMBER_S = 600.0


class WorkerPool:
    """Counts rises of the number of workers above all it was before."""

    def __init__(self) -> None:
        self._first_at_s: float | None = None
        self._first_count = 0
        self._highest = 0
        self._count = 0
        self._grew_at_s = 0.0
        self._rises_at_s: list[float] = []

    def update(self, count: int, at_s: float) -> None:
        """Take the number of workers now.

        When all are gone the next ones are a new pool: nothing has piled up.
        """
        self._count = count
        self._rises_at_s = [t for t in self._rises_at_s if at_s - t <= _REMEMBER_S]
        if count == 0:
            self._first_at_s = None
            self._first_count = self._highest = 0
            self._rises_at_s.clear()
            return
        if self._first_at_s is None:
            self._first_at_s = at_s
        if count <= self._highest:
            return
        self._highest = count
        if at_s - self._first_at_s <= _FIRST_S:
            self._first_count = count
        elif at_s - self._grew_at_s > _ONE_RISE_S:
            self._rises_at_s.append(at_s)
        self._grew_at_s = at_s

    @property
    def rises(self) -> int:
        """Rises after the first, within the last 10 min."""
        return len(self._rises_at_s)

    @property
    def added(self) -> int:
        """Workers more than after the first rise."""
        return max(0, self._count - self._first_count)
