"""One thread fills one CPU, the others idle, and all else waits for it."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.diagnosis.answers import every
from traintray.core.diagnosis.consumer import (
    CONSUMER,
    CONSUMER_NEEDS,
    alone_fraction,
    computes_without_gpu,
    pool_rests,
)
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

KIND = "single_core"


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule."""

    one_thread_least: float = 0.7
    """Demand from which one thread fills its CPU: it pauses for less than a third of
    the time, so nothing but a second thread could gain more than that."""
    one_thread_most: float = 1.3
    """One thread alone cannot want more than 1.0; what is above is the odd helper
    thread. A second one that counts adds more. Below three quarters of two CPUs, so
    that computing on all CPUs is never meant."""
    alone_share: float = 0.5
    """Share of the time in which the first thread works alone while its pool rests:
    from half of it on, a faster loop could double the speed. A pool that computes
    without a pause is near 0, whatever its size."""
    idle_share: float = 0.5
    """At least half of the other CPUs idle: a second thread would find one."""
    gpu_busy_fraction: float = 0.6
    """A GPU that is busier than this gets its work in time. A main thread that polls
    a GPU fills a CPU too, but then the GPU is busy all the time."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool | None:
    beside_a_pool = _works_beside_a_pool(n, limits)
    if not (beside_a_pool or _fills_one_cpu(n, limits)) or not _others_idle(n, limits):
        return False
    if may_still_build(n, policy):
        return False  # one thread, but not of training
    gpu_busy = n.get("run.gpu_busy_fraction")
    if gpu_busy is not None:
        fits: bool | None = gpu_busy < limits.gpu_busy_fraction
    elif not beside_a_pool and (n["run.busy_threads"] > 1 or _is_capped(n)):
        fits = False
    else:
        # Where a GPU may compute, a thread that polls it looks the same.
        fits = True if computes_without_gpu(n) else None
    return every(fits, _is_not_loading(n))


def _fills_one_cpu(n: Numbers, limits: Limits) -> bool:
    least, most = limits.one_thread_least, limits.one_thread_most
    return (
        n["run.usable_cpus"] >= 2
        and n["run.ranks"] == 1
        and least <= n["run.main_demand_threads"]
        and n["run.demand_threads"] <= most
    )


def _works_beside_a_pool(n: Numbers, limits: Limits) -> bool:
    """Tell whether the first thread never rests while its pool does most of the time.

    Loader workers may add no more than the odd helper thread does.
    """
    helpers = limits.one_thread_most - 1.0
    return (
        pool_rests(n, limits.alone_share)
        and n.get("run.main_thread_cores", 0.0) >= limits.one_thread_least
        and n["run.worker_demand_threads"] <= helpers
    )


def _others_idle(n: Numbers, limits: Limits) -> bool:
    cpus = n["run.usable_cpus"]
    return _idle_cpus(n) >= limits.idle_share * (cpus - 1)


def _idle_cpus(n: Numbers) -> float:
    return (1 - n["run.usable_busy_fraction"]) * n["run.usable_cpus"]


def _is_capped(n: Numbers) -> bool:
    """Tell whether a number that somebody set explains the one thread."""
    caps = (n.get("run.thread_limit"), n.get("run.code_thread_limit"))
    return any(cap is not None and cap <= 1 for cap in caps)


def _is_not_loading(n: Numbers) -> bool | None:
    """Tell whether it does something else than decode data by itself.

    With workers, those decode; without, libraries for it make that the likelier
    work, and another rule tells it.
    """
    if n["run.workers"] > 0:
        return True
    libraries = n.get("run.image_libraries")
    return None if libraries is None else libraries == 0


def explain(scene: Scene[Limits]) -> Finding:
    m = scene.window.medians(*NEEDS, *WANTS)
    facts: dict[str, float | str] = {
        "ready_threads": m["run.demand_threads"],
        "main_ready_threads": m["run.main_demand_threads"],
        "worker_ready_threads": m["run.worker_demand_threads"],
        "workers": m["run.workers"],
        "ranks": m["run.ranks"],
        "idle_cpus": _idle_cpus(m),
        "is_gpu_waiting": float("run.gpu_busy_fraction" in m),
    }
    if not _fills_one_cpu(m, scene.limits):
        facts["cause"] = "pool"
        facts["alone_fraction"] = alone_fraction(m) or 0.0
    return Finding(KIND, Severity.ATTENTION, _evidence(m, scene.limits), facts=facts)


def _evidence(m: Numbers, limits: Limits) -> tuple[Evidence, ...]:
    at_least, cpus = Comparison.AT_LEAST, m["run.usable_cpus"]
    idle = limits.idle_share * (cpus - 1)
    is_one = _fills_one_cpu(m, limits)
    rows = [
        *(_one_thread(m, limits) if is_one else _beside_a_pool(m, limits)),
        Evidence("idle_cpus", _idle_cpus(m), idle, at_least, Unit.CORES, scale=cpus),
    ]
    if "run.gpu_busy_fraction" in m:
        waiting, limit = 1 - m["run.gpu_busy_fraction"], 1 - limits.gpu_busy_fraction
        above, share, gpu = Comparison.ABOVE, Unit.FRACTION, Resource.GPU
        key = "gpu_waiting_fraction"
        rows.append(Evidence(key, waiting, limit, above, share, 1.0, gpu))
    return tuple(rows)


def _one_thread(m: Numbers, limits: Limits) -> tuple[Evidence, ...]:
    demand, all_of_it = m["run.main_demand_threads"], m["run.demand_threads"]
    at_least, at_most = Comparison.AT_LEAST, Comparison.AT_MOST
    least, most, threads = limits.one_thread_least, limits.one_thread_most, Unit.THREADS
    return (
        Evidence("main_demand_threads", demand, least, at_least, threads, scale=2.0),
        Evidence("demand_threads", all_of_it, most, at_most, threads, scale=2.0),
    )


def _beside_a_pool(m: Numbers, limits: Limits) -> tuple[Evidence, ...]:
    first, alone = m.get("run.main_thread_cores", 0.0), alone_fraction(m) or 0.0
    at_least, least = Comparison.AT_LEAST, limits.one_thread_least
    key, share, fraction = "alone_fraction", limits.alone_share, Unit.FRACTION
    return (
        Evidence("main_thread_cores", first, least, at_least, Unit.CORES, scale=1.0),
        Evidence(key, alone, share, at_least, fraction, scale=1.0),
    )


NEEDS = (
    "run.usable_cpus",
    "run.usable_busy_fraction",
    "run.demand_threads",
    "run.worker_demand_threads",
    "run.busy_threads",
    "run.workers",
    *CONSUMER_NEEDS,
)
WANTS = (
    "run.image_libraries",
    "run.thread_limit",
    "run.code_thread_limit",
    *CONSUMER,
    *WARM_UP,
)

RULE = Rule(
    kind=KIND,
    rank=80,
    needs=NEEDS,
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
)
