"""Two runs side by side, as rows of text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from traintray.core.archive.records import RunRecord
from traintray.core.diagnosis.verdict import Unit
from traintray.ui import dates
from traintray.ui import format as fmt
from traintray.ui.joined import named
from traintray.ui.kind_words import chip
from traintray.ui.run_names import titled
from traintray.ui.window.history import words
from traintray.ui.window.history.days import end_of
from traintray.ui.window.history.figure_names import (
    ORDER,
    figure_name,
    is_by_peak,
    unit_of,
)

translate = QCoreApplication.translate

_SAME_FRACTION = 0.1
"""Two figures that lie closer stand back: runs of one command on an idle machine differ
by a few per cent from day to day, and a tenth would be felt."""
_SAME_POINTS = 0.05
"""The same for shares of time, in fractions: 2% and 3% are no difference."""


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """One property of both runs."""

    name: str
    left: str
    right: str
    change: str = ""
    differs: bool = False
    is_head: bool = False
    """The head of a section: it has a name only."""


def compared(
    left: RunRecord, right: RunRecord, now_s: float
) -> tuple[ComparedRow, ...]:
    """Return what there is to compare, section by section. A section in which nothing
    is known is left out.
    """
    sections = (
        (translate("Compare", "Run"), _facts(left, right, now_s)),
        (translate("Compare", "Figures"), _figures(left, right)),
        (translate("Compare", "Verdicts"), _verdicts(left, right)),
        (translate("Compare", "Variables"), _variables(left, right)),
    )
    rows: list[ComparedRow] = []
    for title, found in sections:
        kept = list(found)
        if kept:
            rows += [ComparedRow(title, "", "", is_head=True), *kept]
    return tuple(rows)


def only_differences(rows: tuple[ComparedRow, ...]) -> tuple[ComparedRow, ...]:
    """Return the rows that differ, under the heads that have any."""
    kept: list[ComparedRow] = []
    head: ComparedRow | None = None
    for row in rows:
        if row.is_head:
            head = row
        elif row.differs:
            kept += [head, row] if head is not None else [row]
            head = None
    return tuple(kept)


def _facts(left: RunRecord, right: RunRecord, now_s: float) -> Iterator[ComparedRow]:
    both = (left, right)
    started = [dates.moment(run.started_at_s, now_s) for run in both]
    # That two runs started at different times is no finding.
    yield ComparedRow(translate("Compare", "Started"), started[0], started[1])
    lengths = [end_of(run, now_s) - run.started_at_s for run in both]
    yield _pair(
        translate("Compare", "Lasted"),
        (words.lasted(left, now_s), words.lasted(right, now_s)),
        not _is_close(lengths[0], lengths[1], Unit.SECONDS),
        _change(lengths[0], lengths[1], Unit.SECONDS),
    )
    texts = (
        (translate("Compare", "Outcome"), [words.outcome(run) for run in both]),
        (translate("Compare", "Command"), [" ".join(run.command) for run in both]),
        (translate("Compare", "Folder"), [run.folder or fmt.MISSING for run in both]),
        (translate("Compare", "Framework"), [run.framework for run in both]),
        (translate("Compare", "May use"), [_cpus(run) for run in both]),
        (translate("Compare", "Processes"), [_roles(run) for run in both]),
        (translate("Compare", "Workers died"), [str(run.workers_died) for run in both]),
    )
    for name, (one, other) in texts:
        yield _pair(name, (one, other), one != other)


def _figures(left: RunRecord, right: RunRecord) -> Iterator[ComparedRow]:
    for key in ORDER:
        values = []
        for run in (left, right):
            spread = run.profile.get(key)
            by_peak = is_by_peak(key)
            known = None if spread is None else spread.peak if by_peak else spread.mean
            values.append(known)
        if values == [None, None]:
            continue
        one, other = values
        unit = unit_of(key)
        name = figure_name(key)
        if is_by_peak(key):
            name = translate("Compare", "{figure}, peak").format(figure=name)
        texts = tuple(_text(value, unit) for value in values)
        if one is None or other is None:
            yield _pair(name, (texts[0], texts[1]), True)
        else:
            differs = not _is_close(one, other, unit)
            change = _change(one, other, unit)
            yield _pair(name, (texts[0], texts[1]), differs, change)


def _verdicts(left: RunRecord, right: RunRecord) -> Iterator[ComparedRow]:
    stood = [{v.kind: v.stood_s for v in run.verdicts} for run in (left, right)]
    kinds = dict.fromkeys(v.kind for run in (left, right) for v in run.verdicts)
    for kind in kinds:
        one, other = (each.get(kind) for each in stood)
        # How long all was well says little; that a cause was there at all says much.
        differs = kind not in ("clear", "unknown") and (one is None) != (other is None)
        texts = (_length(one), _length(other))
        yield _pair(_verdict_name(kind), texts, differs)


def _variables(left: RunRecord, right: RunRecord) -> Iterator[ComparedRow]:
    unread = translate("Compare", "not readable")
    unset = translate("Compare", "not set")
    names = sorted({*(left.variables or {}), *(right.variables or {})})
    for name in names:
        one, other = (
            unread if run.variables is None else run.variables.get(name, unset)
            for run in (left, right)
        )
        yield _pair(name, (one, other), one != other)


def _pair(
    name: str, texts: tuple[str, str], differs: bool, change: str = ""
) -> ComparedRow:
    return ComparedRow(name, *texts, change if differs else "", differs)


def _is_close(one: float, other: float, unit: Unit) -> bool:
    if unit is Unit.FRACTION:
        return abs(one - other) <= _SAME_POINTS
    return abs(one - other) <= _SAME_FRACTION * max(abs(one), abs(other))


def _change(one: float, other: float, unit: Unit) -> str:
    """Return what the second is more or less than the first."""
    if unit is Unit.FRACTION:
        return fmt.points(other - one)
    if one <= 0:
        return ""
    text = fmt.percent(abs(other / one - 1))
    return f"+{text}" if other > one else f"{fmt.MINUS}{text}"


def _text(value: float | None, unit: Unit) -> str:
    return fmt.evidence_value(value, unit)


def _length(stood_s: float | None) -> str:
    return fmt.MISSING if stood_s is None else fmt.duration(stood_s)


def _verdict_name(kind: str) -> str:
    names = {
        "clear": translate("Compare", "Healthy"),
        "unknown": translate("Compare", "Cannot tell"),
    }
    return names.get(kind) or chip(kind)


def _cpus(run: RunRecord) -> str:
    if run.usable_cpus == 1:
        return translate("Compare", "1 CPU")
    template = translate("Compare", "{count} CPUs")
    return template.format(count=fmt.cores(run.usable_cpus))


def _roles(run: RunRecord) -> str:
    return words.roles_text(run.roles) or fmt.MISSING


def title(run: RunRecord, now_s: float) -> str:
    """Return how a run is called beside the other: `train.py, no. 8: 28 Nov 22:17`."""
    template = translate("Compare", "{name}, no. {number}")
    name = template.format(name=titled(run), number=run.number)
    return named(name, dates.moment(run.started_at_s, now_s))
