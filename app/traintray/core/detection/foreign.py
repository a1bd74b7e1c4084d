"""Who else uses the CPUs of a run: other runs, and programs outside all runs."""

from __future__ import annotations

from collections.abc import Sequence

from traintray.core.detection.run import TrainingRun
from traintray.core.detection.sums import whole
from traintray.core.readings import CpuReading, CpuShares

Figures = dict[str, float | None]


def foreign_figures(
    run: TrainingRun, cpu: CpuReading | None, runs: Sequence[TrainingRun]
) -> Figures:
    """Return what others use of the logical CPUs that `run` may use.

    Foreign is what `mpstat -P` shows as busy on these CPUs and no run has used: all
    programs outside the runs, however short they live, and the kernel. What the host
    of a virtual machine took from these CPUs stands apart (`top`, the column st).
    """
    others = sum(
        _used_cores(other) * _overlap(run, other)
        for other in runs
        if other.key != run.key
    )
    shares = _shares(run, cpu)
    used = sum(s.user + s.system for s in shares) if shares else None
    stolen = sum(s.steal for s in shares) if shares else None
    foreign = None
    if used is not None:
        foreign = max(0.0, used - _used_cores(run) - others)
    return {
        "foreign_cores": foreign,
        "other_runs_cores": others,
        "stolen_cores": stolen,
    }


def _shares(run: TrainingRun, cpu: CpuReading | None) -> list[CpuShares]:
    """Return how the run's CPUs spent their time; one that is offline counts as idle,
    and none at all is not known.
    """
    if cpu is None:
        return []
    numbers = run.usable_cpus.logical_cpus
    shares = [cpu.per_cpu[n] for n in numbers if n < len(cpu.per_cpu)]
    return [s for s in shares if s is not None]


def _used_cores(run: TrainingRun) -> float:
    """Return what all processes of a run used, also those that came and went."""
    children = whole(run.members, lambda m: m.rates.newest_children_cores) or 0.0
    return children + sum(
        m.threads.running_cores
        if m.threads is not None and m.threads.running_cores is not None
        else m.cpu_cores or 0.0
        for m in run.members
    )


def _overlap(run: TrainingRun, other: TrainingRun) -> float:
    """Return which share of the other's CPUs are this run's too, 0..1.

    Where on them it ran is not known; the kernel spreads it evenly.
    """
    theirs = set(other.usable_cpus.logical_cpus)
    mine = theirs & set(run.usable_cpus.logical_cpus)
    return len(mine) / len(theirs) if theirs else 0.0
