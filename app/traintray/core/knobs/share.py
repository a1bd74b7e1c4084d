"""What one training process gets of the cores, and with how many workers."""

from __future__ import annotations

import math
from dataclasses import dataclass

from traintray.core.detection.run import Member, Role, TrainingRun
from traintray.core.knobs.budget import core_budget

_BUSY_ABOVE = 0.2
"""Demand of a process that has work; an idle one waits for a queue or for others."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one training process gets and must share with its workers."""

    cores: int
    """Of the whole budget."""
    processes: int
    own_cores: int
    """Of this process: the budget shared, at least 1."""
    workers: int
    """Busy workers of this process."""
    threads_per_worker: float | None


def share_of(run: TrainingRun, concurrent_runs: int) -> Share:
    """Return what one training process of `run` gets, when so many runs compute."""
    cores = core_budget(run.usable_cpus)
    ranks = _computing(run)
    processes = ranks + max(0, concurrent_runs - 1)
    busy = [m for m in run.members if m.role is Role.WORKER and _is_busy(m)]
    demands = [
        member.threads.demand_threads
        for member in busy
        if member.threads is not None and member.threads.demand_threads is not None
    ]
    return Share(
        cores=cores,
        processes=processes,
        own_cores=max(1, cores // processes),
        workers=math.ceil(len(busy) / ranks),
        threads_per_worker=sum(demands) / len(demands) if demands else None,
    )


def _computing(run: TrainingRun) -> int:
    """Return how many processes of the run train, at least 1.

    All of the ranks, though one may wait for the others now; a main process beside
    them only while it works: one that hands its work to a pool just waits.
    """
    ranks = run.count(Role.RANK)
    mains = [m for m in run.with_roles(Role.MAIN) if not ranks or _is_busy(m)]
    return max(1, ranks + len(mains))


def _is_busy(member: Member) -> bool:
    """Whether a process has work; one that cannot be read is taken to have some."""
    demand = None if member.threads is None else member.threads.demand_threads
    if demand is None:
        demand = member.cpu_cores
    return demand is None or demand > _BUSY_ABOVE
