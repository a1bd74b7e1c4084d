"""Numbers inside sentences. One way to write each unit, in every language."""

from __future__ import annotations

from traintray.core.diagnosis.verdict import Evidence, Unit

NBSP = "\N{NO-BREAK SPACE}"
_MIB = 2**20


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
    if unit is Unit.BYTES_PER_S:
        return f"{short(value / _MIB)}{NBSP}MiB/s"
    if unit is Unit.BYTES:
        return f"{short(value / _MIB)}{NBSP}MiB"
    return short(value) if value < 10 else whole(value)


def measured(evidence: Evidence) -> str:
    """Return the measured value of an evidence in words."""
    return written(evidence.measured, evidence.unit)


def threshold(evidence: Evidence) -> str:
    """Return the threshold of an evidence in words, without its comparison."""
    return written(evidence.threshold, evidence.unit)


SIGNS = {">=": "≥", ">": ">", "<=": "≤", "<": "<"}
