"""How the screens of `make screenshots` look, and what is behind a popover."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget

from traintray.core.frame import Frame, State
from traintray.ui.popover import Popover
from traintray.ui.theme import DARK, LIGHT, Theme
from traintray.ui.tray_icon import paint
from traintray.ui.tray_look import Panel, look_for
from ui import chinese, written_advice
from ui.studio import Look


def _told(frame: Frame) -> Frame:
    return written_advice.told(frame, "en")


_DESK = {False: QColor("#C9D1DA"), True: QColor("#30363E")}
_MARGIN_PX = 20
_LOOKS = {
    "light": Look(LIGHT, _told),
    "dark": Look(DARK, _told),
    "zh_CN": Look(LIGHT, chinese.told, language="zh_CN"),
    "125": Look(LIGHT, _told, text_scale=1.25),
    "150": Look(LIGHT, _told, text_scale=1.5),
    "200": Look(LIGHT, _told, text_scale=2.0),
}
_ROW_PX, _TIMES = 36, 4


def look(tone: str) -> Look:
    """Return the look with this name."""
    return _LOOKS[tone]


def grabbed(widget: QWidget, theme: Theme) -> QImage:
    """Return what a widget shows; a popover stands on a piece of desktop."""
    if not isinstance(widget, Popover):
        return widget.grab().toImage()
    size, margin = widget.size(), QPoint(_MARGIN_PX, _MARGIN_PX)
    image = QImage(
        size.width() + 2 * _MARGIN_PX,
        size.height() + 2 * _MARGIN_PX,
        QImage.Format.Format_RGB32,
    )
    image.fill(_DESK[theme.dark])
    painter = QPainter(image)
    flags = QWidget.RenderFlag.DrawChildren
    widget.render(painter, margin, renderFlags=flags)
    painter.end()
    return image


def tray_icons() -> QImage:
    """Return all states at all sizes on both panels, four times as large."""
    image = QImage(490, 2 * _ROW_PX, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    for row, dark in enumerate((False, True)):
        ground = QColor("#0D0E10" if dark else "#F1F2F4")
        painter.fillRect(0, row * _ROW_PX, image.width(), _ROW_PX, ground)
        x = 4
        for size in (16, 22, 24, 32):
            for state in State:
                look = look_for(state, 0.97, 0.41, True, Panel(dark))
                top = row * _ROW_PX + (_ROW_PX - size) // 2
                painter.drawImage(x, top, paint(size, look))
                x += size + 4
        alone = look_for(State.OK, 0.64, None, False, Panel(dark))
        painter.drawImage(x, row * _ROW_PX + 10, paint(16, alone))
    painter.end()
    return image.scaled(image.size() * _TIMES)
