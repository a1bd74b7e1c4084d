"""The two windows of one figure drawn over each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.ui import fonts
from traintray.ui.plots.copied_values import Values
from traintray.ui.theme import Theme
from traintray.ui.widgets.sparkline import paint_hatch

_HEIGHT_PX, _TITLE_PX = 104, 20
_LEFT_PX, _RIGHT_PX = 36, 54
_TOP_PX, _BOTTOM_PX = 5, 6
_APART_PX = 13
"""Labels at the right keep this distance from each other."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One figure in both windows, sampled evenly; NaN where nothing was measured."""

    name: str
    is_gpu: bool
    before: Sequence[float]
    """Shares, 0 to 1."""
    after: Sequence[float]


class PairGraph(QWidget):
    """Before thin and in ink, after in the hue of its resource. 0 to 100 per cent."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pair: Pair | None = None
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Expanding, policy.Fixed)

    def show_pair(self, pair: Pair) -> None:
        """Draw these windows."""
        self._pair = pair
        template = self.tr("{name}: two windows, before and after the change")
        self.setAccessibleName(template.format(name=pair.name))
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def copied_values(self) -> list[Values]:
        """Return both windows, sample by sample."""
        pair = self._pair
        if pair is None:
            return []
        both = zip_longest(pair.before, pair.after)
        rows = [(float(n), before, after) for n, (before, after) in enumerate(both)]
        return [Values(pair.name, ("sample", "before", "after"), rows)]

    def sizeHint(self) -> QSize:
        """Return the height of the design; the width is the column's."""
        return QSize(fonts.scaled(360), fonts.scaled(_TITLE_PX + _HEIGHT_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint title, grid, both lines and their names."""
        del event
        pair = self._pair
        if pair is None:
            return
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._write(painter, 0, fonts.scaled(_TITLE_PX), pair.name, "body")
        self._paint_grid(painter)
        for hole in self._holes(pair):
            paint_hatch(painter, hole, theme.line2)
        hue = theme.gpu if pair.is_gpu else theme.cpu
        for values, pen in (
            (pair.before, QPen(theme.ink3, 1)),
            (pair.after, QPen(hue, 1.5)),
        ):
            for line in self._lines(values):
                painter.setPen(pen)
                painter.drawPolyline(line)
        self._paint_names(painter, pair)

    def _paint_grid(self, painter: QPainter) -> None:
        theme, px = self._theme, fonts.scaled
        for share, text in ((1.0, "100%"), (0.5, "50"), (0.0, "0")):
            y = round(self._y(share))
            ink = theme.line2 if share == 0.0 else theme.line
            width = self.width() - px(_LEFT_PX) - px(_RIGHT_PX)
            painter.fillRect(px(_LEFT_PX), y, width, 1, ink)
            font = fonts.font("tick")
            metrics = QFontMetricsF(font)
            painter.setFont(font)
            painter.setPen(theme.ink3)
            left = px(_LEFT_PX) - px(5) - metrics.horizontalAdvance(text)
            below = metrics.capHeight() / 2
            painter.drawText(QPointF(left, y + below), text)

    def _paint_names(self, painter: QPainter, pair: Pair) -> None:
        ends = [_mean(pair.before), _mean(pair.after)]
        places = [self._y(0.5 if end is None else end) for end in ends]
        apart = fonts.scaled(_APART_PX)
        if abs(places[0] - places[1]) < apart:
            middle = sum(places) / 2
            up = 1 if places[0] >= places[1] else -1
            places = [middle + up * apart / 2, middle - up * apart / 2]
        names = (self.tr("before"), self.tr("after"))
        looks: tuple[tuple[str, QColor], ...] = (
            ("caption", self._theme.ink3),
            ("caption_head", self._theme.ink),
        )
        left = self.width() - fonts.scaled(_RIGHT_PX) + fonts.scaled(7)
        for y, name, (role, ink) in zip(places, names, looks, strict=True):
            font = fonts.font(role)
            painter.setFont(font)
            painter.setPen(ink)
            below = QFontMetricsF(font).capHeight() / 2
            painter.drawText(QPointF(left, y + below), name)

    def _holes(self, pair: Pair) -> list[QRectF]:
        """Return where one of the windows was not measured: its line stops there."""
        found = []
        top, bottom = self._y(1.0), self._y(0.0)
        for values in (pair.before, pair.after):
            known = [n for n, value in enumerate(values) if not math.isnan(value)]
            ends = (-1, *known, len(values)) if known else ()
            for one, other in pairwise(ends):
                if other - one > 1:
                    left = self._x(max(one, 0), len(values))
                    right = self._x(min(other, len(values) - 1), len(values))
                    found.append(QRectF(left, top, right - left, bottom - top))
        return found

    def _lines(self, values: Sequence[float]) -> list[QPolygonF]:
        """Return the line, in pieces where nothing was measured."""
        lines: list[list[QPointF]] = [[]]
        for at, value in enumerate(values):
            if math.isnan(value):
                lines.append([])
            else:
                lines[-1].append(QPointF(self._x(at, len(values)), self._y(value)))
        return [QPolygonF(line) for line in lines if len(line) > 1]

    def _x(self, at: int, count: int) -> float:
        left = fonts.scaled(_LEFT_PX)
        width = self.width() - left - fonts.scaled(_RIGHT_PX)
        return left + at * width / max(1, count - 1)

    def _y(self, share: float) -> float:
        top = fonts.scaled(_TITLE_PX + _TOP_PX)
        bottom = self.height() - fonts.scaled(_BOTTOM_PX)
        return bottom - max(0.0, min(1.0, share)) * (bottom - top)

    def _write(
        self, painter: QPainter, left: int, height: int, text: str, role: str
    ) -> None:
        font = fonts.font(role)
        painter.setFont(font)
        painter.setPen(self._theme.ink)
        ratio = self.devicePixelRatioF()
        painter.drawText(QPointF(left, fonts.baseline(font, height, ratio)), text)


def _mean(values: Sequence[float]) -> float | None:
    known = [value for value in values if not math.isnan(value)]
    return sum(known) / len(known) if known else None
