"""The top of the popover: what holds now, and the one thing to do about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.ui import fonts
from traintray.ui.popover_parts.verdict_words import Action, Words
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

_SHAPE_PX = 20
_GAP_PX = 10
_TEXT_LINES = 2
"""Room that is kept even for a short text while sampling goes on, so that nothing
below moves when a verdict changes."""


class VerdictHead(QWidget):
    """Shape, headline and evidence; the action row only while there is an action."""

    knob_requested = Signal(str)
    advice_requested = Signal(str)
    snooze_requested = Signal(str)
    resume_requested = Signal()

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
        self._why = SecondaryButton(self.tr("Why?"), theme)
        self._why.setAccessibleName(self.tr("Why? Show the advice"))
        self._snooze = IconButton(
            "snooze", self.tr("Snooze this tip for 1 hour"), theme, Kind.SECONDARY
        )
        self._primary.clicked.connect(self._act)
        self._why.clicked.connect(self._show_why)
        self._snooze.clicked.connect(self._sleep)
        self._actions = QWidget()
        self._lay_out()

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
        about_a_run = words.action in (Action.KNOB, Action.ADVICE)
        self._why.setVisible(words.action is Action.KNOB)
        self._snooze.setVisible(about_a_run)
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

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._shape.set_theme(theme)
        self._title.set_theme(theme)
        self._text.set_theme(theme)
        for button in (self._primary, self._why, self._snooze):
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
        actions.addWidget(self._why)
        actions.addStretch(1)
        actions.addWidget(self._snooze)
        self._actions.hide()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 14, 16, 12)
        whole.setSpacing(0)
        whole.addLayout(top)
        whole.addWidget(self._actions)

    def _act(self) -> None:
        words = self._words
        if words.action is Action.KNOB:
            self.knob_requested.emit(words.run_key)
        elif words.action is Action.ADVICE:
            self.advice_requested.emit(words.run_key)
        elif words.action is Action.RESUME:
            self.resume_requested.emit()

    def _show_why(self) -> None:
        self.advice_requested.emit(self._words.run_key)

    def _sleep(self) -> None:
        self.snooze_requested.emit(self._words.run_key)
