"""The graphs of the Live page: rows on one shared time axis."""

from __future__ import annotations

from dataclasses import replace

import pyqtgraph as pg
from PySide6.QtCore import QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsRectItem, QWidget

from traintray.ui.plots.backdrop import paint_backdrop
from traintray.ui.plots.canvas import Canvas
from traintray.ui.plots.curve_row import CurveRow
from traintray.ui.plots.geometry import Geometry, lay_out
from traintray.ui.plots.heat_row import HeatRow
from traintray.ui.plots.ink import Ink
from traintray.ui.plots.overlay import crosshair_area, paint_crosshair, paint_overlay
from traintray.ui.plots.picture import Picture
from traintray.ui.plots.row import Row, RowKind
from traintray.ui.plots.side_texts import paint_names
from traintray.ui.plots.side_widths import Sides, sides
from traintray.ui.theme import Theme


class Chart(pg.GraphicsView):  # type: ignore[misc]
    """Draws pictures. Lines and heat map are items of its scene, all else is painted
    behind or above them.
    """

    crosshair_moved = Signal(object)
    """The instant it stands on, in monotonic seconds, or None."""
    laid_out = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=theme.bg)
        # All items change at once, once a second: the chart says when to paint.
        self.setViewportUpdateMode(self.ViewportUpdateMode.NoViewportUpdate)
        # Nor is there anything to cache: each second brings another backdrop.
        self.setCacheMode(self.CacheModeFlag.CacheNone)
        self.scene().setItemIndexMethod(self.scene().ItemIndexMethod.NoIndex)
        self._ratio = self.devicePixelRatioF()
        self._ink = Ink.of(theme, self._ratio)
        self._room = (0, 0)
        self._sides = Sides(0.0, 0.0)
        self.picture: Picture | None = None
        self.places: Geometry | None = None
        self._laid_out_span_s = 0.0
        self._names: QPixmap | None = None
        self.rows: list[CurveRow | HeatRow] = []
        self._crosshair_s: float | None = None
        self._still: QPixmap | None = None
        self._still_is_old = True
        self._clip = QGraphicsRectItem()
        self._clip.setPen(Qt.PenStyle.NoPen)
        self._clip.setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape)
        self.scene().addItem(self._clip)

    @property
    def ink(self) -> Ink:
        """The look it has."""
        return self._ink

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._ink = Ink.of(theme, self._ratio)
        self.setBackground(theme.bg)
        self._dress_rows()
        self._repaint()

    def _dress_rows(self) -> None:
        self._names = None
        for row in self.rows:
            if isinstance(row, HeatRow):
                row.set_theme(self._ink.theme)
            else:
                row.set_look(self._ink.theme, self._ratio)

    def set_room(self, width: int, height: int) -> None:
        """Say how many pixels are in view; the rows share the height."""
        self._room = (width, height)
        self._lay_out()

    def show_picture(self, picture: Picture) -> None:
        """Draw `picture`."""
        before = self.picture
        self.picture = picture
        rows = [shown.row for shown in picture.rows]
        if before is None or rows != [shown.row for shown in before.rows]:
            self._build(rows)
            self._sides = Sides(0.0, 0.0)
            self.places = None
        if self._ratio != self.devicePixelRatioF():
            self._ratio = self.devicePixelRatioF()
            self._ink = Ink.of(self._ink.theme, self._ratio)
            self._dress_rows()
        self._lay_out()
        drawn = [each for each in picture.rows if each.row.kind is not RowKind.GPU_NOTE]
        for item, shown in zip(self.rows, drawn, strict=True):
            if isinstance(item, HeatRow):
                item.show_samples(shown.series, picture.now_s, picture.period_s)
            else:
                item.show_samples(shown.series, picture.now_s, picture.limits)
        self._repaint()

    def _build(self, rows: list[Row]) -> None:
        for item in self.rows:
            item.remove()
        self.rows = [
            HeatRow(row, self._clip, self._ink.theme)
            if row.kind is RowKind.LOGICAL_CPUS
            else CurveRow(row, self._clip, self._ink.theme, self._ratio)
            for row in rows
            if row.kind is not RowKind.GPU_NOTE
        ]

    def _lay_out(self) -> None:
        picture = self.picture
        if picture is None or not picture.rows:
            return
        scale = self._ink.scale
        self._sides = sides(picture, self._ink, scale).at_least(self._sides)
        beside = self._sides.names_px, self._sides.readouts_px
        geometry = lay_out(picture, self._room, scale, beside)
        needed = int(geometry.height) if geometry.height > self._room[1] else 0
        if needed != self.minimumHeight():
            self.setMinimumHeight(needed)
        if (geometry, picture.span_s) == (self.places, self._laid_out_span_s):
            return
        self.places, self._laid_out_span_s = geometry, picture.span_s
        self._names = None
        self._clip.setRect(
            QRectF(geometry.left, 0, geometry.right - geometry.left, geometry.height)
        )
        places = [
            place
            for place, shown in zip(geometry.places, picture.rows, strict=True)
            if shown.row.kind is not RowKind.GPU_NOTE
        ]
        for item, place in zip(self.rows, places, strict=True):
            # Half a pixel lower: a line at 0 covers the axis, which is one pixel wide.
            area = geometry.area(place).translated(0, 0.5)
            item.place(area, picture.span_s)
        self.laid_out.emit()

    def _repaint(self) -> None:
        self._still_is_old = True
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture, kept as it was when only the crosshair moves."""
        painter = QPainter(self.viewport())
        painter.setClipRegion(event.region())
        if self.picture is None or self.places is None:
            painter.fillRect(event.rect(), self._ink.theme.bg)  # all there is to see
            return
        still = self._up_to_date_still()
        painter.drawPixmap(0, 0, still)
        canvas = self._canvas(painter)
        if canvas is not None and self._crosshair_s is not None:
            paint_crosshair(canvas, self._crosshair_s)

    def _up_to_date_still(self) -> QPixmap:
        """Return the picture as it is without the crosshair."""
        still = self._still
        if still is None or still.size() != self._pixels():
            still = QPixmap(self._pixels())
            still.setDevicePixelRatio(self._ratio)
            self._still, self._still_is_old = still, True
        if self._still_is_old:
            self._still_is_old = False
            painter = QPainter(still)
            view = self.viewport().rect()
            self.render(painter, QRectF(view), view)
            painter.end()
        return still

    def hideEvent(self, event: QHideEvent) -> None:
        """Give back the memory of the picture."""
        super().hideEvent(event)
        self._still = None

    def _pixels(self) -> QSize:
        """How many pixels of the screen the chart covers."""
        size = self.viewport().size()
        ratio = self._ratio
        return QSize(round(size.width() * ratio), round(size.height() * ratio))

    def _canvas(self, painter: QPainter) -> Canvas | None:
        if self.picture is None or self.places is None:
            return None
        return Canvas(painter, self._ink, self.picture, self.places)

    def drawBackground(self, painter: QPainter, rect: QRectF) -> None:
        """Paint what lies behind the lines."""
        painter.fillRect(rect, self._ink.theme.bg)
        canvas = self._canvas(painter)
        if canvas is not None:
            painter.save()  # the items paint next, with what is left set
            paint_backdrop(canvas)
            painter.drawPixmap(0, 0, self._names_of(canvas))
            painter.restore()

    def _names_of(self, canvas: Canvas) -> QPixmap:
        """Return the strip left of the graphs, painted once per layout and look."""
        if self._names is None:
            size = QSizeF(canvas.geometry.left, canvas.geometry.height) * self._ratio
            self._names = QPixmap(size.toSize())
            self._names.setDevicePixelRatio(self._ratio)
            self._names.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._names)
            paint_names(replace(canvas, painter=painter))
            painter.end()
        return self._names

    def drawForeground(self, painter: QPainter, rect: QRectF) -> None:
        """Paint what stands above them."""
        del rect
        canvas = self._canvas(painter)
        if canvas is not None:
            painter.save()
            paint_overlay(canvas)
            painter.restore()

    @property
    def crosshair_s(self) -> float | None:
        """Where the crosshair stands, in monotonic seconds; None without one."""
        return self._crosshair_s

    def show_crosshair(self, at_s: float | None) -> None:
        """Put the crosshair on an instant, or take it away with None."""
        if at_s == self._crosshair_s:
            return
        if self.picture is not None and self.places is not None:
            timeline = self.places.timeline(self.picture)
            for each_s in (self._crosshair_s, at_s):
                if each_s is not None:
                    area = crosshair_area(self.places, timeline, each_s)
                    self.viewport().update(area.toAlignedRect())
        self._crosshair_s = at_s
        self.crosshair_moved.emit(at_s)
