"""The tray icon: two bars standing in a tray, drawn on whole pixels per size."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import (
    QColor,
    QIcon,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)

from traintray.core.state import State
from traintray.ui.theme import DARK, LIGHT, Theme
from traintray.ui.tray_grid import GRIDS, SIZES, Box, Grid
from traintray.ui.tray_look import Panel, TrayLook, look_for, look_for_frame

__all__ = ["Panel", "TrayLook", "icon", "look_for", "look_for_frame", "paint"]

_CORNER = 0.29
"""Share of the octagon's side that each corner takes."""
_TRACK = 0.22
_IDLE_BAR, _IDLE_TRAY = 0.72, 0.62
_OFF_TRAY, _DASH, _SLASH = 0.5, 0.8, 0.9
# The theme's critical red has a dark mark in it, which is lost at 16 pixels.
_CRITICAL_ON_DARK = QColor("#E0483B")
_WHITE = QColor("#FFFFFF")


def icon(look: TrayLook) -> QIcon:
    """Return the icon with all its sizes, each at 1x and 2x."""
    made = QIcon()
    for size_px in SIZES:
        for ratio in (1, 2):
            made.addPixmap(QPixmap.fromImage(paint(size_px, look, ratio)))
    return made


def paint(size_px: int, look: TrayLook, ratio: int = 1) -> QImage:
    """Draw the icon in one of the `SIZES`, KeyError for another.

    `ratio` is the whole number of device pixels per pixel of the grid.
    """
    grid = GRIDS[size_px]
    side = size_px * ratio
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(ratio, ratio)
    _Brush(painter, grid, size_px, look).draw()
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image


class _Brush:
    """Draws one look on one grid."""

    def __init__(
        self, painter: QPainter, grid: Grid, size_px: int, look: TrayLook
    ) -> None:
        self._painter = painter
        self._grid = grid
        self._size_px = size_px
        self._at = SIZES.index(size_px)
        self._look = look
        self._theme: Theme = DARK if look.panel.dark else LIGHT

    def draw(self) -> None:
        state = self._look.state
        if state is State.NO_DATA:
            self._tray(_OFF_TRAY)
            for left, width in self._tracks():
                self._dash(left, width)
        elif state is State.PAUSED:
            self._tray(_OFF_TRAY)
            for left, width in self._tracks():
                self._fill((left, self._grid.bar_top, width, self._grid.steps), _TRACK)
            self._slash()
        else:
            self._tray(_IDLE_TRAY if state is State.IDLE else 1.0)
            self._bars()
            if state in (State.ATTENTION, State.CRITICAL):
                self._badge(state is State.CRITICAL)

    def _tracks(self) -> list[tuple[int, int]]:
        """Return left and width of each track."""
        left, right = self._grid.bar_lefts
        width = self._grid.bar_width
        if self._look.gpu_steps is None:
            return [(left, right + width - left)]
        return [(left, width), (right, width)]

    def _tray(self, opacity: float) -> None:
        for box in self._grid.tray:
            self._fill(box, opacity)

    def _bars(self) -> None:
        look, grid = self._look, self._grid
        loads = [look.cpu_steps, look.gpu_steps or ()]
        hues = [self._theme.cpu, self._theme.gpu]
        for (left, width), steps, hue in zip(self._tracks(), loads, hues, strict=False):
            if not steps:
                self._dash(left, width)
                continue
            height = steps[self._at]
            empty = grid.steps - height
            self._fill((left, grid.bar_top, width, empty), _TRACK)
            bar = (left, grid.bar_top + empty, width, height)
            if look.state is State.IDLE:
                self._fill(bar, _IDLE_BAR)
            else:
                self._fill(bar, 1.0, None if look.panel.monochrome else hue)

    def _dash(self, left: int, width: int) -> None:
        top, height = self._grid.dash
        self._fill((left, top, width, height), _DASH)

    def _slash(self) -> None:
        # Making this namespace costs 25 ms, which the first icon can do without.
        from PySide6.QtCore import Qt

        near, far = 0.14 * self._size_px, 0.86 * self._size_px
        line = QLineF(near, near, far, far)
        painter, width = self._painter, self._grid.slash_px
        self._erase_mode(True)
        painter.setPen(QPen(_WHITE, width + 2, c=Qt.PenCapStyle.FlatCap))
        painter.drawLine(line)
        self._erase_mode(False)
        painter.setOpacity(_SLASH)
        painter.setPen(QPen(self._theme.ink, width, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(line)
        painter.setOpacity(1.0)

    def _badge(self, critical: bool) -> None:
        """Cut the badge's place out of the bars, then draw it."""
        from PySide6.QtCore import Qt

        painter, grid = self._painter, self._grid
        shape = self._octagon() if critical else self._triangle()
        self._erase_mode(True)
        pen = QPen(_WHITE, grid.cut_px)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(_WHITE)
        painter.drawPath(shape)
        self._erase_mode(False)
        fill, mark_ink = self._badge_colours(critical)
        painter.fillPath(shape, fill)
        marks = grid.octagon_mark if critical else grid.triangle_mark
        # In one ink the mark is a hole: what shows through is the panel itself.
        self._erase_mode(self._look.panel.monochrome)
        for mark in marks:
            painter.fillRect(QRectF(*mark), mark_ink)
        self._erase_mode(False)

    def _badge_colours(self, critical: bool) -> tuple[QColor, QColor]:
        theme = self._theme
        if self._look.panel.monochrome:
            return theme.ink, _WHITE
        if not critical:
            return theme.attention_fill, theme.onstate
        return _CRITICAL_ON_DARK if theme.dark else theme.critical_fill, _WHITE

    def _triangle(self) -> QPainterPath:
        right, badge = self._size_px, self._grid.badge
        base = self._grid.triangle_height
        return _closed((right - badge / 2, 0), (right, base), (right - badge, base))

    def _octagon(self) -> QPainterPath:
        badge, right = self._grid.badge, self._size_px
        left = right - badge
        near = _CORNER * badge
        return _closed(
            (left + near, 0),
            (right - near, 0),
            (right, near),
            (right, badge - near),
            (right - near, badge),
            (left + near, badge),
            (left, badge - near),
            (left, near),
        )

    def _fill(self, box: Box, opacity: float, hue: QColor | None = None) -> None:
        if box[3] <= 0:
            return
        self._painter.setOpacity(opacity)
        self._painter.fillRect(QRectF(*box), self._theme.ink if hue is None else hue)
        self._painter.setOpacity(1.0)

    def _erase_mode(self, on: bool) -> None:
        mode = QPainter.CompositionMode
        self._painter.setCompositionMode(
            mode.CompositionMode_DestinationOut
            if on
            else mode.CompositionMode_SourceOver
        )


def _closed(*points: tuple[float, float]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path
