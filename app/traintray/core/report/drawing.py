"""Draws the graphs of a report as one SVG: all rows share their time axis."""

from __future__ import annotations

from collections.abc import Sequence

from traintray.core.archive.records import EpisodeRecord
from traintray.core.report import strokes
from traintray.core.report.lane import Name, placed
from traintray.core.report.markup import Markup, joined, tag
from traintray.core.report.panels import Curve, Panel
from traintray.core.report.scale import TimeScale
from traintray.core.report.story import Story
from traintray.core.report.wording import Wording, clock

WIDTH = 1024.0
_LEFT, _PLOT_WIDTH = 176.0, 706.0
_RIGHT = _LEFT + _PLOT_WIDTH + 14
_LANE, _ROW, _SPACE, _AXIS = 34.0, 92.0, 26.0, 26.0


class Drawing:
    """One picture; `story` gives the time axis, the gaps and the episodes."""

    def __init__(self, story: Story, rows: Sequence[Panel], words: Wording) -> None:
        self._story = story
        self._rows = rows
        self._words = words
        self._time = TimeScale(story.since_s, story.until_s, _LEFT, _PLOT_WIDTH)
        self._bottom = _LANE + len(rows) * (_ROW + _SPACE) - _SPACE + 8

    def markup(self) -> Markup:
        """Return the picture as an element for the page."""
        height = self._bottom + _AXIS
        return tag(
            "svg",
            _hatching(),
            *self._shades(),
            *self._lane(),
            *(self._row(n, panel) for n, panel in enumerate(self._rows)),
            *self._axis(),
            class_="graphs",
            viewBox=f"0 0 {WIDTH:.0f} {height:.0f}",
            role="img",
            aria_label=self._words.say("graph.head"),
        )

    def _ends(self, episode: EpisodeRecord) -> tuple[float, float]:
        left = self._time.x(episode.onset_at_s)
        right = self._time.x(self._story.end_s(episode))
        return left, max(right, left + 2)  # one of a second is still to be seen

    def _shades(self) -> list[Markup]:
        found = []
        for episode in self._story.episodes:
            left, right = self._ends(episode)
            found.append(
                _rect(
                    f"shade {_tone(episode.severity)}",
                    (left, _LANE - 8),
                    (right - left, self._bottom - _LANE),
                    self._spoken(episode),
                )
            )
        return found

    def _lane(self) -> list[Markup]:
        """Name episodes and gaps above their place, as far as there is room."""
        found = [_text(0, 16, self._words.say("graph.episodes"), "name")]
        if not self._story.episodes:
            found.append(_text(_LEFT, 16, self._words.say("graph.none"), "caption"))
        names = [
            Name(left, right, text, "caption", rank=2)
            for (left, right), text in self._holes(self._rows[0])
        ]
        for episode in self._story.episodes:
            left, right = self._ends(episode)
            tone = _tone(episode.severity)
            found.append(_rect(f"base {tone}", (left, 22), (right - left, 3)))
            rank = 0 if tone == "critical" else 1
            text = self._label(episode)
            names.append(Name(left, right, text, f"label {tone}", rank))
        for one in placed(names, _LEFT + _PLOT_WIDTH):
            style = f"{one.name.style} end" if one.is_at_end else one.name.style
            found.append(_text(one.x, 16, one.name.text, style))
        return found

    def _holes(self, panel: Panel) -> list[tuple[tuple[float, float], str]]:
        """Return where a graph has no samples, and what to call it."""
        spans = strokes.gaps(
            panel.curves[0].part, self._story.since_s, self._story.until_s
        )
        return [
            (
                (self._time.x(start_s), self._time.x(end_s)),
                self._words.say(
                    "graph.no_data", length=self._words.duration(end_s - start_s)
                ),
            )
            for start_s, end_s in spans
        ]

    def _label(self, episode: EpisodeRecord) -> str:
        length = self._words.duration(self._story.lasted_s(episode))
        if episode.ended_at_s is None:
            length = self._words.say("graph.open")
        return f"{self._words.chip(episode.kind)}, {length}"

    def _spoken(self, episode: EpisodeRecord) -> str:
        return f"{self._label(episode)} · {clock(episode.onset_at_s)}"

    def _row(self, number: int, panel: Panel) -> Markup:
        top = _LANE + number * (_ROW + _SPACE)

        def y(value: float) -> float:
            return top + _ROW * (1 - max(0.0, min(1.0, value / panel.top)))

        return tag(
            "g",
            *self._grid(panel, top),
            *self._gaps(panel, top),
            *(self._curve(panel, curve, y) for curve in panel.curves),
            *self._limit(panel, y),
            *_left_texts(panel, top),
            *_right_texts(panel, top),
        )

    def _grid(self, panel: Panel, top: float) -> list[Markup]:
        found = []
        for value, label in panel.ticks:
            at = top + _ROW * (1 - value / panel.top)
            kind = "axis" if value == 0 else "grid"
            found.append(_line(_LEFT, at, _LEFT + _PLOT_WIDTH, at, kind))
            found.append(_text(_LEFT - 8, at + 3.5, label, "tick end"))
        return found

    def _gaps(self, panel: Panel, top: float) -> list[Markup]:
        return [
            _rect("gap", (left, top), (right - left, _ROW), name)
            for (left, right), name in self._holes(panel)
        ]

    def _curve(self, panel: Panel, curve: Curve, y: strokes.Place) -> Markup:
        part, places = curve.part, (self._time.x, y)
        shape = strokes.area(part, curve.tops(), curve.floors(), places)
        if panel.is_piled:
            return tag("path", class_=f"pile {curve.style}", d=shape)
        found = [tag("path", class_=f"fill {curve.style}", d=shape)]
        if part.bucket_s > 0:
            band = strokes.area(part, part.high, part.low, places)
            found.append(tag("path", class_=f"band {curve.style}", d=band))
        drawn = strokes.line(part, places)
        found.append(tag("path", class_=f"curve {curve.style}", d=drawn))
        return joined(*found)

    def _limit(self, panel: Panel, y: strokes.Place) -> list[Markup]:
        if panel.limit is None:
            return []
        at = y(panel.limit[0])
        return [_line(_LEFT, at, _LEFT + _PLOT_WIDTH, at, "limit")]

    def _axis(self) -> list[Markup]:
        found = []
        ticks = [(self._time.x(at_s), label) for at_s, label in self._time.ticks()]
        for at, label in ticks:
            found.append(_line(at, self._bottom - 8, at, self._bottom - 4, "axis"))
            found.append(_text(at, self._bottom + 9, label, "tick middle"))
        return found


