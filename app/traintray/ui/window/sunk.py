"""The sunken surface that code lies on."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent

from traintray.ui.window.surface import Surface

_RADIUS_PX = 6


class Sunk(Surface):
    """A surface without a frame."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the surface."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.sunk)
        painter.drawRoundedRect(QRectF(self.rect()), _RADIUS_PX, _RADIUS_PX)
