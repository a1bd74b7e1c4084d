"""Heat or a power limit holds the clock of a full CPU down."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.diagnosis.compute_cores import busy_limit
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers, Rule, Scene
from traintray.core.diagnosis.verdict import (
    Comparison,
    Evidence,
    Finding,
    Severity,
    Unit,
)

KIND = "cpu_throttled"
_EVENTS_SHOWN_PER_S = 10.0
_HIGHEST_CELSIUS = 110.0
"""Beyond what any CPU survives: the length of the bar."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule."""

    full_fraction: float = 0.90
    """Only a full CPU runs into its limits; one that is not lowers its clock to save
    power, as it should."""
    throttle_events_per_s: float = 0.0
    """Times that heat slowed a core. The counter stands still in a CPU that is cool
    enough; to hold for the sustained time it must rise at three looks in a row."""
    hot_frequency_fraction: float = 0.75
    """Share of the highest clock below which a *hot* CPU is held down by its heat.
    Alone it would prove nothing: with all cores full a CPU may run at its base clock,
    half to two thirds of the highest, and be as its maker promised."""
    hot_celsius: float = 90.0
    """Makers stop CPUs at 95 to 105 °C and begin to slow them a few degrees below;
    one with a working cooler stays under 85."""
    low_frequency_fraction: float = 0.50
    """Share of the highest clock below which a full CPU is held down, hot or not. Base
    clocks of desktops and servers are 0.53 and more of it (2.0 of 3.8 GHz, 3.2 of 6.0);
    lower ones belong to laptops, whose power limit is what sets them."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool:
    # Virtual machines show neither clock nor counters: nothing is claimed there.
    if n["run.usable_busy_fraction"] < busy_limit(n, limits.full_fraction):
        return False
    return _is_slowed_by_heat(n, limits) or _is_slow(n, limits)


def _of_its_cpus(n: Numbers, name: str) -> float | None:
    """Return what was read of the run's own CPUs, or else of all of the machine."""
    return n.get(f"run.{name}", n.get(f"cpu.{name}"))


def _is_slowed_by_heat(n: Numbers, limits: Limits) -> bool:
    events = _of_its_cpus(n, "throttle_events_per_s") or 0.0
    return events > limits.throttle_events_per_s


def _is_slow(n: Numbers, limits: Limits) -> bool:
    """Tell by the clock, which says something only of CPUs that are full: an idle one
    saves power. Under a quota the run's own may idle, and a mean over the machine is
    of others as well: then all must be full.
    """
    is_own = "run.frequency_fraction" in n and "run.quota_cpus" not in n
    machine = n.get("cpu.busy_fraction", 0.0)
    if not is_own and machine < busy_limit(n, limits.full_fraction):
        return False
    clock = _of_its_cpus(n, "frequency_fraction")
    if clock is None:
        return False
    hot = n.get("cpu.temperature_celsius", 0.0) >= limits.hot_celsius
    return clock < (
        limits.hot_frequency_fraction if hot else limits.low_frequency_fraction
    )


def explain(scene: Scene[Limits]) -> Finding:
    m, limits = scene.window.medians(*NEEDS, *WANTS), scene.limits
    at_least, fraction = Comparison.AT_LEAST, Unit.FRACTION
    busy, full = m["run.usable_busy_fraction"], busy_limit(m, limits.full_fraction)
    rows = [Evidence("usable_busy_fraction", busy, full, at_least, fraction, 1.0)]
    celsius = m.get("cpu.temperature_celsius")
    is_hot = celsius is not None and celsius >= limits.hot_celsius
    clock = _of_its_cpus(m, "frequency_fraction")
    events = _of_its_cpus(m, "throttle_events_per_s")
    if clock is not None:
        limit = (
            limits.hot_frequency_fraction if is_hot else limits.low_frequency_fraction
        )
        rows.append(_clock(clock, limit))
    if events is not None:
        rows.append(_events(events, limits))
    if celsius is not None:
        rows.append(_heat(celsius, limits))
    by_heat = is_hot or _is_slowed_by_heat(m, limits)
    facts: dict[str, float | str] = {"cause": "heat" if by_heat else "power"}
    if clock is not None:
        facts["clock_fraction"] = clock
        facts["has_low_clock"] = float(rows[1].crossed)
    return Finding(KIND, Severity.ATTENTION, tuple(rows), facts=facts)


def _clock(measured: float, limit: float) -> Evidence:
    below, unit = Comparison.BELOW, Unit.FRACTION
    return Evidence("frequency_fraction", measured, limit, below, unit, scale=1.0)


def _events(per_s: float, limits: Limits) -> Evidence:
    return Evidence(
        "throttle_events_per_s",
        per_s,
        limits.throttle_events_per_s,
        Comparison.ABOVE,
        Unit.PER_S,
        scale=max(_EVENTS_SHOWN_PER_S, per_s),
    )


def _heat(celsius: float, limits: Limits) -> Evidence:
    return Evidence(
        "temperature_celsius",
        celsius,
        limits.hot_celsius,
        Comparison.AT_LEAST,
        Unit.CELSIUS,
        scale=_HIGHEST_CELSIUS,
    )


def denies(scene: Scene[Limits]) -> Evidence | None:
    m = scene.window.medians("run.frequency_fraction", "cpu.frequency_fraction")
    clock = _of_its_cpus(m, "frequency_fraction")
    return None if clock is None else _clock(clock, scene.limits.hot_frequency_fraction)


NEEDS = ("run.usable_cpus", "run.usable_busy_fraction")
WANTS = (
    "run.physical_cores",
    "run.quota_cpus",
    "run.frequency_fraction",
    "run.throttle_events_per_s",
    "cpu.busy_fraction",
    "cpu.frequency_fraction",
    "cpu.throttle_events_per_s",
    "cpu.temperature_celsius",
)

RULE = Rule(
    kind=KIND,
    rank=85,
    needs=NEEDS,
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
    denies=denies,
)
