"""Puts the steps of a tip into words: for the framework of the run, and ticked off
where a step is in place already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from traintray.core.advice.advice import Step
from traintray.core.advice.after import own_parts
from traintray.core.advice.case import Case
from traintray.core.advice.in_place import places, told_in_place, visible
from traintray.core.advice.texts import Texts

Entry = Mapping[str, Any]


def steps(
    entries: Iterable[Entry], case: Case, known: Mapping[str, str], texts: Texts
) -> tuple[Step, ...]:
    """Return the steps, those that are in place behind those that are to be taken."""
    seen = places(visible(case.run), texts)
    made = [_step(entry, case, known, (seen, texts)) for entry in entries]
    return tuple(sorted(made, key=lambda step: bool(step.in_place)))


def speakers(framework: str, trainer: str | None) -> tuple[str, ...]:
    """Return whose lines fit a run, the most specific first."""
    return (trainer, framework) if trainer else (framework,)


def lines_for(entry: Entry, names: Sequence[str]) -> str | None:
    """Return the lines of a step for the first of these that it has lines for."""
    table: Mapping[str, str] = entry.get("snippets", {})
    found = next((table[name] for name in names if name in table), None)
    return found if found is not None else entry.get("snippet")


def without_lines(text: str) -> str:
    """Return a text that leads to lines which are not there without its colon."""
    return re.sub("：$", "。", re.sub(":$", ".", text))


def _step(
    entry: Entry,
    case: Case,
    known: Mapping[str, str],
    seen: tuple[Mapping[str, str], Texts],
) -> Step:
    places_seen, texts = seen
    title = entry["title"].format_map(known)
    in_place = told_in_place(entry.get("in_place", ()), places_seen, texts)
    if in_place:
        return Step(title, in_place, in_place=True)
    snippet = lines_for(entry, speakers(case.run.framework, case.run.trainer))
    text = entry["text"].format_map(known)
    return Step(
        title,
        text if snippet is not None else without_lines(text),
        snippet.format_map(known) if snippet is not None else None,
        parts=own_parts(entry, known, texts),
        opens=entry.get("opens", ""),
    )
