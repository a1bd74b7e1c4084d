"""What the journal says of a live knob."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QCoreApplication

from traintray.core.advice.texts import Texts
from traintray.core.live_knobs.entry import End, Entry
from traintray.ui.state_shape import Shape
from traintray.ui.window.knobs.journal_panel import JournalLine
from traintray.ui.window.knobs.journal_words import when_text
from traintray.ui.window.knobs.live_words import PREFIX, read

translate = QCoreApplication.translate

_ARROW = "→"
_MASKS = ("to", "within")


def live_journal_line(
    entry: Entry, lasting: Collection[int], texts: Texts, now_s: float
) -> JournalLine:
    """Return how an entry is shown; `lasting`: numbers of those that cannot be taken
    back.
    """
    page = texts.page("live_knobs").get(entry.knob, {})
    template = translate("Journal", "{name}, PID {pid}")
    pid = entry.run_key.partition("-")[0]
    is_open = entry.end is None
    can_undo = is_open and entry.number not in lasting
    return JournalLine(
        name=template.format(name=page.get("title", entry.knob), pid=pid),
        change=_change(entry),
        when=when_text(entry.at_s, now_s),
        came_of_it=_came_of_it(entry, can_undo, now_s),
        shape=Shape.OK if is_open else Shape.NO_DATA,
        can_undo=can_undo,
        key=f"{PREFIX}{entry.knob}/{entry.run_key}",
        is_code=False,
    )


def undone_by(key: str) -> tuple[str, str]:
    """Return knob and run key of a line's key."""
    knob, _, run_key = key.removeprefix(PREFIX).partition("/")
    return knob, run_key


def _change(entry: Entry) -> str:
    kind, _, what = entry.rule.partition(":")
    is_mask = entry.knob == "cpu_affinity" and kind in _MASKS
    after = what if is_mask else entry.value
    before = _as_value(entry.before)
    change = f"{before} {_ARROW} {after}" if before else after
    return read(entry.knob, change)


def _as_value(kept: str) -> str:
    """Return what a thread had as a person writes it: `best-effort-4`, `idle`."""
    return kept.removesuffix(":0").replace(":", "-")


def _came_of_it(entry: Entry, can_undo: bool, now_s: float) -> str:
    if entry.end is None:
        if can_undo:
            return translate("Journal", "In force until the run ends.")
        return translate(
            "Journal",
            "In force until the run ends; without root it cannot be taken back.",
        )
    if entry.end is End.UNDONE:
        template = translate("Journal", "Undone {time}.")
        return template.format(time=when_text(entry.ended_at_s or now_s, now_s))
    return {
        End.ENDED: translate("Journal", "Ended with the run."),
        End.RELEASED: translate("Journal", "Ended with the program that held it."),
        End.BY_HAND: translate("Journal", "Ended: another profile was chosen since."),
    }[entry.end]
