"""One line of a graph, and the area below it."""

from __future__ import annotations

import itertools

import numpy as np
import pyqtgraph as pg
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from traintray.ui.plots.samples import Floats

_POINTS_OF_A_PATH = 100
_POINTS_OF_AN_AREA = 50
"""The time that Qt takes to fill an area grows faster than its points."""


class Curve:
    """Points to draw a line through; NaN where it is interrupted."""

    def __init__(self, is_pairs: bool) -> None:
        """`is_pairs`: each two points are a line of their own."""
        self.x: Floats = np.empty(0)
        self.y: Floats = np.empty(0)
        self.pen = QPen()
        self._is_pairs = is_pairs
        self._segments = PrimitiveArray(QLineF, 4)

    def show_points(self, x: Floats, y: Floats) -> None:
        """Draw this from now on."""
        self.x, self.y = x, y

    def paint(self, painter: QPainter) -> None:
        """Draw the line, in the way that suits the number of its points.

        One smoothed path has the cleaner corners, but its cost grows with the square
        of the points; 300 of them take Qt ten times as long as their segments.
        """
        if not len(self.x):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self.pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if len(self.x) > _POINTS_OF_A_PATH:
            painter.drawLines(*self._lines())
        else:
            connect = "pairs" if self._is_pairs else "finite"
            painter.drawPath(pg.arrayToQPath(self.x, self.y, connect=connect))

    def _lines(self) -> tuple[QLineF, int]:
        """Return the segments as `drawLines` takes them, without an object for each."""
        begins = slice(None, -1, 2) if self._is_pairs else slice(None, -1)
        ends = slice(1, None, 2) if self._is_pairs else slice(1, None)
        found = np.column_stack(
            (self.x[begins], self.y[begins], self.x[ends], self.y[ends])
        )
        found = found[np.isfinite(found).all(axis=1)]
        self._segments.resize(len(found))
        self._segments.ndarray()[:] = found
        lines: tuple[QLineF, int] = self._segments.drawargs()
        return lines


class Area:
    """The area between a line and the bottom of the graph."""

    def __init__(self) -> None:
        self._x: Floats = np.empty(0)
        self._y: Floats = np.empty(0)
        self._brush = QBrush()

    def set_color(self, color: QColor) -> None:
        """Change the colour, its opacity included."""
        self._brush = QBrush(color)

    def show_points(self, x: Floats, y: Floats) -> None:
        """Draw this from now on."""
        self._x, self._y = x, y

    def paint(self, painter: QPainter) -> None:
        """Fill it piece by piece, without smoothing: smoothed edges would show as
        seams between the pieces.
        """
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        interrupted = np.flatnonzero(~np.isfinite(self._y))
        edges = [-1, *interrupted.tolist(), len(self._x)]
        for before, after in itertools.pairwise(edges):
            # The last point of a piece is the first of the next.
            for start in range(before + 1, after - 1, _POINTS_OF_AN_AREA - 1):
                self._fill(painter, start, min(after, start + _POINTS_OF_AN_AREA))

    def _fill(self, painter: QPainter, start: int, end: int) -> None:
        part, corners = slice(start, end), [end - 1, start, start]
        x = np.concatenate((self._x[part], self._x[corners]))
        y = np.concatenate((self._y[part], [0.0, 0.0, self._y[start]]))
        painter.fillPath(pg.arrayToQPath(x, y, finiteCheck=False), self._brush)
