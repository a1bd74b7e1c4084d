"""Where it is said why nothing was measured: in the Episodes lane, or in a graph."""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class HoleName:
    """What is said of a hole, and where its baseline begins."""

    at: QPointF
    text: str
    is_in_lane: bool = False

    def box(self, canvas: Canvas) -> QRectF:
        """Return the room that it takes."""
        width = text_width(canvas.ink.caption_label, self.text)
        height = _LINE_PX * canvas.geometry.scale
        top = self.at.y() + _DROP_PX * canvas.geometry.scale - height
        return QRectF(self.at.x(), top, width, height)


def hole_names(canvas: Canvas) -> list[HoleName]:
    """Return the names of all holes: those that not all rows have are named in the
    uppermost of the rows that have them.
    """
    found: list[HoleName] = []
    above: tuple[NamedHole, ...] = ()
    for shown in zip(canvas.picture.rows, canvas.geometry.places, strict=True):
        own = shown[0].own_holes
        found += [_in_graph(canvas, hole, shown) for hole in own if hole not in above]
        above = own
    return found + [_of_all_rows(canvas, hole) for hole in canvas.picture.holes]


def paint_hole_names(canvas: Canvas) -> None:
    """Write them, in a graph with a rim: there may be lines behind."""
    ink, painter = canvas.ink, canvas.painter
    for name in hole_names(canvas):
        painter.setFont(ink.caption_label)
        if name.is_in_lane:
            canvas.write(name.at, name.text, ink.caption_label, ink.theme.ink2)
        else:
            halo_text(painter, name.at, name.text, (ink.theme.ink2, ink.theme.bg))


def _of_all_rows(canvas: Canvas, hole: NamedHole) -> HoleName:
    """Name a hole of all rows in the Episodes lane, or in the first row where the
    lane is missing or full.
    """
    geometry, ink = canvas.geometry, canvas.ink
    row, place = canvas.picture.rows[0], geometry.places[0]
    x = _centred(canvas, hole_area(canvas, hole, place), hole.name)
    if not geometry.episode_tops:
        at = QPointF(x, place.top - _DROP_PX * geometry.scale)
        return HoleName(at, hole.name)
    width = text_width(ink.caption_label, hole.name)
    if is_episode_lane_free(canvas, x, x + width):
        at = QPointF(x, geometry.episode_tops[0] + 13 * geometry.scale)
        return HoleName(at, hole.name, is_in_lane=True)
    return _in_graph(canvas, hole, (row, place))


def _in_graph(canvas: Canvas, hole: NamedHole, shown: Shown) -> HoleName:
    """Name it between the marks of the scale, where the fewest samples lie behind."""
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
    return HoleName(QPointF(x, y), hole.name)


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
