"""What the colours and the letters on the strips mean."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.ui import fonts
from traintray.ui.joined import listed, named
from traintray.ui.plots.pens import elided, text_width
from traintray.ui.style import faded
from traintray.ui.theme import Theme

_HEIGHT_PX = 24
_SWATCH_PX = (16, 9)
_INDENT_PX = 84


class StripLegend(QWidget):
    """Training, attention, critical; then each letter that is on the strips."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._letters: list[tuple[str, str]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_letters(self, letters: list[tuple[str, str]]) -> None:
        """Show these letters with their meaning."""
        self._letters = letters
        self.setAccessibleName(self.tr("Legend"))
        self.setAccessibleDescription(listed(named(*each) for each in letters))
        self.setToolTip("\n".join(named(*each) for each in letters))
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(fonts.scaled(300), fonts.scaled(_HEIGHT_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint swatches and letters, as far as there is room."""
        del event
        painter = QPainter(self)
        x = float(fonts.scaled(_INDENT_PX))
        x = self._paint_states(painter, x)
        head, plain = fonts.font("caption_head"), fonts.font("caption")
        for letter, meaning in self._letters:
            room = self.width() - x - text_width(head, letter) - 6
            if room < fonts.scaled(40):
                return
            x = self._write(painter, x, letter, ("caption_head", "ink")) + 4
            text = elided(plain, meaning, room)
            x = self._write(painter, x, text, ("caption", "ink3")) + fonts.scaled(10)

    def _paint_states(self, painter: QPainter, x: float) -> float:
        theme = self._theme
        width, height = map(fonts.scaled, _SWATCH_PX)
        top = (self.height() - height) / 2
        states = (
            (self.tr("training"), faded(theme.ink3, 0.32), None),
            (
                self.tr("attention"),
                faded(theme.attention_fill, 0.34),
                theme.attention_fill,
            ),
            (self.tr("critical"), theme.critical_fill, None),
        )
        for text, fill, base in states:
            painter.fillRect(QRectF(x, top, width, height), fill)
            if base is not None:
                painter.fillRect(QRectF(x, top + height - 3, width, 3), base)
            x = self._write(painter, x + width + 6, text, ("caption", "ink3"))
            x += fonts.scaled(16)
        return x

    def _write(
        self, painter: QPainter, x: float, text: str, look: tuple[str, str]
    ) -> float:
        """Write a text in a role and an ink; return where it ends."""
        font = fonts.font(look[0])
        painter.setFont(font)
        painter.setPen(getattr(self._theme, look[1]))
        ratio = self.devicePixelRatioF()
        painter.drawText(QPointF(x, fonts.baseline(font, self.height(), ratio)), text)
        return x + text_width(font, text)
