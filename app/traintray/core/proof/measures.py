"""The figures of both windows that go with a verdict."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from traintray.core.archive.proof_record import Measure
from traintray.core.diagnosis.verdict import Unit
from traintray.core.proof.window import Pair, Window, logarithms, median, spread

SPEED, GPU = "steps_per_s", "gpu_busy_fraction"
_OTHERS = (
    (GPU, Unit.FRACTION, "higher"),
    ("usable_busy_fraction", Unit.FRACTION, "lower"),
    ("demand_threads", Unit.THREADS, "lower"),
    ("cpu_s_per_step", Unit.SECONDS, "lower"),
    ("switches_per_s", Unit.PER_S, "lower"),
    ("cpu_pressure_fraction", Unit.FRACTION, "lower"),
)

Told = tuple[float | None, float | None]
"""Middle and spread; None where it was not measured."""


def measures(pair: Pair, unit: str) -> tuple[Measure, ...]:
    """Return what was measured in either window, what counts first at the front.

    `unit`: what the run itself counts.
    """
    return tuple(_all(pair, unit))


def _all(pair: Pair, unit: str) -> Iterator[Measure]:
    if pair.is_told:
        told = [_speed(window.paces) for window in (pair.before, pair.after)]
        yield _measure(SPEED, unit, "higher", told, True)
    for key, known, better in _OTHERS:
        told = [_of(key, window) for window in (pair.before, pair.after)]
        if any(middle is not None for middle, _ in told):
            is_first = key == GPU and not pair.is_told
            yield _measure(key, known.value, better, told, is_first)


def _measure(
    key: str, unit: str, better: str, told: Sequence[Told], counts_first: bool
) -> Measure:
    (before, spread_before), (after, spread_after) = told
    return Measure(
        key, unit, before, after, spread_before, spread_after, better, counts_first
    )


def _speed(paces: Sequence[float]) -> Told:
    """Return the speed that is compared: the mean of the logarithms."""
    if not paces:
        return None, None
    found = logarithms(paces)
    mean = sum(found) / len(found)
    off = sum((value - mean) ** 2 for value in found) / max(1, len(found) - 1)
    return math.exp(mean), math.exp(mean) * math.expm1(math.sqrt(off))


def _of(key: str, window: Window) -> Told:
    if key == "cpu_s_per_step":
        return _cpu_per_step(window)
    values = window.blocks.get(key)
    return (median(values), spread(values)) if values else (None, None)


def _cpu_per_step(window: Window) -> Told:
    """Return the CPU time of a step; both its parts waver, so their spreads add up."""
    cores = window.blocks.get("cpu_cores")
    speed, speed_spread = _speed(window.paces)
    if not cores or not speed or speed_spread is None:
        return None, None
    middle = median(cores)
    if middle <= 0:
        return None, None
    share = math.hypot(spread(cores) / middle, speed_spread / speed)
    return middle / speed, share * middle / speed
