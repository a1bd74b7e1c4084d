"""Heat or the hardware's own protection slows a GPU that has work."""

from __future__ import annotations

from dataclasses import dataclass

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

KIND = "gpu_throttled"


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule."""

    throttled_fraction: float = 0.0
    """Share of the run's GPUs that may be slowed. The driver sets the reason only
    while the clock is held down by it, and ranks wait for the slowest GPU; so any is
    too many. A power cap is no such reason: under load it is the normal state."""
    busy_fraction: float = 0.5
    """A GPU that rests half of the time loses no speed by a lower clock: it would
    only rest longer."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool:
    # Where the driver does not tell, nothing is claimed: all else is as well as ever.
    throttled = n.get("run.gpu_throttled_fraction", 0.0)
    busy = n.get("run.gpu_busy_fraction", 0.0)
    return throttled > limits.throttled_fraction and busy >= limits.busy_fraction


def explain(scene: Scene[Limits]) -> Finding:
    m = scene.window.medians(*WANTS)
    busy = Evidence(
        "gpu_busy_fraction",
        m["run.gpu_busy_fraction"],
        scene.limits.busy_fraction,
        Comparison.AT_LEAST,
        Unit.FRACTION,
        scale=1.0,
        resource=Resource.GPU,
    )
    slowed = _slowed(m["run.gpu_throttled_fraction"], scene.limits)
    celsius = m.get("run.gpu_temperature_celsius")
    facts: dict[str, float | str] = {
        "cause": "any" if celsius is None else "hot",
        "gpu_busy_fraction": m["run.gpu_busy_fraction"],
        "gpu_throttled_fraction": m["run.gpu_throttled_fraction"],
    }
    if celsius is not None:
        facts["temperature_celsius"] = celsius
    return Finding(KIND, Severity.ATTENTION, (slowed, busy), facts=facts)


def _slowed(fraction: float, limits: Limits) -> Evidence:
    return Evidence(
        "gpu_throttled_fraction",
        fraction,
        limits.throttled_fraction,
        Comparison.ABOVE,
        Unit.FRACTION,
        scale=1.0,
        resource=Resource.GPU,
    )


def denies(scene: Scene[Limits]) -> Evidence | None:
    fraction = scene.window.median("run.gpu_throttled_fraction")
    return None if fraction is None else _slowed(fraction, scene.limits)


WANTS = (
    "run.gpu_throttled_fraction",
    "run.gpu_busy_fraction",
    "run.gpu_temperature_celsius",
)

RULE = Rule(
    kind=KIND,
    rank=77,
    needs=(),
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
    denies=denies,
)
