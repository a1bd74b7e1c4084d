"""What lies above the lines: holes, starts of runs, the crosshair."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from traintray.ui.plots.canvas import Canvas
from traintray.ui.plots.geometry import Geometry
from traintray.ui.plots.hole_names import hole_area, hole_names, paint_hole_names
from traintray.ui.plots.instants import paint_instants
from traintray.ui.plots.lane_names import paint_runs_at
from traintray.ui.plots.layout import Place
from traintray.ui.plots.pens import halo_text, text_width
from traintray.ui.plots.picture import RowPicture
from traintray.ui.plots.row import Line, RowKind
from traintray.ui.plots.samples import Samples
from traintray.ui.plots.timeline import RECENT_S, Timeline

translate = QCoreApplication.translate

_DISC_PX = 2.75
_RIM_PX = 1.25
_LABEL_LINE_PX = 13.0
_FURTHER = 4
"""Lines that a value may stand below its usual place."""
_TOLD_FROM = 0.05
"""A further series that lies lower on the scale has a disc, but no value beside it."""

Shown = tuple[RowPicture, Place]


def paint_overlay(canvas: Canvas) -> None:
    """Paint what stands above the lines, the crosshair apart."""
    for shown, place in zip(canvas.picture.rows, canvas.geometry.places, strict=True):
        _paint_holes(canvas, shown, place)
    paint_hole_names(canvas)
    paint_instants(canvas)


def crosshair_area(geometry: Geometry, timeline: Timeline, at_s: float) -> QRectF:
    """Return what has to be painted anew when a crosshair comes or goes; over hours
    it marks names that stand anywhere.
    """
    if timeline.span_s > RECENT_S:
        return QRectF(0, 0, geometry.width, geometry.height)
    x = timeline.x(at_s)
    reach = 90.0 * geometry.scale
    return QRectF(x - reach, 0, 2 * reach, geometry.height)


def _paint_holes(canvas: Canvas, shown: RowPicture, place: Place) -> None:
    ink = canvas.ink
    for hole in shown.holes:
        area = hole_area(canvas, hole, place)
        # Tiles stand on one grid, so that the rows continue each other.
        canvas.painter.drawTiledPixmap(area, ink.hatching, area.topLeft())
        if hole.span.end_s >= canvas.picture.now_s:
            _paint_ends(canvas, shown, place, hole.span.start_s)


def _paint_ends(canvas: Canvas, shown: RowPicture, place: Place, last_s: float) -> None:
    """Mark with a ring where the lines of a lost source stop."""
    if shown.row.kind is RowKind.LOGICAL_CPUS:
        return
    for line in shown.row.lines:
        y = _height_at(shown, line, place, last_s, canvas.picture.period_s)
        if y is not None:
            _paint_disc(canvas, QPointF(canvas.timeline.x(last_s), y), line, ring=True)


def _height_at(
    shown: RowPicture, line: Line, place: Place, at_s: float, period_s: float
) -> float | None:
    """Return the pixel of a series at an instant; None without a sample there."""
    value = _value_at(shown, line, at_s, period_s)
    if value is None:
        return None
    share = min(1.0, max(0.0, value / line.full))
    return place.bottom + 0.5 - share * place.height


def _value_at(
    shown: RowPicture, line: Line, at_s: float, period_s: float
) -> float | None:
    samples = shown.series[line.key]
    index = samples.nearest(at_s, within_s=period_s)
    if index is None or not samples.valid[index]:
        return None
    return float(samples.values[index])


def paint_crosshair(canvas: Canvas, at_s: float) -> None:
    """Paint a line through all rows, with a disc and a value per series."""
    geometry, theme = canvas.geometry, canvas.ink.theme
    x = round(canvas.timeline.x(at_s)) + 0.5
    top = geometry.run_tops[0] + geometry.lane_height + 2
    canvas.painter.setPen(QPen(theme.ink2, 1.0))
    canvas.painter.drawLine(QPointF(x, top), QPointF(x, canvas.graphs_bottom))
    names = [name.box(canvas) for name in hole_names(canvas)]
    for shown, place in zip(canvas.picture.rows, geometry.places, strict=True):
        if shown.row.kind is not RowKind.LOGICAL_CPUS:
            _paint_values(canvas, (shown, place), QPointF(x, at_s), names)
    if canvas.picture.span_s > RECENT_S:
        paint_runs_at(canvas, at_s)


def _paint_values(canvas: Canvas, row: Shown, at: QPointF, names: list[QRectF]) -> None:
    """Paint a disc per series at pixel `at.x()`, and values beside them.

    `at.y()` is the instant. A value for which there is no room is left out; none is
    written over `names`.
    """
    shown, place = row
    taken: list[QRectF] = []
    for line in shown.row.lines:
        period_s = canvas.picture.period_s
        y = _height_at(shown, line, place, at.y(), period_s)
        value = _value_at(shown, line, at.y(), period_s)
        if y is None or value is None:
            continue
        _paint_disc(canvas, QPointF(at.x(), y), line)
        if line is not shown.row.lines[0] and value < _TOLD_FROM * line.full:
            continue
        text = _told(shown.series[line.key], line, at.y(), period_s)
        box = value_box(canvas, place, (QPointF(at.x(), y), text), (taken, names))
        if box is not None:
            taken.append(box)
            ink = canvas.ink
            canvas.painter.setFont(ink.caption_head)
            colors = (ink.theme.ink, ink.theme.bg)
            halo_text(canvas.painter, box.bottomLeft(), text, colors)


def _told(samples: Samples, line: Line, at_s: float, within_s: float) -> str:
    """Return the value at an instant, with its range where it is a mean of many."""
    index = samples.nearest(at_s, within_s)
    if index is None:
        return ""
    value = line.text(float(samples.values[index]))
    if samples.low is None or samples.high is None:
        return value
    low, high = (line.text(float(v[index])) for v in (samples.low, samples.high))
    if low == high:
        return value
    text = translate("Live", "{mean}, from {low} to {high}")
    return text.format(mean=value, low=low, high=high)


def value_box(
    canvas: Canvas,
    place: Place,
    value: tuple[QPointF, str],
    others: tuple[list[QRectF], list[QRectF]],
) -> QRectF | None:
    """Return the room of a value, with its baseline at the lower edge: above its disc,
    or below where that is too high or another value stands; further off only where the
    name of a hole is in its way. `others` are the values and the names.
    """
    disc, text = value
    values, names = others
    scale = canvas.geometry.scale
    width, line = text_width(canvas.ink.caption_head, text), _LABEL_LINE_PX * scale
    gap = 6 * scale
    fits = disc.x() + gap + width <= canvas.geometry.right
    x = disc.x() + gap if fits else disc.x() - gap - width
    above, below = disc.y() - 7 * scale, disc.y() + 18 * scale
    is_named = False
    for baseline in (above, below, *(below + n * line for n in range(1, _FURTHER))):
        box = QRectF(x, baseline - line, width, line)
        if not place.top + 8 * scale <= baseline <= place.bottom - 1:
            continue
        if baseline > below and not is_named:
            return None
        if any(box.intersects(each) for each in names):
            is_named = True
        elif not any(box.intersects(each) for each in values):
            return box
    return None


def _paint_disc(canvas: Canvas, at: QPointF, line: Line, ring: bool = False) -> None:
    painter, theme = canvas.painter, canvas.ink.theme
    hue = canvas.ink.hue(line.hue)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(hue if ring else theme.bg, _RIM_PX))
    painter.setBrush(theme.bg if ring else hue)
    painter.drawEllipse(at, _DISC_PX, _DISC_PX)
    painter.restore()
