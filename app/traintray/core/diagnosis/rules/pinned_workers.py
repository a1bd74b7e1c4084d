"""Several processes share fewer CPUs than the run may use, because of their mask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from traintray.core.diagnosis.answers import every
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers, Rule, Scene
from traintray.core.diagnosis.verdict import (
    Comparison,
    Evidence,
    Finding,
    Severity,
    Unit,
)

KIND = "pinned_workers"
_BINDING = ("OMP_PROC_BIND", "GOMP_CPU_AFFINITY", "KMP_AFFINITY", "OMP_PLACES")
"""Variables by which OpenMP pins the main thread as it is loaded; what the main
process then starts inherits its mask."""
_OFF = frozenset({"", "false", "0", "none", "disabled"})


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule."""

    shared_demand_ratio: float = 1.3
    """Ready threads per CPU of the mask: two processes of one thread each that share
    one CPU have 2.0, one alone cannot have more than 1.0."""
    elsewhere_full_share: float = 0.8
    """The rest of the run fills the CPUs outside the mask from here on, as the ranks
    of the other sockets do; a wider mask would then help nobody."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool | None:
    fits = limits.shared_demand_ratio * n["run.mask_cpus"]
    over = n["run.mask_demand_threads"] >= fits
    return every(n["run.mask_processes"] >= 2 and over, _is_room(n, limits))


def _is_room(n: Numbers, limits: Limits) -> bool | None:
    """Tell whether there are CPUs outside the mask that the run does not fill."""
    demand, wider = n.get("run.demand_threads"), n.get("run.wider_cpus")
    if demand is None or wider is None:
        return None
    elsewhere = demand - n["run.mask_demand_threads"]
    outside = wider - n["run.mask_cpus"]
    return elsewhere < limits.elsewhere_full_share * outside


def explain(scene: Scene[Limits]) -> Finding:
    m = scene.window.medians(*NEEDS, *WANTS)
    setting = _setting(scene.run.thread_variables)
    facts: dict[str, float | str] = {
        "cause": "variable" if setting else "mask",
        "ready_threads": m["run.demand_threads"],
        "main_ready_threads": m.get("run.main_demand_threads", 0.0),
        "worker_ready_threads": m.get("run.worker_demand_threads", 0.0),
        "mask_cpus": m["run.mask_cpus"],
        "wider_cpus": m["run.wider_cpus"],
        "mask_processes_count": m["run.mask_processes"],
        "mask_demand_threads": m["run.mask_demand_threads"],
    }
    if setting:
        facts["binding_name"], facts["binding"] = setting[0], "=".join(setting)
    return Finding(KIND, Severity.ATTENTION, _evidence(m, scene.limits), facts=facts)


def _setting(variables: Mapping[str, str] | None) -> tuple[str, str] | None:
    """Return the variable that pins, and its value."""
    for name in _BINDING:
        value = (variables or {}).get(name)
        if value is not None and value.strip().lower() not in _OFF:
            return name, value
    return None


def _evidence(m: Numbers, limits: Limits) -> tuple[Evidence, ...]:
    mask, wider = m["run.mask_cpus"], m["run.wider_cpus"]
    demand, fits = m["run.mask_demand_threads"], limits.shared_demand_ratio * mask
    at_least, below = Comparison.AT_LEAST, Comparison.BELOW
    return (
        Evidence(
            "mask_demand_threads", demand, fits, at_least, Unit.THREADS, scale=3 * fits
        ),
        Evidence("mask_cpus", mask, wider, below, Unit.CORES, scale=wider),
        Evidence(
            "mask_processes",
            m["run.mask_processes"],
            2.0,
            at_least,
            Unit.COUNT,
            scale=2 * wider,
        ),
    )


def denies(scene: Scene[Limits]) -> Evidence | None:
    """Show the demand of processes that share a mask and have room in it."""
    m = scene.window.medians(*NEEDS)
    if m.get("run.mask_processes", 0.0) < 2 or len(m) < len(NEEDS):
        return None
    fits = scene.limits.shared_demand_ratio * m["run.mask_cpus"]
    demand, at_least = m["run.mask_demand_threads"], Comparison.AT_LEAST
    return Evidence("mask_demand_threads", demand, fits, at_least, Unit.THREADS, fits)


NEEDS = ("run.mask_cpus", "run.mask_processes", "run.mask_demand_threads")
WANTS = (
    "run.wider_cpus",
    "run.demand_threads",
    "run.main_demand_threads",
    "run.worker_demand_threads",
)

RULE = Rule(
    kind=KIND,
    rank=30,
    knobs=("binding",),
    needs=NEEDS,
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
    denies=denies,
)
