"""One step of several that follow each other: a disc on a line, and a text."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label
from traintray.ui.window.retheme import retheme_children

_GUTTER_PX = 23
_ROW_PX = 25
_DISC_X_PX, _RADIUS_PX = 7, 4.5


class Place(Enum):
    """Where in the row of steps it stands."""

    FIRST = "first"
    MIDDLE = "middle"
    LAST = "last"


class Progress(Enum):
    """How far a step is."""

    DONE = "done"
    NOW = "now"
    LATER = "later"


class Stage(QWidget):
    """A disc on a line, a text, and what belongs to it."""

    def __init__(self, place: Place, theme: Theme) -> None:
        super().__init__()
        self._place = place
        self._theme = theme
        self._state = Progress.LATER
        self._text = Label("secondary", theme)
        self._text.setWordWrap(True)
        self._remark = Label("caption", theme, "ink3")
        self._row = QHBoxLayout()
        self._row.setSpacing(fonts.scaled(8))
        self._row.addWidget(self._text, 1)
        self._row.addWidget(self._remark)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(fonts.scaled(_GUTTER_PX), 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addLayout(self._row)
        self._text.setMinimumHeight(fonts.scaled(_ROW_PX))

    def show_text(self, text: str) -> None:
        """Say what the step is."""
        self._text.setText(text)
        self._text.setToolTip(text)
        self._name_it()

    def show_remark(self, text: str) -> None:
        """Say something at its right end, such as when it was done."""
        self._remark.setText(text)

    def show_state(self, state: Progress) -> None:
        """Show how far it is."""
        self._state = state
        self._text.set_role("secondary_head" if state is Progress.NOW else "secondary")
        self._name_it()
        self.update()

    def _name_it(self) -> None:
        template = {
            Progress.DONE: self.tr("{step}: done"),
            Progress.NOW: self.tr("{step}: now"),
            Progress.LATER: self.tr("{step}: later"),
        }[self._state]
        self.setAccessibleName(template.format(step=self._text.text()))

    def add_right(self, widget: QWidget) -> None:
        """Put a widget in the place of the remark."""
        self._remark.hide()
        self._row.addWidget(widget)

    def add_below(self, widget: QWidget, above_px: int, below_px: int = 0) -> None:
        """Put a widget below the text."""
        self._column.addSpacing(fonts.scaled(above_px))
        self._column.addWidget(widget)
        self._column.addSpacing(fonts.scaled(below_px))

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the disc and its part of the line."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x, y = fonts.scaled(_DISC_X_PX), fonts.scaled(_ROW_PX) / 2 + 0.5
        first, last = self._place is Place.FIRST, self._place is Place.LAST
        painter.setPen(QPen(self._theme.line2, 1))
        painter.drawLine(
            QPointF(x, y if first else 0), QPointF(x, y if last else self.height())
        )
        later = self._state is Progress.LATER
        ink = self._theme.ctl if later else self._theme.ink
        painter.setPen(QPen(ink, 1.3))
        painter.setBrush(self._theme.card if later else self._theme.ink)
        radius = _RADIUS_PX * fonts.scale()
        painter.drawEllipse(QPointF(x, y), radius, radius)
