"""Tells the look of the desktop as the app sees it, at first and after each change."""

from __future__ import annotations

import sys

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from traintray.ui import fonts, style
from traintray.ui.desktop_watch import DesktopWatch, keep_gtk_away
from traintray.ui.panel_tone import panel_is_dark
from traintray.ui.theme import DARK


def main() -> int:
    settings = keep_gtk_away()
    application = QApplication([])
    watch = DesktopWatch(settings, application)

    def tell() -> None:
        with open("/proc/self/maps") as file:
            gtk = "libgtk" in file.read()
        window = "dark" if style.resolve("system") is DARK else "light"
        panel = "dark" if panel_is_dark() else "light"
        print(f"window {window}, panel {panel}, scale {fonts.scale():.2f}, gtk {gtk}")
        sys.stdout.flush()

    watch.changed.connect(tell)
    QTimer.singleShot(0, tell)
    return application.exec()


raise SystemExit(main())
