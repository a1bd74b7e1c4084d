"""The icon before anything was measured, at a fraction of the painted one's price.

A painter needs a namespace of Qt that takes 25 ms to make, and themes and grids are
classes that take their time too: together a sixth of the time in which the icon has
to be there. This look is six boxes of whole pixels, so it is written down here; a
test holds it against the painted one, pixel for pixel.
"""

from __future__ import annotations

import struct

from PySide6.QtGui import QIcon, QImage, QPixmap

_TRAY_SHARE, _DASH_SHARE = 128, 204
"""Opacity in 256ths, as Qt's painter counts it."""

_INK = {False: (0x15, 0x18, 0x1C), True: (0xE9, 0xEB, 0xEE)}
"""Red, green and blue on a light and on a dark panel."""

Box = tuple[int, int, int, int]
"""Left, top, width, height."""

_BOXES: dict[int, tuple[tuple[Box, ...], Box]] = {
    16: (((1, 14, 14, 1), (1, 10, 1, 4), (14, 10, 1, 4)), (3, 6, 10, 1)),
    22: (((1, 19, 20, 2), (1, 14, 2, 5), (19, 14, 2, 5)), (4, 9, 14, 2)),
    24: (((1, 21, 22, 2), (1, 15, 2, 6), (21, 15, 2, 6)), (4, 10, 16, 2)),
    32: (((2, 28, 28, 2), (2, 20, 2, 8), (28, 20, 2, 8)), (6, 14, 20, 2)),
}
"""By size: floor and walls of the tray, and the dash on its one wide track."""


def icon(dark_panel: bool) -> QIcon:
    """Return what `tray_icon.icon(first_look(panel))` returns."""
    made = QIcon()
    for size_px in _BOXES:
        for ratio in (1, 2):
            made.addPixmap(QPixmap.fromImage(image(size_px, dark_panel, ratio)))
    return made


def image(size_px: int, dark_panel: bool, ratio: int = 1) -> QImage:
    """Return one size of it; KeyError for a size that the icon does not have."""
    side = size_px * ratio
    pixels = bytearray(side * side * 4)
    tray, dash = _BOXES[size_px]
    for box, share in (*((box, _TRAY_SHARE) for box in tray), (dash, _DASH_SHARE)):
        left, top, width, height = (edge * ratio for edge in box)
        row = _ink(dark_panel, share) * width
        for y in range(top, top + height):
            start = (y * side + left) * 4
            pixels[start : start + len(row)] = row
    form = QImage.Format.Format_ARGB32_Premultiplied
    made = QImage(bytes(pixels), side, side, side * 4, form).copy()
    made.setDevicePixelRatio(ratio)
    return made


def _ink(dark_panel: bool, share: int) -> bytes:
    """Return one premultiplied pixel, rounded as Qt does, in this machine's order."""
    alpha, red, green, blue = (
        (value * share + 127) >> 8 for value in (255, *_INK[dark_panel])
    )
    return struct.pack("=I", alpha << 24 | red << 16 | green << 8 | blue)
