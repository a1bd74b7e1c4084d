"""From where to where a value went in each column: the area behind a line of means."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from traintray.ui.plots.samples import Floats, Limits, Samples

BAND_OPACITY = 0.24
_TOP = 100.0


class Band:
    """An area between the lowest and the highest value; it stops where lines stop."""

    def __init__(self) -> None:
        self._path = QPainterPath()
        self._color = QColor()

    def set_color(self, color: QColor) -> None:
        """Change the colour, its opacity included."""
        self._color = color

    def show(
        self, samples: Samples, now_s: float, scale: float, limits: Limits
    ) -> None:
        """Show the band of a series; values times `scale` are per cent."""
        self._path = QPainterPath()
        if samples.low is None or samples.high is None:
            return
        known = samples.valid
        times = samples.times[known] - now_s
        low = np.clip(samples.low[known] * scale, 0.0, _TOP)
        high = np.clip(samples.high[known] * scale, 0.0, _TOP)
        cuts = limits.apart(samples.times[known]) + 1
        for part in np.split(np.arange(len(times)), cuts):
            if len(part) > 1:
                self._path.addPath(_outline(times[part], low[part], high[part]))

    def paint(self, painter: QPainter) -> None:
        """Fill the area."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color)
        painter.drawPath(self._path)


def _outline(times: Floats, low: Floats, high: Floats) -> QPainterPath:
    """Return the closed way along the upper and back along the lower edge."""
    x = np.concatenate((times, times[::-1]))
    path: QPainterPath = pg.arrayToQPath(x, np.concatenate((high, low[::-1])))
    path.closeSubpath()
    return path
