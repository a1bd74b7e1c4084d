"""The words and numbers of a report, in its language. Texts are data in
`resources/report/`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from functools import reduce
from typing import Any

from traintray.core.advice import numerals
from traintray.core.advice.texts import Texts
from traintray.core.diagnosis.verdict import Unit
from traintray.core.memory_units import units

MISSING = "–"
MINUS = "−"
_SPANS = (("day", 86400, "hour", 3600), ("hour", 3600, "minute", 60))
_MINUTE_S = 60


class Wording:
    """Speaks one language; what it lacks comes in English."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts = Texts(language, folder="report")
        self._advice = Texts(language)

    def say(self, key: str, **values: str) -> str:
        """Return a text of the report: `graph.cpu` is the `cpu` of table `graph`."""
        return str(self._find(key)).format(**values)

    def says(self, key: str) -> bool:
        """Whether there is such a text."""
        return self._find(key) is not None

    def _find(self, key: str) -> Any:
        page: Any = self._texts.page("report")
        return reduce(lambda at, name: (at or {}).get(name), key.split("."), page)

    def advice(self, kind: str) -> Mapping[str, Any]:
        """Return the texts of a kind of finding; empty for one that a newer version
        has written.
        """
        if not kind.isidentifier():
            return {}
        try:
            return self._advice.page(kind)
        except FileNotFoundError:
            return {}

    def chip(self, kind: str) -> str:
        """Return what a verdict is called."""
        if self.says(f"verdict.{kind}"):
            return self.say(f"verdict.{kind}")
        return str(self.advice(kind).get("chip", kind))

    def reason(self, english: str) -> str:
        """Return a sentence of the archive in this language, as far as it is known."""
        return str((self._find("reasons") or {}).get(english, english))

    def figure(self, key: str) -> str:
        """Return what a figure is called; its key where it has no name here."""
        return self.say(f"figures.{key}") if self.says(f"figures.{key}") else key

    def cpus(self, count: float) -> str:
        """Return `16 CPUs`."""
        return self._advice.plural("cpus", count, numerals.short(count))

    def duration(self, seconds: float) -> str:
        """Return the two largest units: `12 s`, `4 min 8 s`, `2 h 46 min`."""
        whole = max(0, round(seconds))
        for big, big_s, small, small_s in (*_SPANS, ("minute", _MINUTE_S, "second", 1)):
            if whole >= big_s:
                first, rest = divmod(whole, big_s)
                parts = [self.say(f"time.{big}", n=str(first))]
                if rest := rest // small_s:
                    parts.append(self.say(f"time.{small}", n=str(rest)))
                return numerals.NBSP.join(parts)
        return self.say("time.second", n=str(whole))

    def growth(self, bytes_per_s: float) -> str:
        """Return `180 MiB/min`, in the units that were chosen."""
        told = units()
        per_min = bytes_per_s * _MINUTE_S / told.mega
        text = f"{per_min:.0f}" if per_min >= 10 else numerals.short(per_min)
        return self.say("time.growth", n=text, unit=told.names[1])

    def value(self, measured: float | None, unit: Unit) -> str:
        """Return a value with its unit; one that is missing as a dash."""
        if measured is None or not math.isfinite(measured):
            return MISSING
        if unit is Unit.SECONDS:
            return self.duration(measured)
        return _minus(numerals.written(measured, unit))

    def change(self, before: float, after: float, unit: Unit) -> str:
        """Return what changed: `+37 points`, `−87%`."""
        if unit is Unit.FRACTION:
            points = round((after - before) * 100)
            return _minus(self.say("time.points", n=f"{points:+d}" if points else "0"))
        if not before:
            return MISSING
        part = round((after / before - 1) * 100)
        return _minus(f"{part:+d}%" if part else "0%")


def moment(at_s: float) -> str:
    """Return date and time of day here: `2026-11-30 14:32:07`."""
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(at_s))


def clock(at_s: float) -> str:
    """Return the time of day here."""
    return time.strftime("%H:%M:%S", time.localtime(at_s))


def _minus(text: str) -> str:
    return text.replace("-", MINUS)
