"""One advice from top to bottom, in one column or two."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.advice.advice import Advice
from traintray.core.frame import Frame
from traintray.core.knobs.envfile import EnvFile
from traintray.core.proof.outcome import Proof
from traintray.core.proof.under_way import Measuring
from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.window.advice_header import AdviceHeader
from traintray.ui.window.advice_memory import Entry
from traintray.ui.window.beside_finding import BesideFinding
from traintray.ui.window.cause import Cause
from traintray.ui.window.effect_card import EffectCard
from traintray.ui.window.evidence_table import EvidenceTable
from traintray.ui.window.knob_card import KnobCard
from traintray.ui.window.knob_course import Came, show_course
from traintray.ui.window.message_line import MessageLine
from traintray.ui.window.number_sources import NumberSources
from traintray.ui.window.read_more import ReadMore
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.section_head import SectionHead
from traintray.ui.window.steps import AfterSteps, Steps

_LEFT_PX, _RIGHT_PX = 556, 308
_WIDEST_LEFT_PX, _WIDEST_RIGHT_PX = 720, 400
_COLUMN_GAP_PX = 28
_CARD_GAP_PX = 12
_BELOW_HEADER_PX = 11
_CARDS_LOWER_PX = 3
"""The frame of the first card stands higher than the text beside it would."""
_TOP = Qt.AlignmentFlag.AlignTop
"""Beside a longer text the cards stay together."""
_NO_LIMIT_PX = 16_777_215
"""Qt's own largest size of a widget."""


