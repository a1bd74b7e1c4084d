"""Forward and backward run on the CPU, fill it, and there is no GPU to use."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers, Rule, Scene
from traintray.core.diagnosis.verdict import (
    Comparison,
    Evidence,
    Finding,
    Severity,
    Unit,
)

KIND = "cpu_compute"


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule."""

    compute_demand_share: float = 0.75
    """A run that computes on the CPU keeps this share of its usable CPUs wanted:
    healthy runs keep 0.97 to 1.0, and one that rests between steps stays below."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool | None:
    if _is_swapping(n, policy) or not _fills_the_cpu(n, policy, limits):
        return False
    usable_gpus = n.get("gpu.usable_count")
    return None if usable_gpus is None else usable_gpus == 0


def _is_swapping(n: Numbers, policy: Policy) -> bool:
    """Pages that move to and from swap are the cause; full CPUs are what follows."""
    moved = n.get("memory.swap_in_bytes_per_s", 0.0)
    moved += n.get("memory.swap_out_bytes_per_s", 0.0)
    return moved >= policy.swap_bytes_per_s


def _fills_the_cpu(n: Numbers, policy: Policy, limits: Limits) -> bool:
    """Tell whether computing, not loading data, keeps the usable CPUs full."""
    cpus = n["run.usable_cpus"]
    demand = n["run.demand_threads"]
    return (
        n["run.usable_busy_fraction"] >= policy.saturated_busy_fraction
        and demand >= limits.compute_demand_share * cpus
        and demand < policy.over_demand_ratio * cpus
        and n["run.main_demand_threads"] >= policy.main_demand_share * demand
    )


def explain(scene: Scene[Limits]) -> Finding:
    m = scene.window.medians(*NEEDS)
    demand = m["run.demand_threads"]
    main_share = m["run.main_demand_threads"] / demand if demand else 0.0
    facts: dict[str, float | str] = {
        "ready_threads": demand,
        "main_ready_threads": m["run.main_demand_threads"],
        "worker_ready_threads": m["run.worker_demand_threads"],
        "workers": m["run.workers"],
        "ranks": m["run.computing_ranks"],
        "main_demand_fraction": main_share,
    }
    evidence = _evidence(m, main_share, scene)
    return Finding(KIND, Severity.ATTENTION, evidence, facts=facts)


def _evidence(
    m: Numbers, main_share: float, scene: Scene[Limits]
) -> tuple[Evidence, ...]:
    busy, cpus = m["run.usable_busy_fraction"], m["run.usable_cpus"]
    policy = scene.policy
    wanted = scene.limits.compute_demand_share * cpus
    at_least, fraction = Comparison.AT_LEAST, Unit.FRACTION
    return (
        Evidence(
            "usable_busy_fraction",
            busy,
            policy.saturated_busy_fraction,
            at_least,
            fraction,
            scale=1.0,
        ),
        Evidence(
            "demand_threads",
            m["run.demand_threads"],
            wanted,
            at_least,
            Unit.THREADS,
            scale=2 * cpus,
        ),
        Evidence(
            "main_demand_fraction",
            main_share,
            policy.main_demand_share,
            at_least,
            fraction,
            scale=1.0,
        ),
    )


NEEDS = (
    "run.usable_cpus",
    "run.usable_busy_fraction",
    "run.demand_threads",
    "run.main_demand_threads",
    "run.worker_demand_threads",
    "run.workers",
    "run.computing_ranks",
)

RULE = Rule(
    kind=KIND,
    rank=90,
    needs=NEEDS,
    limits=Limits(),
    wants=(
        "gpu.usable_count",
        "memory.swap_in_bytes_per_s",
        "memory.swap_out_bytes_per_s",
    ),
    holds=holds,
    explain=explain,
)
