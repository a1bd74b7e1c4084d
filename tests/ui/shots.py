"""Renders every part and every state of the popover to PNG files, to be looked at.

    python tests/ui/shots.py FOLDER [zh_CN]

Offscreen at twice the size, as the pictures of the design are. Not a test: it
compares nothing by itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_SCALE_FACTOR", "2")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from traintray.core.frame import Frame, State
from traintray.ui import style
from traintray.ui.popover import Popover
from traintray.ui.theme import DARK, LIGHT, Theme
from traintray.ui.tray_icon import paint
from traintray.ui.tray_look import Panel, look_for
from ui import chinese, frames
from ui.parts_board import board
from ui.stores import store_for

POPOVERS: dict[str, Callable[[], Frame]] = {
    "attention": frames.attention_frame,
    "critical": frames.critical_frame,
    "ok": frames.ok_frame,
    "idle": frames.idle_frame,
    "idle-small": lambda: frames.idle_frame(frames.SMALL),
    "unknown": frames.unknown_frame,
    "unreadable": frames.unreadable_run_frame,
    "paused": frames.paused_frame,
    "gpu-unreadable": frames.gpu_unreadable_frame,
    "gpu-lost": frames.gpu_lost_frame,
    "small-attention": frames.small_attention_frame,
    "three-runs": frames.three_runs_frame,
}
_DESK = {False: QColor("#C9D1DA"), True: QColor("#30363E")}
_MARGIN = 40


def shoot_popover(name: str, shown: Frame, theme: Theme, folder: Path) -> None:
    """Save one state on a desktop-coloured ground, as the design shows it."""
    popover = Popover(theme)
    if shown.state is State.PAUSED:
        popover.show_frame(frames.attention_frame(), store_for(shown))
    popover.show_frame(shown, store_for(shown))
    popover.show()
    QApplication.processEvents()
    size = popover.size()
    image = QImage(
        (size.width() + 2 * _MARGIN) * 2,
        (size.height() + 2 * _MARGIN) * 2,
        QImage.Format.Format_RGB32,
    )
    image.setDevicePixelRatio(2)
    image.fill(_DESK[theme.dark])
    flags = QWidget.RenderFlag.DrawChildren
    painter = QPainter(image)
    popover.render(painter, QPoint(_MARGIN, _MARGIN), renderFlags=flags)
    painter.end()
    tone = "dark" if theme.dark else "light"
    image.save(str(folder / f"popover-{name}-{tone}.png"))
    popover.hide()


def shoot_tray(folder: Path) -> None:
    """Save all states at all sizes, as the pixel check of the design has them."""
    width, row = 490, 36
    image = QImage(width, 2 * row, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    for number, dark in enumerate((False, True)):
        ground = QColor("#0D0E10" if dark else "#F1F2F4")
        painter.fillRect(0, number * row, width, row, ground)
        x = 4
        for size in (16, 22, 24, 32):
            for state in State:
                look = look_for(state, 0.97, 0.41, True, Panel(dark))
                painter.drawImage(
                    x, number * row + (row - size) // 2, paint(size, look)
                )
                x += size + 4
        look = look_for(State.OK, 0.64, None, False, Panel(dark))
        painter.drawImage(x, number * row + 10, paint(16, look))
    painter.end()
    image.scaled(width * 4, 2 * row * 4).save(str(folder / "tray.png"))


def shoot_board(theme: Theme, folder: Path) -> None:
    """Save the parts that screens are made of."""
    widget = board(theme)
    style.apply(widget, theme)
    widget.show()
    QApplication.processEvents()
    tone = "dark" if theme.dark else "light"
    widget.grab().save(str(folder / f"parts-{tone}.png"))
    widget.hide()


def main(folder: Path, language: str = "en") -> None:
    """Save every picture."""
    application = QApplication([])
    in_chinese = language == "zh_CN"
    if in_chinese:
        chinese.speak(application)
    application.setAttribute(Qt.ApplicationAttribute.AA_DontShowIconsInMenus)
    folder.mkdir(parents=True, exist_ok=True)
    shoot_tray(folder)
    for theme in (LIGHT, DARK):
        shoot_board(theme, folder)
        for name, make in POPOVERS.items():
            shown = chinese.told(make()) if in_chinese else make()
            shoot_popover(name, shown, theme, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:3])
