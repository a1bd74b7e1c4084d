"""What the journal says of a change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication

from traintray.core.knob_table.journal import Deed
from traintray.core.proof.outcome import Change, Proof
from traintray.core.proof.under_way import Measuring
from traintray.ui import format as fmt
from traintray.ui.dates import day_name, day_of
from traintray.ui.joined import listed, sentences
from traintray.ui.state_shape import Shape
from traintray.ui.window.knobs.journal_panel import JournalLine
from traintray.ui.window.proof.measuring_words import progress_text
from traintray.ui.window.proof.words import verdict_shape, verdict_text

translate = QCoreApplication.translate

_ARROW = "→"
_SAME_S = 2.0


def journal_line(
    deed: Deed, proofs: Sequence[Proof], cases: Sequence[Measuring], now_s: float
) -> JournalLine:
    """Return how a change is shown; `proofs` are all that were measured, `cases` what
    is measured now.
    """
    proof = _proof_of(deed, proofs)
    names = list(deed.after)
    more = len(names) - 1
    name = names[0] if names else deed.knob
    if more > 0:
        template = translate("Journal", "{name} and {count} more")
        name = template.format(name=name, count=more)
    return JournalLine(
        name=name,
        change=_change(deed.before, deed.after),
        when=when_text(deed.at_s, now_s),
        came_of_it=_came_of_it(deed, proof or _case_of(deed, cases), now_s),
        shape=_shape(deed, proof),
        can_undo=deed.can_undo,
    )


def _proof_of(deed: Deed, proofs: Sequence[Proof]) -> Proof | None:
    return next((proof for proof in proofs if _is_about(proof.change, deed)), None)


def _case_of(deed: Deed, cases: Sequence[Measuring]) -> Measuring | None:
    return next((case for case in cases if _is_about(case.change, deed)), None)


def _is_about(change: Change, deed: Deed) -> bool:
    """Whether it is this one; of several knobs at once only some show in a run."""
    is_part = bool(change.new) and change.new.items() <= deed.after.items()
    return is_part and abs(change.at_s - deed.at_s) <= _SAME_S


def _change(before: Mapping[str, str | None], after: Mapping[str, str | None]) -> str:
    not_set = translate("Journal", "not set")
    old = listed(dict.fromkeys(value or not_set for value in before.values()))
    new = listed(dict.fromkeys(value or not_set for value in after.values()))
    return f"{old} {_ARROW} {new}"


def when_text(at_s: float, now_s: float) -> str:
    """Return the time of a moment, with its day where that is not today."""
    clock, day = fmt.clock(at_s, seconds=False), day_of(at_s)
    if day == day_of(now_s):
        return clock
    template = translate("Dates", "{date} {time}")
    return template.format(date=day_name(day), time=clock)


def _came_of_it(deed: Deed, found: Proof | Measuring | None, now_s: float) -> str:
    said = "" if found is None else _said(found)
    if deed.undone_at_s is not None:
        template = translate("Journal", "Undone {time}.")
        undone = template.format(time=when_text(deed.undone_at_s, now_s))
        return sentences(said, undone) if said else undone
    if said or not deed.can_undo:
        return said or translate("Journal", "Not measured.")
    return translate("Journal", "Measured once the same command has run again.")


def _said(found: Proof | Measuring) -> str:
    return verdict_text(found) if isinstance(found, Proof) else progress_text(found)


def _shape(deed: Deed, proof: Proof | None) -> Shape:
    if deed.undone_at_s is not None:
        return Shape.NO_DATA
    return Shape.WAITING if proof is None else verdict_shape(proof)
