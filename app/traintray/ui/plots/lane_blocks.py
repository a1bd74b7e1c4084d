"""Training runs and episodes above the graphs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPolygonF

from traintray.core.diagnosis.verdict import Severity
from traintray.ui.plots.canvas import Canvas
from traintray.ui.plots.geometry import READOUT_GAP_PX, Geometry
from traintray.ui.plots.lane_labels import (
    PAD_PX,
    SHAPE_PX,
    LaneLabel,
    block_area,
    lane_labels,
)
from traintray.ui.plots.lanes import Block
from traintray.ui.plots.pens import text_width
from traintray.ui.plots.picture import Picture
from traintray.ui.state_shape import Shape, paint_state

_RADIUS_PX = 3.0


def paint_lanes(canvas: Canvas) -> None:
    """Paint the blocks of runs and episodes; an empty lane is a line."""
    picture, geometry = canvas.picture, canvas.geometry
    for top, lane in zip(geometry.run_tops, picture.run_lanes, strict=False):
        for label in run_labels(canvas, lane):
            _paint_run(canvas, label, top)
    for top, lane in zip(geometry.episode_tops, picture.episode_lanes, strict=False):
        for label in _episode_labels(canvas, lane):
            _paint_episode(canvas, label, top)
    below = geometry.lane_height - 1
    if not picture.run_lanes:
        canvas.rule(geometry.run_tops[0] + below, canvas.ink.theme.line2)
    if geometry.episode_tops and not picture.episode_lanes:
        canvas.rule(geometry.episode_tops[0] + below, canvas.ink.theme.line2)
    if not picture.seen_training:
        _paint_none_seen(canvas)


def run_labels(canvas: Canvas, lane: Sequence[Block]) -> list[LaneLabel]:
    """Return the blocks of a lane of runs with their names."""
    look = (canvas.ink.caption_label, 0.0)
    return lane_labels(canvas.picture, canvas.geometry, lane, look)


def _episode_labels(canvas: Canvas, lane: Sequence[Block]) -> list[LaneLabel]:
    look = (canvas.ink.caption_head, SHAPE_PX * canvas.geometry.scale)
    return lane_labels(canvas.picture, canvas.geometry, lane, look)


def block_at(picture: Picture, geometry: Geometry, at: QPointF) -> Block | None:
    """Return the run or the episode at a pixel; None beside them."""
    tops = (*geometry.run_tops[: len(picture.run_lanes)], *geometry.episode_tops)
    lanes = (*picture.run_lanes, *picture.episode_lanes)
    for top, lane in zip(tops, lanes, strict=False):
        for block in lane:
            if block_area(picture, geometry, block, top).contains(at):
                return block
    return None


def is_episode_lane_free(canvas: Canvas, left: float, right: float) -> bool:
    """Return whether a text fits into the first lane of the episodes."""
    lanes = canvas.picture.episode_lanes
    for label in _episode_labels(canvas, lanes[0]) if lanes else ():
        # The block of an open episode is long: only its name is in the way.
        if label.inside:
            start, end = label.area.left(), label.right
        else:
            start = min(label.area.left(), label.left)
            end = max(label.area.right(), label.right)
        if left < end + READOUT_GAP_PX and right > start - PAD_PX:
            return False
    return True


def _paint_run(canvas: Canvas, label: LaneLabel, top: float) -> None:
    painter, ink = canvas.painter, canvas.ink
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink.theme.sel)
    area = label.area.translated(0, top)
    painter.drawRoundedRect(area, _RADIUS_PX, _RADIUS_PX)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    _write(canvas, label, top, (ink.caption_label, ink.theme.ink))


def _paint_episode(canvas: Canvas, label: LaneLabel, top: float) -> None:
    painter, ink, scale = canvas.painter, canvas.ink, canvas.geometry.scale
    severity = label.block.severity
    area = label.area.translated(0, top)
    painter.fillRect(area, ink.tint(severity))
    base = QRectF(area.left(), area.bottom() - 2, area.width(), 2)
    painter.fillRect(base, ink.fill(severity))
    _write(canvas, label, top, (ink.caption_head, ink.text(severity)))
    if label.inside:
        at = QPointF(area.left() + PAD_PX, area.top() + 4 * scale)
        if severity is Severity.CRITICAL:
            _paint_octagon(canvas, at)
        else:
            _paint_triangle(canvas, at, ink.fill(severity))


def _write(
    canvas: Canvas, label: LaneLabel, top: float, look: tuple[QFont, QColor]
) -> None:
    at = QPointF(label.left, top + 13 * canvas.geometry.scale)
    canvas.write(at, label.text, *look)


def _paint_triangle(canvas: Canvas, at: QPointF, color: QColor) -> None:
    painter, scale = canvas.painter, canvas.geometry.scale
    corners = ((5.5, 0.0), (11.0, 9.5), (0.0, 9.5))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawPolygon(
        QPolygonF([at + QPointF(x * scale, y * scale) for x, y in corners])
    )
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _paint_octagon(canvas: Canvas, at: QPointF) -> None:
    side = 11 * canvas.geometry.scale
    box = QRectF(at.x(), at.y() - canvas.geometry.scale, side, side)
    paint_state(canvas.painter, box, Shape.CRITICAL, canvas.ink.theme)


def _paint_none_seen(canvas: Canvas) -> None:
    ink, geometry = canvas.ink, canvas.geometry
    text = QCoreApplication.translate("Live", "none seen yet")
    x = geometry.right - 6 - text_width(ink.caption, text)
    at = QPointF(x, geometry.run_tops[0] + 12 * geometry.scale)
    canvas.write(at, text, ink.caption, ink.theme.ink3)