class AdviceBody(QWidget):
    """What we saw, why, what to do; at the right, or between, the knob."""

    applied = Signal()
    undone = Signal()
    snooze_clicked = Signal(object)
    """A `Span`."""
    useless_clicked = Signal()
    planner_clicked = Signal()
    library_clicked = Signal(str)
    """Name of a strategy."""

    def __init__(
        self,
        theme: Theme,
        env_file: EnvFile,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._env_file = env_file
        self._advice: Advice | None = None
        self._run_key = ""
        self._narrow = False
        self._came: Came = (None, None)
        self._notes: list[MessageLine] = []
        self.knob_cards: list[KnobCard] = []
        self.header = AdviceHeader(theme)
        self.header.snooze_clicked.connect(self.snooze_clicked)
        self.header.useless_clicked.connect(self.useless_clicked)
        self.evidence = EvidenceTable(theme)
        self.beside = BesideFinding(theme)
        self.sources = NumberSources(theme)
        self.cause = Cause(theme)
        self.steps = Steps(theme)
        self.more = ReadMore(theme)
        self.more.chosen.connect(self.library_clicked)
        self.steps.planner_clicked.connect(self.planner_clicked)
        self.after = AfterSteps(theme)
        self.effect = EffectCard(env_file.path, theme)
        self._lay_out()

    def show_entry(
        self, entry: Entry, frame: Frame, snoozed_until_wall_s: float | None
    ) -> None:
        """Show an entry that has an advice; what has not changed is left alone."""
        self.header.show_entry(entry, frame, snoozed_until_wall_s)
        advice = entry.advice
        if advice is None or (advice, entry.run.key) == (self._advice, self._run_key):
            return
        self._advice, self._run_key = advice, entry.run.key
        self._run_name = entry.run.name
        self._show_notes(advice.notes)
        self.evidence.show_rows(advice.rows, advice.ruled_out)
        self.beside.show_advice(advice)
        self.sources.show_advice(advice)
        self.cause.show_advice(advice)
        self.more.show_kind(advice.kind)
        self.steps.show_steps(advice.steps)
        self.after.show_parts(advice.after)
        self._show_knobs(advice)
        self.effect.show_figures(advice.rows)

    def show_came_of(self, case: Measuring | None, proof: Proof | None) -> None:
        """Show what is measured, or was, of a change for the run that is shown."""
        if (case, proof) != self._came:
            self._came = case, proof
            if self.knob_cards:
                self.knob_cards[0].reload()

    @property
    def is_narrow(self) -> bool:
        """Whether all is in one column."""
        return self._narrow

    def set_narrow(self, narrow: bool) -> None:
        """Choose between one column and two."""
        if narrow == self._narrow:
            return
        self._narrow = narrow
        if narrow:
            self._left.insertWidget(self._left.indexOf(self._to_do), self._cards)
            self._stack.setDirection(QBoxLayout.Direction.LeftToRight)
        else:
            self._columns.insertWidget(1, self._cards, _RIGHT_PX, _TOP)
            self._stack.setDirection(QBoxLayout.Direction.TopToBottom)
        self._fit_columns()

    @Slot()
    def apply(self) -> None:
        """Do what the primary button does."""
        if self._advice is not None and self._advice.proposals:
            self.knob_cards[0].apply()

    @Slot()
    def reload(self) -> None:
        """Read the env file again: something else has written it."""
        for card in self.knob_cards:
            card.reload()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def _lay_out(self) -> None:
        self._notes_column = QVBoxLayout()
        self._notes_column.setSpacing(fonts.scaled(6))
        self._to_do = QWidget()
        to_do = QVBoxLayout(self._to_do)
        to_do.setContentsMargins(*map(fonts.scaled, (0, 14, 0, 0)))
        to_do.setSpacing(0)
        to_do.addWidget(SectionHead(self.tr("What to do"), self._theme, self.more))
        to_do.addWidget(self.steps)
        to_do.addWidget(self.after)
        self._left_side = QWidget()
        self._left = QVBoxLayout(self._left_side)
        self._left.setContentsMargins(0, 0, 0, 0)
        self._left.setSpacing(0)
        self._left.addWidget(self.evidence)
        self._left.addWidget(self.beside)
        self._left.addWidget(self.sources)
        self._left.addSpacing(fonts.scaled(16))
        self._left.addWidget(self.cause)
        self._left.addWidget(self._to_do)
        self._left.addStretch(1)
        self._cards = QWidget()
        self._stack = QBoxLayout(QBoxLayout.Direction.TopToBottom, self._cards)
        self._stack.setSpacing(fonts.scaled(_CARD_GAP_PX))
        self._stack.addWidget(self.effect, 1, Qt.AlignmentFlag.AlignTop)
        self._columns = QHBoxLayout()
        self._columns.setSpacing(fonts.scaled(_COLUMN_GAP_PX))
        self._columns.addWidget(self._left_side, _LEFT_PX)
        self._columns.addWidget(self._cards, _RIGHT_PX, _TOP)
        self._columns.addStretch(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        widest = fonts.scaled(_WIDEST_LEFT_PX + _COLUMN_GAP_PX + _WIDEST_RIGHT_PX)
        self.header.setMaximumWidth(widest)
        column.addWidget(self.header)
        column.addLayout(self._notes_column)
        column.addSpacing(fonts.scaled(_BELOW_HEADER_PX))
        column.addLayout(self._columns, 1)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Give the cards their margins, and keep wide windows readable."""
        if self._narrow:
            self._stack.setContentsMargins(*map(fonts.scaled, (0, 16, 0, 0)))
            self._left_side.setMaximumWidth(_NO_LIMIT_PX)
            self._cards.setMaximumWidth(_NO_LIMIT_PX)
        else:
            self._stack.setContentsMargins(
                *map(fonts.scaled, (0, _CARDS_LOWER_PX, 0, 0))
            )
            self._left_side.setMaximumWidth(fonts.scaled(_WIDEST_LEFT_PX))
            self._cards.setMaximumWidth(fonts.scaled(_WIDEST_RIGHT_PX))

    def _show_notes(self, notes: tuple[str, ...]) -> None:
        while len(self._notes) < len(notes):
            above_px = 0 if self._notes else 8
            self._notes.append(MessageLine(self._theme, above_px))
            self._notes[-1].setMaximumWidth(self.header.maximumWidth())
            self._notes_column.addWidget(self._notes[-1])
        for i, line in enumerate(self._notes):
            line.show_text(notes[i] if i < len(notes) else "")

    def _show_knobs(self, advice: Advice) -> None:
        while len(self.knob_cards) < len(advice.proposals):
            card = KnobCard(self._theme, self._env_file)
            card.applied.connect(self.applied)
            card.undone.connect(self.undone)
            card.changed.connect(self._show_progress)
            self.knob_cards.append(card)
            at = len(self.knob_cards) - 1
            self._stack.insertWidget(at, card, 1, Qt.AlignmentFlag.AlignTop)
        self._cards.setVisible(bool(advice.proposals))
        for i, card in enumerate(self.knob_cards):
            card.setVisible(i < len(advice.proposals))
            if i < len(advice.proposals):
                card.show_proposal(advice.proposals[i], self._run_key, self._run_name)

    @Slot()
    def _show_progress(self) -> None:
        card = self.knob_cards[0]
        self.effect.show_progress(self._run_name, card.is_written, card.written_wall_s)
        proposals = () if self._advice is None else self._advice.proposals
        names = [name for one in proposals[:1] for name in one.variables()]
        show_course(card, self.effect, names, self._came)
