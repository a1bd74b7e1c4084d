"""Preparing the data takes all the time it gets, and the consumer waits for it."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.diagnosis.answers import at_least, every
from traintray.core.diagnosis.consumer import (
    CONSUMER,
    CONSUMER_NEEDS,
    PIPELINE,
    alone_fraction,
    computes_by_one_thread,
    computes_without_gpu,
    consumer_each_threads,
    main_each_threads,
    pool_rests,
    waiting_fraction,
    waits,
)
from traintray.core.diagnosis.loader_room import worker_room
from traintray.core.diagnosis.pipelines import pipeline_evidence, pipelines_work
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers, Rule, Scene
from traintray.core.diagnosis.verdict import (
    Comparison,
    Evidence,
    Finding,
    Resource,
    Severity,
    Unit,
)
from traintray.core.diagnosis.warm_up import WARM_UP, may_still_build

KIND = "input_bound"
WORKERS, PIPELINES, MAIN_PROCESS = "workers", "pipelines", "main_process"
AT_LEAST, THREADS, FRACTION = Comparison.AT_LEAST, Unit.THREADS, Unit.FRACTION


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule."""

    one_thread_least: float = 0.7
    """Demand of a main process whose one thread decodes and then feeds a device:
    0.88 was measured. One thread alone cannot want more than 1.0; what is above is
    the odd helper thread."""
    one_thread_most: float = 1.3
    """A second thread that counts adds more than that; between 1.0 and 2.0 there is
    room on both sides."""
    main_gpu_busy_fraction: float = 0.6
    """A busy main thread alone proves less than workers that never rest, because it
    also launches the kernels: the GPU must idle twice as long as for workers."""
    alone_share: float = 0.5
    """Share of the time in which a main process prepares with one thread while its
    pool rests. From half of it on, preparing elsewhere could double the speed; a pool
    that computes without a pause is near 0, whatever its size."""
    least_busy_worker_share: float = 0.5
    """Workers of a validation loader rest while those for training work, and the
    other way round: half of all is what then works. Fewer would be single workers
    that have just been handed an item."""
    crowded_ratio: float = 2.0
    """Ready threads per usable CPU from which their number is the cause, and not what
    they do. `too_many_threads` is told before this from 1.5 on; between the two both
    hold, so that a demand that wanders about 1.5 is told by one of them."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool | None:
    if n["run.demand_threads"] >= limits.crowded_ratio * max(1.0, n["run.usable_cpus"]):
        return False
    if n["run.workers"] > 0:
        return every(_workers_never_rest(n, policy, limits), waits(n, policy))
    pipelines = every(
        pipelines_work(n, policy, limits.one_thread_least), waits(n, policy)
    )
    if pipelines is not False or may_still_build(n, policy):
        return pipelines
    return _main_prepares(n, limits)


def _workers_never_rest(n: Numbers, policy: Policy, limits: Limits) -> bool:
    """Tell whether the workers are the ones who work, all the time.

    A worker rests as soon as its queue is full, so workers that never rest never
    filled it: the consumer takes all that they make.
    """
    wanted = n["run.worker_demand_threads"]
    majority = policy.main_demand_share * n["run.demand_threads"]
    never_rest = policy.saturated_worker_threads * _working(n, limits)
    return wanted >= majority and wanted >= never_rest


def _working(n: Numbers, limits: Limits) -> float:
    """Return how many workers to spread the demand over."""
    workers = n["run.workers"]
    busy = n.get("run.busy_workers", workers)
    return busy if busy >= limits.least_busy_worker_share * workers else workers


def _main_prepares(n: Numbers, limits: Limits) -> bool | None:
    """Tell whether the main process prepares the data itself, with one thread."""
    each, gpu_busy = main_each_threads(n), n.get("run.gpu_busy_fraction")
    is_one = limits.one_thread_least <= each <= limits.one_thread_most
    is_alone = is_one and computes_by_one_thread(n)
    if gpu_busy is not None:
        fits: bool | None = is_one and gpu_busy < limits.main_gpu_busy_fraction
    elif not is_alone and not pool_rests(n, limits.alone_share):
        fits = False
    else:
        # Where a GPU may compute, a thread that polls it looks the same.
        fits = True if computes_without_gpu(n) else None
    return every(fits, at_least(n.get("run.image_libraries"), 1.0))


def explain(scene: Scene[Limits]) -> Finding:
    m = scene.window.medians(*NEEDS, *WANTS)
    cause = _cause(m, scene)
    facts: dict[str, float | str] = {
        "cause": cause,
        "ready_threads": m["run.demand_threads"],
        "main_ready_threads": m["run.main_demand_threads"],
        "worker_ready_threads": m["run.worker_demand_threads"],
        "workers": m["run.workers"],
        "ranks": m["run.ranks"],
        **worker_room(m, _working(m, scene.limits)),
    }
    if cause == WORKERS:
        facts["each_fraction"] = _each_worker(m, scene).measured
        facts["busy_workers_count"] = float(round(_working(m, scene.limits)))
    elif cause == MAIN_PROCESS and _is_told_by_its_pool(m, scene.limits):
        facts["has_resting_pool"] = 1.0
        facts["alone_fraction"] = alone_fraction(m) or 0.0
    waiting = waiting_fraction(m)
    if waiting is not None:
        facts["waiting_fraction"] = waiting
    facts["is_gpu_waiting"] = float("run.gpu_busy_fraction" in m)
    facts["is_waiting_known"] = float(waiting is not None)
    facts["pipeline_ready_threads"] = m.get(PIPELINE, 0.0)
    return Finding(KIND, Severity.ATTENTION, _ROWS[cause](m, scene), facts=facts)


def _cause(m: Numbers, scene: Scene[Limits]) -> str:
    if m["run.workers"] > 0:
        return WORKERS
    least = scene.limits.one_thread_least
    return PIPELINES if pipelines_work(m, scene.policy, least) else MAIN_PROCESS


def _pipelines(m: Numbers, scene: Scene[Limits]) -> tuple[Evidence, ...]:
    rows = pipeline_evidence(m, scene.policy, scene.limits.one_thread_least)
    return (*rows, *_waiting(m, scene.policy.waiting_fraction, scene.policy))


def _workers(m: Numbers, scene: Scene[Limits]) -> tuple[Evidence, ...]:
    policy, demand = scene.policy, m["run.demand_threads"]
    wanted, share = m["run.worker_demand_threads"], policy.main_demand_share
    part = wanted / demand if demand else 0.0
    fits = scene.limits.crowded_ratio * max(1.0, m["run.usable_cpus"])
    return (
        _each_worker(m, scene),
        Evidence("worker_demand_fraction", part, share, AT_LEAST, FRACTION, 1.0),
        Evidence(
            "demand_threads", demand, fits, Comparison.BELOW, THREADS, scale=2 * fits
        ),
        *_waiting(m, policy.waiting_fraction, policy),
    )


def _each_worker(m: Numbers, scene: Scene[Limits]) -> Evidence:
    each = m["run.worker_demand_threads"] / max(1.0, _working(m, scene.limits))
    limit = scene.policy.saturated_worker_threads
    return Evidence("worker_each_threads", each, limit, AT_LEAST, THREADS, scale=2.0)


def _main(m: Numbers, scene: Scene[Limits]) -> tuple[Evidence, ...]:
    limits, each = scene.limits, main_each_threads(m)
    least, gpu_idle = limits.one_thread_least, 1 - limits.main_gpu_busy_fraction
    rows = [Evidence("main_each_threads", each, least, AT_LEAST, THREADS, scale=2.0)]
    if "run.gpu_busy_fraction" in m:
        return (*rows, *_waiting(m, gpu_idle, scene.policy))
    if _is_told_by_its_pool(m, limits):
        alone, share = alone_fraction(m) or 0.0, limits.alone_share
        key = "alone_fraction"
        return (Evidence(key, alone, share, AT_LEAST, FRACTION, scale=1.0),)
    busy, at_most = m["run.most_busy_threads"], Comparison.AT_MOST
    one = Evidence("most_busy_threads", busy, 1.0, at_most, Unit.COUNT, scale=4.0)
    return (*rows, one)


def _is_told_by_its_pool(m: Numbers, limits: Limits) -> bool:
    """Tell whether a pool that rests is the sign; how busy a GPU is goes before it."""
    return "run.gpu_busy_fraction" not in m and pool_rests(m, limits.alone_share)


_ROWS = {WORKERS: _workers, PIPELINES: _pipelines, MAIN_PROCESS: _main}


def _waiting(m: Numbers, least: float, policy: Policy) -> tuple[Evidence, ...]:
    """Say that the consumer waits, by what told it."""
    waiting = waiting_fraction(m)
    if waiting is None:
        each, limit = consumer_each_threads(m), policy.waiting_main_threads
        at_most = Comparison.AT_MOST
        return (Evidence("main_each_threads", each, limit, at_most, THREADS, 2.0),)
    if "run.gpu_busy_fraction" in m:
        key, resource = "gpu_waiting_fraction", Resource.GPU
    else:
        key, resource = "main_waiting_fraction", Resource.CPU
    return (Evidence(key, waiting, least, AT_LEAST, FRACTION, 1.0, resource),)


def denies(scene: Scene[Limits]) -> Evidence | None:
    """Show that workers rest now and then, which they do when their queue is full."""
    m = scene.window.medians(
        "run.workers", "run.worker_demand_threads", "run.busy_workers"
    )
    if not m.get("run.workers") or "run.worker_demand_threads" not in m:
        return None
    return _each_worker(m, scene)


NEEDS = (
    "run.usable_cpus",
    "run.demand_threads",
    "run.worker_demand_threads",
    "run.workers",
    *CONSUMER_NEEDS,
)
WANTS = (
    "run.busy_workers",
    "run.image_libraries",
    "run.thread_limit",
    "run.code_thread_limit",
    *CONSUMER,
    *WARM_UP,
)

RULE = Rule(
    kind=KIND,
    rank=70,
    needs=NEEDS,
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
    denies=denies,
)
