"""What a painter of the chart needs: where to paint, what, and with which ink."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QPainter

from traintray.ui.plots.geometry import TAIL_PX, Geometry
from traintray.ui.plots.ink import Ink
from traintray.ui.plots.picture import Picture
from traintray.ui.plots.row import RowKind
from traintray.ui.plots.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Canvas:
    """One pass of painting."""

    painter: QPainter
    ink: Ink
    picture: Picture
    geometry: Geometry

    @property
    def timeline(self) -> Timeline:
        """The time axis of the picture on this chart."""
        return self.geometry.timeline(self.picture)

    @property
    def graphs_bottom(self) -> float:
        """Where what runs through all graphs ends; a note below has no time axis."""
        kinds = [shown.row.kind for shown in self.picture.rows]
        if RowKind.GPU_NOTE in kinds[1:]:
            above = self.geometry.places[kinds.index(RowKind.GPU_NOTE) - 1]
            return above.bottom + TAIL_PX * self.geometry.scale
        return self.geometry.height

    def write(self, at: QPointF, text: str, font: QFont, color: QColor) -> None:
        """Write `text` with its baseline at `at`."""
        self.painter.setFont(font)
        self.painter.setPen(color)
        self.painter.drawText(at, text)

    def rule(self, y: float, color: QColor) -> None:
        """Draw a hairline across the graph area, one pixel below `y`."""
        left, right = self.geometry.left, self.geometry.right
        self.painter.fillRect(QRectF(left, y, right - left, 1.0), color)
