"""The changes of the env file as a person reads them: newest first, with what became
of each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from traintray.core.archive.records import KnobRecord

_SAME_S = 2.0
"""The env file's own journal knows seconds only, and so does a record made of it."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One change."""

    at_s: float
    """In seconds since 1970."""
    knob: str
    before: Mapping[str, str | None]
    after: Mapping[str, str | None]
    undone_at_s: float | None = None
    can_undo: bool = False
    """It is the newest change that still shows in the file."""


def deeds(
    records: Iterable[KnobRecord], undoable: Collection[str], most: int
) -> tuple[Deed, ...]:
    """Return at most `most` changes, newest first; of records of one second the later
    in `records` is the newer. `undoable` are the variables that taking back the
    newest change would set back; empty when there is none.

    An undo closes the change that it took back. One whose change is not known any
    more is left out: nothing could be said of it.
    """
    ordered = sorted(_once(records), key=lambda one: one.at_s)[::-1]
    undone: list[KnobRecord] = []
    found: list[Deed] = []
    is_first = True
    for record in ordered:
        if record.action == "undo":
            undone.append(record)
            continue
        closing = _closing(record, undone)
        if closing is not None:
            undone.remove(closing)
        fits = closing is None and is_first and set(undoable) <= record.after.keys()
        can_undo = bool(undoable) and fits
        is_first = is_first and closing is not None
        found.append(
            Deed(
                at_s=record.at_s,
                knob=record.knob,
                before=record.before,
                after=record.after,
                undone_at_s=closing.at_s if closing else None,
                can_undo=can_undo,
            )
        )
    return tuple(found[:most])


def _once(records: Iterable[KnobRecord]) -> list[KnobRecord]:
    """Return each change once: the archive and the env file may both know it."""
    found: list[KnobRecord] = []
    for record in records:
        if not any(_is_same(record, other) for other in found):
            found.append(record)
    return found


def _is_same(one: KnobRecord, other: KnobRecord) -> bool:
    same_values = (one.action, one.before, one.after) == (
        other.action,
        other.before,
        other.after,
    )
    return same_values and abs(one.at_s - other.at_s) <= _SAME_S


def _closing(record: KnobRecord, undone: Sequence[KnobRecord]) -> KnobRecord | None:
    """Return the undo that took a change back, the earliest one after it."""
    fitting = [
        one
        for one in undone
        if (one.before, one.after) == (record.after, record.before)
    ]
    return fitting[-1] if fitting else None