def _left_texts(panel: Panel, top: float) -> list[Markup]:
    found = [_text(0, top + 9, panel.title, "name")]
    at = top + 26
    for caption in panel.captions:
        found.append(_text(0, at, caption, "caption"))
        at += 16
    for curve in panel.curves:
        if curve.name:
            found += [_swatch(panel, curve, at), _text(20, at, curve.name, "caption")]
            at += 16
    if panel.limit is not None:
        found += [
            _line(0, at - 4, 14, at - 4, "limit"),
            _text(20, at, panel.limit[1], "caption"),
        ]
    return found


def _swatch(panel: Panel, curve: Curve, at: float) -> Markup:
    if panel.is_piled:
        return _rect(f"pile {curve.style}", (0, at - 8), (14, 8))
    return _line(0, at - 4, 14, at - 4, f"curve {curve.style}")


def _right_texts(panel: Panel, top: float) -> list[Markup]:
    value, *captions = panel.values
    found = [_text(_RIGHT, top + 16, value, "value")]
    for number, caption in enumerate(captions):
        found.append(_text(_RIGHT, top + 34 + number * 15, caption, "caption"))
    return found


def _tone(severity: str) -> str:
    return "critical" if severity == "critical" else "attention"


def _hatching() -> Markup:
    stripe = tag("path", class_="hatch", d="M-1 7L7 -1M5 7L7 5M-1 1L1 -1")
    size: dict[str, str | float] = {
        "width": 6,
        "height": 6,
        "patternUnits": "userSpaceOnUse",
    }
    return tag("defs", tag("pattern", stripe, id="hatch", **size))


def _rect(
    kind: str,
    place: tuple[float, float],
    size: tuple[float, float],
    title: str = "",
) -> Markup:
    """Return a rectangle; the title is shown when the pointer rests on it."""
    inside = (tag("title", title),) if title else ()
    (x, y), (width, height) = place, size
    return tag("rect", *inside, class_=kind, x=x, y=y, width=width, height=height)


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    return tag("line", class_=kind, x1=x1, y1=y1, x2=x2, y2=y2)


def _text(x: float, y: float, text: str, kind: str) -> Markup:
    return tag("text", text, class_=kind, x=x, y=y)
