"""The words left of the graphs and the numbers right of them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF

from traintray.ui import format as fmt
from traintray.ui.plots.band import BAND_OPACITY
from traintray.ui.plots.canvas import Canvas
from traintray.ui.plots.geometry import TAIL_PX, TICK_GAP_PX
from traintray.ui.plots.layout import ROW_GAP, Place
from traintray.ui.plots.pens import elided, line_pen, text_width
from traintray.ui.plots.picture import Picture, RowPicture
from traintray.ui.plots.row import Row, RowKind
from traintray.ui.style import blend

translate = QCoreApplication.translate

MIDDLE_TICK_FROM_PX = 70.0
"""A graph that is less tall is marked at 0 and 100 only."""
_RAMP_FROM_PX = 44.0
_RAMP_STEPS = 7
SWATCH_PX = 12.0
_LINE_PX = 14.0
_AIR_PX = 5.0
"""Between the words beside a row and the name of the next."""
TICK_LABEL_PX = 34.0
"""What stands between a name and its graph."""


def paint_names(canvas: Canvas) -> None:
    """Paint what stands left of the graphs: names, legends, tick labels.

    It stays the same from sample to sample, so it is painted once per layout.
    """
    picture, geometry, ink = canvas.picture, canvas.geometry, canvas.ink
    tops = geometry.run_tops[:1] + geometry.episode_tops[:1]
    for name, top in zip(lane_names(), tops, strict=False):
        at = QPointF(0, top + 13 * geometry.scale)
        canvas.write(at, name, ink.name, ink.theme.ink)
    for shown, place in zip(picture.rows, geometry.places, strict=True):
        below = TAIL_PX if place is geometry.places[-1] else ROW_GAP - _AIR_PX
        _paint_name(canvas, shown.row, place, below)
        _paint_tick_labels(canvas, shown.row, place)


def lane_names() -> tuple[str, str]:
    """Return what stands beside the lanes of runs and of episodes."""
    return translate("Live", "Training runs"), translate("Live", "Episodes")


def paint_readouts(canvas: Canvas) -> None:
    """Paint what stands right of the graphs: counts and values."""
    if canvas.picture.seen_training:
        _paint_counts(canvas)
    places = canvas.geometry.places
    for shown, place in zip(canvas.picture.rows, places, strict=True):
        _paint_readout(canvas, shown, place)


def _paint_counts(canvas: Canvas) -> None:
    geometry, ink = canvas.geometry, canvas.ink
    tops = geometry.run_tops[0], geometry.episode_tops[0]
    for text, top in zip(count_texts(canvas.picture), tops, strict=True):
        at = QPointF(geometry.readout_x, top + 13 * geometry.scale)
        canvas.write(at, text, ink.caption, ink.theme.ink3)


def count_texts(picture: Picture) -> tuple[str, str]:
    """Return how many runs go on, and how many episodes are open."""
    count = picture.runs_going_on
    runs = translate("Live", "{count} running").format(count=count)
    runs = runs if count else translate("Live", "none running")
    count = picture.episodes_open
    episodes = translate("Live", "{count} open").format(count=count)
    episodes = episodes if count else translate("Live", "none open")
    return runs, episodes if picture.episode_lanes else translate("Live", "none")


def _paint_name(canvas: Canvas, row: Row, place: Place, below: float) -> None:
    ink, scale, theme = canvas.ink, canvas.geometry.scale, canvas.ink.theme
    room = canvas.geometry.left - TICK_LABEL_PX * scale
    baseline = place.top + 11 * scale
    canvas.write(QPointF(0, baseline), row.name, ink.name, theme.ink)
    baseline += 15 * scale
    labels = sum(1 for line in row.lines if line.label)
    # Names of lines say more than a caption does; both need the room.
    if row.caption and 26 + _LINE_PX * labels <= place.height / scale + below:
        text = elided(ink.caption, row.caption, room)
        canvas.write(QPointF(0, baseline), text, ink.caption, theme.ink3)
        baseline += _LINE_PX * scale
    for line in row.lines:
        if not line.label:
            continue
        canvas.painter.setPen(line_pen(ink.hue(line.hue), 1.75, line.dash))
        y = round(baseline - 4 * scale) + 0.5
        canvas.painter.drawLine(QPointF(0, y), QPointF(SWATCH_PX * scale, y))
        at = QPointF((SWATCH_PX + 5) * scale, baseline)
        canvas.write(at, line.label, ink.caption, theme.ink3)
        baseline += _LINE_PX * scale
        if line.is_mean and row.kind is RowKind.CPU:  # it stands for all graphs
            box = QRectF(0, baseline - 8 * scale, SWATCH_PX * scale, 8 * scale)
            band = blend(theme.bg, ink.hue(line.hue), BAND_OPACITY)
            canvas.painter.fillRect(box, band)
            at = QPointF((SWATCH_PX + 5) * scale, baseline)
            text = translate("Live", "min to max")
            canvas.write(at, text, ink.caption, theme.ink3)


def _paint_tick_labels(canvas: Canvas, row: Row, place: Place) -> None:
    ink, scale = canvas.ink, canvas.geometry.scale
    if row.kind is RowKind.GPU_NOTE:
        return
    if row.kind is RowKind.LOGICAL_CPUS:
        last = str(len(row.lines) - 1)
        labels = [(place.top + 4.5 * scale, "0"), (place.bottom - 3.5 * scale, last)]
    else:
        labels = [(place.top + 0.5, "100%"), (place.bottom + 0.5, "0")]
        if place.height >= MIDDLE_TICK_FROM_PX:
            labels.append(((place.top + place.bottom) / 2 + 0.5, "50"))
    for y, label in labels:
        x = canvas.geometry.left - TICK_GAP_PX - text_width(ink.tick, label)
        at = QPointF(x, y + 3.5 * scale)
        canvas.write(at, label, ink.tick, ink.theme.ink3)


def _paint_readout(canvas: Canvas, shown: RowPicture, place: Place) -> None:
    ink, scale, theme = canvas.ink, canvas.geometry.scale, canvas.ink.theme
    readout = shown.readout
    x, baseline = canvas.geometry.readout_x, place.top + 10 * scale
    room = canvas.geometry.width - x
    is_heat = shown.row.kind is RowKind.LOGICAL_CPUS
    if readout.value:
        baseline = place.top + 16 * scale
        color = theme.ink3 if readout.value == fmt.MISSING else theme.ink
        canvas.write(QPointF(x, baseline), readout.value, ink.value, color)
        baseline += 16 * scale
    elif is_heat:
        baseline = place.top + 14 * scale
    font = ink.caption_label if readout.strong else ink.caption
    color = theme.ink if readout.strong else theme.ink3
    for text in readout.details:
        canvas.write(QPointF(x, baseline), elided(font, text, room), font, color)
        baseline += _LINE_PX * scale
    if is_heat and place.height >= _RAMP_FROM_PX * scale:
        _paint_ramp(canvas, QPointF(x, place.top + 24 * scale))


def _paint_ramp(canvas: Canvas, at: QPointF) -> None:
    """Paint the legend of the heat map."""
    ink, scale = canvas.ink, canvas.geometry.scale
    step = 9 * scale
    for index in range(_RAMP_STEPS):
        color = ink.theme.ramp(index / (_RAMP_STEPS - 1))
        box = QRectF(at.x() + index * step, at.y(), step, 7 * scale)
        canvas.painter.fillRect(box, color)
    baseline = at.y() + 18 * scale
    canvas.write(QPointF(at.x(), baseline), "0", ink.tick, ink.theme.ink3)
    right = at.x() + _RAMP_STEPS * step - text_width(ink.tick, "100%")
    canvas.write(QPointF(right, baseline), "100%", ink.tick, ink.theme.ink3)
