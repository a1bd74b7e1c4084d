"""What was found in a run: evidence, reason and steps, one part for each kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from traintray.core.advice.advice import Step
from traintray.core.advice.told import Told, told
from traintray.core.archive.records import EpisodeRecord
from traintray.core.diagnosis.verdict import Unit
from traintray.core.report.head import was_judged
from traintray.core.report.markup import Markup, joined, tag
from traintray.core.report.scale import round_top
from traintray.core.report.shapes import (
    OK,
    WAITING,
    chip,
    shape,
    state_of,
    verdict_chip,
)
from traintray.core.report.story import Story
from traintray.core.report.wording import Wording, clock

_HUES = {
    "gpu_memory": "vram",
    "gpu": "gpu",
    "swap": "swap",
    "rss": "mem",
    "memory": "mem",
}
_MOST_TIMES = 6
_BAR = 150.0
_ABOVE, _BELOW = (">", "≥"), ("<", "≤")


def tips(story: Story, words: Wording) -> Markup:
    """Return the part of the page that tells what was found."""
    title = tag("h2", words.say("tips.head"))
    if not story.episodes:
        return tag("section", title, _nothing(story, words))
    by_kind: dict[str, list[EpisodeRecord]] = {}
    for episode in story.episodes:
        by_kind.setdefault(episode.kind, []).append(episode)
    of_length = sorted(
        by_kind.values(), key=lambda found: -sum(map(story.lasted_s, found))
    )
    return tag("section", title, *(_tip(found, story, words) for found in of_length))


def _nothing(story: Story, words: Wording) -> Markup:
    state, key = (OK, "nothing") if was_judged(story.run) else (WAITING, "too_short")
    head = tag("p", chip(state, words.say(f"tips.{key}")))
    return tag("article", head, tag("p", words.say(f"tips.{key}_text")), class_="tip")


def _tip(episodes: Sequence[EpisodeRecord], story: Story, words: Wording) -> Markup:
    longest = max(episodes, key=lambda e: (bool(e.told), story.lasted_s(e)))
    page, said = words.advice(longest.kind), told(longest.told)
    top = tag(
        "p",
        verdict_chip(longest.kind, longest.severity, words),
        tag("span", _times(episodes, story, words), class_="quiet"),
        class_="over",
    )
    return tag(
        "article",
        top,
        *_other_language(said, page, words),
        tag("h3", said.title or longest.headline or words.chip(longest.kind)),
        *_paragraph(said.summary, "summary"),
        _evidence(longest, said, page, words),
        *_line(words.say("tips.ruled_out"), " · ".join(said.ruled_out)),
        *_part(words.say("tips.why"), _paragraph(said.why)),
        *_part(words.say("tips.do"), _steps(said.steps)),
        *(tag("p", note, class_="note") for note in said.notes),
        class_="tip",
    )


def _other_language(
    said: Told, page: Mapping[str, Any], words: Wording
) -> tuple[Markup, ...]:
    """Say that the words are those of that day, where these were not of this page."""
    labels = page.get("labels", {})
    if all(labels.get(key, label) == label for key, label in said.labels.items()):
        return ()
    return (tag("p", words.say("tips.of_that_day"), class_="about"),)


def _times(episodes: Sequence[EpisodeRecord], story: Story, words: Wording) -> str:
    total = words.duration(sum(map(story.lasted_s, episodes)))
    spans = [
        words.say(
            "time.span",
            start=clock(episode.onset_at_s),
            end=clock(story.end_s(episode)),
        )
        for episode in episodes[:_MOST_TIMES]
    ]
    more = " …" if len(episodes) > _MOST_TIMES else ""
    key = "tips.times_one" if len(episodes) == 1 else "tips.times_many"
    say = words.say(key, n=str(len(episodes)), length=total)
    return f"{say} · {', '.join(spans)}{more}"


def _paragraph(text: str, kind: str | None = None) -> tuple[Markup, ...]:
    return (tag("p", text, class_=kind),) if text else ()


def _line(name: str, text: str) -> tuple[Markup, ...]:
    return (tag("p", tag("b", name), " ", text, class_="line"),) if text else ()


def _part(name: str, inside: Sequence[Markup]) -> tuple[Markup, ...]:
    return (tag("h4", name), *inside) if inside else ()


def _steps(steps: Sequence[Step]) -> tuple[Markup, ...]:
    if not steps:
        return ()
    return (tag("ol", *(_step(step) for step in steps), class_="steps"),)


def _step(step: Step) -> Markup:
    code = () if step.snippet is None else (tag("pre", step.snippet, class_="code"),)
    tick = ("✓ ",) if step.in_place else ()
    said = tag("p", *tick, tag("b", step.title), " ", step.text)
    own = [tag("p", tag("b", head), " ", text) for head, text in step.parts]
    return tag("li", said, *code, *own)


def _evidence(
    episode: EpisodeRecord, said: Told, page: Mapping[str, Any], words: Wording
) -> Markup:
    if not episode.evidence:
        return joined()
    head = tag(
        "tr",
        tag("th", words.say("tips.seen")),
        tag("th", class_="bar"),
        tag("th", words.say("tips.measured"), class_="r"),
        tag("th", words.say("tips.threshold")),
    )
    rows = (_row(episode, key, said, page, words) for key in episode.evidence)
    return tag("table", tag("thead", head), tag("tbody", *rows), class_="evidence")


def _row(
    episode: EpisodeRecord,
    key: str,
    said: Told,
    page: Mapping[str, Any],
    words: Wording,
) -> Markup:
    measured, threshold, name = episode.evidence[key]
    unit = _unit(name)
    label = page.get("labels", {}).get(key) or said.labels.get(key) or words.figure(key)
    text = said.thresholds.get(key) or words.value(threshold, unit)
    crossed = _is_crossed(measured, threshold, text)
    mark = (shape(state_of(episode.severity), 13), " ") if crossed else ()
    return tag(
        "tr",
        tag("td", *mark, str(label)),
        tag("td", _bullet(key, measured, (threshold, text), unit), class_="bar"),
        tag("td", tag("b", words.value(measured, unit)), class_="r"),
        tag("td", text, class_="quiet"),
    )


def _unit(name: str) -> Unit:
    try:
        return Unit(name)
    except ValueError:  # a newer version counts in something else
        return Unit.COUNT


def _bullet(key: str, measured: float, limit: tuple[float, str], unit: Unit) -> Markup:
    """Return a bar of the measured value with a tick at its threshold; the side that
    counts is tinted where the threshold's own words name it.
    """
    threshold, text = limit
    top = 1.0 if unit is Unit.FRACTION else round_top(max(measured, threshold) * 1.05)
    long, at = (_BAR * min(1.0, max(0.0, v / top)) for v in (measured, threshold))
    hue = next((hue for part, hue in _HUES.items() if key.startswith(part)), "cpu")
    drawn = [("track", 0.0, 3.0, _BAR, 10.0)]
    if text.startswith(_ABOVE):
        drawn.append(("counts", at, 3.0, _BAR - at, 10.0))
    elif text.startswith(_BELOW):
        drawn.append(("counts", 0.0, 3.0, at, 10.0))
    drawn += [(f"bar {hue}", 0.0, 6.0, long, 4.0), ("tick", at - 0.75, 1.0, 1.5, 14.0)]
    rects = (
        tag("rect", class_=kind, x=x, y=y, width=width, height=height)
        for kind, x, y, width, height in drawn
    )
    box: dict[str, str | float] = {
        "width": _BAR,
        "height": 16,
        "viewBox": f"0 0 {_BAR:.0f} 16",
    }
    return tag("svg", *rects, class_="bullet", aria_hidden="true", **box)


def _is_crossed(measured: float, threshold: float, text: str) -> bool:
    """Whether the words of a threshold say that it was crossed."""
    return (text.startswith(_ABOVE) and measured >= threshold) or (
        text.startswith(_BELOW) and measured <= threshold
    )
