"""Training time by number of GPUs, painted."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.core.planner.curve import CurvePoint
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.joined import listed, named
from traintray.ui.plots.copied_values import Values
from traintray.ui.plots.pens import text_width
from traintray.ui.theme import Theme
from traintray.ui.window.library.live_values import gpus_text
from traintray.ui.window.library.planner_rows import hours, hours_text
from traintray.ui.window.runs.painting import write

translate = QCoreApplication.translate

_HEIGHT_PX = 128
_LEFT_PX, _RIGHT_PX, _TOP_PX, _BOTTOM_PX = 54, 116, 16, 24
_INSET_PX = 16
_LABEL_PX = 16
_RING_PX, _DISC_PX = 3.5, 5.5
_UNITS = ((3600.0, "h"), (60.0, "min"), (1.0, "s"))
_NICE = (1, 2, 4, 5, 6, 10, 12, 15, 20, 24, 30, 50, 60, 100)
_TICKS = 3
_PIECES = 12
"""Straight pieces between two numbers of GPUs; the curve looks round with that."""


class PlannerChart(QWidget):
    """The line that the plan predicts, and the one of perfect scaling."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._points: tuple[CurvePoint, ...] = ()
        self._chosen = 1
        self._efficiency = 1.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(translate("Library", "Training time by number of GPUs"))

    def show_curve(
        self, points: Sequence[CurvePoint], chosen: int, efficiency: float
    ) -> None:
        """Show these times; the number `chosen` stands out."""
        self._points, self._chosen = tuple(points), chosen
        self._efficiency = efficiency
        told = (
            named(gpus_text(point.gpus), hours(point.training_s)) for point in points
        )
        self.setAccessibleDescription(listed(told))
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def copied_values(self) -> list[Values]:
        """Return the times by number of GPUs."""
        rows = [(float(p.gpus), p.training_s, p.perfect_s) for p in self._points]
        head = ("gpus", "training_s", "perfect_s")
        return [Values(self.accessibleName(), head, rows)] if rows else []

    def sizeHint(self) -> QSize:
        """Return the design's height."""
        return QSize(fonts.scaled(400), fonts.scaled(_HEIGHT_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint axes, lines, points and their times."""
        del event
        if not self._points:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        unit_s, unit = _unit(self._points[0].training_s)
        step = _step(max(p.training_s for p in self._points) / unit_s)
        self._top_s = step * _TICKS * unit_s
        self._paint_axes(painter, step, unit)
        dashed = QPen(self._theme.ink2, 1.25)
        dashed.setDashPattern([3, 2.4])
        painter.setPen(dashed)
        painter.drawPath(self._path(perfect=True))
        painter.setPen(QPen(self._theme.gpu, 1.5))
        painter.drawPath(self._path(perfect=False))
        for point in self._points:
            self._paint_point(painter, point)
        self._paint_names(painter)

    def _area(self) -> QRectF:
        left, top = fonts.scaled(_LEFT_PX), fonts.scaled(_TOP_PX)
        right, bottom = fonts.scaled(_RIGHT_PX), fonts.scaled(_BOTTOM_PX)
        return QRectF(self.rect()).adjusted(left, top, -right, -bottom)

    def _place(self, gpus: float, seconds: float) -> QPointF:
        area, inset = self._area(), fonts.scaled(_INSET_PX)
        widest = math.log2(self._points[-1].gpus) or 1.0
        x = area.left() + inset
        x += math.log2(gpus) / widest * (area.width() - 2 * inset)
        return QPointF(x, area.bottom() - seconds / self._top_s * area.height())

    def _path(self, perfect: bool) -> QPainterPath:
        path = QPainterPath()
        alone_s = self._points[0].perfect_s
        for first, second in zip(self._points, self._points[1:], strict=False):
            for piece in range(_PIECES + 1):
                share = piece / _PIECES
                gpus = first.gpus * (second.gpus / first.gpus) ** share
                ratio = second.training_s / first.training_s
                seconds = alone_s / gpus if perfect else first.training_s * ratio**share
                at = self._place(gpus, seconds)
                if path.elementCount():
                    path.lineTo(at)
                else:
                    path.moveTo(at)
        return path

    def _paint_axes(self, painter: QPainter, step: float, unit: str) -> None:
        theme, area = self._theme, self._area()
        plain = fonts.font("caption")
        half = fonts.scaled(_LABEL_PX) / 2
        for tick in range(_TICKS + 1):
            y = round(area.bottom() - tick / _TICKS * area.height()) + 0.5
            painter.setPen(QPen(theme.line if tick else theme.line2, 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            text = f"{step * tick:g}"
            shown = (
                hours_text(step * tick) if unit == "h" else f"{text}{fmt.NBSP}{unit}"
            )
            shown = shown if tick == _TICKS else text
            box = QRectF(0, y - half, area.left() - fonts.scaled(8), 2 * half)
            write(painter, box, shown, (plain, theme.ink3, True))
        for point in self._points:
            strong = point.gpus == self._chosen
            font = fonts.font("caption_head" if strong else "caption")
            self._centred(painter, gpus_text(point.gpus), point, (font, theme.ink))

    def _centred(
        self,
        painter: QPainter,
        text: str,
        point: CurvePoint,
        look: tuple[QFont, QColor],
    ) -> None:
        font, ink = look
        painter.setFont(font)
        painter.setPen(ink)
        width = painter.fontMetrics().horizontalAdvance(text)
        x = self._place(point.gpus, 0).x() - width / 2
        top = self._area().bottom() + fonts.scaled(6)
        box = QRectF(x, top, width + 1, fonts.scaled(_LABEL_PX))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_point(self, painter: QPainter, point: CurvePoint) -> None:
        theme, at = self._theme, self._place(point.gpus, point.training_s)
        chosen = point.gpus == self._chosen
        painter.setPen(QPen(theme.gpu, 1.5))
        painter.setBrush(theme.gpu if chosen else theme.bg)
        radius = _DISC_PX if chosen else _RING_PX
        painter.drawEllipse(at, radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        font = fonts.font("caption_head" if chosen else "caption")
        text = hours(point.training_s)
        width = text_width(font, text) + 2
        left = min(at.x() + fonts.scaled(7), self._area().right() - width)
        top = at.y() - fonts.scaled(_LABEL_PX + 4)
        box = QRectF(left, top, width, fonts.scaled(_LABEL_PX))
        write(painter, box, text, (font, theme.ink, False))

    def _paint_names(self, painter: QPainter) -> None:
        theme, last = self._theme, self._points[-1]
        height = fonts.scaled(_LABEL_PX)
        left = self._area().right() + fonts.scaled(8)
        middle = self._place(last.gpus, (last.training_s + last.perfect_s) / 2).y()
        box = QRectF(left, middle - height, self.width() - left, height)
        share = f"{self._efficiency * 100:.3g}%"
        yours = translate("Library", "at your {share}").format(share=share)
        write(painter, box, yours, (fonts.font("caption_label"), theme.ink, False))
        below = box.translated(0, height)
        perfect = translate("Library", "perfect scaling")
        write(painter, below, perfect, (fonts.font("caption"), theme.ink3, False))


def _unit(longest_s: float) -> tuple[float, str]:
    return next((each for each in _UNITS if longest_s >= 2 * each[0]), _UNITS[-1])


def _step(highest: float) -> float:
    """Return the distance of the grid lines that lets `highest` fit below the top."""
    wanted = highest / _TICKS
    size = 10.0 ** max(0, math.floor(math.log10(wanted)) - 1) if wanted > 0 else 1.0
    return next((n * size for n in _NICE if n * size >= wanted), 100 * size)
