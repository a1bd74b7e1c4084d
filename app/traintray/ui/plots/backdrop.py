"""What lies behind the lines: episodes, grid, lanes and texts."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF

from traintray.ui.plots.canvas import Canvas
from traintray.ui.plots.lane_blocks import paint_lanes
from traintray.ui.plots.pens import halo_text, text_width
from traintray.ui.plots.row import RowKind
from traintray.ui.plots.side_texts import MIDDLE_TICK_FROM_PX, paint_readouts
from traintray.ui.style import faded

_FILLED_SHARE = 0.25
"""While samples reach less far into the graph than this, a text says why."""


def paint_backdrop(canvas: Canvas) -> None:
    """Paint what the lines are drawn on, all but the names at the left."""
    _paint_bands(canvas)
    _paint_grid(canvas)
    paint_lanes(canvas)
    paint_readouts(canvas)
    _paint_hint(canvas)


def _paint_bands(canvas: Canvas) -> None:
    """Shade all rows for as long as a finding held, from its onset on.

    Episodes of several runs that overlap are shaded once, or the shade would read
    as a louder one.
    """
    timeline, picture = canvas.timeline, canvas.picture
    top, bottom = canvas.geometry.lanes_bottom, canvas.graphs_bottom
    blocks = [each for lane in picture.episode_lanes for each in lane]
    shaded_to = canvas.geometry.left
    for block in sorted(blocks, key=lambda each: each.start_s):
        left = max(shaded_to, timeline.clamped_x(block.start_s))
        right = timeline.clamped_x(block.until(picture.now_s))
        if right <= left:
            continue
        color = canvas.ink.fill(block.severity)
        shade = faded(color, canvas.ink.theme.episode_alpha)
        canvas.painter.fillRect(QRectF(left, top, right - left, bottom - top), shade)
        shaded_to = right


def _paint_grid(canvas: Canvas) -> None:
    theme, geometry = canvas.ink.theme, canvas.geometry
    for shown, place in zip(canvas.picture.rows, geometry.places, strict=True):
        if shown.row.kind is RowKind.GPU_NOTE:
            continue
        if shown.row.kind is not RowKind.LOGICAL_CPUS:
            canvas.rule(place.top, theme.line)
            if place.height >= MIDDLE_TICK_FROM_PX:
                canvas.rule(float(int((place.top + place.bottom) / 2)), theme.line)
        canvas.rule(place.bottom, theme.line2)


def _paint_hint(canvas: Canvas) -> None:
    """Say why the graphs are still empty."""
    picture, geometry, ink = canvas.picture, canvas.geometry, canvas.ink
    times = picture.times.times
    first_s = float(times[0]) if len(times) else picture.now_s
    if (picture.now_s - first_s) / picture.span_s >= _FILLED_SHARE:
        return
    text = QCoreApplication.translate(
        "Live", "Graphs fill from the right as samples arrive."
    )
    room = canvas.timeline.x(first_s) - geometry.left
    font = ink.body if text_width(ink.body, text) <= room else ink.caption
    canvas.painter.setFont(font)
    x = max(geometry.left, geometry.left + (room - text_width(font, text)) / 2)
    at = QPointF(x, geometry.places[0].top + 26 * geometry.scale)
    halo_text(canvas.painter, at, text, (ink.theme.ink3, ink.theme.bg))
