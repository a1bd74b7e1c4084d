"""The numbers of one run at one instant, which the rules and the graphs look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from traintray.core.detection.foreign import foreign_figures
from traintray.core.detection.masks import mask_figures
from traintray.core.detection.pipeline_threads import pipeline_figures
from traintray.core.detection.role_figures import COMPUTING, role_figures
from traintray.core.detection.roles import LOADER_WORKER
from traintray.core.detection.run import Member, Role, TrainingRun
from traintray.core.detection.setting_figures import setting_figures
from traintray.core.detection.storage_figures import storage_figures
from traintray.core.detection.sums import demand_of, whole
from traintray.core.detection.tree import ACTIVE_THREADS
from traintray.core.readings import CpuReading, MemoryReading

Figures = dict[str, float | None]
_QUOTA_ROOM = 1.1
"""How exactly use and quota can be compared: both are means over a second, and a
quota may be overdrawn by a period of it."""
_OWN_POOLS = ("tensorflow", "jax")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What one run's figures need from outside it."""

    cpu: CpuReading | None
    runs: Sequence[TrainingRun]
    """All runs, this one included."""
    memory: MemoryReading | None = None


def figures(run: TrainingRun, around: Surroundings) -> Figures:
    """Return the figures of `run` by name; None for what could not be measured.

    Demand counts threads that run or wait for a CPU. Cores and CPUs are logical.
    """
    return {
        **_whole_figures(run, around),
        **role_figures(run),
        **pipeline_figures(run),
        **storage_figures(run, around.memory),
        **mask_figures(run),
        **setting_figures(run),
        **foreign_figures(run, around.cpu, around.runs),
    }


def _cpu_cores(members: Sequence[Member]) -> float:
    """Return the CPU use of all processes, those included that came and went."""
    ended = whole(members, lambda member: member.rates.newest_children_cores) or 0.0
    return sum(member.cpu_cores or 0.0 for member in members) + ended


def _whole_figures(run: TrainingRun, around: Surroundings) -> Figures:
    """Return the figures of the run as a whole and of its demand."""
    cpus = run.usable_cpus
    computing = run.with_roles(*COMPUTING)
    workers = run.with_roles(Role.WORKER)
    active = _sharing(run, around.runs)
    return {
        "usable_cpus": cpus.count,
        "usable_busy_fraction": _usable_busy_fraction(run, around.cpu, active),
        # What tools that it started want is not a thread of the training.
        "demand_threads": run.demand_threads(*COMPUTING, Role.WORKER),
        "iowait_cpus": _iowait_cpus(run, around.cpu),
        "main_demand_threads": run.demand_threads(*COMPUTING),
        "worker_demand_threads": (run.demand_threads(Role.WORKER) if workers else 0.0),
        "least_cpu_s": _least_cpu_s(run.members),
        "running_cores": _sum(run.members, "running_cores"),
        "cpu_cores": _cpu_cores(run.members),
        "busy_threads": _sum(run.members, "busy_threads"),
        "most_busy_threads": _most(computing, "busy_threads"),
        "most_demand_threads": _most(computing, "demand_threads"),
        "switches_per_s": _switches_per_s(run.members),
        "ranks": float(max(1, run.count(Role.RANK))),
        "computing_ranks": float(
            sum(1 for m in computing if demand_of(m) >= ACTIVE_THREADS)
        ),
        # These compute in pools of their own, whatever else has brought OpenMP along.
        "openmp": float(run.has_openmp and run.framework not in _OWN_POOLS),
        "workers": float(len(workers)),
        "workers_pinned": float(_are_pinned(workers, len(cpus.logical_cpus))),
        "active_runs": float(len(active)),
        "shared_cpus": _shared_cpus(run, active),
        "all_runs_demand_threads": sum(r.demand_threads() or 0.0 for r in active),
        "rss_bytes": float(sum(m.rss_bytes for m in run.members)),
    }


def _sharing(run: TrainingRun, runs: Sequence[TrainingRun]) -> list[TrainingRun]:
    """Return the runs that compute and may use a CPU that this one may use too."""
    mine = set(run.usable_cpus.logical_cpus)
    return [
        other
        for other in runs
        if (other.demand_threads() or 0.0) >= ACTIVE_THREADS
        and not mine.isdisjoint(other.usable_cpus.logical_cpus)
    ]


