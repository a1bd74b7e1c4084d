"""Which CPUs the busy processes of a run have to share with each other."""

from __future__ import annotations

from collections import defaultdict

from traintray.core.detection.role_figures import TRAINING
from traintray.core.detection.run import Member, TrainingRun
from traintray.core.detection.sums import demand_of
from traintray.core.detection.tree import ACTIVE_THREADS

Figures = dict[str, float | None]


def mask_figures(run: TrainingRun) -> Figures:
    """Return the smallest affinity mask that at least two busy processes share.

    Where none do, `mask_processes` is 0 and `mask_cpus` are the CPUs of the run.
    `taskset -cp <pid>` prints the mask of a process.
    """
    groups: dict[tuple[int, ...], list[Member]] = defaultdict(list)
    for member in run.with_roles(*TRAINING):
        if member.allowed_cpus and demand_of(member) >= ACTIVE_THREADS:
            groups[member.allowed_cpus].append(member)
    shared = [(mask, who) for mask, who in groups.items() if len(who) >= 2]
    cpus, members = min(
        shared,
        key=lambda one: (len(one[0]), -_demand(one[1])),
        default=(run.usable_cpus.logical_cpus, []),
    )
    wider = run.traits.wider_cpus
    return {
        "mask_cpus": float(len(cpus)),
        "mask_processes": float(len(members)),
        "mask_demand_threads": _demand(members),
        "wider_cpus": None if wider is None else float(wider),
    }


def _demand(members: list[Member]) -> float:
    return sum(demand_of(member) for member in members)
