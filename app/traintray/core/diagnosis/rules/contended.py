"""Programs outside the run, or the host of a virtual machine, take its CPUs."""

from __future__ import annotations

import math
from dataclasses import dataclass

from traintray.core.detection.run import Consumer
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

KIND = "contended"
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
    stolen_share: float = 0.25
    """The host of a virtual machine gives this share of what the run wants of its CPUs
    to other machines. One thread then takes a third longer, and threads that meet at
    barriers lose more, as beside another program (see `foreign_share`). The
    rented machine that this was built on lost 0.007 of its time in a day of load."""
    least_wanted_cores: float = 0.3
    """A run that wants less rests. The same demand from which a process counts as
    active anywhere here."""
    throttled_fraction: float = 0.1
    """From this share of its periods on a quota holds the run up. One that is never
    reached stops it in none or in single ones; one with twice the threads in 85 %."""
    named_share: float = 0.1
    """A program is named when it takes a tenth of what all of them take."""
    roomy_cpus: float = 4.0
    """From here on a thread less costs less than the wait for a shared CPU. On two
    CPUs one thread was as slow as two (measured: 0.59 of the speed both ways)."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool | None:
    cpus, demand = n["run.usable_cpus"], n["run.demand_threads"]
    if demand >= policy.over_demand_ratio * max(1.0, cpus):
        return False
    gpu_busy = n.get("run.gpu_busy_fraction")
    if gpu_busy is not None and 1 - gpu_busy < policy.waiting_fraction:
        return False  # the GPU gets its work in time all the same
    if _quota_holds(n, limits):
        return False
    if _stolen(n) >= _least_stolen(n, limits):
        return True
    if not _are_taken(n, policy):
        return False
    waiting, foreign = n.get("run.waiting_threads"), n.get("run.foreign_cores")
    if waiting is not None and _by_others(waiting, demand, cpus) < _least_waiting(
        demand, cpus, limits
    ):
        return False
    if foreign is not None and foreign < limits.foreign_share * cpus:
        return False
    return None if waiting is None or foreign is None else True


def _has_quota(n: Numbers) -> bool:
    quota = n.get("run.quota_cpus")
    return quota is not None and quota <= n["run.usable_cpus"]


def _quota_holds(n: Numbers, limits: Limits) -> bool:
    """Tell whether a quota is what the run waits for: one that is hardly ever used up
    is not.
    """
    throttled = n.get("run.throttled_fraction", 1.0)
    return _has_quota(n) and throttled >= limits.throttled_fraction


def _stolen(n: Numbers) -> float:
    """Return the CPUs that the run wanted and the host gave to other machines.

    What is stolen was wanted by somebody in here: by the run as far as it is the one
    that uses these CPUs.
    """
    ran = n.get("run.running_cores", 0.0)
    used = ran + n.get("run.foreign_cores", 0.0) + n.get("run.other_runs_cores", 0.0)
    return n.get("run.stolen_cores", 0.0) * (ran / used if used > 0 else 0.0)


def _least_stolen(n: Numbers, limits: Limits) -> float:
    """Return the stolen CPUs that count."""
    wanted = n.get("run.running_cores", 0.0) + _stolen(n)
    return limits.stolen_share * max(wanted, limits.least_wanted_cores)


def _are_taken(n: Numbers, policy: Policy) -> bool:
    """Tell whether all CPUs are busy: nobody takes anything while some are idle."""
    # Under a quota the run's own figure is of the quota.
    name = "cpu.busy_fraction" if _has_quota(n) else "run.usable_busy_fraction"
    return n.get(name, 0.0) >= policy.saturated_busy_fraction


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
    stolen = _stolen(m)
    by_host = stolen >= max(foreign, _least_stolen(m, scene.limits))
    if by_host:
        named = ()
    facts: dict[str, float | str] = {
        "cause": "host" if by_host else "named" if named else "unnamed",
        "foreign_cores": foreign,
        "stolen_cores": stolen,
        "ready_threads": m["run.demand_threads"],
        "main_ready_threads": m.get("run.main_demand_threads", 0.0),
        "worker_ready_threads": m.get("run.worker_demand_threads", 0.0),
        "spared_threads": max(1.0, math.floor(cpus) - math.ceil(foreign)),
        "is_roomy": float(
            not by_host and cpus >= scene.limits.roomy_cpus and foreign < cpus - 1
        ),
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
    stolen, least_stolen = _stolen(m), _least_stolen(m, limits)
    if stolen >= least_stolen:
        rows.append(_cores("stolen_cores", stolen, least_stolen, cpus))
    if "run.foreign_cores" in m:
        rows.append(_foreign(m["run.foreign_cores"], cpus, limits))
    if "run.waiting_threads" in m:
        waiting = m["run.waiting_threads"]
        waiting = _by_others(waiting, m["run.demand_threads"], cpus)
        limit = _least_waiting(m["run.demand_threads"], cpus, limits)
        at_least, unit = Comparison.AT_LEAST, Unit.THREADS
        rows.append(
            Evidence(
                "waiting_threads",
                waiting,
                limit,
                at_least,
                unit,
                BAR_THRESHOLDS * limit,
            )
        )
    # What the host takes needs no other sign.
    return tuple(row for row in rows if row.crossed or stolen < least_stolen)


def _foreign(foreign: float, cpus: float, limits: Limits) -> Evidence:
    return _cores("foreign_cores", foreign, limits.foreign_share * cpus, cpus)


def _cores(key: str, measured: float, limit: float, cpus: float) -> Evidence:
    scale = max(cpus, measured)  # beside a quota there is more than the run's CPUs
    return Evidence(key, measured, limit, Comparison.AT_LEAST, Unit.CORES, scale)


def denies(scene: Scene[Limits]) -> Evidence | None:
    m = scene.window.medians("run.foreign_cores", "run.usable_cpus")
    if len(m) < 2:
        return None
    return _foreign(m["run.foreign_cores"], m["run.usable_cpus"], scene.limits)


NEEDS = ("run.usable_cpus", "run.usable_busy_fraction", "run.demand_threads")
WANTS = (
    "run.foreign_cores",
    "run.other_runs_cores",
    "run.running_cores",
    "run.stolen_cores",
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
