"""What each process of a run does per second, from the counters of its `stat`."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import replace

from traintray.core.detection.run import NO_RATES, ProcessRates
from traintray.core.readings import ProcessReading

_WINDOW_S = 5.0
"""CPU time comes in ticks of 10 ms: over 5 s a share is known to 0.2 % of a CPU."""


class MemberRates:
    """Remembers the last seconds of every member."""

    def __init__(self) -> None:
        self._seen: dict[int, deque[ProcessReading]] = {}
        self._left_s: dict[int, float] = {}
        """CPU time charged of members that ended, by the pid of their parent."""
        self._not_charged_s: dict[int, float] = {}
        """What children of a member had used before it was first looked at, where it
        was born meanwhile: nobody was charged for it."""
        self._has_begun = False

    def reset(self) -> None:
        """Forget what was to be compared with, after a gap."""
        self._seen.clear()

    def keep_only(self, pids: Collection[int]) -> None:
        """Forget the processes that are not among `pids`.

        A member is charged while it lives. When its parent has waited for it, the
        parent's count of its children grows by all of that, which is no use of now.
        """
        self._has_begun = bool(self._seen)
        gone = {pid: self._seen.pop(pid)[-1] for pid in self._seen.keys() - set(pids)}
        # Children first: what they left is a part of what their parent leaves.
        for pid in sorted(gone, key=lambda pid: -_depth(pid, gone)):
            last = gone[pid]
            below_s = (last.children_s or 0.0) - self._not_charged_s.pop(pid, 0.0)
            below_s += self._left_s.pop(pid, 0.0)
            used_s = last.user_s + last.system_s + below_s
            before_s = self._left_s.get(last.parent_pid, 0.0)
            self._left_s[last.parent_pid] = before_s + used_s
        self._left_s = {pid: s for pid, s in self._left_s.items() if pid in self._seen}

    def update(self, process: ProcessReading) -> ProcessRates:
        """Take a new reading of one process; return its rates over the last 5 s."""
        seen = self._seen.get(process.pid)
        if seen is None:
            seen = self._seen[process.pid] = deque()
            if self._has_begun:  # who joins later was born meanwhile
                self._not_charged_s[process.pid] = process.children_s or 0.0
        if seen and seen[-1].started_ticks != process.started_ticks:
            seen.clear()
        if process.children_s is not None:
            own_s = process.children_s - self._left_s.get(process.pid, 0.0)
            process = replace(process, children_s=own_s)
        if not seen or process.read_at_s > seen[-1].read_at_s:
            seen.append(process)
        while len(seen) > 2 and seen[1].read_at_s <= process.read_at_s - _WINDOW_S:
            seen.popleft()
        first, last = seen[0], seen[-1]
        newest = seen[-2] if len(seen) > 1 else last
        passed_s = last.read_at_s - first.read_at_s
        if passed_s <= 0:
            return NO_RATES
        return ProcessRates(
            user_cores=_rate(first.user_s, last.user_s, passed_s),
            system_cores=_rate(first.system_s, last.system_s, passed_s),
            children_cores=_rate(first.children_s, last.children_s, passed_s),
            newest_children_cores=_rate(
                newest.children_s, last.children_s, last.read_at_s - newest.read_at_s
            ),
            major_faults_per_s=_rate(first.major_faults, last.major_faults, passed_s),
            minor_faults_per_s=_rate(first.minor_faults, last.minor_faults, passed_s),
        )


def _depth(pid: int, processes: Mapping[int, ProcessReading]) -> int:
    """Return how many of `processes` are above one of them."""
    depth = 0
    while (pid := processes[pid].parent_pid) in processes:
        depth += 1
    return depth


def _rate(before: float | None, now: float | None, passed_s: float) -> float | None:
    if before is None or now is None:
        return None
    # The kernel may take back a tick of CPU time (cputime_adjust).
    return max(0.0, now - before) / passed_s
