"""Which graphs a report has, and what stands beside each."""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass

from traintray.core.advice import numerals
from traintray.core.archive.records import Slice
from traintray.core.diagnosis.verdict import Unit
from traintray.core.memory_units import units
from traintray.core.report.scale import round_top
from traintray.core.report.story import Story
from traintray.core.report.wording import Wording

_ROOM = 1.1
"""A limit is drawn with some room above it."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One series of a graph."""

    part: Slice
    style: str
    """Class in the style sheet: hue and stroke."""
    name: str = ""
    """Shown beside its swatch; empty where the graph's own name says it all."""
    stands_on: Slice | None = None
    """The series below it, where shares are piled up."""

    def floors(self) -> array[float]:
        """Return where its area begins: 0, or on the series below; NaN where that
        one is missing.
        """
        if self.stands_on is None:
            return array("d", [0.0]) * len(self.part.mean)
        below = dict(zip(self.stands_on.times, self.stands_on.mean, strict=True))
        return array("d", (below.get(at_s, math.nan) for at_s in self.part.times))

    def tops(self) -> array[float]:
        """Return where its area ends."""
        pairs = zip(self.part.mean, self.floors(), strict=True)
        return array("d", (value + floor for value, floor in pairs))


@dataclass(frozen=True, slots=True)
class Panel:
    """One graph with the texts at its sides."""

    title: str
    captions: tuple[str, ...]
    curves: tuple[Curve, ...]
    top: float
    """Upper end of the scale; the lower one is 0."""
    ticks: tuple[tuple[float, str], ...]
    values: tuple[str, ...]
    """At the right, the first one large."""
    is_piled: bool = False
    limit: tuple[float, str] | None = None


def panels(story: Story, words: Wording) -> list[Panel]:
    """Return the graphs for which there are samples, from top to bottom."""
    found = (
        _cpu(story, words),
        _demand(story, words),
        _memory(story, words),
        _gpu(story, words),
        _gpu_memory(story, words),
        _speed(story, words),
    )
    return [panel for panel in found if panel is not None]


def mean(part: Slice) -> float:
    """Return the mean of the samples that there are."""
    known = [value for value in part.mean if value == value]
    return sum(known) / len(known) if known else math.nan


def highest(part: Slice) -> float:
    """Return the highest sample."""
    return max((value for value in part.high if value == value), default=math.nan)


def _cpu(story: Story, words: Wording) -> Panel | None:
    for key, caption in (
        ("usable_busy_fraction", "cpu_of"),
        ("cpu.busy_fraction", "cpu_machine"),
    ):
        if key in story.slices:
            captions = (words.say(f"graph.{caption}"),)
            return _percent(words, "cpu", captions, Curve(story.slices[key], "cpu"))
    return None


def _gpu(story: Story, words: Wording) -> Panel | None:
    part = story.slices.get("gpu_busy_fraction")
    if part is None:
        return None
    return _percent(words, "gpu", (words.say("graph.gpu_of"),), Curve(part, "gpu"))


def _percent(
    words: Wording, name: str, captions: tuple[str, ...], curve: Curve
) -> Panel:
    return Panel(
        words.say(f"graph.{name}"),
        captions,
        (curve,),
        top=1.0,
        ticks=((0.0, "0"), (0.5, "50"), (1.0, "100%")),
        values=_values(words, curve.part, Unit.FRACTION),
    )


def _demand(story: Story, words: Wording) -> Panel | None:
    parts = story.slices
    main, workers = parts.get("main_demand_threads"), parts.get("worker_demand_threads")
    whole = parts.get("demand_threads") or main
    if whole is None:
        return None
    curves = [Curve(whole, "cpu-main", words.say("graph.all"))]
    if main is not None:
        curves = [Curve(main, "cpu-main", words.say("graph.main"))]
        if workers is not None and highest(workers) > 0:
            name = words.say("graph.workers")
            curves.append(Curve(workers, "cpu-workers", name, stands_on=main))
    cpus = story.run.usable_cpus
    top = round_top(max(highest(whole), cpus * _ROOM))
    return Panel(
        words.say("graph.demand"),
        (words.say("graph.demand_of"),),
        tuple(curves),
        top,
        ticks=_ticks(top, 1.0, ""),
        values=_values(words, whole, Unit.THREADS),
        is_piled=True,
        limit=(cpus, words.cpus(cpus)),
    )


def _memory(story: Story, words: Wording) -> Panel | None:
    parts = story.slices
    whole = parts.get("rss_bytes")
    curves = [
        Curve(parts[key], style, words.say(f"graph.{name}"))
        for key, style, name in (
            ("main_memory_bytes", "mem", "main"),
            ("worker_memory_bytes", "mem-workers", "workers"),
        )
        if key in parts and highest(parts[key]) > 0
    ]
    if not curves and whole is not None:
        curves = [Curve(whole, "mem", words.say("graph.all"))]
    if not curves:
        return None
    panel = _bytes(words, "memory", tuple(curves))
    return Panel(
        panel.title,
        _growth(story, words),
        panel.curves,
        panel.top,
        panel.ticks,
        _values(words, whole or curves[0].part, Unit.BYTES),
    )


def _growth(story: Story, words: Wording) -> tuple[str, ...]:
    """Say how fast the memory grew at its fastest, where it grew steadily."""
    found = []
    for key, say in (("main", "main_grows"), ("worker", "workers_grow")):
        spread = story.run.profile.get(f"{key}_growth_bytes_per_s")
        if spread is not None and spread.peak > 0:
            found.append(words.say(f"graph.{say}", rate=words.growth(spread.peak)))
    return tuple(found)


def _gpu_memory(story: Story, words: Wording) -> Panel | None:
    part = story.slices.get("gpu_memory_bytes")
    if part is None or not highest(part) > 0:
        return None
    return _bytes(words, "gpu_memory", (Curve(part, "vram"),))


def _bytes(words: Wording, name: str, curves: tuple[Curve, ...]) -> Panel:
    most = max(highest(curve.part) for curve in curves)
    told = units()
    sizes = zip((told.mega, told.giga), told.names[1:], strict=True)
    small, large = ((float(size), name) for size, name in sizes)
    unit, written = large if most >= large[0] else small
    top = round_top(most / unit) * unit
    return Panel(
        words.say(f"graph.{name}"),
        (),
        curves,
        top,
        ticks=_ticks(top, unit, f"{numerals.NBSP}{written}"),
        values=_values(words, curves[0].part, Unit.BYTES),
    )


def _speed(story: Story, words: Wording) -> Panel | None:
    part = story.slices.get("steps_per_s")
    if part is None:
        return None
    top = round_top(highest(part))
    return Panel(
        words.say("graph.speed"),
        (words.say("graph.speed_of"),),
        (Curve(part, "speed"),),
        top,
        ticks=_ticks(top, 1.0, ""),
        values=_values(words, part, Unit.COUNT),
    )


def _ticks(top: float, unit: float, written: str) -> tuple[tuple[float, str], ...]:
    """Return the two ends of a scale and its middle."""
    half, whole = (f"{value / unit:g}" for value in (top / 2, top))
    return ((0.0, "0"), (top / 2, half), (top, f"{whole}{written}"))


def _values(words: Wording, part: Slice, unit: Unit) -> tuple[str, ...]:
    most = words.say("graph.highest", value=words.value(highest(part), unit))
    return (words.value(mean(part), unit), words.say("graph.mean"), most)
