"""One graph of lines on a scale that never moves."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QGraphicsItem

from traintray.ui.plots.band import BAND_OPACITY, Band
from traintray.ui.plots.line_points import strokes, visible
from traintray.ui.plots.pens import curve_pen
from traintray.ui.plots.row import Line, Row
from traintray.ui.plots.samples import Floats, Limits, Samples, with_breaks
from traintray.ui.style import faded
from traintray.ui.theme import Theme

FULL = 100.0
"""Top of every scale: per cent of a machine's total or of a limit."""
_POINTS_OF_A_PATH = 100


class Curve(pg.PlotCurveItem):  # type: ignore[misc]
    """A line whose bounds are those of its graph: pyqtgraph need not look for them
    in the data each time.
    """

    _extent = QRectF(0.0, 0.0, 1.0, FULL)

    def set_extent(self, span_s: float) -> None:
        """Say how many seconds the graph is wide."""
        self.prepareGeometryChange()
        self._extent = QRectF(-2 * span_s, -FULL, 3 * span_s, 3 * FULL)

    def show_points(self, x: Floats, y: Floats) -> None:
        """Draw a line through the points, in the way that suits their number.

        One smoothed path has the cleaner corners, but its cost grows with the square
        of the points; 300 of them take Qt ten times as long as their segments.
        """
        many = len(x) > _POINTS_OF_A_PATH
        self.setSegmentedLineMode("on" if many else "off")
        self.setData(x, y)

    def boundingRect(self) -> QRectF:
        """Return more than the graph, whose edges the chart clips."""
        return self._extent


class CurveRow:
    """Lines of one row, drawn by pyqtgraph.

    x is the time since now in seconds, so that the axis is set once per range and
    not once per sample; y is per cent, 0 to 100 for ever.
    """

    def __init__(
        self, row: Row, clip: QGraphicsItem, theme: Theme, ratio: float
    ) -> None:
        self.row = row
        self.view = pg.ViewBox(enableMouse=False, enableMenu=False)
        # Only now: a view that is born with a parent misses the scene's signal to
        # bring its transform up to date.
        self.view.setParentItem(clip)
        # The chart clips all rows at once: a line at 100 keeps its upper half.
        clips = QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape
        self.view.setFlag(clips, False)
        self.view.disableAutoRange()
        self.view.setYRange(0.0, FULL, padding=0)
        self.lines: dict[str, Curve] = {}
        self._fills: dict[str, Curve] = {}
        self._bands: dict[str, Band] = {}
        self._pixels = (1.0, 1.0)
        for line in row.lines:
            self._add(line)
        self.set_look(theme, ratio)

    def _add(self, line: Line) -> None:
        if line.fill:
            # An item of its own without smoothing: pyqtgraph fills in pieces, and
            # smoothed edges would show as seams between them.
            fill = Curve(pen=None, fillLevel=0.0, connect="finite", antialias=False)
            self._fills[line.key] = fill
            self.view.addItem(fill, ignoreBounds=True)
        if line.is_mean:
            self._bands[line.key] = Band()
            self.view.addItem(self._bands[line.key], ignoreBounds=True)
        connect = "pairs" if line.dash else "finite"
        curve = Curve(connect=connect, antialias=True)
        self.lines[line.key] = curve
        self.view.addItem(curve, ignoreBounds=True)

    def set_look(self, theme: Theme, ratio: float) -> None:
        """Take the colours of `theme`; `ratio` is the screen's pixel ratio."""
        for line in self.row.lines:
            color = getattr(theme, line.hue)
            self.lines[line.key].setPen(curve_pen(line, color, ratio))
            if line.key in self._fills:
                self._fills[line.key].setBrush(faded(color, line.fill))
            if line.key in self._bands:
                self._bands[line.key].set_color(faded(color, BAND_OPACITY))

    def place(self, area: QRectF, span_s: float) -> None:
        """Stand in `area`, with `span_s` seconds from its left to its right edge."""
        self.view.setGeometry(area)
        self.view.setXRange(-span_s, 0.0, padding=0)
        self._pixels = (area.width() / span_s, area.height() / FULL)
        for curve in (*self.lines.values(), *self._fills.values()):
            curve.set_extent(span_s)
        for band in self._bands.values():
            band.set_extent(span_s)

    def show_samples(
        self, series: Mapping[str, Samples], now_s: float, limits: Limits
    ) -> None:
        """Draw the series, each under its key; a hole stays a hole."""
        for line in self.row.lines:
            times, values = with_breaks(series[line.key], limits)
            percent = np.minimum(values * (FULL / line.full), FULL)
            x, y = visible((times - now_s, percent), self._pixels[1])
            if line.key in self._fills:
                self._fills[line.key].setData(x, y)
            if line.key in self._bands:
                scale = FULL / line.full
                self._bands[line.key].show(series[line.key], now_s, scale, limits)
            if line.dash:
                x, y = strokes((x, y), self._pixels, line.dash)
            self.lines[line.key].show_points(x, y)

    def remove(self) -> None:
        """Leave the scene."""
        scene = self.view.scene()
        if scene is not None:
            scene.removeItem(self.view)
