"""The last five minutes of one number, 150 pixels wide, on a scale of 0 to 100."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.core.diagnosis.verdict import Resource
from traintray.ui import fonts
from traintray.ui.format import percent
from traintray.ui.plots.copied_values import Values
from traintray.ui.style import faded
from traintray.ui.theme import Theme
from traintray.ui.widgets.told_slowly import ToldSlowly

SPAN_S = 300.0
_WIDTH_PX = 150.0
_HEIGHT_PX = 28.0
_RIGHT_PX = 147.0
"""Where now is: the last disc needs room."""
_TOP_PX, _BOTTOM_PX = 2.0, 27.0
_FILL = 0.13
_STROKE_PX = 1.25
_GAP_INTERVALS = 2.5
_NEARBY = 4
"""Samples on either side by which the pace at one is told."""

Point = tuple[float, float]
"""A sample: seconds before now as a share of the span, and its value, both 0..1."""


@dataclass(frozen=True, slots=True)
class Stretches:
    """Samples without the holes between them."""

    lines: tuple[tuple[Point, ...], ...]
    ends_now: bool
    """False when the source has gone silent: the last line ends in a ring."""


def stretches(
    times: Sequence[float], values: Sequence[float], now_s: float
) -> Stretches:
    """Cut a series where it has no sample for more than 2.5 intervals.

    A NaN is a missing sample. What is older than the span is left out.
    """
    known = [
        (at_s, value)
        for at_s, value in zip(times, values, strict=True)
        if not math.isnan(value) and 0 <= now_s - at_s <= SPAN_S
    ]
    lines: list[list[Point]] = []
    last_s = -math.inf
    for at_s, value in known:
        if at_s - last_s > _GAP_INTERVALS and _is_hole(times, last_s, at_s):
            lines.append([])
        share = max(0.0, min(1.0, value))
        lines[-1].append(((now_s - at_s) / SPAN_S, share))
        last_s = at_s
    is_fresh = bool(known) and not _is_hole(times, last_s, now_s)
    return Stretches(tuple(map(tuple, lines)), is_fresh)


def _is_hole(times: Sequence[float], from_s: float, until_s: float) -> bool:
    """Tell whether a step is longer than the pace explains; that may have changed on
    the way, so it is told by the steps nearby.
    """
    at = bisect_left(times, from_s) + 1
    before = _usual_step_s(times[max(0, at - _NEARBY) : at])
    after = _usual_step_s(times[at : at + _NEARBY])
    usual_s = max(before, after) or 1.0
    return until_s - from_s > _GAP_INTERVALS * usual_s


def _usual_step_s(times: Sequence[float]) -> float:
    steps = sorted(b - a for a, b in pairwise(times) if b > a)
    return steps[(len(steps) - 1) // 2] if steps else 0.0


class Sparkline(QWidget):
    """Shows a series in the hue of its resource; swap is dashed.

    A hole is hatched, and a source that is lost ends in a ring.
    """

    def __init__(
        self, resource: Resource, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._resource = resource
        self._theme = theme
        self._label = ""
        self._drawn = Stretches((), ends_now=False)
        self._told = ToldSlowly()
        fixed = QSizePolicy.Policy.Fixed
        self.setSizePolicy(fixed, fixed)

    def set_label(self, label: str) -> None:
        """Name the series for screen readers: `CPU`."""
        self._label = label

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def show_samples(
        self, times: Sequence[float], values: Sequence[float], now_s: float
    ) -> None:
        """Show fractions of 0..1, NaN where there is none; `now_s` is at the right."""
        drawn = stretches(times, values, now_s)
        self._drawn = drawn
        if self._told.is_due(now_s, (self._label, drawn.ends_now)):
            self._tell()
        self.update()

    def show_nothing(self) -> None:
        """Show a dotted line: the value cannot be read here."""
        self._drawn = Stretches((), ends_now=False)
        self._tell()
        self.update()

    def copied_values(self) -> list[Values]:
        """Return what is drawn, as parts of the whole."""
        points = [point for line in self._drawn.lines for point in line]
        rows = [(ago * SPAN_S, share) for ago, share in points]
        head = ("seconds_ago", "fraction")
        return [Values(self._label, head, rows)] if rows else []

    def sizeHint(self) -> QSize:
        """Return the size of the design."""
        return QSize(fonts.scaled(_WIDTH_PX), fonts.scaled(_HEIGHT_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint scale, holes, line and last point in the design's pixels."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.width() / _WIDTH_PX, self.height() / _HEIGHT_PX)
        theme = self._theme
        if not self._drawn.lines:
            middle = _HEIGHT_PX / 2
            pen = QPen(theme.ctl, 1)
            pen.setDashPattern([2, 4])
            painter.setPen(pen)
            painter.drawLine(QPointF(0, middle), QPointF(_WIDTH_PX, middle))
            return
        for y, ink in ((1.5, theme.line), (_HEIGHT_PX - 0.5, theme.line2)):
            painter.setPen(QPen(ink, 1))
            painter.drawLine(QPointF(0, y), QPointF(_WIDTH_PX, y))
        self._paint_holes(painter)
        hue = theme.resource(self._resource)
        for line in self._drawn.lines:
            self._paint_line(painter, [_place(point) for point in line], hue)
        self._paint_last(painter, _place(self._drawn.lines[-1][-1]), hue)

    def _paint_holes(self, painter: QPainter) -> None:
        lines = self._drawn.lines
        edges = [(_place(a[-1]).x(), _place(b[0]).x()) for a, b in pairwise(lines)]
        if not self._drawn.ends_now:
            edges.append((_place(lines[-1][-1]).x(), _WIDTH_PX))
        for left, right in edges:
            box = QRectF(left, _TOP_PX, right - left, _BOTTOM_PX - _TOP_PX)
            paint_hatch(painter, box, self._theme.line2)

    def _paint_line(self, painter: QPainter, line: list[QPointF], hue: QColor) -> None:
        path = QPainterPath(line[0])
        for point in line[1:]:
            path.lineTo(point)
        area = QPainterPath(path)
        area.lineTo(line[-1].x(), _BOTTOM_PX)
        area.lineTo(line[0].x(), _BOTTOM_PX)
        area.closeSubpath()
        painter.fillPath(area, faded(hue, _FILL))
        pen = QPen(hue, _STROKE_PX)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if self._resource is Resource.SWAP:
            pen.setDashPattern([5 / _STROKE_PX, 2 / _STROKE_PX])
        painter.strokePath(path, pen)

    def _paint_last(self, painter: QPainter, last: QPointF, hue: QColor) -> None:
        if self._drawn.ends_now:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(hue)
            painter.drawEllipse(last, 2, 2)
        else:
            painter.setPen(QPen(hue, _STROKE_PX))
            painter.setBrush(self._theme.bg)
            painter.drawEllipse(last, 2.5, 2.5)

    def _tell(self) -> None:
        """Keep the accessible name true; screen readers need not hear each second."""
        values = [value for line in self._drawn.lines for _, value in line]
        if not values:
            text = self.tr("{name}, last 5 minutes: no data").format(name=self._label)
        elif not self._drawn.ends_now:
            text = self.tr("{name}, last 5 minutes: now no data, last {last}").format(
                name=self._label, last=percent(values[-1])
            )
        else:
            text = self.tr(
                "{name}, last 5 minutes: now {now}, lowest {low}, highest {high}"
            ).format(
                name=self._label,
                now=percent(values[-1]),
                low=percent(min(values)),
                high=percent(max(values)),
            )
        self.setAccessibleName(text)


def paint_hatch(painter: QPainter, box: QRectF, ink: QColor) -> None:
    """Fill a box with the slanted lines that stand for a time without data."""
    painter.save()
    painter.setClipRect(box)
    painter.setPen(QPen(ink, 0.7))
    apart = 5 * math.sqrt(2)
    x = box.left() - box.height()
    x -= x % apart
    while x < box.right():
        painter.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()))
        x += apart
    painter.restore()


def _place(point: Point) -> QPointF:
    ago, value = point
    return QPointF(_RIGHT_PX * (1 - ago), _BOTTOM_PX - value * (_BOTTOM_PX - _TOP_PX))
