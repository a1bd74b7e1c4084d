"""Line icons from resources/icons, drawn in any ink."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from traintray import assets

_GRID_PX = 16


def icon(name: str, ink: QColor, size_px: int = _GRID_PX) -> QIcon:
    """Return an icon for Qt's own widgets, sharp at 1x and 2x.

    `name` is that of a file in resources/icons without its ending;
    FileNotFoundError when there is none.
    """
    made = QIcon()
    for ratio in (1.0, 2.0):
        made.addPixmap(pixmap(name, ink, size_px, ratio))
    return made


def pixmap(name: str, ink: QColor, size_px: int, ratio: float) -> QPixmap:
    """Return an icon `size_px` logical pixels wide for a screen's pixel ratio."""
    key = f"traintray/{name}/{ink.name(QColor.NameFormat.HexArgb)}/{size_px}/{ratio}"
    # QPixmapCache.find fills an empty pixmap in and says whether it knew the key.
    made = QPixmap()
    if QPixmapCache.find(key, made):
        return made
    drawing = _renderer(name, ink)
    side = round(size_px * ratio)
    made = QPixmap(side, side)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    drawing.render(painter, QRectF(0, 0, side, side))
    painter.end()
    made.setDevicePixelRatio(ratio)
    QPixmapCache.insert(key, made)
    return made


def paint_icon(painter: QPainter, name: str, rect: QRectF, ink: QColor) -> None:
    """Paint an icon into `rect`, which should be square."""
    device = painter.device()
    ratio = device.devicePixelRatio() if device is not None else 1.0
    image = pixmap(name, ink, round(rect.width()), ratio)
    painter.drawPixmap(rect.topLeft(), image)


def _renderer(name: str, ink: QColor) -> QSvgRenderer:
    source = assets.read_text(f"icons/{name}.svg")
    tinted = source.replace("currentColor", ink.name())
    return QSvgRenderer(QByteArray(tinted.encode()))
