"""What the colours and the letters on the strips mean."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.ui import fonts
from traintray.ui.joined import listed, named
from traintray.ui.plots.pens import text_width
from traintray.ui.style import faded
from traintray.ui.theme import Theme

_HEIGHT_PX = 24
_SWATCH_PX = (16, 9)
_INDENT_PX = 84


_State = tuple[str, QColor, QColor | None]
"""What it means, its fill, and the colour of its base."""


def _gap_px() -> int:
    return fonts.scaled(10)


class StripLegend(QWidget):
    """Training, attention, critical; then each letter that is on the strips."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._letters: list[tuple[str, str]] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_letters(self, letters: list[tuple[str, str]]) -> None:
        """Show these letters with their meaning."""
        self._letters = letters
        self.setAccessibleName(self.tr("Legend"))
        self.setAccessibleDescription(listed(named(*each) for each in letters))
        self.setToolTip("\n".join(named(*each) for each in letters))
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(fonts.scaled(300), fonts.scaled(_HEIGHT_PX))

    def hasHeightForWidth(self) -> bool:
        """Return True: it has more lines where it is narrow."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all lines."""
        lines = {top for _, top in self._places(width)}
        return max(1, len(lines)) * fonts.scaled(_HEIGHT_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint swatches and letters."""
        del event
        painter = QPainter(self)
        places = self._places(self.width())
        states = self._states()
        for state, place in zip(states, places, strict=False):
            self._paint_state(painter, place, state)
        for letter, (x, top) in zip(self._letters, places[len(states) :], strict=True):
            name, meaning = letter
            x = self._write(painter, (x, top), name, ("caption_head", "ink"))
            self._write(painter, (x + 4, top), meaning, ("caption", "ink3"))

    def _places(self, width: int) -> list[tuple[float, int]]:
        """Return where each entry begins: left edge, and top of its line."""
        indent, height = fonts.scaled(_INDENT_PX), fonts.scaled(_HEIGHT_PX)
        head, plain = fonts.font("caption_head"), fonts.font("caption")
        swatch = fonts.scaled(_SWATCH_PX[0]) + 6
        widths = [
            (swatch + text_width(plain, text), fonts.scaled(16))
            for text, *_ in self._states()
        ]
        widths += [
            (text_width(head, letter) + 4 + text_width(plain, meaning), _gap_px())
            for letter, meaning in self._letters
        ]
        places: list[tuple[float, int]] = []
        x, top = float(indent), 0
        for entry, gap in widths:
            if x > indent and x + entry > width:
                x, top = float(indent), top + height
            places.append((x, top))
            x += entry + gap
        return places

    def _states(self) -> tuple[_State, ...]:
        theme = self._theme
        return (
            (self.tr("training"), faded(theme.ink3, 0.32), None),
            (
                self.tr("attention"),
                faded(theme.attention_fill, 0.34),
                theme.attention_fill,
            ),
            (self.tr("critical"), theme.critical_fill, None),
        )

    def _paint_state(
        self, painter: QPainter, at: tuple[float, int], state: _State
    ) -> None:
        text, fill, base = state
        x, line_top = at
        width, height = map(fonts.scaled, _SWATCH_PX)
        top = line_top + (fonts.scaled(_HEIGHT_PX) - height) / 2
        painter.fillRect(QRectF(x, top, width, height), fill)
        if base is not None:
            painter.fillRect(QRectF(x, top + height - 3, width, 3), base)
        self._write(painter, (x + width + 6, line_top), text, ("caption", "ink3"))

    def _write(
        self,
        painter: QPainter,
        at: tuple[float, int],
        text: str,
        look: tuple[str, str],
    ) -> float:
        """Write a text in a role and an ink; return where it ends."""
        x, top = at
        font = fonts.font(look[0])
        painter.setFont(font)
        painter.setPen(getattr(self._theme, look[1]))
        ratio = self.devicePixelRatioF()
        below = fonts.baseline(font, fonts.scaled(_HEIGHT_PX), ratio)
        painter.drawText(QPointF(x, top + below), text)
        return x + text_width(font, text)
