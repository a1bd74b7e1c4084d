"""What the bars beside a figure share: a scale of one size, drawn in one's pixels."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.ui import fonts
from traintray.ui.theme import Theme

SCALE_HEIGHT_PX = 18
_LEAST_PX = 80
"""A shorter scale would say nothing."""


class ScaleBar(QWidget):
    """A scale that is `width_px` pixels of the design long, or shorter where its table
    is narrow: all of a table are equally long, so they can be compared by eye.
    """

    def __init__(
        self, width_px: int, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._width_px = width_px
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Maximum, policy.Fixed)

    def paint_scale(self, painter: QPainter, width_px: float) -> None:
        """Paint it `width_px` wide and `SCALE_HEIGHT_PX` high, as the design has it."""
        raise NotImplementedError

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the design."""
        return QSize(fonts.scaled(self._width_px), fonts.scaled(SCALE_HEIGHT_PX))

    def minimumSizeHint(self) -> QSize:
        """Still readable."""
        return QSize(fonts.scaled(_LEAST_PX), fonts.scaled(SCALE_HEIGHT_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint in the design's pixels."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = self.height() / SCALE_HEIGHT_PX
        painter.scale(scale, scale)
        self.paint_scale(painter, self.width() / scale)
