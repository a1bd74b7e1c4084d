"""A cap on the threads keeps a run that computes from most of its cores."""

from __future__ import annotations

import math
from dataclasses import dataclass

from traintray.core.detection.run import TrainingRun
from traintray.core.detection.thread_number import thread_number
from traintray.core.diagnosis.consumer import computes_without_gpu
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers, Rule, Scene
from traintray.core.diagnosis.verdict import (
    Comparison,
    Evidence,
    Finding,
    Severity,
    Unit,
)

KIND = "over_capped"
VARIABLES = (
    "TF_NUM_INTRAOP_THREADS",
    "PJRT_NPROC",
    "NPROC",
    "MKL_NUM_THREADS",
    "OMP_NUM_THREADS",
)
"""Variables that cap a pool, those that beat others first."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule."""

    allowed_share: float = 0.5
    """Threads that the cap allows, per core that the loaders leave. Half of the
    cores is where raising the cap may double the speed (measured: one thread on two
    cores runs at 0.54 to 0.58 of two); above that the gain is in doubt."""
    reached_share: float = 0.85
    """The run does want what the cap allows: threads that meet at barriers keep 0.97
    to 1.0 of their CPUs wanted, and one that waits for data stays below."""
    beyond_share: float = 1.25
    """A run that wants a quarter more than the cap allows is not held by it."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool:
    allowed = _allowed_threads(n)
    wanted = n["run.main_demand_threads"]
    return (
        allowed is not None
        and allowed <= limits.allowed_share * _free_cores(n)
        and limits.reached_share * allowed <= wanted <= limits.beyond_share * allowed
        and n["run.usable_busy_fraction"] < policy.saturated_busy_fraction
        and computes_without_gpu(n)  # else the one thread may feed it
        and not _may_decode(n)
    )


def _allowed_threads(n: Numbers) -> float | None:
    """Return what all processes that compute may use together; None without a cap.

    A number in code beats a variable. A launcher that caps each of many ranks does
    right as long as their sum fills the cores.
    """
    each = n.get("run.code_thread_limit", n.get("run.thread_limit"))
    return None if each is None else each * max(1.0, n["run.computing_ranks"])


def _cores(n: Numbers) -> float:
    """Return the cores that fit threads which compute: see `knobs/budget.py`."""
    cores = n.get("run.performance_cores", n.get("run.physical_cores"))
    cpus = n["run.usable_cpus"]
    return max(1.0, math.floor(cpus if cores is None else min(cores, cpus)))


def _free_cores(n: Numbers) -> float:
    """Return the cores that are left for computing beside the loader workers."""
    return _cores(n) - n["run.worker_demand_threads"]


def _may_decode(n: Numbers) -> bool:
    """Tell whether the one busy thread may prepare data, which no cap holds back.

    With two threads or more it is a pool, and pools compute.
    """
    each = n.get("run.code_thread_limit", n.get("run.thread_limit", 1.0))
    return each < 2 and n.get("run.image_libraries", 0.0) > 0


def explain(scene: Scene[Limits]) -> Finding:
    m = scene.window.medians(*NEEDS, *WANTS)
    allowed = _allowed_threads(m) or 1.0
    in_code = "run.code_thread_limit" in m
    each = m.get("run.code_thread_limit", m.get("run.thread_limit", 1.0))
    cpus = m["run.usable_cpus"]
    facts: dict[str, float | str] = {
        "cause": "code" if in_code else "variable",
        "raises_cap": 1.0,
        "set_in_code": float(in_code),
        "cap_variable": _variable(scene.run, each),
        "each_threads": each,
        "allowed_threads": allowed,
        "unused_cpus": cpus * (1 - m["run.usable_busy_fraction"]),
        "ready_threads": m["run.demand_threads"],
        "main_ready_threads": m["run.main_demand_threads"],
        "worker_ready_threads": m["run.worker_demand_threads"],
        "ranks": m["run.computing_ranks"],
    }
    return Finding(KIND, Severity.ATTENTION, _evidence(allowed, m, scene), facts=facts)


def _variable(run: TrainingRun, threads: float) -> str:
    """Return the variable that holds the cap."""
    present = run.thread_variables or {}
    for name in VARIABLES:
        if thread_number(present.get(name)) == threads:
            return name
    return VARIABLES[-1]


def _evidence(allowed: float, m: Numbers, scene: Scene[Limits]) -> tuple[Evidence, ...]:
    cpus, limits = m["run.usable_cpus"], scene.limits
    most = limits.allowed_share * _free_cores(m)
    least = limits.reached_share * allowed
    wanted, busy = m["run.main_demand_threads"], m["run.usable_busy_fraction"]
    full = scene.policy.saturated_busy_fraction
    threads, fraction = Unit.THREADS, Unit.FRACTION
    at_most, at_least, below = Comparison.AT_MOST, Comparison.AT_LEAST, Comparison.BELOW
    return (
        Evidence("allowed_threads", allowed, most, at_most, threads, scale=cpus),
        Evidence("main_demand_threads", wanted, least, at_least, threads, scale=cpus),
        Evidence("usable_busy_fraction", busy, full, below, fraction, scale=1.0),
    )


NEEDS = (
    "run.usable_cpus",
    "run.usable_busy_fraction",
    "run.demand_threads",
    "run.main_demand_threads",
    "run.worker_demand_threads",
    "run.computing_ranks",
)
WANTS = (
    "run.thread_limit",
    "run.code_thread_limit",
    "run.physical_cores",
    "run.performance_cores",
    "run.image_libraries",
    "run.gpus",
    "run.gpus_used",
    "run.maps_cuda",
)

RULE = Rule(
    kind=KIND,
    rank=67,
    needs=NEEDS,
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
    knobs=("thread_cap",),
)
