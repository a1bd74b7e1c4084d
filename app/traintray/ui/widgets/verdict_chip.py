"""A verdict in two words, beside the run that it is about."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.ui import fonts
from traintray.ui.state_shape import Shape, paint_state
from traintray.ui.theme import Theme

_HEIGHT_PX = 20
_SHAPE_PX = 12
_LEFT_PX = 6
_GAP_PX = 5
_RIGHT_PX = 8


class VerdictChip(QWidget):
    """Shape and text; only what needs the user has a tint."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shape = Shape.NO_DATA
        self._text = ""
        self.setFont(fonts.font("caption_label"))
        fixed = QSizePolicy.Policy.Fixed
        self.setSizePolicy(fixed, fixed)

    def show_verdict(self, shape: Shape, text: str) -> None:
        """Change what it says."""
        if (shape, text) == (self._shape, self._text):
            return
        self._shape, self._text = shape, text
        self.setAccessibleName(self.tr("Verdict: {verdict}").format(verdict=text))
        self.updateGeometry()
        self.update()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text

    @property
    def shape(self) -> Shape:
        """Which shape it shows."""
        return self._shape

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """Return the width of text and shape."""
        text = self.fontMetrics().horizontalAdvance(self._text)
        around = _LEFT_PX + _SHAPE_PX + _GAP_PX + _RIGHT_PX
        return QSize(text + fonts.scaled(around), fonts.scaled(_HEIGHT_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a pill with shape and text."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        fill, ink = self._colours()
        painter.setBrush(fill)
        radius = self.height() / 2
        painter.drawRoundedRect(QRectF(self.rect()), radius, radius)
        side, left = fonts.scaled(_SHAPE_PX), fonts.scaled(_LEFT_PX)
        top = (self.height() - side) / 2
        paint_state(painter, QRectF(left, top, side, side), self._shape, self._theme)
        painter.setPen(ink)
        text_left = left + side + fonts.scaled(_GAP_PX)
        ratio = self.devicePixelRatioF()
        baseline = fonts.baseline(self.font(), self.height(), ratio)
        painter.drawText(QPointF(text_left, baseline), self._text)

    def _colours(self) -> tuple[QColor, QColor]:
        theme = self._theme
        if self._shape is Shape.ATTENTION:
            return theme.attention_tint, theme.attention_text
        if self._shape is Shape.CRITICAL:
            return theme.critical_tint, theme.critical_text
        return theme.sunk, theme.ink2
