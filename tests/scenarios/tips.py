"""Holds the numbers that a tip names, as they are written, against the witness.

The texts are read as a person reads them: what stands in a sentence where its template
has a placeholder is taken out again and turned into a number. A number that is written
`8` stands for all that are rounded to it, so that rounding alone is no difference.
"""

from __future__ import annotations

import re
import statistics
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from scenarios.evidence import JUDGED_S, LEAST_SECONDS, Difference
from scenarios.readings import (
    COMPUTING,
    LEAST_BYTES_PER_S,
    LEAST_CORES,
    READINGS,
    WORKERS,
    Reading,
    Span,
    slope,
)
from scenarios.stage import Recording
from traintray.core.advice.flags import in_this_case
from traintray.core.advice.texts import Texts

SHOWN = ("title", "summary", "popover", "notification")
WORKER = "pt_data_worker"
_BY_NAME = {reading.name: reading for reading in READINGS}
_WAITING = Reading(
    "waiting_threads",
    lambda process: sum(wait_s for _, wait_s in process["tasks"].values()),
    LEAST_CORES,
    COMPUTING | WORKERS,
)
_NUMBER = re.compile(r"(?P<number>\d[\d,]*(?:\.(?P<decimals>\d+))?)\s*(?P<unit>\S*)")
_FACTORS = {
    **{"%": 0.01, "KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30},
    **{"KiB/s": 2.0**10, "MiB/s": 2.0**20, "GiB/s": 2.0**30, "k/s": 1e3},
    **{"s": 1.0, "min": 60.0, "h": 3600.0},
}


@dataclass(frozen=True)
class Sight:
    """What the witness saw of one run."""

    recording: Recording
    roles: dict[str, str | None]
    several: bool
    """Whether the tip speaks of all runs together."""

    def of(self, reading: Reading, span: Span) -> float | None:
        """Return a reading over a span, of the processes that it is about."""
        return reading.over(self.recording.witnessed, reading.members(self.roles), span)

    def counter(self, name: str, span: Span) -> float | None:
        """Return the growth per second of a counter of the machine."""
        looks = self.recording.witnessed
        known = [(w["at_s"], w[name]) for w in looks if w.get(name) is not None]
        return slope(known, span) if known else None

    def last(self) -> dict[str, Any]:
        """Return the last look."""
        return self.recording.witnessed[-1]

    def own(self) -> list[dict[str, Any]]:
        """Return the processes of the run at the last look."""
        seen = self.last()["processes"]
        return [seen[pid] for pid in self.roles if pid in seen]


Second = Callable[[Sight, Span], float | None]


def _reading(name: str) -> Second:
    return lambda sight, span: sight.of(_BY_NAME[name], span)


def _ready(sight: Sight, span: Span) -> float | None:
    return None if sight.several else sight.of(_BY_NAME["demand_threads"], span)


def _waiting(sight: Sight, span: Span) -> float | None:
    return None if sight.several else sight.of(_WAITING, span)


def _main_share(sight: Sight, span: Span) -> float | None:
    main = sight.of(_BY_NAME["main_demand_threads"], span)
    whole = sight.of(_BY_NAME["demand_threads"], span)
    return main / whole if main is not None and whole else None


def _busy(sight: Sight, span: Span) -> float | None:
    used, cpus = sight.counter("machine_busy_s", span), _cpus(sight, span)
    return used / cpus if used is not None and cpus else None


def _cpus(sight: Sight, span: Span) -> float | None:
    """Return the CPUs of its mask, or its quota where that is smaller."""
    masks = [set(process["cpus"]) for process in sight.own()]
    if not masks or any(mask != masks[0] for mask in masks):
        return None
    quota = sight.recording.scenario.cage.quota_cpus
    return min(float(len(masks[0])), quota or float("inf"))


def _foreign(sight: Sight, span: Span) -> float | None:
    busy = sight.counter("machine_busy_s", span)
    own = sight.counter("group_cpu_s", span)
    return None if busy is None or own is None else busy - own


def _workers(sight: Sight, span: Span) -> float | None:
    count = sum(process["name"] == WORKER for process in sight.own())
    return float(count) or None


def _cap(sight: Sight, span: Span) -> float | None:
    caps = {p["omp_num_threads"] for p in sight.own() if p.get("omp_num_threads")}
    return float(caps.pop()) if len(caps) == 1 else None


def _left(sight: Sight, span: Span) -> float | None:
    return sight.last().get("memory_available_bytes")


def _swapped(sight: Sight, span: Span) -> float | None:
    return sight.counter("swapped_bytes", span)


WITNESSES: dict[str, Second] = {
    **dict.fromkeys(("contending_n", "ready_n", "ready_threads"), _ready),
    **dict.fromkeys(("waiting_n", "waiting_threads"), _waiting),
    **dict.fromkeys(("busy", "usable_busy_fraction"), _busy),
    **dict.fromkeys(("foreign_cores",), _foreign),
    **dict.fromkeys(("moved_bytes_per_s", "swap_bytes_per_s"), _swapped),
    **dict.fromkeys(("now_n", "loaders_n", "workers_n"), _workers),
    "cpus": _cpus,
    "allowed_n": _cap,
    "left_bytes": _left,
    "main_share": _main_share,
    "main_demand_fraction": _main_share,
    "worker_ready_threads": _reading("worker_demand_threads"),
    "in_swap_bytes": _reading("swap_bytes"),
    "demand_threads": _reading("demand_threads"),
    "main_demand_threads": _reading("main_demand_threads"),
    "read_bytes_per_s": _reading("read_bytes_per_s"),
}
"""What the witness says of a placeholder, or of a number in the table of a tip."""
_LEAST = {
    "foreign_cores": LEAST_CORES,
    "moved_bytes_per_s": LEAST_BYTES_PER_S,
    "swap_bytes_per_s": LEAST_BYTES_PER_S,
}


def tip_differences(recording: Recording) -> tuple[Difference, ...]:
    """Compare what the last tip of every run names, as far as the witness knows it."""
    if len(recording.witnessed) < LEAST_SECONDS:
        return ()
    lines = [
        ln for ln in recording.seen if ln["at_s"] <= recording.witnessed[-1]["at_s"]
    ]
    if not lines:
        return ()
    found: list[Difference] = []
    for run in lines[-1]["runs"]:
        if run.get("tip") and run["onset_at_s"] is not None:
            found.extend(_of_run(recording, run, lines[-1]["at_s"]))
    return tuple(found)


def _of_run(
    recording: Recording, run: dict[str, Any], end_s: float
) -> Iterator[Difference]:
    cause = run["verdict"]["facts"].get("cause", "any")
    sight = Sight(recording, run["roles"], cause == "several_runs")
    first_s = recording.witnessed[0]["at_s"]
    start_s = max(run["onset_at_s"], end_s - JUDGED_S, first_s)
    for name, text in named(run):
        known = [
            value
            for n in range(int(end_s - start_s))
            if (value := _said(name, sight, (start_s + n, start_s + n + 1))) is not None
        ]
        told = number_in(text)
        if told is None or len(known) < LEAST_SECONDS:
            continue
        witnessed = statistics.median(known)
        if witnessed >= _LEAST.get(name, LEAST_CORES / 10):
            value, half = told
            nearest = min(max(witnessed, value - half), value + half)
            yield Difference(f"{name} in the tip: {text}", nearest, witnessed)


def _said(name: str, sight: Sight, span: Span) -> float | None:
    witness = WITNESSES.get(name)
    return None if witness is None else witness(sight, span)


def named(run: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what a tip names, by its placeholder or its row, each as it is written."""
    facts = run["verdict"]["facts"]
    cause = facts.get("cause", "any")
    page = in_this_case(Texts("en").page(run["verdict"]["kind"]), facts)
    seen: dict[str, str] = dict(run["tip"]["rows"])
    for part in SHOWN:
        template = page[part][cause] if part == "summary" else page[part]
        for name, text in filled_in(template, run["tip"][part]).items():
            seen.setdefault(name, text)
    yield from seen.items()


def filled_in(template: str, text: str) -> dict[str, str]:
    """Return what stands in a text where its template has placeholders."""
    pattern, names = "", set()
    for literal, name, _, _ in string.Formatter().parse(template):
        pattern += re.escape(literal)
        if name in names:
            pattern += f"(?P={name})"
        elif name:
            names.add(name)
            pattern += f"(?P<{name}>.+?)"
    match = re.fullmatch(pattern, text)
    return match.groupdict() if match else {}


def number_in(text: str) -> tuple[float, float] | None:
    """Return the number that a text begins with, and half of its last place."""
    match = _NUMBER.match(text.replace("\N{NO-BREAK SPACE}", " "))
    if match is None:
        return None
    unit = match["unit"].rstrip(".,;")
    factor = _FACTORS.get(unit, 1.0)
    if match.end("number") < len(text) and text[match.end("number")] == "%":
        factor = _FACTORS["%"]
    places = len(match["decimals"] or "")
    value = float(match["number"].replace(",", ""))
    return value * factor, 0.5 * 10.0**-places * factor
