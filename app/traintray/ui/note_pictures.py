"""The state shapes as pictures for notifications."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from traintray.platform.note import Image
from traintray.ui.state_shape import Shape, paint_state
from traintray.ui.theme import LIGHT

_IMAGE_PX = 64


def picture(shape: Shape) -> Image:
    """Return a shape; its light colours are readable on either ground."""
    image = QImage(_IMAGE_PX, _IMAGE_PX, QImage.Format.Format_RGBA8888)
    image.fill(0)
    painter = QPainter(image)
    paint_state(painter, QRectF(0, 0, _IMAGE_PX, _IMAGE_PX), shape, LIGHT)
    painter.end()
    return Image(_IMAGE_PX, _IMAGE_PX, bytes(image.constBits()))
