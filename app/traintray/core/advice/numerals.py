"""Numbers inside sentences. One way to write each unit, in every language."""

from __future__ import annotations

from dataclasses import replace

from traintray.core.diagnosis.verdict import Evidence, Unit
from traintray.core.memory_units import units

NBSP = "\N{NO-BREAK SPACE}"
_MINUTE_S = 60
_HOUR_S = 3600
_SMALL = 10
"""Below this, a number is told with decimals."""
_LARGE = 100
_COUNTED = (Unit.THREADS, Unit.CORES, Unit.COUNT)


def whole(value: float) -> str:
    """Return a count without decimals: 12.6 -> `13`."""
    return f"{value:,.0f}"


def short(value: float) -> str:
    """Return a small number, with one decimal only where it has one: `1.5`, `2`."""
    return f"{value:.1f}".removesuffix(".0")


def percent(fraction: float) -> str:
    """Return a share of 1 as a percentage: 0.97 -> `97%`."""
    return f"{fraction:.0%}"


def per_s(value: float) -> str:
    """Return a rate per second: `148 k/s`, `2,776 /s`."""
    if value >= 10_000:
        return f"{value / 1000:.0f}{NBSP}k/s"
    return f"{whole(value)}{NBSP}/s"


def written(value: float, unit: Unit) -> str:
    """Return a value with its unit, as evidence shows it."""
    if unit is Unit.FRACTION:
        return percent(value)
    if unit is Unit.PER_S:
        return per_s(value)
    if unit in (Unit.BYTES, Unit.BYTES_PER_S):
        return _bytes(value) + ("/s" if unit is Unit.BYTES_PER_S else "")
    if unit is Unit.SECONDS:
        return duration(value)
    if unit is Unit.CELSIUS:
        return f"{whole(value)}{NBSP}°C"
    if unit is Unit.HERTZ:
        return f"{short(value / 1e9)}{NBSP}GHz"
    return short(value) if value < _SMALL else whole(value)


def duration(seconds: float) -> str:
    """Return a time in the largest unit that keeps it precise: `90 s`, `4 min`."""
    if seconds < 2 * _MINUTE_S:
        return f"{short(seconds) if seconds < 1 else whole(seconds)}{NBSP}s"
    if seconds < 2 * _HOUR_S:
        return f"{whole(seconds / _MINUTE_S)}{NBSP}min"
    return f"{short(seconds / _HOUR_S)}{NBSP}h"


def _bytes(value: float) -> str:
    told = units()
    kilo, mega, giga = told.names
    if value >= told.giga:
        return f"{short(value / told.giga)}{NBSP}{giga}"
    if 0 < value < 0.1 * told.mega:
        return f"{short(value / told.kilo)}{NBSP}{kilo}"
    return f"{short(value / told.mega)}{NBSP}{mega}"


def measured(evidence: Evidence) -> str:
    """Return the measured value of an evidence in words.

    Rounding must not carry it over its threshold: 2.98 of 3 is not told as `3`.
    """
    text = written(evidence.measured, evidence.unit)
    if evidence.unit not in _COUNTED or evidence.measured >= _LARGE:
        return text
    rounded = replace(evidence, measured=float(text))
    return text if rounded.crossed == evidence.crossed else _exact(evidence.measured)


def threshold(evidence: Evidence) -> str:
    """Return the threshold of an evidence in words, without its comparison.

    Two decimals where it has them: a limit of 1.25 is not told as `1.2`.
    """
    if evidence.unit in _COUNTED:
        return _exact(evidence.threshold)
    return written(evidence.threshold, evidence.unit)


def _exact(value: float) -> str:
    """Return up to two decimals, up to one from 10 on, none from 100 on."""
    decimals = 2 if value < _SMALL else 1 if value < _LARGE else 0
    text = f"{value:,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if decimals else text


def ratio(value: float) -> str:
    """Return a factor with two decimals at most: `1.25`, `3`."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


SIGNS = {">=": "≥", ">": ">", "<=": "≤", "<": "<"}
