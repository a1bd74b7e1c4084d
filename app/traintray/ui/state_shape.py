"""The six state shapes, and one of a change that made no difference. Shape tells the
state; colour only repeats it.
"""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from traintray.core.diagnosis.verdict import Clear, Finding, Severity, Verdict
from traintray.core.frame import State
from traintray.ui.theme import Theme

_GRID = 16.0


class Shape(Enum):
    """What a shape says."""

    OK = "ok"
    ATTENTION = "attention"
    CRITICAL = "critical"
    PAUSED = "paused"
    WAITING = "waiting"
    NO_DATA = "no_data"
    UNCHANGED = "unchanged"
    """Measured, and no change was found: a plain ring."""


def shape_of_state(state: State) -> Shape:
    """Return the shape for the whole machine."""
    return {
        State.IDLE: Shape.NO_DATA,
        State.OK: Shape.OK,
        State.ATTENTION: Shape.ATTENTION,
        State.CRITICAL: Shape.CRITICAL,
        State.PAUSED: Shape.PAUSED,
        State.NO_DATA: Shape.NO_DATA,
    }[state]


def shape_of_severity(severity: Severity) -> Shape:
    """Return the shape for a finding."""
    return {
        Severity.NOTE: Shape.WAITING,
        Severity.ATTENTION: Shape.ATTENTION,
        Severity.CRITICAL: Shape.CRITICAL,
    }[severity]


def shape_of_verdict(verdict: Verdict) -> Shape:
    """Return the shape for what was said of one run."""
    if isinstance(verdict, Finding):
        return shape_of_severity(verdict.severity)
    return Shape.OK if isinstance(verdict, Clear) else Shape.WAITING


def shape_ink(shape: Shape, theme: Theme) -> QColor:
    """Return the colour of a shape's body or line."""
    return {
        Shape.OK: theme.ink2,
        Shape.ATTENTION: theme.attention_fill,
        Shape.CRITICAL: theme.critical_fill,
    }.get(shape, theme.ink3)


def paint_state(painter: QPainter, rect: QRectF, shape: Shape, theme: Theme) -> None:
    """Paint a shape into `rect`, which should be square."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / _GRID, rect.height() / _GRID)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if shape in (Shape.ATTENTION, Shape.CRITICAL):
        _paint_alarm(painter, shape, theme)
    else:
        _paint_ring(painter, shape, shape_ink(shape, theme))
    painter.restore()


def _paint_alarm(painter: QPainter, shape: Shape, theme: Theme) -> None:
    fill = shape_ink(shape, theme)
    if shape is Shape.ATTENTION:
        painter.setPen(_pen(fill, 1.2))
        painter.setBrush(fill)
        painter.drawPolygon(_polygon((8, 1.6), (15, 14.2), (1, 14.2)))
        stroke, top, bottom, dot_y, dot_r = 1.7, 6.0, 10.0, 12.2, 0.95
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawPolygon(_octagon())
        stroke, top, bottom, dot_y, dot_r = 1.8, 4.2, 8.8, 11.5, 1.05
    painter.setPen(_pen(theme.onstate, stroke))
    painter.drawLine(QPointF(8, top), QPointF(8, bottom))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.onstate)
    painter.drawEllipse(QPointF(8, dot_y), dot_r, dot_r)


def _paint_ring(painter: QPainter, shape: Shape, ink: QColor) -> None:
    ring = _pen(ink, 1.4)
    if shape is Shape.NO_DATA:
        ring.setCapStyle(Qt.PenCapStyle.FlatCap)
        ring.setDashPattern([2.3 / 1.4, 2.1 / 1.4])
    painter.setPen(ring)
    painter.drawPath(_circle())
    if shape is Shape.OK:
        painter.setPen(_pen(ink, 1.5))
        painter.drawPolyline(_polygon((5, 8.3), (7.2, 10.4), (11, 5.9)))
    elif shape is Shape.PAUSED:
        painter.setPen(_pen(ink, 1.5))
        painter.drawLine(QPointF(6.3, 5.5), QPointF(6.3, 10.5))
        painter.drawLine(QPointF(9.7, 5.5), QPointF(9.7, 10.5))
    elif shape is Shape.WAITING:
        painter.setPen(_pen(ink, 1.4))
        painter.drawPolyline(_polygon((8, 4.8), (8, 8), (10, 9.3)))


def _circle() -> QPainterPath:
    """Return the ring clockwise from three o'clock, where the dashes start."""
    path = QPainterPath()
    box = QRectF(8 - 6.3, 8 - 6.3, 12.6, 12.6)
    path.arcMoveTo(box, 0)
    path.arcTo(box, 0, -360)
    return path


def _octagon() -> QPolygonF:
    near, far = 5.1, 10.9
    return _polygon(
        *((near, 1), (far, 1), (15, near), (15, far)),
        *((far, 15), (near, 15), (1, far), (1, near)),
    )


def _polygon(*points: tuple[float, float]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])


def _pen(ink: QColor, width: float) -> QPen:
    round_cap, round_join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    return QPen(ink, width, Qt.PenStyle.SolidLine, round_cap, round_join)
