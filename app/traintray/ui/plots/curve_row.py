"""One graph of lines on a scale that never moves."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem

from traintray.ui.plots.band import BAND_OPACITY, Band
from traintray.ui.plots.curve import Area, Curve
from traintray.ui.plots.graph_item import GraphItem
from traintray.ui.plots.line_points import strokes, visible
from traintray.ui.plots.pens import curve_pen
from traintray.ui.plots.row import Row
from traintray.ui.plots.samples import Limits, Samples, with_breaks
from traintray.ui.style import faded
from traintray.ui.theme import Theme

FULL = 100.0
"""Top of every scale: per cent of a machine's total or of a limit."""


class CurveRow:
    """Lines of one row; y is per cent, 0 to 100 for ever."""

    def __init__(
        self, row: Row, clip: QGraphicsItem, theme: Theme, ratio: float
    ) -> None:
        self.row = row
        self.item = GraphItem(clip, self._paint)
        self.lines = {line.key: Curve(bool(line.dash)) for line in row.lines}
        self._areas = {line.key: Area() for line in row.lines if line.fill}
        self._bands = {line.key: Band() for line in row.lines if line.is_mean}
        self._pixels = (1.0, 1.0)
        self.set_look(theme, ratio)

    def set_look(self, theme: Theme, ratio: float) -> None:
        """Take the colours of `theme`; `ratio` is the screen's pixel ratio."""
        for line in self.row.lines:
            color = getattr(theme, line.hue)
            self.lines[line.key].pen = curve_pen(line, color, ratio)
            if line.key in self._areas:
                self._areas[line.key].set_color(faded(color, line.fill))
            if line.key in self._bands:
                self._bands[line.key].set_color(faded(color, BAND_OPACITY))

    def place(self, area: QRectF, span_s: float) -> None:
        """Stand in `area`, with `span_s` seconds from its left to its right edge."""
        self.item.place(area, span_s, FULL)
        self._pixels = (area.width() / span_s, area.height() / FULL)

    def show_samples(
        self, series: Mapping[str, Samples], now_s: float, limits: Limits
    ) -> None:
        """Draw the series, each under its key; a hole stays a hole."""
        for line in self.row.lines:
            times, values = with_breaks(series[line.key], limits)
            percent = np.minimum(values * (FULL / line.full), FULL)
            x, y = visible((times - now_s, percent), self._pixels[1])
            if line.key in self._areas:
                self._areas[line.key].show_points(x, y)
            if line.key in self._bands:
                scale = FULL / line.full
                self._bands[line.key].show(series[line.key], now_s, scale, limits)
            if line.dash:
                x, y = strokes((x, y), self._pixels, line.dash)
            self.lines[line.key].show_points(x, y)

    def _paint(self, painter: QPainter) -> None:
        for key, curve in self.lines.items():
            if key in self._areas:
                self._areas[key].paint(painter)
            if key in self._bands:
                self._bands[key].paint(painter)
            curve.paint(painter)

    def remove(self) -> None:
        """Leave the scene."""
        self.item.leave()
