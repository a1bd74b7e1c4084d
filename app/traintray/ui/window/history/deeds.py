"""What became of an episode: what was changed, what came of it, what was answered."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from traintray.core.archive.records import (
    EpisodeRecord,
    KnobRecord,
    NoticeRecord,
    RunRecord,
)
from traintray.core.proof.outcome import Proof, proof_of
from traintray.ui.state_shape import Shape
from traintray.ui.window.history.book import Book
from traintray.ui.window.history.days import end_of
from traintray.ui.window.history.words import is_open
from traintray.ui.window.proof.words import (
    change_text,
    verdict_name,
    verdict_shape,
)

translate = QCoreApplication.translate

_SAME_S = 2.0
"""The journal of the env file counts whole seconds."""
_AFTER_S = 86400.0
"""A knob that is changed within a day after an episode counts as its answer."""


def knob_of(episode: EpisodeRecord, book: Book) -> KnobRecord | None:
    """Return the last change of a knob that was made for an episode."""
    until_s = end_of(episode, book.now_s) + _AFTER_S
    for change in book.knobs:  # the newest first
        if (
            change.run_identity == episode.run_identity
            and episode.onset_at_s <= change.at_s <= until_s
        ):
            return change
    return None


def notice_of(episode: EpisodeRecord, book: Book) -> NoticeRecord | None:
    """Return the last notification about an episode that was answered, or any."""
    until_s = end_of(episode, book.now_s)
    found = [
        notice
        for notice in book.notices
        if (notice.run_identity, notice.kind) == (episode.run_identity, episode.kind)
        and episode.onset_at_s <= notice.at_s <= until_s
    ]
    answered = [notice for notice in found if notice.answer is not None]
    return next(iter(answered or found), None)


def proof_for(change: KnobRecord, book: Book) -> Proof | None:
    """Return what a later run showed of a change; None while none has."""
    for run in book.runs:
        proof = proof_of(run)
        if proof is not None and abs(proof.change.at_s - change.at_s) <= _SAME_S:
            return proof
    return None


def was_ended(episode: EpisodeRecord, book: Book) -> bool:
    """Return whether a change of a knob ended what an episode told of.

    Three things have to be seen for it: the next run of the command had what was set
    in its environment, it was faster for it, and what was found did not come back.
    """
    change = knob_of(episode, book)
    if change is None or change.action == "undo" or is_open(episode):
        return False
    proof = proof_for(change, book)
    if proof is None or proof.verdict != "helped":
        return False
    after = next(run for run in book.runs if run.identity == proof.after_run)
    came_back = any(
        (other.run_identity, other.kind) == (after.identity, episode.kind)
        for other in book.episodes
    )
    return is_in_force(change, after) and not came_back


def is_in_force(change: KnobRecord, run: RunRecord) -> bool:
    """Return whether a run had all that a change has set; not where its environment
    may not be read.
    """
    seen, unset = run.variables, all(value is None for value in change.after.values())
    if seen is None or unset:
        return False
    return all(seen.get(name) == value for name, value in change.after.items())


def proof_text(proof: Proof) -> str:
    """Return what came of a change, in short: `Helped, 1.7 ×`."""
    first = next((m for m in proof.measures if m.counts_first), None)
    if proof.verdict not in ("helped", "slower") or first is None:
        return verdict_name(proof)
    if proof.ratio is not None:
        template = {
            "helped": translate("History", "Helped, {factor} ×"),
            "slower": translate("History", "Slower, {factor} ×"),
        }[proof.verdict]
        return template.format(factor=f"{proof.ratio[0]:.2g}")
    template = {
        "helped": translate("History", "Helped, GPU {points}"),
        "slower": translate("History", "Slower, GPU {points}"),
    }[proof.verdict]
    return template.format(points=change_text(first))


def _ended_text(proof: Proof) -> str:
    """Return that a knob, which the column beside it names, ended an episode."""
    if proof.ratio is None:
        return translate("History", "Ended by the knob")
    text = translate("History", "Ended by it, {factor} ×")
    return text.format(factor=f"{proof.ratio[0]:.2g}")


def deed_shape(episode: EpisodeRecord, book: Book) -> Shape | None:
    """Return the shape beside what became of an episode: only a measured result has
    one.
    """
    change = knob_of(episode, book)
    if change is None or change.action == "undo":
        return None
    proof = proof_for(change, book)
    return None if proof is None else verdict_shape(proof)


def deed(episode: EpisodeRecord, book: Book) -> str:
    """Return what became of an episode."""
    change = knob_of(episode, book)
    if change is not None:
        if change.action == "undo":
            return translate("History", "Applied, taken back")
        proof = proof_for(change, book)
        if proof is not None and was_ended(episode, book):
            return _ended_text(proof)
        return proof_text(proof) if proof else translate("History", "Applied")
    notice = notice_of(episode, book)
    answers = {
        "opened": translate("History", "Advice read"),
        "applied": translate("History", "Applied"),
        "snoozed": translate("History", "Tip snoozed"),
        "dismissed": translate("History", "Tip dismissed"),
        "not_useful": translate("History", "Tip not useful"),
    }
    if notice is not None and notice.answer in answers:
        return answers[notice.answer]
    if is_open(episode):
        return translate("History", "Not applied yet")
    return translate("History", "Ended by itself")
