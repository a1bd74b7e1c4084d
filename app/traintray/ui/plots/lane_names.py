"""Names the training runs that were on at the crosshair."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt

from traintray.ui.plots.canvas import Canvas
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
    """Write each run's name beside the crosshair, on its lane."""
    for number, block in runs_at(canvas.picture, at_s):
        _paint_name(canvas, block.text, number, canvas.timeline.x(at_s))


def _paint_name(canvas: Canvas, text: str, lane: int, x: float) -> None:
    ink, geometry, painter = canvas.ink, canvas.geometry, canvas.painter
    scale = geometry.scale
    text = elided(ink.caption_label, text, _WIDEST_PX * scale)
    width = text_width(ink.caption_label, text) + 2 * _PAD_PX * scale
    left = x + _GAP_PX
    if left + width > geometry.right:
        left = x - _GAP_PX - width
    chip = QRectF(left, geometry.run_tops[lane], width, geometry.lane_height)
    painter.save()
    painter.setRenderHint(painter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink.theme.ink)
    painter.drawRoundedRect(chip, _RADIUS_PX, _RADIUS_PX)
    painter.restore()
    at = QPointF(left + _PAD_PX * scale, chip.top() + 13 * scale)
    canvas.write(at, text, ink.caption_label, ink.theme.bg)
