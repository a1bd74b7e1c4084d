"""The memory that loader workers really take, asked at a bounded price."""

from __future__ import annotations

from collections.abc import Sequence

from traintray.core.detection.run import Member
from traintray.core.detection.world import World

_PERIOD_S = 9.75
"""With some slack for rounds that come early."""
_BUDGET_BYTES = 2 * 2**30
"""Resident memory whose page tables are walked in one round: about 20 ms."""
_MOST_AT_ONCE = 8


class WorkerMemory:
    """Asks each worker once in 10 s, in turn when there are many or large ones."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[float, int | None]] = {}

    def total_bytes(
        self, workers: Sequence[Member], world: World, at_s: float
    ) -> int | None:
        """Return what the workers take together, shared pages by their part.

        None while not all have been asked yet, or when one may not be read.
        """
        pids = {worker.pid for worker in workers}
        self._known = {p: known for p, known in self._known.items() if p in pids}
        budget, asked = _BUDGET_BYTES, 0
        for worker in sorted(workers, key=lambda w: self._asked_at_s(w.pid)):
            if at_s < self._asked_at_s(worker.pid) + _PERIOD_S:
                break
            # The first is always asked, however large: else it never would be.
            if asked and (asked >= _MOST_AT_ONCE or worker.rss_bytes > budget):
                break
            budget -= worker.rss_bytes
            asked += 1
            try:
                self._known[worker.pid] = at_s, world.proportional_bytes(worker.pid)
            except OSError:
                continue
        found = [self._known[pid][1] for pid in pids if pid in self._known]
        if len(found) < len(pids) or not found:
            return None
        total = 0
        for value in found:
            if value is None:
                return None
            total += value
        return total

    def _asked_at_s(self, pid: int) -> float:
        known = self._known.get(pid)
        return known[0] if known else float("-inf")
