"""Numbers inside sentences, written as on the screens (`ui/format.py`).

What a language calls its times and rates stands in `[units]` of its `terms.toml`;
callers that speak no language get English.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from traintray.core.advice.texts import FALLBACK, Texts
from traintray.core.diagnosis.verdict import Evidence, Unit
from traintray.core.memory_units import units

Words = Mapping[str, str]
"""Templates by unit: `min` has `{n}`, `min_s` has `{big}` and `{small}`."""
NBSP = "\N{NO-BREAK SPACE}"
_MINUTE_S = 60
_HOUR_S = 3600
_DAY_S = 86400
_SPANS = (
    ("d", _DAY_S, "h", _HOUR_S),
    ("h", _HOUR_S, "min", _MINUTE_S),
    ("min", _MINUTE_S, "s", 1),
)
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


def per_s(value: float, words: Words | None = None) -> str:
    """Return a rate per second: `850/s`, `9.5 k/s`, `148 k/s`."""
    told = words or _english()
    for factor, name in ((1e6, "mega_per_s"), (1e3, "kilo_per_s")):
        # What rounds to a thousand is told as one.
        if value >= factor * 0.9995:
            return told[name].format(n=_decimal_below_ten(value / factor))
    return told["per_s"].format(n=whole(value))


def written(value: float, unit: Unit, words: Words | None = None) -> str:
    """Return a value with its unit, as evidence shows it."""
    if unit is Unit.FRACTION:
        return percent(value)
    if unit is Unit.PER_S:
        return per_s(value, words)
    if unit is Unit.BYTES:
        return _bytes(value)
    if unit is Unit.BYTES_PER_S:
        return _bytes_per_s(value)
    if unit is Unit.SECONDS:
        return duration(value, words)
    if unit is Unit.CELSIUS:
        return f"{whole(value)}{NBSP}°C"
    if unit is Unit.HERTZ:
        return f"{short(value / 1e9)}{NBSP}GHz"
    return short(value) if value < _SMALL else whole(value)


def duration(seconds: float, words: Words | None = None) -> str:
    """Return a time in its two largest units: `12 s`, `4 min 8 s`, `2 h 46 min`."""
    if 0 < seconds < 1:
        return (words or _english())["s"].format(n=short(seconds))
    return _spanned(int(seconds), words)


def roughly(seconds: float, words: Words | None = None) -> str:
    """Return a time in a sentence that says how long something lasts or will take:
    from a minute on without seconds, so that it stands still while it is read.
    """
    if seconds < _MINUTE_S:
        return duration(seconds, words)
    return _spanned(int(seconds) // _MINUTE_S * _MINUTE_S, words)


def _spanned(seconds: int, words: Words | None) -> str:
    told = words or _english()
    for big, big_s, small, small_s in _SPANS:
        if seconds >= big_s:
            count, rest = seconds // big_s, seconds % big_s // small_s
            if rest:
                return told[f"{big}_{small}"].format(big=count, small=rest)
            return told[big].format(n=count)
    return told["s"].format(n=seconds)


@cache
def _english() -> Words:
    """Read once, and only by those who write a time or a rate without a language."""
    words: Words = Texts(FALLBACK).page("terms")["units"]
    return words


def _bytes(value: float) -> str:
    told = units()
    kilo, mega, giga = told.names
    if value >= told.giga - told.mega / 2:
        giga_bytes = value / told.giga
        text = whole(giga_bytes) if giga_bytes >= _LARGE else short(giga_bytes)
        return f"{text}{NBSP}{giga}"
    if 0 < value < told.mega:
        return f"{max(1, round(value / told.kilo))}{NBSP}{kilo}"
    return f"{whole(value / told.mega)}{NBSP}{mega}"


def _bytes_per_s(value: float) -> str:
    told = units()
    kilo, mega, giga = told.names
    if 0 < value < told.mega:
        return f"{max(1, round(value / told.kilo))}{NBSP}{kilo}/s"
    if value < told.giga:
        return f"{_decimal_below_ten(value / told.mega)}{NBSP}{mega}/s"
    return f"{_decimal_below_ten(value / told.giga)}{NBSP}{giga}/s"


def _decimal_below_ten(value: float) -> str:
    """Return `2.4`, `2`, `52`; what rounds to ten has no decimal either."""
    return short(value) if round(value, 1) < _SMALL else whole(value)


def measured(evidence: Evidence, words: Words | None = None) -> str:
    """Return the measured value of an evidence in words.

    Rounding must not carry it over its threshold: 2.98 of 3 is not told as `3`.
    """
    text = written(evidence.measured, evidence.unit, words)
    if evidence.unit not in _COUNTED or evidence.measured >= _LARGE:
        return text
    rounded = replace(evidence, measured=float(text))
    return text if rounded.crossed == evidence.crossed else _exact(evidence.measured)


def threshold(evidence: Evidence, words: Words | None = None) -> str:
    """Return the threshold of an evidence in words, without its comparison.

    Two decimals where it has them: a limit of 1.25 is not told as `1.2`.
    """
    if evidence.unit in _COUNTED:
        return _exact(evidence.threshold)
    return written(evidence.threshold, evidence.unit, words)


def _exact(value: float) -> str:
    """Return up to two decimals, up to one from 10 on, none from 100 on."""
    decimals = 2 if value < _SMALL else 1 if value < _LARGE else 0
    text = f"{value:,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if decimals else text


def ratio(value: float) -> str:
    """Return a factor with two decimals at most: `1.25`, `3`."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


SIGNS = {">=": "≥", ">": ">", "<=": "≤", "<": "<"}
