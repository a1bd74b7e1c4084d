"""Programs outside the run take CPUs that its threads want."""

from __future__ import annotations

import math
from dataclasses import dataclass

from traintray.core.detection.run import Consumer
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers, Rule, Scene
from traintray.core.diagnosis.verdict import (
    Comparison,
    Evidence,
    Finding,
    Severity,
    Unit,
)

KIND = "contended"
_BAR = 8 / 3
"""Length of an evidence bar, in thresholds."""
_PLACES = ("first", "second", "third")


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule."""

    foreign_share: float = 0.25
    """Other programs take this share of the CPUs that the run may use. At barriers
    all threads wait for the one that shares its CPU: measured, a quarter of the CPUs
    costs 46 % of the speed, and an eighth 18 %."""
    waiting_share: float = 0.125
    """Threads of the run that wait for a CPU, per CPU that it wants. For a run that
    alone fits they equal what others take (measured 0.55 to 1.45 of 2 CPUs, within
    1 %); half of that share leaves room for a run that rests at times. Alone it has
    0.0 to 0.07. Four workers on 64 CPUs want four of them: what they lack is no
    less because the machine is large."""
    throttled_fraction: float = 0.1
    """From this share of its periods on a quota holds the run up. One that is never
    reached stops it in none or in single ones; one with twice the threads in 85 %."""
    named_share: float = 0.1
    """A program is named when it takes a tenth of what all of them take."""
    roomy_cpus: float = 4.0
    """From here on a thread less costs less than the wait for a shared CPU. On two
    CPUs one thread was as slow as two (measured: 0.59 of the speed both ways)."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool | None:
    cpus = n["run.usable_cpus"]
    if not _are_taken(n, policy, limits):
        return False
    demand = n["run.demand_threads"]
    if demand >= policy.over_demand_ratio * max(1.0, cpus):
        return False
    gpu_busy = n.get("run.gpu_busy_fraction")
    if gpu_busy is not None and 1 - gpu_busy < policy.waiting_fraction:
        return False  # the GPU gets its work in time all the same
    waiting, foreign = n.get("run.waiting_threads"), n.get("run.foreign_cores")
    if waiting is not None and _by_others(waiting, demand, cpus) < _least_waiting(
        demand, cpus, limits
    ):
        return False
    if foreign is not None and foreign < limits.foreign_share * cpus:
        return False
    return None if waiting is None or foreign is None else True


def _are_taken(n: Numbers, policy: Policy, limits: Limits) -> bool:
    """Tell whether all CPUs are busy: nobody takes anything while some are idle.

    Under a quota it is what the run waits for, unless that is hardly ever used up.
    """
    quota, busy = n.get("run.quota_cpus"), n["run.usable_busy_fraction"]
    if quota is not None and quota <= n["run.usable_cpus"]:
        if n.get("run.throttled_fraction", 1.0) >= limits.throttled_fraction:
            return False
        busy = n.get("cpu.busy_fraction", 0.0)  # the other is of the quota
    return busy >= policy.saturated_busy_fraction


def _by_others(waiting: float, demand: float, cpus: float) -> float:
    """Return the threads that wait although the run alone would fit."""
    return waiting - max(0.0, demand - cpus)


def _least_waiting(demand: float, cpus: float, limits: Limits) -> float:
    """Return the waiting threads that count; of one thread's work at the least."""
    return limits.waiting_share * min(cpus, max(1.0, demand))


def explain(scene: Scene[Limits]) -> Finding:
    m = scene.window.medians(*NEEDS, *WANTS)
    cpus, foreign = m["run.usable_cpus"], m.get("run.foreign_cores", 0.0)
    named = _named(scene.others, foreign, scene.limits)
    facts: dict[str, float | str] = {
        "cause": "named" if named else "unnamed",
        "foreign_cores": foreign,
        "ready_threads": m["run.demand_threads"],
        "main_ready_threads": m.get("run.main_demand_threads", 0.0),
        "worker_ready_threads": m.get("run.worker_demand_threads", 0.0),
        "spared_threads": max(1.0, math.floor(cpus) - math.ceil(foreign)),
        "is_roomy": float(cpus >= scene.limits.roomy_cpus and foreign < cpus - 1),
    }
    for place, consumer in zip(_PLACES, named, strict=False):
        facts[f"{place}_program"] = consumer.name
        facts[f"{place}_program_cores"] = consumer.cpu_cores
        facts[f"has_{place}"] = 1.0
    if named:
        facts["first_pid"] = str(named[0].pid)
    return Finding(KIND, Severity.ATTENTION, _evidence(m, scene), facts=facts)


def _named(
    others: tuple[Consumer, ...], foreign: float, limits: Limits
) -> tuple[Consumer, ...]:
    """Return the programs that matter, the largest first."""
    least = limits.named_share * foreign
    return tuple(c for c in others if c.cpu_cores >= least)


def _evidence(m: Numbers, scene: Scene[Limits]) -> tuple[Evidence, ...]:
    cpus, limits = m["run.usable_cpus"], scene.limits
    rows = []
    if "run.foreign_cores" in m:
        rows.append(_foreign(m["run.foreign_cores"], cpus, limits))
    if "run.waiting_threads" in m:
        waiting = m["run.waiting_threads"]
        waiting = _by_others(waiting, m["run.demand_threads"], cpus)
        limit = _least_waiting(m["run.demand_threads"], cpus, limits)
        at_least, unit = Comparison.AT_LEAST, Unit.THREADS
        rows.append(
            Evidence("waiting_threads", waiting, limit, at_least, unit, _BAR * limit)
        )
    return tuple(rows)


def _foreign(foreign: float, cpus: float, limits: Limits) -> Evidence:
    limit = limits.foreign_share * cpus
    at_least, unit = Comparison.AT_LEAST, Unit.CORES
    scale = max(cpus, foreign)  # beside a quota there is more than the run's CPUs
    return Evidence("foreign_cores", foreign, limit, at_least, unit, scale)


def denies(scene: Scene[Limits]) -> Evidence | None:
    m = scene.window.medians("run.foreign_cores", "run.usable_cpus")
    if len(m) < 2:
        return None
    return _foreign(m["run.foreign_cores"], m["run.usable_cpus"], scene.limits)


NEEDS = ("run.usable_cpus", "run.usable_busy_fraction", "run.demand_threads")
WANTS = (
    "run.foreign_cores",
    "run.waiting_threads",
    "run.quota_cpus",
    "run.throttled_fraction",
    "cpu.busy_fraction",
    "run.gpu_busy_fraction",
    "run.main_demand_threads",
    "run.worker_demand_threads",
)

RULE = Rule(
    kind=KIND,
    rank=55,
    needs=NEEDS,
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
    denies=denies,
)
