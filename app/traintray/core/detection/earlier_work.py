"""Tells a run that rests, or hardly needs the CPU, from a framework merely imported.

Libraries are imported by the first thread of a process: with PyTorch, TensorFlow, JAX
and scikit-learn in one, 5.8 of 6.0 s of CPU time were its. Pools of threads work only
when something is computed, and PyTorch's backward pass has threads of its own on a
GPU. So what the other threads have used says what was done before we came. Workers of
a DataLoader say it too: nobody imports those.
"""

from __future__ import annotations

from collections.abc import Sequence

from traintray.core.detection.candidates import EARLIER_WORK_S
from traintray.core.detection.roles import LOADER_WORKER
from traintray.core.detection.run import Member, Role

_COMPUTING = (Role.MAIN, Role.RANK, Role.LAUNCHER)
_EACH_THREAD_S = 1.0
"""A thread of a pool may spin for a moment when it is started: 0.1 s was measured, and
a large machine starts hundreds."""
LITTLE_THREADS = 0.1
"""Demand of a run that waits for its disk or its GPU: 0.19 was measured. A kernel that
waits for its user stays below 0.01, and a process that uses less is not asked for its
libraries at all."""
LITTLE_FOR_S = 20.0
"""For how long it must want that much, less what it wanted nothing. Whoever types in a
notebook makes it work for a second now and then."""


def worked_before(members: Sequence[Member]) -> bool:
    """Tell whether its processes have computed, or have workers that load data."""
    return any(
        member.name.startswith(LOADER_WORKER)
        or (member.role in _COMPUTING and _has_computed(member))
        for member in members
    )


def _has_computed(member: Member) -> bool:
    """Tell whether threads beside the first have used much; no when not known."""
    if member.threads is None or member.threads.main_thread_s is None:
        return False
    others_s = member.cpu_s - member.threads.main_thread_s
    least_s = max(EARLIER_WORK_S, _EACH_THREAD_S * member.threads.thread_count)
    return others_s >= least_s


class LittleWork:
    """Counts for how long a run has wanted little, but something."""

    def __init__(self) -> None:
        self._for_s = 0.0

    def update(self, demand_threads: float, step_s: float) -> None:
        """Take the demand of this round; pauses count against it."""
        step_s = step_s if demand_threads >= LITTLE_THREADS else -step_s
        self._for_s = max(0.0, self._for_s + step_s)

    @property
    def lasts(self) -> bool:
        """Whether it has gone on for long enough to be no accident."""
        return self._for_s >= LITTLE_FOR_S
