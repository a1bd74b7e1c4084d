"""Names the training runs that were on at the crosshair."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from traintray.ui.plots.canvas import Canvas
from traintray.ui.plots.lane_blocks import run_labels
from traintray.ui.plots.lane_labels import LaneLabel
from traintray.ui.plots.lanes import Block
from traintray.ui.plots.pens import elided, text_width
from traintray.ui.plots.picture import Picture

_GAP_PX = 6.0
_PAD_PX = 6.0
_WIDEST_PX = 220.0
_RADIUS_PX = 4.0


def runs_at(picture: Picture, at_s: float) -> list[tuple[int, Block]]:
    """Return the runs that were on at an instant, each with the number of its lane."""
    return [
        (number, block)
        for number, lane in enumerate(picture.run_lanes)
        for block in lane
        if block.start_s <= at_s <= block.until(picture.now_s)
    ]


def paint_runs_at(canvas: Canvas, at_s: float) -> None:
    """Mark the name of each run on its lane, or write it beside the crosshair where it
    had no room.
    """
    for number, block in runs_at(canvas.picture, at_s):
        for label in run_labels(canvas, canvas.picture.run_lanes[number]):
            if label.block is block:
                _paint_name(canvas, label, number, canvas.timeline.x(at_s))


def _paint_name(canvas: Canvas, label: LaneLabel, lane: int, x: float) -> None:
    ink, geometry, painter = canvas.ink, canvas.geometry, canvas.painter
    pad = _PAD_PX * geometry.scale
    text, left = label.text, label.left - pad
    width = text_width(ink.caption_label, text) + 2 * pad
    if not text:
        text = elided(ink.caption_label, label.block.text, _WIDEST_PX * geometry.scale)
        width = text_width(ink.caption_label, text) + 2 * pad
        fits = x + _GAP_PX + width <= geometry.right
        left = x + _GAP_PX if fits else x - _GAP_PX - width
    chip = QRectF(left, geometry.run_tops[lane], width, geometry.lane_height)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink.theme.ink)
    painter.drawRoundedRect(chip, _RADIUS_PX, _RADIUS_PX)
    painter.restore()
    at = QPointF(left + pad, chip.top() + 13 * geometry.scale)
    canvas.write(at, text, ink.caption_label, ink.theme.bg)