def _shared_cpus(run: TrainingRun, active: Sequence[TrainingRun]) -> float:
    """Return the CPUs that the runs together may use: a quota of theirs, or all that
    one of them may use.
    """
    cpus = run.usable_cpus
    if len(_of_same_quota(run, active)) >= 2:
        return cpus.count
    masks = (other.usable_cpus.logical_cpus for other in active)
    return float(len(set(cpus.logical_cpus).union(*masks)))


def _of_same_quota(
    run: TrainingRun, active: Sequence[TrainingRun]
) -> list[TrainingRun]:
    """Return the runs that draw on the same quota, `run` first; it alone without one.

    Two containers may have a quota of the same size each. Runs that use more together
    than one such quota gives do not share it, and where they use less it is as if
    they did: there is enough for all.
    """
    quota = run.usable_cpus.quota_cpus
    others = [other for other in active if other.key != run.key]
    alike = [other for other in others if other.usable_cpus.quota_cpus == quota]
    if quota is None or not alike:
        return [run]
    together = [run, *alike]
    used = sum(_sum(one.members, "running_cores") or 0.0 for one in together)
    return together if used <= _QUOTA_ROOM * quota else [run]


def _usable_busy_fraction(
    run: TrainingRun, cpu: CpuReading | None, active: Sequence[TrainingRun]
) -> float | None:
    """How busy the CPUs are that the run may use: the machine's other CPUs do not
    matter to it, and under a quota the use of it does.
    """
    cpus = run.usable_cpus
    if cpus.quota_cpus is not None and cpus.quota_cpus < len(cpus.logical_cpus):
        if _sum(run.members, "running_cores") is None:
            return None
        together = _of_same_quota(run, active)
        used = sum(_sum(one.members, "running_cores") or 0.0 for one in together)
        return min(1.0, used / cpus.quota_cpus)
    if cpu is None:
        return None
    shares = [cpu.per_cpu[n] for n in cpus.logical_cpus if n < len(cpu.per_cpu)]
    busy = [share.busy for share in shares if share is not None]
    return sum(busy) / len(busy) if busy else None


def _iowait_cpus(run: TrainingRun, cpu: CpuReading | None) -> float | None:
    """Return how many of its CPUs idle while a task that ran there waits for storage.

    A count, so that it is the same on a large machine; a quota changes nothing.
    """
    if cpu is None:
        return None
    numbers = run.usable_cpus.logical_cpus
    shares = [cpu.per_cpu[n] for n in numbers if n < len(cpu.per_cpu)]
    known = [share.iowait for share in shares if share is not None]
    return sum(known) if known else None


def _least_cpu_s(members: Sequence[Member]) -> float:
    """Return the CPU time of the youngest process that computes; 0 when none does.

    What a process does while it imports its libraries says nothing of training, and
    a rank looks like a loader worker then. A loader worker that bears PyTorch's own
    name for it is past its imports.
    """
    return min(
        (
            member.cpu_s
            for member in members
            if demand_of(member) >= ACTIVE_THREADS
            and member.role is not Role.SUPPORT
            and not member.name.startswith(LOADER_WORKER)
        ),
        default=0.0,
    )


def _sum(members: Sequence[Member], name: str) -> float | None:
    values = _values(members, name)
    return sum(values) if values else None


def _most(members: Sequence[Member], name: str) -> float | None:
    values = _values(members, name)
    return max(values) if values else None


def _values(members: Sequence[Member], name: str) -> list[float]:
    return [
        float(value)
        for member in members
        if member.threads is not None
        and (value := getattr(member.threads, name)) is not None
    ]


def _switches_per_s(members: Sequence[Member]) -> float | None:
    voluntary = _sum(members, "voluntary_switches_per_s")
    involuntary = _sum(members, "involuntary_switches_per_s")
    if voluntary is None or involuntary is None:
        return None
    return voluntary + involuntary


def _are_pinned(workers: Sequence[Member], usable: int) -> bool:
    """Whether the workers may use one CPU each while the run may use more: they
    share it, whatever their number of threads (OMP_PROC_BIND does that).
    """
    masks = [m.allowed_cpus for m in workers if m.allowed_cpus]
    return usable > 1 and len(masks) >= 2 and all(len(mask) == 1 for mask in masks)
