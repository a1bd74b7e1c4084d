"""Threads burn CPU while they wait for work, because the run was told to let them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from traintray.core.diagnosis.compute_cores import compute_cores
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers, Rule, Scene
from traintray.core.diagnosis.verdict import (
    Comparison,
    Evidence,
    Finding,
    Severity,
    Unit,
)

KIND = "spinning"
_POLICY, _COUNT, _TIME = "OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME"


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule."""

    spinning_share: float = 0.25
    """Of the cores that arithmetic can fill: what other programs must take before
    they count (`contended`) is what waiting threads may waste. Pools have one thread
    per core; the second hardware threads of the cores would only raise the line."""
    pool_share: float = 0.5
    """At least half of what the pool burns is waiting. In a healthy pool the main
    thread takes part and works as much as each of the others, so this is near 0."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool | None:
    spinning = _spinning_cores(n)
    if spinning is not None and not _is_much(spinning, n, limits):
        return False
    told_to, openmp = n.get("run.active_wait"), n.get("run.openmp")
    if told_to == 0.0 or openmp == 0.0:
        return False  # a background thread that trains looks the same
    known = spinning is not None and told_to is not None and openmp is not None
    return True if known else None


def _is_much(spinning: float, n: Numbers, limits: Limits) -> bool:
    return (
        spinning >= limits.spinning_share * compute_cores(n)
        and spinning >= limits.pool_share * n["run.other_thread_cores"]
    )


def _spinning_cores(n: Numbers) -> float | None:
    """Return what the threads of the pool burn beyond their work.

    In a fork-join pool the thread that calls takes its share of every loop, so each
    of the others works at most as long as it does.
    """
    main, other = n.get("run.main_thread_cores"), n.get("run.other_thread_cores")
    if main is None or other is None:
        return None
    others = max(0.0, n["run.most_busy_threads"] - 1)
    return max(0.0, other - others * main)


def explain(scene: Scene[Limits]) -> Finding:
    m = scene.window.medians(*NEEDS, *WANTS)
    spinning = _spinning_cores(m) or 0.0
    demand = m["run.demand_threads"]
    facts: dict[str, float | str] = {
        "spinning_cores": spinning,
        "main_thread_cores": m.get("run.main_thread_cores", 0.0),
        "other_thread_cores": m.get("run.other_thread_cores", 0.0),
        "ready_threads": demand,
        "main_ready_threads": m.get("run.main_demand_threads", 0.0),
        "worker_ready_threads": m.get("run.worker_demand_threads", 0.0),
        "runs": m.get("run.active_runs", 1.0),
        **_variable(scene.run.thread_variables or {}),
    }
    return Finding(KIND, Severity.ATTENTION, _evidence(spinning, m, scene), facts=facts)


def _variable(present: Mapping[str, str]) -> dict[str, str]:
    """Return the variable that makes the threads spin, with its value.

    A count overrides the policy (libgomp), and the policy says it all where it is
    active; what is left is the time to wait of Intel's and LLVM's OpenMP.
    """
    is_active = present.get(_POLICY, "").strip().lower() == "active"
    name = _COUNT if present.get(_COUNT) else _POLICY if is_active else _TIME
    return {"wait_variable": name, "wait_value": present.get(name, "")}


def _evidence(
    spinning: float, m: Numbers, scene: Scene[Limits]
) -> tuple[Evidence, ...]:
    cpus = m["run.usable_cpus"]
    limit = max(
        scene.limits.spinning_share * compute_cores(m),
        scene.limits.pool_share * m.get("run.other_thread_cores", 0.0),
    )
    at_least, unit = Comparison.AT_LEAST, Unit.CORES
    return (Evidence("spinning_cores", spinning, limit, at_least, unit, scale=cpus),)


NEEDS = ("run.usable_cpus", "run.demand_threads", "run.most_busy_threads")
WANTS = (
    "run.main_thread_cores",
    "run.other_thread_cores",
    "run.physical_cores",
    "run.active_wait",
    "run.openmp",
    "run.main_demand_threads",
    "run.worker_demand_threads",
    "run.active_runs",
)

RULE = Rule(
    kind=KIND,
    rank=40,
    knobs=("wait_policy",),
    needs=NEEDS,
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
)
