"""What the table says of a knob of the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication

from traintray.core.advice.texts import Texts
from traintray.core.knob_table.rows import KnobRow, Standing
from traintray.core.knob_table.said import TRAP, caution_texts, effect_text
from traintray.core.knob_table.scene import Scene
from traintray.core.knobs.effect import Effect
from traintray.ui.joined import listed
from traintray.ui.state_shape import Shape
from traintray.ui.window.knobs.line import Act, Deed, Fact, Line

translate = QCoreApplication.translate

_DASH = "–"
_LONGEST_VALUE = 24


def line_of(row: KnobRow, scene: Scene, texts: Texts) -> Line:
    """Return how a row of the catalogue is shown."""
    page = texts.page("knobs")[row.knob.name]
    return Line(
        key=row.knob.name,
        name=_name(row),
        title=page["short"],
        now=_now(row),
        value=_value(row),
        is_wanted=row.is_wanted,
        reason=_reason(row),
        read_by=page["read_by"],
        act=_act(row),
        facts=tuple(_facts(row, scene, texts, page)),
        copied="\n".join(f"{k}={v}" for k, v in (row.recommended or row.file).items()),
        is_telling=row.is_telling,
    )


def _name(row: KnobRow) -> str:
    """Return the variable that has a value, or the one that stands for the knob."""
    there = {**(row.now or {}), **row.file, **row.recommended}
    if row.knob.is_compute_pool:
        return row.names[0]
    return next((name for name in row.names if name in there), row.names[0])


def _reason(row: KnobRow) -> str:
    """Return why the value fits; of one that nothing asks for, what became of it."""
    if row.recommended or not row.file:
        # The value itself stands in the column before.
        return row.why.removeprefix(f"{row.offer.value} = ")
    if row.standing is Standing.WAITING:
        return translate("Knobs", "this run began without it")
    if row.outcome is not None and row.outcome.effect is Effect.IN_FORCE:
        return translate("Knobs", "this run has it")
    return translate("Knobs", "set in the file")


def shown_value(values: Mapping[str, str]) -> str:
    """Return the value that all of them have, or the first one and how many differ."""
    first, *others = values.values()
    text = first if len(first) <= _LONGEST_VALUE else first[: _LONGEST_VALUE - 1] + "…"
    if all(other == first for other in others):
        return text
    more = translate("Knobs", "{value} and {count} more")
    return more.format(value=text, count=len(others))


def _now(row: KnobRow) -> str:
    if row.now is None:
        return _DASH
    values = _of_its_own(row, row.now)
    if values:
        return shown_value(values)
    return translate("Knobs", "default")


def _value(row: KnobRow) -> str:
    values = _of_its_own(row, row.recommended) or _of_its_own(row, row.file)
    if values:
        return shown_value(values)
    return row.offer.fitting or _DASH


def _of_its_own(row: KnobRow, values: Mapping[str, str]) -> Mapping[str, str]:
    """Return the values that the row stands for: of a pool its first variable, since
    the others have a row each.
    """
    first = row.names[0]
    if row.knob.is_compute_pool and first in values:
        return {first: values[first]}
    return values


def _act(row: KnobRow) -> Act:
    said = {
        Standing.APPLY: Act(Deed.APPLY, translate("Knobs", "Apply …")),
        # The preview shows that the others go with it.
        Standing.TOGETHER: Act(Deed.APPLY, translate("Knobs", "Apply …")),
        Standing.WAITING: Act(
            Deed.NONE, translate("Knobs", "Next start"), Shape.WAITING
        ),
        Standing.APPLIED: Act(Deed.NONE, translate("Knobs", "Applied"), Shape.OK),
        Standing.FITS: Act(Deed.NONE, translate("Knobs", "Fits"), Shape.OK),
        Standing.NOT_LOADED: Act(Deed.NONE, translate("Knobs", "Not loaded")),
        Standing.NOT_NEEDED: Act(Deed.NONE, translate("Knobs", "Not needed")),
    }
    return said[row.standing]


def _facts(
    row: KnobRow, scene: Scene, texts: Texts, page: Mapping[str, Any]
) -> Iterator[Fact]:
    yield Fact(page["title"], page["sets"])
    if len(row.names) > 1:
        yield Fact(translate("Knobs", "Variables"), listed(row.names))
    yield Fact(translate("Knobs", "Read by"), page["read_by"])
    yield Fact(translate("Knobs", "Default"), page["default"])
    if row.recommended:
        yield Fact(translate("Knobs", "Why this value"), row.why)
    else:
        yield Fact(translate("Knobs", "When not"), row.why)
    yield Fact(translate("Knobs", "Costs"), page["cost"])
    if "trap" in page:
        yield Fact(translate("Knobs", "Measured"), page["trap"])
    for text in _warnings(row, scene, texts):
        yield Fact(translate("Knobs", "Mind"), text)
    yield Fact(translate("Knobs", "Takes effect"), page["effect"])
    if row.outcome is not None:
        head = translate("Knobs", "In this run")
        yield Fact(head, effect_text(row.outcome, texts))
    pid = str(scene.seen.run.root_pid) if scene.seen else "PID"
    check = row.knob.how_to_check.format(pid=pid)
    yield Fact(translate("Knobs", "Check a run"), check, is_code=True)
    yield Fact(
        translate("Knobs", "Another value"),
        f"traintray knobs plan {row.knob.name} VALUE",
        is_code=True,
    )


def _warnings(row: KnobRow, scene: Scene, texts: Texts) -> list[str]:
    value = row.offer.value
    if value is None:
        return []
    found = caution_texts(row.knob, value, row.offer.variables, scene, texts)
    # One variable is enough to say what goes for all of them.
    first = {kind: text for kind, text in reversed(found) if kind != TRAP}
    return list(reversed(first.values()))
