"""Writes out the facts of a finding, by the unit at the end of their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from traintray.core.advice import numerals
from traintray.core.advice.case import Case, short_name
from traintray.core.advice.texts import Texts
from traintray.core.diagnosis.verdict import Unit

_UNITS = (  # the longer ending first
    ("_bytes_per_s", Unit.BYTES_PER_S),
    ("_per_s", Unit.PER_S),
    ("_fraction", Unit.FRACTION),
    ("_bytes", Unit.BYTES),
    ("_threads", Unit.THREADS),
    ("_cores", Unit.CORES),
    ("_cpus", Unit.CORES),
    ("_count", Unit.COUNT),
    ("_celsius", Unit.CELSIUS),
    ("_hertz", Unit.HERTZ),
    ("_s", Unit.SECONDS),
)


def fact_words(case: Case, page: Mapping[str, Any], texts: Texts) -> dict[str, str]:
    """Return a word for every fact that names its unit or is text, and those that
    the page's `[counted]` table wants with their noun: noun, fact, and a second fact
    for what is said of so many.
    """
    found = {}
    for name, value in case.finding.facts.items():
        unit = _unit(name)
        if isinstance(value, str):
            found[name] = short_name(value)
        elif unit is Unit.SECONDS:
            found[name] = numerals.roughly(value, texts.units)
        elif unit is not None:
            found[name] = numerals.written(value, unit, texts.units)
    for word, (noun, name, *among) in page.get("counted", {}).items():
        count = numerals.short(case.fact(name))
        beside = found.get(among[0], "") if among else ""
        found[word] = texts.plural(noun, 1 if count == "1" else 2, count, beside)
    return found


def _unit(name: str) -> Unit | None:
    return next((unit for ending, unit in _UNITS if name.endswith(ending)), None)
