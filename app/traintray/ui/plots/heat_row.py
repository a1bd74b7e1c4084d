"""One row of pixels per logical CPU, darker the busier it was."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem

from traintray.ui.plots.graph_item import GraphItem
from traintray.ui.plots.row import Row
from traintray.ui.plots.samples import Floats, Samples
from traintray.ui.theme import Theme

_SHADES = 255
"""Entries of the colour table above the first, which is transparent: no sample."""

Bytes = npt.NDArray[np.uint8]


class HeatRow:
    """The heat map of the logical CPUs."""

    def __init__(self, row: Row, clip: QGraphicsItem, theme: Theme) -> None:
        self.row = row
        self.shades: Bytes = np.zeros((len(row.lines), 0), dtype=np.uint8)
        """A shade for each logical CPU and column; see `column_shades`."""
        self._item = GraphItem(clip, self._paint, is_downwards=True)
        self._span_s = 0.0
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take the ramp of `theme`."""
        self._colors = _colors(theme)

    def place(self, area: QRectF, span_s: float) -> None:
        """Stand in `area`, with `span_s` seconds from its left to its right edge."""
        self._item.place(area, span_s, float(len(self.row.lines)))
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
        self.shades = column_shades(ages, fractions, columns)

    def _paint(self, painter: QPainter) -> None:
        count, columns = self.shades.shape
        if not columns:
            return
        # Qt reads the array where it is: it must live until all is painted.
        kind = QImage.Format.Format_Indexed8
        image = QImage(self.shades.data, columns, count, columns, kind)
        image.setColorTable(self._colors)
        painter.translate(-self._span_s, 0.0)
        painter.scale(self._span_s / columns, 1.0)
        painter.drawImage(QRectF(0.0, 0.0, columns, count), image)

    def remove(self) -> None:
        """Leave the scene."""
        self._item.leave()


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


def _colors(theme: Theme) -> list[int]:
    """Return the ramp as 0xAARRGGBB, with a transparent first entry."""
    low, high = (
        np.array((color.red(), color.green(), color.blue()), dtype=np.float64)
        for color in (theme.ramp(0.0), theme.ramp(1.0))
    )
    shares = np.linspace(0.0, 1.0, _SHADES)[:, np.newaxis]
    parts = np.rint(low + (high - low) * shares).astype(np.uint32)
    opaque = parts @ np.array((1 << 16, 1 << 8, 1), dtype=np.uint32) | 0xFF << 24
    return [0, *opaque.tolist()]
