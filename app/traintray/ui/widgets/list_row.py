"""A row of a list of choices: its background, its keys and its focus ring."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from traintray.ui.theme import Theme
from traintray.ui.widgets.focus_ring import KeyboardFocus

_RADIUS_PX = 6


class ListRow(QAbstractButton):
    """One of several, chosen by a click; the arrow keys go to its neighbours. What it
    shows is painted by those that derive from it.
    """

    stepped = Signal(int)
    """The up (-1) or down (1) key was pressed on it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._focus = KeyboardFocus(self, _RADIUS_PX)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the neighbour with the arrow keys."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(step)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring when the keyboard brought the focus."""
        super().focusInEvent(event)
        self._focus.gained(event, self._theme)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the ring."""
        super().focusOutEvent(event)
        self._focus.lost()

    def paint_ground(self, painter: QPainter) -> None:
        """Paint what lies behind a row that is chosen or pointed at."""
        if self.isChecked() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            chosen = self.isChecked()
            painter.setBrush(self._theme.sel if chosen else self._theme.hover)
            painter.drawRoundedRect(QRectF(self.rect()), _RADIUS_PX, _RADIUS_PX)
