"""A run in figures, and beside the run before it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from traintray.core.archive.records import RunRecord
from traintray.core.diagnosis.verdict import Unit
from traintray.core.report.markup import Markup, tag
from traintray.core.report.proven import proven
from traintray.core.report.story import Story
from traintray.core.report.wording import MISSING, Wording, moment


@dataclass(frozen=True, slots=True)
class _Figure:
    key: str
    unit: Unit
    by_peak: bool = False
    """Of memory the peak says more than the mean: it has to fit."""

    def written(self, value: float | None, words: Wording) -> str:
        """Return a value of it with its unit; memory grows by the minute."""
        if value is not None and math.isfinite(value) and "growth" in self.key:
            return words.growth(value)
        return words.value(value, self.unit)


_FIGURES = (
    _Figure("steps_per_s", Unit.COUNT),
    _Figure("usable_busy_fraction", Unit.FRACTION),
    _Figure("demand_threads", Unit.THREADS),
    _Figure("waiting_threads", Unit.THREADS),
    _Figure("cpu_cores", Unit.CORES),
    _Figure("system_fraction", Unit.FRACTION),
    _Figure("switches_per_s", Unit.PER_S),
    _Figure("foreign_cores", Unit.CORES),
    _Figure("rss_bytes", Unit.BYTES, by_peak=True),
    _Figure("main_memory_bytes", Unit.BYTES, by_peak=True),
    _Figure("worker_memory_bytes", Unit.BYTES, by_peak=True),
    _Figure("main_growth_bytes_per_s", Unit.BYTES_PER_S, by_peak=True),
    _Figure("worker_growth_bytes_per_s", Unit.BYTES_PER_S, by_peak=True),
    _Figure("swap_bytes", Unit.BYTES, by_peak=True),
    _Figure("read_bytes_per_s", Unit.BYTES_PER_S),
    _Figure("gpu_busy_fraction", Unit.FRACTION),
    _Figure("gpu_memory_bytes", Unit.BYTES, by_peak=True),
    _Figure("gpu_temperature_celsius", Unit.CELSIUS, by_peak=True),
    _Figure("gpu_throttled_fraction", Unit.FRACTION),
)

_DURATION = _Figure("duration", Unit.SECONDS)
_TROUBLE = _Figure("trouble", Unit.FRACTION)


def figures(story: Story, words: Wording) -> Markup | None:
    """Return the table of the run's figures; None when none was measured."""
    rows = list(_figure_rows(story.run, words))
    if not rows:
        return None
    head = _row(
        "th",
        *(words.say(f"figures.{name}") for name in ("figure", "mean", "peak")),
        words.say("figures.measured"),
    )
    table = tag("table", tag("thead", head), tag("tbody", *rows), class_="numbers")
    return tag("section", tag("h2", words.say("figures.head")), table)


def comparison(story: Story, words: Wording) -> Markup | None:
    """Return the table of both runs; None when there is none before it."""
    before = story.before
    if before is None:
        return None
    head = _row(
        "th",
        words.say("figures.figure"),
        words.say("compare.before", number=str(before.number)),
        words.say("compare.after", number=str(story.run.number)),
        words.say("compare.change"),
    )
    about = words.say(
        "compare.about", before=str(before.number), when=moment(before.started_at_s)
    )
    rows = _compared(before, story.run, words)
    proof = story.run.proof
    return tag(
        "section",
        tag("h2", words.say("compare.head")),
        *([] if proof is None else [proven(proof, words)]),
        tag("p", about, class_="about"),
        tag("table", tag("thead", head), tag("tbody", *rows), class_="numbers both"),
        _changed(story, before, words),
    )


def _figure_rows(run: RunRecord, words: Wording) -> Iterator[Markup]:
    for figure in _FIGURES:
        spread = run.profile.get(figure.key)
        if spread is None or not math.isfinite(spread.mean):
            continue
        yield _row(
            "td",
            words.say(f"figures.{figure.key}"),
            figure.written(spread.mean, words),
            figure.written(spread.peak, words),
            words.duration(spread.measured_s),
        )


def _compared(before: RunRecord, after: RunRecord, words: Wording) -> Iterator[Markup]:
    for figure, measure in ((_DURATION, _length_s), (_TROUBLE, _trouble_fraction)):
        yield _pair(words, figure, measure(before), measure(after))
    for figure in _FIGURES:
        old, new = _of(before, figure), _of(after, figure)
        if old is not None or new is not None:
            yield _pair(words, figure, old, new)


def _pair(
    words: Wording, figure: _Figure, before: float | None, after: float | None
) -> Markup:
    name = words.say(f"figures.{figure.key}")
    if figure.by_peak:
        name = words.say("compare.peak", name=name)
    change = MISSING
    if before is not None and after is not None:
        change = words.change(before, after, figure.unit)
    written = (figure.written(value, words) for value in (before, after))
    return _row("td", name, *written, change)


def _of(run: RunRecord, figure: _Figure) -> float | None:
    spread = run.profile.get(figure.key)
    if spread is None:
        return None
    value = spread.peak if figure.by_peak else spread.mean
    return value if math.isfinite(value) else None


def _length_s(run: RunRecord) -> float | None:
    end_s = run.last_seen_at_s if run.ended_at_s is None else run.ended_at_s
    return end_s - run.started_at_s


def _trouble_fraction(run: RunRecord) -> float | None:
    """Return for which share of the time that was judged a finding stood."""
    stood = {verdict.kind: verdict.stood_s for verdict in run.verdicts}
    judged_s = sum(s for kind, s in stood.items() if kind != "unknown")
    if judged_s <= 0:
        return None
    return 1 - stood.get("clear", 0.0) / judged_s


def _changed(story: Story, before: RunRecord, words: Wording) -> Markup:
    """Say which variables differ, and which knobs were changed in between."""
    old, new = before.variables or {}, story.run.variables or {}
    lines = [
        _variable(name, old, new, words)
        for name in sorted({*old, *new})
        if old.get(name) != new.get(name)
    ]
    for change in story.changes:
        said = (
            _variable(name, change.before, change.after, words)
            for name in sorted({*change.before, *change.after})
        )
        lines.append(f"{moment(change.at_s)} · {change.knob} · {', '.join(said)}")
    if not lines:
        return tag("p", words.say("compare.same"), class_="about")
    return tag(
        "div",
        tag("h4", words.say("compare.changed")),
        tag("ul", *(tag("li", line) for line in lines), class_="changes"),
    )


def _variable(
    name: str,
    before: Mapping[str, str | None],
    after: Mapping[str, str | None],
    words: Wording,
) -> str:
    values = (before.get(name), after.get(name))
    old, new = (words.say("compare.not_set") if v is None else v for v in values)
    return words.say("compare.variable", name=name, before=old, after=new)


def _row(kind: str, first: str, *others: str) -> Markup:
    cells = (tag(kind, text, class_="r") for text in others)
    return tag("tr", tag(kind, first), *cells)
