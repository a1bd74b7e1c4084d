"""The icon before anything was measured, made without a painter.

Qt's painter needs a namespace that takes 25 ms to make, a tenth of the time in which
the icon has to be there. This look is made of whole pixels only.
"""

from __future__ import annotations

import struct

from PySide6.QtGui import QIcon, QImage, QPixmap

from traintray.ui.theme import DARK, LIGHT
from traintray.ui.tray_grid import GRIDS, Box, Grid
from traintray.ui.tray_look import Panel

_TRAY_SHARE, _DASH_SHARE = 128, 204
"""Opacity in 256ths, as Qt's painter counts it."""


def icon(panel: Panel) -> QIcon:
    """Return what `tray_icon.icon(first_look(panel))` returns."""
    made = QIcon()
    for size_px in GRIDS:
        for ratio in (1, 2):
            made.addPixmap(QPixmap.fromImage(image(size_px, panel, ratio)))
    return made


def image(size_px: int, panel: Panel, ratio: int = 1) -> QImage:
    """Return one size of it; KeyError for a size that the icon does not have."""
    side = size_px * ratio
    pixels = bytearray(side * side * 4)
    for box, share in _boxes(GRIDS[size_px]):
        left, top, width, height = (round(edge * ratio) for edge in box)
        row = _ink(panel, share) * width
        for y in range(top, top + height):
            start = (y * side + left) * 4
            pixels[start : start + len(row)] = row
    form = QImage.Format.Format_ARGB32_Premultiplied
    made = QImage(bytes(pixels), side, side, side * 4, form).copy()
    made.setDevicePixelRatio(ratio)
    return made


def _boxes(grid: Grid) -> list[tuple[Box, int]]:
    """Return the tray, and a dash on the one wide track."""
    left, right = grid.bar_lefts
    top, height = grid.dash
    dash = (left, top, right + grid.bar_width - left, height)
    return [*((box, _TRAY_SHARE) for box in grid.tray), (dash, _DASH_SHARE)]


def _ink(panel: Panel, share: int) -> bytes:
    """Return one premultiplied pixel, rounded as Qt does, in this machine's order."""
    ink = (DARK if panel.dark else LIGHT).ink
    alpha, red, green, blue = (
        (value * share + 127) >> 8
        for value in (255, ink.red(), ink.green(), ink.blue())
    )
    return struct.pack("=I", alpha << 24 | red << 16 | green << 8 | blue)
