"""What stands in the graph area of one row, on the scale of the row."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget


class GraphItem(QGraphicsItem):
    """Lets `paint_row` paint in the units of the row: x in seconds since now, so that
    the axis is set once per range and not once per sample, y from 0 to `top`.

    One plain item a row: pyqtgraph's views of as many items took a fifth of the time
    in which the window opens.
    """

    def __init__(
        self,
        clip: QGraphicsItem,
        paint_row: Callable[[QPainter], None],
        is_downwards: bool = False,
    ) -> None:
        super().__init__(clip)
        self._paint_row = paint_row
        self._is_downwards = is_downwards
        self._extent = QRectF()

    def place(self, area: QRectF, span_s: float, top: float) -> None:
        """Stand in `area`, with `span_s` seconds from its left to its right edge."""
        self.prepareGeometryChange()
        # More than the graph: the chart clips all rows at once, so that a line at
        # the top keeps its upper half.
        self._extent = QRectF(-2 * span_s, -top, 3 * span_s, 3 * top)
        upwards = 1.0 if self._is_downwards else -1.0
        scale = QTransform()
        scale.translate(area.width() / 2, area.height() / 2)
        scale.scale(area.width() / span_s, upwards * area.height() / top)
        scale.translate(span_s / 2, -top / 2)
        self.setPos(area.topLeft())
        self.setTransform(scale)

    def boundingRect(self) -> QRectF:
        """Return more than the graph."""
        return self._extent

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """Paint the row."""
        del option, widget
        self._paint_row(painter)

    def leave(self) -> None:
        """Leave the scene."""
        scene = self.scene()
        if scene is not None:
            scene.removeItem(self)
