"""A finding as lines of text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from traintray.cli.streams import plain
from traintray.core.advice import numerals
from traintray.core.advice.advice import Advice, EvidenceRow

_WIDTH = 88
TICK = "✓"
"""Stands before a step that is in place already."""


def finding_lines(advice: Advice, explain: bool) -> Iterable[str]:
    """Yield the advice; with `explain` also why each threshold is where it is, and
    what prints the same number.
    """
    yield f"  {advice.chip}: {plain(advice.title)}"
    yield from _table(advice.rows)
    if advice.ruled_out:
        yield f"  Ruled out: {plain(' · '.join(advice.ruled_out))}"
    if advice.also:
        yield f"  Also seen: {plain(' · '.join(advice.also))}"
    if advice.estimate:
        yield f"  {plain(advice.estimate)}"
    yield f"  {plain(advice.why)}"
    for number, step in enumerate(advice.steps, start=1):
        mark = TICK if step.in_place else f"{number}."
        yield f"  {mark} {plain(step.title)} {plain(step.text)}"
        for line in (step.snippet or "").splitlines():
            yield f"       {plain(line)}"
        for head, text in step.parts:
            yield f"     {head}: {plain(text)}"
    for head, text in advice.after:
        yield f"  {head}: {text}"
    for note in advice.notes:
        yield f"  Note: {plain(note)}"
    if explain:
        yield from _explanations(advice)


def _table(rows: Sequence[EvidenceRow]) -> Iterable[str]:
    width = max((len(row.label) for row in rows), default=0)
    for row in rows:
        mark = "!" if row.evidence.crossed else " "
        value = plain(numerals.measured(row.evidence))
        threshold = plain(row.threshold_text)
        threshold += ", set by you" if row.evidence.is_chosen else ""
        yield f"  {mark} {row.label:<{width}}  {value:>10}  {threshold}"


def _explanations(advice: Advice) -> Iterable[str]:
    yield "  Where these numbers come from"
    for row in advice.rows:
        value = numerals.measured(row.evidence)
        yield plain(f"  {row.label}: {value}, {row.threshold_text}")
        yield from _about(row)
    for row in advice.ruled_out_rows:
        yield plain(f"  Ruled out: {row.label}, counts from {row.threshold_text}")
        yield from _about(row)


def _about(row: EvidenceRow) -> Iterable[str]:
    """Yield the reason and the source. The source is not broken: it is to be copied."""
    yield from textwrap.wrap(
        plain(row.reason), _WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6
    )
    if row.source:
        yield f"      Source: {plain(row.source)}"
