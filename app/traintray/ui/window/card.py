"""The surface of a card."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen

from traintray.ui.window.surface import Surface

_RADIUS_PX = 8


class Card(Surface):
    """A surface with a frame."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint surface and frame."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.line, 1))
        painter.setBrush(self._theme.card)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, _RADIUS_PX - 0.5, _RADIUS_PX - 0.5)
