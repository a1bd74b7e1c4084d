"""A button that shows the key that presses it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QWidget

from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import SecondaryButton, Size

_KEY_PX = 10
_CAP_HEIGHT_PX = 16
_CAP_PADDING_PX = 4
_GAP_PX = 6
_RADIUS_PX = 3


class KeyedButton(SecondaryButton):
    """`Cancel  [Esc]`."""

    def __init__(
        self, text: str, key: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        self._key = key
        super().__init__(text, theme, Size.NORMAL, parent)

    def _content_width(self) -> int:
        return super()._content_width() + fonts.scaled(_GAP_PX) + self._cap_width()

    def _paint_content(self, painter: QPainter, ink: QColor) -> None:
        super()._paint_content(painter, ink)
        right = (self.width() + self._content_width()) / 2
        height = fonts.scaled(_CAP_HEIGHT_PX)
        left = round(right - self._cap_width()) + 0.5
        top = round((self.height() - height) / 2) + 0.5
        box = QRectF(left, top, self._cap_width() - 1, height - 1)
        painter.setPen(QPen(self._theme.line2, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, _RADIUS_PX, _RADIUS_PX)
        painter.setFont(_key_font())
        painter.setPen(self._theme.ink3)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._key)

    def _cap_width(self) -> int:
        letters = QFontMetrics(_key_font()).horizontalAdvance(self._key)
        return letters + 2 * fonts.scaled(_CAP_PADDING_PX) + 2


def _key_font() -> QFont:
    font = fonts.font("code_small")
    font.setPixelSize(fonts.scaled(_KEY_PX))
    return font
