"""Training runs and episodes above the graphs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPolygonF

from traintray.ui.plots.canvas import Canvas
from traintray.ui.plots.geometry import Geometry
from traintray.ui.plots.lanes import Block
from traintray.ui.plots.pens import elided, text_width
from traintray.ui.plots.picture import Picture

_PAD_PX = 8.0
_SHAPE_PX = 16.0
_RADIUS_PX = 3.0
Free = tuple[float, float]
"""From where to where a lane is empty around a block, in pixels."""


def paint_lanes(canvas: Canvas) -> None:
    """Paint the blocks of runs and episodes; an empty lane is a line."""
    picture, geometry = canvas.picture, canvas.geometry
    for top, lane in zip(geometry.run_tops, picture.run_lanes, strict=False):
        _paint_lane(canvas, lane, top, _paint_run)
    for top, lane in zip(geometry.episode_tops, picture.episode_lanes, strict=False):
        _paint_lane(canvas, lane, top, _paint_episode)
    below = geometry.lane_height - 1
    if not picture.run_lanes:
        canvas.rule(geometry.run_tops[0] + below, canvas.ink.theme.line2)
    if geometry.episode_tops and not picture.episode_lanes:
        canvas.rule(geometry.episode_tops[0] + below, canvas.ink.theme.line2)
    if not picture.seen_training:
        _paint_none_seen(canvas)


def _paint_lane(
    canvas: Canvas,
    lane: Sequence[Block],
    top: float,
    paint: Callable[[Canvas, Block, QRectF, Free], float],
) -> None:
    areas = [block_area(canvas.picture, canvas.geometry, b, top) for b in lane]
    free_from = canvas.geometry.left
    nexts = [*(area.left() for area in areas[1:]), canvas.geometry.right]
    for block, area, free_to in zip(lane, areas, nexts, strict=True):
        free_from = paint(canvas, block, area, (free_from, free_to))


def block_area(
    picture: Picture, geometry: Geometry, block: Block, top: float
) -> QRectF:
    """Return where a block stands in the lane at `top`."""
    timeline = geometry.timeline(picture)
    left = timeline.clamped_x(block.start_s)
    right = timeline.clamped_x(block.until(picture.now_s))
    return QRectF(left, top, max(2.0, right - left), geometry.lane_height)


def block_at(picture: Picture, geometry: Geometry, at: QPointF) -> Block | None:
    """Return the run or the episode at a pixel; None beside them."""
    tops = (*geometry.run_tops[: len(picture.run_lanes)], *geometry.episode_tops)
    lanes = (*picture.run_lanes, *picture.episode_lanes)
    for top, lane in zip(tops, lanes, strict=False):
        for block in lane:
            if block_area(picture, geometry, block, top).contains(at):
                return block
    return None


def episode_label_end(canvas: Canvas) -> float:
    """Return the pixel up to which names of episodes fill the first lane."""
    lanes = canvas.picture.episode_lanes
    end = canvas.geometry.left
    for block in lanes[0] if lanes else ():
        area = block_area(canvas.picture, canvas.geometry, block, 0.0)
        pad = (_PAD_PX + _SHAPE_PX) * canvas.geometry.scale
        width = pad + text_width(canvas.ink.caption_head, block.text)
        end = max(end, min(area.right(), area.left() + width))
    return end


def _paint_run(canvas: Canvas, block: Block, area: QRectF, free: Free) -> float:
    painter, ink = canvas.painter, canvas.ink
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink.theme.sel)
    painter.drawRoundedRect(area, _RADIUS_PX, _RADIUS_PX)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    pad = _PAD_PX * canvas.geometry.scale
    label = _Label(block.text, ink.caption_label, ink.theme.ink, free)
    return _paint_label(canvas, label, area, area.adjusted(pad, 0, -pad / 2, 0))[1]


def _paint_episode(canvas: Canvas, block: Block, area: QRectF, free: Free) -> float:
    painter, ink, scale = canvas.painter, canvas.ink, canvas.geometry.scale
    painter.fillRect(area, ink.tint(block.severity))
    base = QRectF(area.left(), area.bottom() - 2, area.width(), 2)
    painter.fillRect(base, ink.fill(block.severity))
    color = ink.text(block.severity)
    label = _Label(block.text, ink.caption_head, color, free)
    pad = _PAD_PX * scale
    room = area.adjusted(pad + _SHAPE_PX * scale, 0, -pad / 2, 0)
    inside, end = _paint_label(canvas, label, area, room)
    if inside:
        at = QPointF(area.left() + pad, area.top() + 4 * scale)
        _paint_triangle(canvas, at, ink.fill(block.severity))
    return end


@dataclass(frozen=True, slots=True)
class _Label:
    """A text with its look."""

    text: str
    font: QFont
    color: QColor
    free: Free


def _paint_label(
    canvas: Canvas, label: _Label, area: QRectF, room: QRectF
) -> tuple[bool, float]:
    """Write a label into the room of its block, or beside it where that is too small.

    Return whether it went inside, and where block and label end. Cut short only where
    it fits on neither place.
    """
    width = text_width(label.font, label.text)
    baseline = room.top() + 13 * canvas.geometry.scale
    before, after = area.left() - _PAD_PX - width, area.right() + _PAD_PX
    if width > room.width() and before - _PAD_PX >= label.free[0]:
        canvas.write(QPointF(before, baseline), label.text, label.font, label.color)
        return False, area.right()
    if width > room.width() and after + width + _PAD_PX <= label.free[1]:
        canvas.write(QPointF(after, baseline), label.text, label.font, label.color)
        return False, after + width
    if room.width() < 4 * _PAD_PX:
        return False, area.right()
    text = elided(label.font, label.text, room.width())
    canvas.write(QPointF(room.left(), baseline), text, label.font, label.color)
    return True, area.right()


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


def _paint_none_seen(canvas: Canvas) -> None:
    ink, geometry = canvas.ink, canvas.geometry
    text = QCoreApplication.translate("Live", "none seen yet")
    x = geometry.right - 6 - text_width(ink.caption, text)
    at = QPointF(x, geometry.run_tops[0] + 12 * geometry.scale)
    canvas.write(at, text, ink.caption, ink.theme.ink3)
