"""The top of the popover: what holds now, and the one thing to do about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.ui import fonts
from traintray.ui.popover_parts.verdict_words import Action, Words
from traintray.ui.snooze_menu import SnoozeMenu
from traintray.ui.state_shape import Shape
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import (
    IconButton,
    Kind,
    PrimaryButton,
    SecondaryButton,
)
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.state_view import StateView
from traintray.ui.window.shortcuts import bind

_SHAPE_PX = 20
_GAP_PX = 10
_TEXT_LINES = 2
"""Room that is kept even for a short text while sampling goes on, so that nothing
below moves when a verdict changes."""


class VerdictHead(QWidget):
    """Shape, headline and evidence; the action row only while there is an action."""

    knob_requested = Signal(str)
    advice_requested = Signal(str)
    snooze_requested = Signal(str, object)
    """(run key, `Span`)"""
    resume_requested = Signal()
    page_requested = Signal(str)
    """Page of the window, or `first_run`."""
    undo_requested = Signal()
    fine_requested = Signal(str)
    """Key of a run of which nothing is missed."""
    asked = Signal(object)
    """An `Action` that concerns the whole app: PICK, REST or NO_GPU."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = Words(Shape.NO_DATA, "", "")
        self._shape = StateView(Shape.NO_DATA, _SHAPE_PX, theme)
        self._title = Label("verdict", theme)
        self._title.setWordWrap(True)
        self._title.set_max_lines(2)
        self._text = Label("secondary", theme, "ink2")
        self._text.setWordWrap(True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._primary = PrimaryButton("", theme)
        self._second = SecondaryButton("", theme)
        self._snooze = IconButton(
            "snooze", self.tr("Snooze this tip"), theme, Kind.SECONDARY
        )
        self.snoozes = SnoozeMenu(self)
        self._primary.clicked.connect(self._act)
        self._second.clicked.connect(self._act_second)
        self._snooze.clicked.connect(self._offer_snoozes)
        self.snoozes.chosen.connect(self._sleep)
        self._actions = QWidget()
        self._lay_out()
        bind(self, {"Ctrl+Z": self._undo})

    def show_words(self, words: Words) -> None:
        """Show a state; without an action its row is gone."""
        if words == self._words:
            return
        self._words = words
        self._shape.show_shape(words.shape)
        self._title.setText(words.title)
        self._text.setText(words.text)
        lines = 1 if words.action is Action.RESUME else _TEXT_LINES
        self._text.setMinimumHeight(lines * fonts.line_height("secondary"))
        self._primary.setText(words.label)
        other = words.other
        self._second.setVisible(other is not None)
        if other is not None:
            self._second.setText(other.label)
            self._second.setAccessibleName(other.name or other.label)
        needs_user = words.shape in (Shape.ATTENTION, Shape.CRITICAL)
        self._snooze.setVisible(bool(words.run_key) and needs_user)
        self._actions.setVisible(words.action is not Action.NONE)
        self.updateGeometry()

    @property
    def words(self) -> Words:
        """What is shown."""
        return self._words

    @property
    def primary(self) -> PrimaryButton:
        """The button with the first action."""
        return self._primary

    @property
    def second(self) -> SecondaryButton:
        """The button beside it."""
        return self._second

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._shape.set_theme(theme)
        self._title.set_theme(theme)
        self._text.set_theme(theme)
        for button in (self._primary, self._second, self._snooze):
            button.set_theme(theme)

    def run_primary(self) -> None:
        """Do what the primary button does, if there is one."""
        self._act()

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(self._title)
        words.addWidget(self._text)
        top = QHBoxLayout()
        top.setSpacing(_GAP_PX)
        top.addWidget(self._shape, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(words, 1)
        actions = QHBoxLayout(self._actions)
        indent = fonts.scaled(_SHAPE_PX) + _GAP_PX
        actions.setContentsMargins(indent, 10, 0, 0)
        actions.setSpacing(8)
        actions.addWidget(self._primary)
        actions.addWidget(self._second)
        actions.addStretch(1)
        actions.addWidget(self._snooze)
        self._actions.hide()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 14, 16, 12)
        whole.setSpacing(0)
        whole.addLayout(top)
        whole.addWidget(self._actions)

    def _act(self) -> None:
        self._do(self._words.action, self._words.target)

    def _act_second(self) -> None:
        other = self._words.other
        if other is not None:
            self._do(other.action, other.target)

    @Slot()
    def _undo(self) -> None:
        other = self._words.other
        if other is not None and other.action is Action.UNDO:
            self.undo_requested.emit()

    def _do(self, action: Action, target: str) -> None:
        if action is Action.KNOB:
            self.knob_requested.emit(self._words.run_key)
        elif action is Action.ADVICE:
            self.advice_requested.emit(self._words.run_key)
        elif action is Action.RESUME:
            self.resume_requested.emit()
        elif action is Action.PAGE:
            self.page_requested.emit(target)
        elif action is Action.UNDO:
            self.undo_requested.emit()
        elif action is Action.FINE:
            self.fine_requested.emit(self._words.run_key)
        elif action is Action.COPY:
            QGuiApplication.clipboard().setText(target)
        elif action is not Action.NONE:
            self.asked.emit(action)

    @Slot()
    def _offer_snoozes(self) -> None:
        self.snoozes.open_below(self._snooze)

    @Slot(object)
    def _sleep(self, span: object) -> None:
        self.snooze_requested.emit(self._words.run_key, span)
