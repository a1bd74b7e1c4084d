"""What of a run takes time to see: growth, rising numbers, throttling."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from traintray.core.detection.memory_growth import GrowthWatch
from traintray.core.detection.run import Member, Role
from traintray.core.detection.traits import Trends
from traintray.core.detection.worker_memory import WorkerMemory
from traintray.core.detection.worker_pool import WorkerPool
from traintray.core.detection.world import World
from traintray.core.readings import CgroupReading

_CGROUP_S = 4.75
_CGROUP_LOOKS = 3
"""Looks over which throttling is counted: 10 s, a hundred periods of 0.1 s."""

_COMPUTING = (Role.MAIN, Role.RANK, Role.LAUNCHER)
"""A parent that rests is a launcher as long as it rests; its memory counts either
way, since watching begins anew with another set of processes."""


class RunWatch:
    """Follows one run over its whole life."""

    def __init__(self) -> None:
        self._main = GrowthWatch()
        self._workers = GrowthWatch()
        self._worker_memory = WorkerMemory()
        self._pool = WorkerPool()
        self._groups: deque[CgroupReading] = deque(maxlen=_CGROUP_LOOKS)
        self._group_due_s = 0.0
        self._group_pid = -1

    def reset(self) -> None:
        """Begin anew after a gap."""
        self._main.restart()
        self._workers.restart()
        self._groups.clear()
        self._group_due_s = 0.0

    def update(
        self, members: Sequence[Member], world: World, at_s: float, active_s: float
    ) -> Trends:
        """Take this second. `active_s`: for how long it computed since the last."""
        computing = [m for m in members if m.role in _COMPUTING]
        workers = [m for m in members if m.role is Role.WORKER]
        private = _private_bytes(computing)
        self._main.update(private, _pids(computing), active_s)
        taken: int | None = None
        if active_s > 0:
            taken = self._worker_memory.total_bytes(workers, world, at_s)
        self._workers.update(taken, _pids(workers), active_s)
        self._pool.update(len(workers), at_s)
        self._look_at_groups(computing or members, world, at_s)
        newest = self._groups[-1] if self._groups else None
        return Trends(
            main_growth_bytes_per_s=self._main.growth_bytes_per_s(),
            worker_growth_bytes_per_s=(
                self._workers.growth_bytes_per_s() if workers else 0.0
            ),
            main_memory_bytes=private,
            worker_memory_bytes=_float(taken) if workers else 0.0,
            growth_watched_s=self._main.watched_s,
            worker_rises=self._pool.rises,
            workers_added=self._pool.added,
            throttled_fraction=self._throttled_fraction(),
            memory_left_bytes=newest.memory_left_bytes if newest else None,
        )

    def _look_at_groups(
        self, members: Sequence[Member], world: World, at_s: float
    ) -> None:
        if at_s < self._group_due_s or not members:
            return
        self._group_due_s = at_s + _CGROUP_S
        if self._group_pid not in _pids(members):
            # Another process may be in another group, with counters of its own.
            self._groups.clear()
            busiest = max(members, key=lambda m: m.cpu_cores or 0.0)
            self._group_pid = busiest.pid
        try:
            self._groups.append(world.cgroup(self._group_pid))
        except OSError:
            self._groups.clear()

    def _throttled_fraction(self) -> float | None:
        if len(self._groups) < 2:
            return None
        first, last = self._groups[0], self._groups[-1]
        if None in (first.periods, last.periods) or None in (
            first.throttled_periods,
            last.throttled_periods,
        ):
            return None
        periods = (last.periods or 0) - (first.periods or 0)
        throttled = (last.throttled_periods or 0) - (first.throttled_periods or 0)
        if periods < 0 or throttled < 0:
            return None  # it moved to another group
        # A period in which nobody wanted to run is not counted by the kernel.
        return min(1.0, throttled / periods) if periods else 0.0


def _pids(members: Sequence[Member]) -> frozenset[int]:
    return frozenset(member.pid for member in members)


def _float(number: int | None) -> float | None:
    return None if number is None else float(number)


def _private_bytes(members: Sequence[Member]) -> float | None:
    """Return the private memory of all; a part is not the sum."""
    total = 0
    for member in members:
        if member.threads is None or member.threads.private_bytes is None:
            return None
        total += member.threads.private_bytes
    return float(total) if members else None
