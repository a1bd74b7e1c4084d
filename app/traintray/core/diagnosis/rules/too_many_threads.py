"""More threads want to run than there are CPUs for them: they take turns."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.detection.run import TrainingRun
from traintray.core.diagnosis.consumer import gpu_waits
from traintray.core.diagnosis.explained_threads import WANTS as EXPLAINING
from traintray.core.diagnosis.explained_threads import explained_threads, is_narrowed
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers, Rule, Scene
from traintray.core.diagnosis.verdict import (
    BAR_THRESHOLDS,
    Comparison,
    Evidence,
    Finding,
    Severity,
    Unit,
)

KIND = "too_many_threads"


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule."""

    over_openmp_ratio: float = 1.25
    """Ready threads per usable CPU with OpenMP's own sign of an excess: its threads
    give up spinning and switch."""
    openmp_switches_per_cpu_per_s: float = 600.0
    """That sign: 4 threads on 2 CPUs switch 3,600 times per CPU and second, 1,100 near
    other programs, healthy OpenMP runs at most 300 times. A thread switches at each
    barrier, so per CPU this hangs on how often threads meet and not on the number of
    CPUs (3 threads on two: 930, 2 on one: 1,150). Where a step takes seconds they meet
    seldom (220 to 350 times): there `over_demand_ratio` alone tells."""
    several_runs_ratio: float = 1.25
    """Ready threads of all runs together, per usable CPU: each run alone would fit,
    so a quarter more than fit is enough to blame their number."""
    worker_share_alone: float = 0.75
    """Loader workers bring at least this share of the demand: they are the cause, as
    what they bring is then three times all else."""
    worker_share_mixed: float = 0.25
    """From this share on they are part of the cause, below they are beside it: the
    main process then brings three times what they do."""
    worker_pool_threads: float = 1.3
    """Demand per worker from which there are threads inside the workers: one thread
    alone cannot want more than 1.0."""
    set_in_code_ratio: float = 1.25
    """Busy threads of one process per thread that variables and defaults explain. A
    pool of n threads wants n CPUs at most, and its main thread is one of them; a
    quarter is room for helpers (autograd, a queue's feeder)."""
    throttled_fraction: float = 0.1
    """From this share of its periods on a quota holds the run up. A run that fits its
    quota is stopped in none or in single ones; one with twice the threads in 85 %."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool:
    if n["run.workers_pinned"]:
        return False  # they share one CPU by their affinity, whatever their threads
    return (
        n["run.demand_threads"] >= _over_threads(n["run.usable_cpus"], policy)
        or _openmp_takes_turns(n, limits)
        or _several_runs(n, limits)
    )


def _over_threads(cpus: float, policy: Policy) -> float:
    """Ready threads that are too many; one alone never is, whatever its quota."""
    return policy.over_demand_ratio * max(1.0, cpus)


def _openmp_takes_turns(n: Numbers, limits: Limits) -> bool:
    """Tell a mild excess by what OpenMP does about it: with more threads than CPUs
    its threads give up spinning at barriers and sleep, which is a switch each.
    """
    cpus = max(1.0, n["run.usable_cpus"])
    return (
        n["run.openmp"] > 0
        and n["run.main_demand_threads"] >= limits.over_openmp_ratio * cpus
        and n["run.most_busy_threads"] > cpus
        and n["run.switches_per_s"] >= limits.openmp_switches_per_cpu_per_s * cpus
    )


def _several_runs(n: Numbers, limits: Limits) -> bool:
    """Tell runs that do not fit together: each wants more than its equal part."""
    runs, shared = n["run.active_runs"], n["run.shared_cpus"]
    part = limits.several_runs_ratio * shared / max(1.0, runs)
    return (
        runs >= 2
        and n["run.all_runs_demand_threads"] >= limits.several_runs_ratio * shared
        and n["run.demand_threads"] >= min(n["run.usable_cpus"], part)
    )


def explain(scene: Scene[Limits]) -> Finding:
    m = scene.window.medians(*NEEDS, *WANTS)
    cause = _cause(m, scene)
    explained = explained_threads(scene.run, m)
    ranks = "run.ranks" if cause == "nested" else "run.computing_ranks"
    # Of many threads on few CPUs each runs too little to count as busy.
    each = max(m["run.most_busy_threads"], m["run.most_demand_threads"])
    facts: dict[str, float | str] = {
        "cause": cause,
        "ready_threads": m["run.demand_threads"],
        "main_ready_threads": m["run.main_demand_threads"],
        "worker_ready_threads": m["run.worker_demand_threads"],
        "ranks": m.get(ranks, 1.0),
        "workers": m["run.workers"],
        "runs": m["run.active_runs"],
        "threads_per_process": each,
        "explained_threads": explained,
        "set_in_code": float(_is_set_in_code(scene, m, explained)),
        "is_narrowed": float(is_narrowed(scene.run, m)),
        "wider_cpus": m.get("run.wider_cpus", m["run.usable_cpus"]),
        "is_gpu_waiting": float(gpu_waits(m, scene.policy)),
        "is_busy_unknown": float("run.usable_busy_fraction" not in m),
    }
    return Finding(KIND, Severity.ATTENTION, _evidence(m, cause, scene), facts=facts)


def _cause(m: Numbers, scene: Scene[Limits]) -> str:
    """Name what opens the threads; each cause has its own text and remedy."""
    policy, limits = scene.policy, scene.limits
    demand = m["run.demand_threads"]
    share = m["run.worker_demand_threads"] / demand if demand else 0.0
    alone = demand >= _over_threads(m["run.usable_cpus"], policy)
    if not (alone or _openmp_takes_turns(m, limits)):
        return "several_runs"
    if m["run.workers"] >= 1 and share >= limits.worker_share_mixed:
        return _loader_cause(m, share, limits)
    if m["run.computing_ranks"] >= 2:
        return "ranks"
    return "quota" if _fits_what_it_sees(scene.run, m, limits) else "one_process"


def _loader_cause(m: Numbers, share: float, limits: Limits) -> str:
    """Name the part that loader workers have in it."""
    if m.get("run.ranks", 1.0) >= 2:
        return "nested"
    if share < limits.worker_share_alone:
        return "mixed"
    each = m["run.worker_demand_threads"] / m["run.workers"]
    return "worker_pools" if each >= limits.worker_pool_threads else "workers"


def _fits_what_it_sees(run: TrainingRun, m: Numbers, limits: Limits) -> bool:
    """Tell whether the pool fits the CPUs that the process sees, but not its quota."""
    cpus, seen = run.usable_cpus, len(run.usable_cpus.logical_cpus)
    return (
        cpus.quota_cpus is not None
        and cpus.quota_cpus < seen
        and m["run.most_demand_threads"] <= limits.set_in_code_ratio * seen
    )


def _is_set_in_code(scene: Scene[Limits], m: Numbers, explained: float) -> bool:
    """Tell whether more threads of one process want a CPU at once than `explained`."""
    if scene.run.thread_variables is None:
        return False
    return m["run.most_demand_threads"] > scene.limits.set_in_code_ratio * explained


def _evidence(m: Numbers, cause: str, scene: Scene[Limits]) -> tuple[Evidence, ...]:
    policy, limits = scene.policy, scene.limits
    rows = []
    if "run.usable_busy_fraction" in m:
        busy, limit = m["run.usable_busy_fraction"], policy.saturated_busy_fraction
        rows.append(_at_least("usable_busy_fraction", busy, limit, Unit.FRACTION))
    if cause == "several_runs":
        all_runs = m["run.all_runs_demand_threads"]
        limit = limits.several_runs_ratio * m["run.shared_cpus"]
        rows.append(_at_least("all_runs_demand_threads", all_runs, limit))
    else:
        rows.extend(_own_threads(m, scene))
    throttled, limit = m.get("run.throttled_fraction", 0.0), limits.throttled_fraction
    if throttled >= limit:
        rows.append(_at_least("throttled_fraction", throttled, limit, Unit.FRACTION))
    return tuple(rows)


def _own_threads(m: Numbers, scene: Scene[Limits]) -> list[Evidence]:
    """Say what the run's own threads do, against the threshold that told."""
    policy, limits = scene.policy, scene.limits
    cpus, demand = max(1.0, m["run.usable_cpus"]), m["run.demand_threads"]
    openmp_only = demand < _over_threads(cpus, policy)
    ratio = limits.over_openmp_ratio if openmp_only else policy.over_demand_ratio
    rows = [_at_least("demand_threads", demand, ratio * cpus)]
    if "run.running_cores" in m:
        waiting = max(0.0, demand - m["run.running_cores"])
        rows.append(_at_least("waiting_threads", waiting, (ratio - 1) * cpus))
    if openmp_only:
        switches, limit = m["run.switches_per_s"], limits.openmp_switches_per_cpu_per_s
        rows.append(_at_least("switches_per_s", switches, limit * cpus, Unit.PER_S))
    return rows


def denies(scene: Scene[Limits]) -> Evidence | None:
    m = scene.window.medians("run.demand_threads", "run.usable_cpus")
    if len(m) < 2:
        return None
    limit = _over_threads(m["run.usable_cpus"], scene.policy)
    return _at_least("demand_threads", m["run.demand_threads"], limit)


def _at_least(
    key: str, measured: float, threshold: float, unit: Unit = Unit.THREADS
) -> Evidence:
    scale = 1.0 if unit is Unit.FRACTION else BAR_THRESHOLDS * threshold
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
WANTS = (
    "run.running_cores",
    "run.usable_busy_fraction",
    "run.ranks",
    *EXPLAINING,
    "run.throttled_fraction",
    "run.gpu_busy_fraction",
)

RULE = Rule(
    kind=KIND,
    rank=50,
    needs=NEEDS,
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
    denies=denies,
    knobs=("thread_cap",),
)
