"""More threads want to run than there are CPUs for them: they take turns."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.detection.run import TrainingRun
from traintray.core.detection.thread_number import thread_number
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers, Rule, Scene
from traintray.core.diagnosis.verdict import (
    Comparison,
    Evidence,
    Finding,
    Severity,
    Unit,
)

KIND = "too_many_threads"
_BAR = 8 / 3
"""Length of an evidence bar, in thresholds: the tick stands at three eighths."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule."""

    over_openmp_ratio: float = 1.25
    """Ready threads per usable CPU with OpenMP's own sign of an excess: its threads
    give up spinning and switch."""
    openmp_switches_per_cpu_per_s: float = 1500.0
    """That sign: 4 threads on 2 CPUs switch 3,600 times per CPU and second, healthy
    OpenMP runs at most 300."""
    several_runs_ratio: float = 1.25
    """Ready threads of all runs together, per usable CPU: each run alone would fit,
    so a quarter more than fit is enough to blame their number."""
    worker_share_alone: float = 0.75
    """Loader workers bring at least this share of the demand: they are the cause."""
    worker_share_mixed: float = 0.25
    worker_pool_threads: float = 1.3
    """Demand per worker from which there are threads inside the workers: one thread
    alone cannot want more than 1.0."""
    set_in_code_ratio: float = 1.25
    """Busy threads per thread that variables and defaults explain."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool:
    if n["run.workers_pinned"]:
        return False  # they share one CPU by their affinity, whatever their threads
    cpus = n["run.usable_cpus"]
    return (
        n["run.demand_threads"] >= _over_threads(cpus, policy)
        or _openmp_takes_turns(n, limits)
        or _several_runs(n, limits)
    )


def _over_threads(cpus: float, policy: Policy) -> float:
    """Ready threads that are too many; one alone never is, whatever its quota."""
    return policy.over_demand_ratio * max(1.0, cpus)


def _openmp_takes_turns(n: Numbers, limits: Limits) -> bool:
    """Tell a mild excess by what OpenMP does about it.

    With more threads than CPUs its threads give up spinning at barriers and sleep,
    which is a switch each.
    """
    cpus = n["run.usable_cpus"]
    return (
        n["run.openmp"] > 0
        and n["run.main_demand_threads"] >= limits.over_openmp_ratio * cpus
        and n["run.most_busy_threads"] > cpus
        and n["run.switches_per_s"] >= limits.openmp_switches_per_cpu_per_s * cpus
    )


def _several_runs(n: Numbers, limits: Limits) -> bool:
    """Each run alone would fit; together they do not."""
    cpus = n["run.usable_cpus"]
    return (
        n["run.active_runs"] >= 2
        and n["run.all_runs_demand_threads"]
        >= limits.several_runs_ratio * n["run.shared_cpus"]
        and n["run.demand_threads"] >= 0.5 * cpus
    )


def explain(scene: Scene[Limits]) -> Finding:
    medians = scene.window.medians(
        *NEEDS, "run.running_cores", "run.usable_busy_fraction"
    )
    cause = _cause(medians, scene)
    facts: dict[str, float | str] = {
        "cause": cause,
        "ready_threads": medians.get("run.demand_threads", 0.0),
        "main_ready_threads": medians.get("run.main_demand_threads", 0.0),
        "worker_ready_threads": medians.get("run.worker_demand_threads", 0.0),
        "ranks": medians.get("run.computing_ranks", 1.0),
        "workers": medians.get("run.workers", 0.0),
        "runs": medians.get("run.active_runs", 1.0),
        # Of many threads on few CPUs each runs too little to count as busy.
        "threads_per_process": max(
            medians.get("run.most_busy_threads", 0.0),
            medians.get("run.most_demand_threads", 0.0),
        ),
        "set_in_code": float(_is_set_in_code(scene.run, medians, scene.limits)),
    }
    return Finding(
        KIND,
        Severity.ATTENTION,
        _evidence(medians, cause, scene),
        facts=facts,
    )


def _cause(m: Numbers, scene: Scene[Limits]) -> str:
    """Name what opens the threads; each cause has its own text and remedy."""
    policy, limits = scene.policy, scene.limits
    demand = m["run.demand_threads"]
    share = m["run.worker_demand_threads"] / demand if demand else 0.0
    alone = demand >= _over_threads(m["run.usable_cpus"], policy)
    if not (alone or _openmp_takes_turns(m, limits)):
        return "several_runs"
    if m["run.workers"] >= 1 and share >= limits.worker_share_alone:
        each = m["run.worker_demand_threads"] / m["run.workers"]
        return "worker_pools" if each >= limits.worker_pool_threads else "workers"
    if m["run.workers"] >= 1 and share >= limits.worker_share_mixed:
        return "mixed"
    return "ranks" if m["run.computing_ranks"] >= 2 else "one_process"


def _is_set_in_code(run: TrainingRun, m: Numbers, limits: Limits) -> bool:
    """Tell whether more threads of one process want a CPU at once than its
    variables and the libraries' own default (the allowed CPUs) can explain.
    """
    if run.thread_variables is None:
        return False
    explained = float(len(run.usable_cpus.logical_cpus))
    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        explained = float(thread_number(run.thread_variables.get(name)) or explained)
    return m.get("run.most_demand_threads", 0.0) > limits.set_in_code_ratio * explained


def _evidence(m: Numbers, cause: str, scene: Scene[Limits]) -> tuple[Evidence, ...]:
    policy, limits = scene.policy, scene.limits
    rows = []
    if "run.usable_busy_fraction" in m:
        busy = m["run.usable_busy_fraction"]
        limit = policy.saturated_busy_fraction
        rows.append(_at_least("usable_busy_fraction", busy, limit, Unit.FRACTION))
    if cause == "several_runs":
        all_runs = m["run.all_runs_demand_threads"]
        limit = limits.several_runs_ratio * m["run.shared_cpus"]
        rows.append(_at_least("all_runs_demand_threads", all_runs, limit))
    else:
        rows.extend(_own_threads(m, scene))
    return tuple(rows)


def _own_threads(m: Numbers, scene: Scene[Limits]) -> list[Evidence]:
    """Say what the run's own threads do, against the threshold that told."""
    policy, limits = scene.policy, scene.limits
    cpus, demand = m["run.usable_cpus"], m["run.demand_threads"]
    openmp_only = demand < _over_threads(cpus, policy)
    ratio = limits.over_openmp_ratio if openmp_only else policy.over_demand_ratio
    cpus = max(1.0, cpus)
    rows = [_at_least("demand_threads", demand, ratio * cpus)]
    if "run.running_cores" in m:
        waiting = max(0.0, demand - m["run.running_cores"])
        rows.append(_at_least("waiting_threads", waiting, (ratio - 1) * cpus))
    if openmp_only:
        limit = limits.openmp_switches_per_cpu_per_s * cpus
        switches = m["run.switches_per_s"]
        rows.append(_at_least("switches_per_s", switches, limit, Unit.PER_S))
    return rows


def _at_least(
    key: str, measured: float, threshold: float, unit: Unit = Unit.THREADS
) -> Evidence:
    scale = 1.0 if unit is Unit.FRACTION else _BAR * threshold
    return Evidence(key, measured, threshold, Comparison.AT_LEAST, unit, scale)


NEEDS = (
    "run.usable_cpus",
    "run.demand_threads",
    "run.main_demand_threads",
    "run.worker_demand_threads",
    "run.most_busy_threads",
    "run.most_demand_threads",
    "run.switches_per_s",
    "run.computing_ranks",
    "run.workers",
    "run.workers_pinned",
    "run.openmp",
    "run.active_runs",
    "run.all_runs_demand_threads",
    "run.shared_cpus",
)

RULE = Rule(
    kind=KIND,
    rank=50,
    needs=NEEDS,
    limits=Limits(),
    holds=holds,
    explain=explain,
    knobs=("thread_cap",),
)
