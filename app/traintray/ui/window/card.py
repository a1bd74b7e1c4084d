"""The surface of a card."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from traintray.ui.theme import Theme
from traintray.ui.window.retheme import retheme_children

_RADIUS_PX = 8


class Card(QWidget):
    """A framed surface; what lies on it is added by a layout."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint surface and frame."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.line, 1))
        painter.setBrush(self._theme.card)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, _RADIUS_PX - 0.5, _RADIUS_PX - 0.5)
