"""Dotted lines through all graphs: where a run starts, where a day begins."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from traintray.ui.plots.canvas import Canvas
from traintray.ui.plots.pens import halo_text, line_pen, text_width
from traintray.ui.plots.timeline import RECENT_S


def paint_instants(canvas: Canvas) -> None:
    """Paint the starts of runs; over hours, where the lanes show them well enough,
    only the days.
    """
    if canvas.picture.span_s <= RECENT_S:
        _paint_starts(canvas)
    else:
        _paint_midnights(canvas)


def _paint_starts(canvas: Canvas) -> None:
    """Draw a dotted line through the graphs where a run starts.

    It begins below the lanes, where it would run through the name of an episode.
    """
    timeline, geometry = canvas.timeline, canvas.geometry
    canvas.painter.setPen(line_pen(canvas.ink.theme.ink3, 1.0, (1.0, 3.0)))
    upper = geometry.lanes_bottom + 2
    for lane in canvas.picture.run_lanes:
        for block in lane:
            if block.start_s > timeline.start_s:
                x = round(timeline.x(block.start_s)) + 0.5
                canvas.painter.drawLine(
                    QPointF(x, upper), QPointF(x, canvas.graphs_bottom)
                )


def _paint_midnights(canvas: Canvas) -> None:
    """Draw a dotted line where a day begins, with its date at the foot."""
    ink, geometry = canvas.ink, canvas.geometry
    for at_s, day in canvas.timeline.midnights():
        x = round(canvas.timeline.x(at_s)) + 0.5
        canvas.painter.setPen(line_pen(ink.theme.ink3, 1.0, (1.0, 3.0)))
        top = QPointF(x, geometry.lanes_bottom + 2)
        canvas.painter.drawLine(top, QPointF(x, canvas.graphs_bottom))
        fits = x + 6 + text_width(ink.caption, day) <= geometry.right
        at = QPointF(x + 6, canvas.graphs_bottom - 8 * geometry.scale)
        if fits:
            canvas.painter.setFont(ink.caption)
            halo_text(canvas.painter, at, day, (ink.theme.ink2, ink.theme.bg))
