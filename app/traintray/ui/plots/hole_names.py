"""Where it is said why nothing was measured: in the Episodes lane, or in a graph."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from traintray.ui.plots.canvas import Canvas
from traintray.ui.plots.lane_blocks import is_episode_lane_free
from traintray.ui.plots.layout import Place
from traintray.ui.plots.pens import halo_text, text_width
from traintray.ui.plots.picture import NamedHole, RowPicture
from traintray.ui.plots.side_texts import MIDDLE_TICK_FROM_PX

_DROP_PX = 4.0
"""From the middle of a line of text down to its baseline."""
_LINE_PX = 14.0
_BETWEEN_MARKS = (0.75, 0.25)
"""Heights on the scale that lie between two marks of it."""

Shown = tuple[RowPicture, Place]


def hole_area(canvas: Canvas, hole: NamedHole, place: Place) -> QRectF:
    """Return the part of a graph that a hole takes."""
    left = canvas.timeline.clamped_x(hole.span.start_s)
    right = canvas.timeline.clamped_x(hole.span.end_s)
    return QRectF(left, place.top, right - left, place.height)


def name_own_holes(canvas: Canvas, holes: Sequence[NamedHole], shown: Shown) -> None:
    """Name holes that not all rows have, in the uppermost of those that have them."""
    for hole in holes:
        _name_in_graph(canvas, hole, shown)


def name_common_hole(canvas: Canvas, hole: NamedHole) -> None:
    """Name a hole of all rows in the Episodes lane, or in the first row where the
    lane is missing or full.
    """
    geometry, ink = canvas.geometry, canvas.ink
    row, place = canvas.picture.rows[0], geometry.places[0]
    if not geometry.episode_tops:
        x = _centred(canvas, hole_area(canvas, hole, place), hole.name)
        at = QPointF(x, place.top - _DROP_PX * geometry.scale)
        _write(canvas, at, hole.name)
        return
    x = _centred(canvas, hole_area(canvas, hole, place), hole.name)
    width = text_width(ink.caption_label, hole.name)
    if is_episode_lane_free(canvas, x, x + width):
        at = QPointF(x, geometry.episode_tops[0] + 13 * geometry.scale)
        canvas.write(at, hole.name, ink.caption_label, ink.theme.ink2)
        return
    _name_in_graph(canvas, hole, (row, place))


def _name_in_graph(canvas: Canvas, hole: NamedHole, shown: Shown) -> None:
    """Write between the marks of the scale, where the fewest samples lie behind."""
    row, place = shown
    x = _centred(canvas, hole_area(canvas, hole, place), hole.name)
    width = text_width(canvas.ink.caption_label, hole.name)
    timeline = canvas.timeline
    span_s = (timeline.at_s(x), timeline.at_s(x + width))
    half = _LINE_PX * canvas.geometry.scale / 2 / place.height
    has_middle = place.height >= MIDDLE_TICK_FROM_PX
    shares = _BETWEEN_MARKS if has_middle else (0.5,)
    share = min(
        shares, key=lambda each: _behind(row, span_s, (each - half, each + half))
    )
    y = place.bottom - share * place.height + _DROP_PX * canvas.geometry.scale
    _write(canvas, QPointF(x, y), hole.name)


def _behind(
    row: RowPicture, span_s: tuple[float, float], shares: tuple[float, float]
) -> int:
    """Return how many samples lie in a part of a graph; bands count at their edges."""
    count = 0
    for line in row.row.lines:
        samples = row.series[line.key]
        inside = (samples.times >= span_s[0]) & (samples.times <= span_s[1])
        for values in (samples.values, samples.low, samples.high):
            if values is not None:
                found = np.minimum(values[inside] / line.full, 1.0)
                count += int(((found >= shares[0]) & (found <= shares[1])).sum())
    return count


def _centred(canvas: Canvas, area: QRectF, text: str) -> float:
    """Return where `text` begins so that it stands over `area`, within the graph."""
    width = text_width(canvas.ink.caption_label, text)
    left, right = canvas.geometry.left, canvas.geometry.right
    return max(left, min(right - width, area.center().x() - width / 2))


def _write(canvas: Canvas, at: QPointF, text: str) -> None:
    ink = canvas.ink
    canvas.painter.setFont(ink.caption_label)
    halo_text(canvas.painter, at, text, (ink.theme.ink2, ink.theme.bg))
