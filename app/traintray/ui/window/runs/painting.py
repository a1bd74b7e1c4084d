"""Small things that the tables of the Runs page paint: text, bars, chips."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.plots.pens import elided, halo_text, text_width
from traintray.ui.state_shape import Shape, paint_state
from traintray.ui.theme import Theme
from traintray.ui.widgets.sparkline import paint_hatch
from traintray.ui.window.runs.role_shapes import Hole

translate = QCoreApplication.translate

BAR_PX = (44, 6)
_CHIP_PX = 20
_SHAPE_PX = 12
_CHIP_PAD_PX = 6
CHIP_AROUND_PX = _SHAPE_PX + 3 * _CHIP_PAD_PX
"""What a chip takes beside its text."""
_HOLE_PAD_PX = 4


def write(
    painter: QPainter, box: QRectF, text: str, look: tuple[QFont, QColor, bool]
) -> None:
    """Write a line into `box`; `look` is font, ink, and whether it stands right."""
    font, ink, is_right = look
    painter.setFont(font)
    painter.setPen(ink)
    shown = elided(font, text, box.width())
    device = painter.device()
    ratio = device.devicePixelRatio() if device is not None else 1.0
    below = box.top() + fonts.baseline(font, box.height(), ratio)
    left = box.right() - text_width(font, shown) if is_right else box.left()
    painter.drawText(QPointF(left, below), shown)


def paint_holes(painter: QPainter, holes: Sequence[Hole], theme: Theme) -> None:
    """Hatch where nothing was measured, with its length where there is room."""
    font = fonts.font("caption_label")
    template = translate("Live", "no data {length}")
    for hole in holes:
        paint_hatch(painter, hole.area, theme.line2)
        text = template.format(length=fmt.duration(hole.length_s))
        width = text_width(font, text)
        if width + 2 * _HOLE_PAD_PX < hole.area.width():
            at = hole.area.center() - QPointF(width / 2, 0)
            painter.setFont(font)
            halo_text(painter, at, text, (theme.ink2, theme.bg))


def paint_bar(
    painter: QPainter, box: QRectF, fraction: float, colours: tuple[QColor, QColor]
) -> None:
    """Paint a bar at the left of `box`, hue on its track: of the design's size, or as
    wide as there is room.
    """
    hue, track = colours
    width = min(float(fonts.scaled(BAR_PX[0])), box.width())
    height = fonts.scaled(BAR_PX[1])
    top = box.top() + (box.height() - height) / 2
    painter.fillRect(QRectF(box.left(), top, width, height), track)
    share = max(0.0, min(1.0, fraction))
    if share > 0:
        filled = max(1.0, width * share)
        painter.fillRect(QRectF(box.left(), top, filled, height), hue)


def paint_chip(
    painter: QPainter, box: QRectF, chip: tuple[Shape, str], theme: Theme
) -> None:
    """Paint a verdict chip at the left of `box`."""
    shape, text = chip
    font = fonts.font("caption_label")
    height, side = fonts.scaled(_CHIP_PX), fonts.scaled(_SHAPE_PX)
    pad = fonts.scaled(_CHIP_PAD_PX)
    room = box.width() - side - 3 * pad
    shown = elided(font, text, room)
    width = text_width(font, shown) + side + 3 * pad
    top = box.top() + (box.height() - height) / 2
    fill, ink = chip_colours(shape, theme)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawRoundedRect(
        QRectF(box.left(), top, width, height), height / 2, height / 2
    )
    mark = QRectF(box.left() + pad, top + (height - side) / 2, side, side)
    paint_state(painter, mark, shape, theme)
    painter.restore()
    left = mark.right() + pad * 0.8
    write(painter, QRectF(left, top, room, height), shown, (font, ink, False))


def chip_colours(shape: Shape, theme: Theme) -> tuple[QColor, QColor]:
    """Return fill and text of a chip; only what needs the user has a tint."""
    if shape is Shape.ATTENTION:
        return theme.attention_tint, theme.attention_text
    if shape is Shape.CRITICAL:
        return theme.critical_tint, theme.critical_text
    return theme.sunk, theme.ink2
