"""What the parts of a run do: main process and ranks, workers, compilers."""

from __future__ import annotations

from collections.abc import Sequence

from traintray.core.detection.roles import COMPILE_THREADS
from traintray.core.detection.run import Member, Role, TrainingRun
from traintray.core.detection.sums import (
    demand_of,
    of_threads,
    whole,
    whole_of_threads,
)
from traintray.core.detection.tree import ACTIVE_THREADS
from traintray.core.readings import MemberReading

Figures = dict[str, float | None]
COMPUTING = (Role.MAIN, Role.RANK, Role.LAUNCHER)
TRAINING = (*COMPUTING, Role.WORKER)
_LEAST_SHARE_OF_CORES = 0.05
"""CPU time below which a share of it is a matter of single clock ticks."""


def role_figures(run: TrainingRun) -> Figures:
    """Return the figures of `run` that tell its roles apart."""
    computing = run.with_roles(*COMPUTING)
    workers = run.with_roles(Role.WORKER)
    training = run.with_roles(*TRAINING)
    return {
        "demand_is_estimated": float(_is_estimated(training)),
        "main_running_cores": whole_of_threads(computing, _ran),
        "worker_running_cores": whole_of_threads(workers, _ran),
        "waiting_threads": _waiting_threads(training),
        "system_fraction": _system_fraction(training),
        "main_system_fraction": _system_fraction(computing),
        "worker_system_fraction": _system_fraction(workers) if workers else 0.0,
        "busy_workers": float(sum(demand_of(w) >= ACTIVE_THREADS for w in workers)),
        "worker_rises": float(run.trends.worker_rises),
        "workers_added": float(run.trends.workers_added),
        "worker_most_demand_threads": max(
            of_threads(workers, lambda t: t.demand_threads), default=0.0
        ),
        "worker_most_busy_threads": max(
            of_threads(workers, lambda t: t.busy_threads), default=0.0
        ),
        "compiler_demand_threads": _compiler_demand(run),
        "disk_waiting_processes": float(sum(m.state == "D" for m in training)),
        **_busiest(computing),
    }


def _ran(seen: MemberReading) -> float | None:
    return seen.running_cores


def _is_estimated(members: Sequence[Member]) -> bool:
    return any(m.threads is not None and m.threads.is_estimated for m in members)


def _waiting_threads(members: Sequence[Member]) -> float | None:
    demand = whole_of_threads(members, lambda seen: seen.demand_threads)
    ran = whole_of_threads(members, _ran)
    return None if demand is None or ran is None else max(0.0, demand - ran)


def _system_fraction(members: Sequence[Member]) -> float | None:
    """Return the kernel's share of the CPU time; None where there is hardly any."""
    user = whole(members, lambda m: m.rates.user_cores)
    system = whole(members, lambda m: m.rates.system_cores)
    if user is None or system is None:
        return None
    used = user + system
    return system / used if used >= _LEAST_SHARE_OF_CORES else 0.0


def _compiler_demand(run: TrainingRun) -> float:
    """Return what compilers want: processes of their own, and threads in others."""
    compilers = run.with_roles(Role.COMPILER)
    processes = sum(
        # A compiler lives for seconds: one that was seen once counts by the CPU time
        # of its life, most of which lies in the last second.
        min(1.0, m.cpu_s) if m.is_new else demand_of(m)
        for m in compilers
    )
    if compilers:
        # Those that came and went between two looks, while others are there.
        parents = run.with_roles(*COMPUTING, Role.COMPILER)
        processes += whole(parents, lambda m: m.rates.children_cores) or 0.0
    inside = sum(
        demand
        for member in run.with_roles(*COMPUTING)
        if member.threads is not None
        for name, demand in member.threads.demand_by_name.items()
        if name.startswith(COMPILE_THREADS)
    )
    return processes + inside


def _busiest(computing: Sequence[Member]) -> Figures:
    """Split what the busiest computing process runs: its first thread, the others."""
    known = [
        m.threads
        for m in computing
        if m.threads is not None and m.threads.running_cores is not None
    ]
    if not known:
        return {"main_thread_cores": None, "other_thread_cores": None}
    busiest = max(known, key=lambda seen: seen.running_cores or 0.0)
    first, ran = busiest.main_thread_cores, busiest.running_cores or 0.0
    others = None if first is None else max(0.0, ran - first)
    return {"main_thread_cores": first, "other_thread_cores": others}
