"""The head of the Live page: state, headline, one action, range."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.ui import fonts
from traintray.ui.plots.timeline import RECENT_S, SPANS_S
from traintray.ui.popover_parts.verdict_words import Action, Words
from traintray.ui.state_shape import Shape
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import PrimaryButton, SecondaryButton, Size
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.state_view import StateView
from traintray.ui.window.head_row import HeadRow
from traintray.ui.window.segmented import Segmented

_SHAPE_PX = 20
_GAP_PX = 10
_LOWERED_PX = 4
_WIDE_ENOUGH_PX = 330


class LiveHeader(QWidget):
    """Says in one line what holds, and offers the one thing to do about it."""

    advice_requested = Signal(str)
    """Run key."""
    pause_requested = Signal()
    page_requested = Signal(str)
    """A strategy of the library."""
    asked = Signal(object)
    """An `Action` that concerns the whole app: PICK or NO_GPU."""
    span_chosen = Signal(float)
    """Seconds."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._said = Words(Shape.NO_DATA, "", "")
        self._shape = StateView(Shape.NO_DATA, _SHAPE_PX, theme)
        self._title = Label("verdict", theme)
        self._text = _Evidence("secondary", theme, "ink2")
        self._button = PrimaryButton("", theme, Size.SMALL)
        self._second = SecondaryButton("", theme, Size.SMALL)
        labels = [self._span_label(span_s) for span_s in SPANS_S]
        self._range = Segmented(labels, self.tr("Range"), theme)
        self._button.hide()
        self._second.hide()
        self._button.clicked.connect(self._act_first)
        self._second.clicked.connect(self._act_second)
        self._range.chosen.connect(self._choose)
        self.show_span(RECENT_S)
        self._arrange()

    def _arrange(self) -> None:
        self._title.setWordWrap(True)
        lines = QVBoxLayout()
        lines.setSpacing(0)
        lines.addWidget(self._title)
        lines.addWidget(self._text)
        words = _Words()
        left = QHBoxLayout(words)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(fonts.scaled(_GAP_PX))
        left.addLayout(_lowered(self._shape))
        left.addLayout(lines, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        parts = (self._button, self._second, self._range)
        column.addWidget(HeadRow(words, parts, _GAP_PX, _LOWERED_PX))

    def _span_label(self, span_s: float) -> str:
        if span_s >= 3600:
            return self.tr("{count} h").format(count=round(span_s / 3600))
        return self.tr("{count} min").format(count=round(span_s / 60))

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        words = (self._shape, self._title, self._text)
        for part in (*words, self._button, self._second, self._range):
            part.set_theme(theme)

    def show_headline(self, said: Words) -> None:
        """Change what is said."""
        self._said = said
        self._shape.show_shape(said.shape)
        if said.title != self._title.text():
            self._title.setText(said.title)
            self._text.forget_lines()
        if said.text != self._text.text():
            self._text.setText(said.text)
            self._text.setToolTip(said.text)
        if said.label and said.label != self._button.text():
            self._button.setText(said.label)
        self._button.setVisible(bool(said.label))
        other = said.other
        if other is not None and other.label != self._second.text():
            self._second.setText(other.label)
            self._second.setAccessibleName(other.name or other.label)
        self._second.setVisible(other is not None)

    def show_span(self, span_s: float) -> None:
        """Show which range is drawn."""
        self._range.choose(SPANS_S.index(span_s))

    def act(self) -> None:
        """Do what the only button says, or the first of two; nothing without one. What
        the settings would have to take back needs a look at its button.
        """
        other = self._said.other
        if self._said.action is not Action.NONE:
            self._act_first()
        elif other is not None and other.action is not Action.NO_GPU:
            self._act_second()

    def _act_first(self) -> None:
        self._do(self._said.action, self._said.target)

    def _act_second(self) -> None:
        other = self._said.other
        if other is not None:
            self._do(other.action, other.target)

    def _do(self, action: Action, target: str) -> None:
        if action is Action.ADVICE:
            self.advice_requested.emit(self._said.run_key)
        elif action is Action.RESUME:
            self.pause_requested.emit()
        elif action is Action.PAGE:
            self.page_requested.emit(target)
        elif action is Action.COPY:
            QGuiApplication.clipboard().setText(target)
        elif action is not Action.NONE:
            self.asked.emit(action)

    def _choose(self, index: int) -> None:
        self.span_chosen.emit(SPANS_S[index])


class _Evidence(Label):
    """Numbers behind the headline, and since when. They change each second: what once
    needed two lines keeps them, or the graphs below would jump with every digit.
    """

    def __init__(self, role: str, theme: Theme, ink: str) -> None:
        super().__init__(role, theme, ink)
        self._needed: dict[int, int] = {}
        """The greatest height so far by width."""
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop)

    def forget_lines(self) -> None:
        """Be as low as the words allow; something else is said now."""
        self._needed.clear()
        self.updateGeometry()

    def heightForWidth(self, width: int) -> int:
        """Height of the paragraph, or of the highest that stood here."""
        height = max(super().heightForWidth(width), self._needed.get(width, 0))
        self._needed[width] = height
        return height


class _Words(QWidget):
    """State and headline, with the evidence below it."""

    def sizeHint(self) -> QSize:
        """Wide enough for the headline; the lines below it wrap."""
        layout = self.layout()
        hint = layout.sizeHint() if layout is not None else super().sizeHint()
        return QSize(min(hint.width(), fonts.scaled(_WIDE_ENOUGH_PX)), hint.height())


def _lowered(part: QWidget) -> QVBoxLayout:
    """Return a layout that lets `part` stand a little below the first line's top."""
    column = QVBoxLayout()
    column.setSpacing(0)
    column.addSpacing(fonts.scaled(_LOWERED_PX))
    column.addWidget(part)
    column.addStretch(1)
    return column
