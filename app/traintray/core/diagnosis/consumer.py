"""Whether the part of a run that eats the data waits for it: a GPU, or the main
process where no GPU computes.
"""

from __future__ import annotations

from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers

PIPELINE = "run.pipeline_demand_threads"
CONSUMER = (
    "run.gpus",
    "run.gpus_used",
    "run.gpu_busy_fraction",
    "run.maps_cuda",
    "run.main_thread_cores",
    "run.other_thread_cores",
    "run.main_running_cores",
    PIPELINE,
)
"""Figures that a rule wants when it asks `waits` or `waiting_fraction`."""
CONSUMER_NEEDS = ("run.main_demand_threads", "run.most_busy_threads", "run.ranks")
"""Those that it needs."""


def computes_without_gpu(n: Numbers) -> bool:
    """Tell whether it is certain that no GPU computes for the run."""
    return (
        n.get("run.gpus") == 0
        or n.get("run.gpus_used") == 0
        or n.get("run.maps_cuda") == 0
    )


def computes_by_one_thread(n: Numbers) -> bool:
    """Tell whether one thread works although the libraries would take more.

    On one CPU, in several ranks or under a cap of one that is what computing looks
    like, too.
    """
    caps = (n.get("run.thread_limit"), n.get("run.code_thread_limit"))
    return (
        n["run.usable_cpus"] >= 2
        and n["run.ranks"] == 1
        and n["run.most_busy_threads"] <= 1
        and not any(cap is not None and cap <= 1 for cap in caps)
    )


def waits(n: Numbers, policy: Policy) -> bool | None:
    """Tell whether the consumer waits long enough to count; None when a GPU may
    compute and nothing tells how busy it is.
    """
    waiting = waiting_fraction(n)
    if waiting is not None:
        return waiting >= policy.waiting_fraction
    # A main process that drives a GPU hardly rests, for it polls. One that rests
    # has nothing to drive it with.
    if consumer_each_threads(n) <= policy.waiting_main_threads:
        return True
    return None


def gpu_waits(n: Numbers, policy: Policy) -> bool:
    """Tell whether a GPU surely computes for the run and waits long enough to count."""
    busy = n.get("run.gpu_busy_fraction")
    return busy is not None and round(1 - busy, 6) >= policy.waiting_fraction


def waiting_fraction(n: Numbers) -> float | None:
    """Return the share of time in which the consumer has nothing to do, 0..1."""
    busy = n.get("run.gpu_busy_fraction")
    if busy is not None:
        return 1 - busy
    return 1 - main_busy_fraction(n) if computes_without_gpu(n) else None


def main_each_threads(n: Numbers) -> float:
    """Return the demand of one main process or rank."""
    return n["run.main_demand_threads"] / max(1.0, n["run.ranks"])


def consumer_each_threads(n: Numbers) -> float:
    """Return the demand of one main process or rank without the threads in it that
    prepare its data.
    """
    pipelines = n.get(PIPELINE, 0.0) / max(1.0, n["run.ranks"])
    return max(0.0, main_each_threads(n) - pipelines)


def alone_fraction(n: Numbers) -> float | None:
    """Return the share of time in which a main process works with its main thread
    alone while its pool rests, 0..1; None when its threads were not measured.

    In a fork-join pool (OpenMP) the thread that calls takes its part of every loop,
    so what it does beyond each of the others it does alone.
    """
    main = n.get("run.main_thread_cores")
    others = n.get("run.other_thread_cores")
    ran = n.get("run.main_running_cores")
    if main is None or others is None or ran is None:
        return None
    alone = main - others / max(1.0, n["run.most_busy_threads"] - 1)
    wanted = n["run.main_demand_threads"] / ran if ran > 0 else 1.0
    return min(1.0, max(0.0, alone) * max(1.0, wanted))


def pool_rests(n: Numbers, alone_share: float) -> bool:
    """Tell whether a pool is there that computes, and rests for this share of the time
    while one thread works.
    """
    alone = alone_fraction(n)
    return (
        n["run.usable_cpus"] >= 2
        and n["run.ranks"] == 1
        and n["run.most_busy_threads"] >= 2
        and alone is not None
        and alone >= alone_share
    )


def main_busy_fraction(n: Numbers) -> float:
    """Return the share of time in which a main process computes, 0..1.

    The threads of a pool work in step with the main thread (OpenMP), so that one
    tells for all; or the main thread sleeps while they work (XLA, Eigen), and then
    each of them counts. With no times per thread the demand is the most it can be, and
    so it is where some of the threads prepare the data.
    """
    demand = consumer_each_threads(n)
    main = n.get("run.main_thread_cores")
    others = n.get("run.other_thread_cores")
    ran = n.get("run.main_running_cores")
    if main is None or others is None or ran is None or n.get(PIPELINE):
        return min(1.0, demand)
    if main < 0.5 * others / max(1.0, n["run.most_busy_threads"] - 1):
        main += others
    # Cores it got, brought to what it wanted: under other load it gets less.
    wanted = n["run.main_demand_threads"] / ran if ran > 0 else 1.0
    return min(1.0, demand, main * max(1.0, wanted))
