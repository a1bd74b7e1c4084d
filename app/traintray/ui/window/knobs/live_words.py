"""What the table says of a live knob."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication

from traintray.core.advice.texts import Texts
from traintray.core.live_knobs.live_knob import LiveRow
from traintray.ui.spoken import spoken
from traintray.ui.window.knobs.line import Act, Deed, Fact, Line

translate = QCoreApplication.translate

PREFIX = "live:"
"""Begins the keys of the lines of live knobs."""
_DASH = "–"
_SPAN = re.compile(r"(?<=\d)-(?=\d)")
"""In a list of CPUs, as the kernel writes it."""
_LONGEST_VALUE = 18
_LONGEST_THEN = 11


def live_line(row: LiveRow, pid: int, texts: Texts) -> Line:
    """Return how a live knob is shown; `pid` is the run's root."""
    name = row.knob.name
    page = texts.page("live_knobs")[name]
    why = spoken(row.gap) if row.gap is not None and not row.now else spoken(row.why)
    wanted = row.suggestion is not None and row.applied is None
    check = row.knob.how_to_check.format(pid=pid)
    facts = (
        Fact(page["title"], page["sets"]),
        Fact(translate("Knobs", "Default"), page["default"]),
        Fact(translate("Knobs", "Why this value"), why)
        if row.suggestion is not None
        else Fact(translate("Knobs", "When not"), why),
        Fact(translate("Knobs", "Costs"), page["cost"]),
        Fact(translate("Knobs", "Takes effect"), page["effect"]),
        Fact(translate("Knobs", "Taking it back"), page["undo"]),
        Fact(translate("Knobs", "Check a run"), check, is_code=True),
    )
    suggested = row.suggestion.value if row.suggestion is not None else None
    return Line(
        key=f"{PREFIX}{name}",
        name=page["title"],
        title=_title(name),
        now=_now(row),
        value=read(name, row.applied or _shown(row.then, suggested) or _DASH),
        is_wanted=wanted,
        reason=why,
        read_by=translate("Knobs", "this run, now"),
        act=_act(row),
        facts=facts,
        is_code=False,
        is_telling=wanted or row.applied is not None or _is_first(row),
    )


def read(knob: str, value: str) -> str:
    """Return a value for a reader: a list of CPUs reaches `0–15`."""
    return _SPAN.sub(_DASH, value) if knob == "cpu_affinity" else value


def _title(name: str) -> str:
    return {
        "cpu_affinity": translate("Knobs", "CPUs the run may use"),
        "io_priority": translate("Knobs", "turn at the disk"),
        "power_profile": translate("Knobs", "of the computer"),
        "nice": translate("Knobs", "how much it gives way"),
    }.get(name, "")


def _shown(then: str, suggested: str | None) -> str | None:
    """Return what threads would have, unless that is too long for the column."""
    return then if then and len(then) <= _LONGEST_THEN else suggested


def _is_first(row: LiveRow) -> bool:
    """Whether it is one to look at although nothing asks for it, where it can be read:
    the CPUs that the run may use, and how much it gives way to others.
    """
    return bool(row.now) and row.knob.name in ("cpu_affinity", "nice")


def _act(row: LiveRow) -> Act:
    if row.applied is not None:
        return Act(Deed.UNDO_NOW, translate("Knobs", "Undo"))
    if row.suggestion is not None and row.is_undoable:
        return Act(Deed.APPLY_NOW, translate("Knobs", "Apply"))
    return Act(Deed.NONE, translate("Knobs", "Not needed"))


def _now(row: LiveRow) -> str:
    if not row.now:
        return _DASH
    first, *others = row.now
    text = first if len(first) <= _LONGEST_VALUE else first[: _LONGEST_VALUE - 1] + "…"
    text = read(row.knob.name, text)
    if not others:
        return text
    template = translate("Knobs", "{value} and {count} more")
    return template.format(value=text, count=len(others))
