"""More and more worker processes: each new pool leaves the former ones running."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.diagnosis.answers import at_least
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers, Rule, Scene
from traintray.core.diagnosis.verdict import (
    Comparison,
    Evidence,
    Finding,
    Severity,
    Unit,
)

KIND = "workers_pile_up"


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule. Counts are certain, so nothing else is asked."""

    rises: float = 3.0
    """A run may keep a pool each for training, validation and test: two rises after
    the first pool. A third has no such reason."""
    rises_over_cpus: float = 2.0
    """With more workers than CPUs no pool of such a set was sized for the machine,
    so the second rise is enough."""
    least_workers: float = 3.0
    """A first pool and two more cannot be fewer."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool | None:
    rises = n.get("run.worker_rises")
    if n["run.workers"] < limits.least_workers:
        return False
    is_over = n["run.workers"] > n["run.usable_cpus"]
    limit = limits.rises_over_cpus if is_over else limits.rises
    return at_least(rises, limit)


def explain(scene: Scene[Limits]) -> Finding:
    m = scene.window.medians(*NEEDS, *WANTS)
    facts: dict[str, float | str] = {
        "workers": m["run.workers"],
        "rises_count": m["run.worker_rises"],
        "ready_threads": m.get("run.demand_threads", 0.0),
        "main_ready_threads": m.get("run.main_demand_threads", 0.0),
        "worker_ready_threads": m.get("run.worker_demand_threads", 0.0),
    }
    if "run.workers_added" in m:
        facts["added_count"] = m["run.workers_added"]
    facts["is_added_known"] = float("added_count" in facts)
    return Finding(KIND, Severity.ATTENTION, _evidence(m, scene.limits), facts=facts)


def _evidence(m: Numbers, limits: Limits) -> tuple[Evidence, ...]:
    workers, cpus = m["run.workers"], m["run.usable_cpus"]
    rises, count = m["run.worker_rises"], Unit.COUNT
    limit = limits.rises_over_cpus if workers > cpus else limits.rises
    reach, above, bar = Comparison.AT_LEAST, Comparison.ABOVE, 2 * limits.rises
    rows = [Evidence("worker_rises", rises, limit, reach, count, scale=bar)]
    if workers > cpus:
        rows.append(Evidence("workers", workers, cpus, above, count, scale=4 * cpus))
    return tuple(rows)


NEEDS = ("run.usable_cpus", "run.workers")
WANTS = (
    "run.worker_rises",
    "run.workers_added",
    "run.demand_threads",
    "run.main_demand_threads",
    "run.worker_demand_threads",
)

RULE = Rule(
    kind=KIND,
    rank=15,
    needs=NEEDS,
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
)
