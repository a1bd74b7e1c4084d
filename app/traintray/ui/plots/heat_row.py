"""One row of pixels per logical CPU, darker the busier it was."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QGraphicsItem

from traintray.ui.plots.row import Row
from traintray.ui.plots.samples import Floats, Samples
from traintray.ui.theme import Theme

_SHADES = 255
"""Entries of the colour table above the first, which is transparent: no sample."""

Bytes = npt.NDArray[np.uint8]


class HeatRow:
    """The heat map of the logical CPUs, drawn by pyqtgraph."""

    def __init__(self, row: Row, clip: QGraphicsItem, theme: Theme) -> None:
        self.row = row
        self.view = pg.ViewBox(enableMouse=False, enableMenu=False)
        self.view.setParentItem(clip)
        self.view.invertY(True)
        self.view.disableAutoRange()
        self.image = pg.ImageItem(axisOrder="row-major")
        self.view.addItem(self.image, ignoreBounds=True)
        self._span_s = 0.0
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take the ramp of `theme`."""
        self.image.setLookupTable(_lookup_table(theme))

    def place(self, area: QRectF, span_s: float) -> None:
        """Stand in `area`, with `span_s` seconds from its left to its right edge."""
        self.view.setGeometry(area)
        self.view.setYRange(0.0, float(len(self.row.lines)), padding=0)
        self.view.setXRange(-span_s, 0.0, padding=0)
        self._span_s = span_s

    def show_samples(
        self, series: Mapping[str, Samples], now_s: float, period_s: float
    ) -> None:
        """Draw the busy fractions of all logical CPUs, each under its key."""
        columns = round(self._span_s / period_s)
        rows = [series[line.key] for line in self.row.lines]
        # The series share one time axis; at most a sample more was added meanwhile.
        length = min(len(row.times) for row in rows)
        ages = (now_s - rows[0].times[:length]) / period_s
        fractions = np.vstack([row.values[:length] for row in rows])
        shades = column_shades(ages, fractions, columns)
        self.image.setImage(shades, autoLevels=False, levels=(0, _SHADES))
        area = QRectF(-self._span_s, 0.0, self._span_s, float(len(rows)))
        self.image.setRect(area)

    def remove(self) -> None:
        """Leave the scene."""
        scene = self.view.scene()
        if scene is not None:
            scene.removeItem(self.view)


def column_shades(ages: Floats, fractions: Floats, columns: int) -> Bytes:
    """Return one shade per row of `fractions` and sampling interval, the last
    interval ending now.

    `ages` are those of the samples, in intervals. 0 means that there is no sample;
    1..255 are the busy fraction. An interval that a late sample left empty shows the
    sample before it; a hole stays empty.
    """
    at = columns - 1 - np.rint(ages).astype(int)
    inside = (at >= 0) & (at < columns)
    known = np.nan_to_num(fractions[:, inside], nan=-1.0)
    levels = 1 + np.rint(np.minimum(known, 1.0) * (_SHADES - 1))
    shades = np.zeros((len(fractions), columns), dtype=np.uint8)
    shades[:, at[inside]] = np.where(known < 0, 0, levels)
    middle, before, after = shades[:, 1:-1], shades[:, :-2], shades[:, 2:]
    alone = (middle == 0) & (before > 0) & (after > 0)
    middle[alone] = before[alone]
    return shades


def _lookup_table(theme: Theme) -> Bytes:
    """Return the ramp as RGBA bytes, with a transparent first entry."""
    low, high = (
        np.array((color.red(), color.green(), color.blue()), dtype=np.float64)
        for color in (theme.ramp(0.0), theme.ramp(1.0))
    )
    shares = np.linspace(0.0, 1.0, _SHADES)[:, np.newaxis]
    table = np.zeros((_SHADES + 1, 4), dtype=np.uint8)
    table[1:, :3] = np.rint(low + (high - low) * shares)
    table[1:, 3] = 255
    return table
