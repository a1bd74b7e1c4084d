"""The floor of a start: Python, Qt and one plain tray icon, nothing of ours.

Stamps its start as the app does, by the same clock.
"""

from __future__ import annotations

import os
import sys

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from traintray.ui import startup_trace


def main() -> int:
    application = QApplication([])
    picture = QPixmap(22, 22)
    picture.fill("#1A70D2")
    tray = QSystemTrayIcon(QIcon(picture))
    tray.show()
    QTimer.singleShot(0, lambda: startup_trace.write(os.environ, sys.modules))
    return application.exec()


if __name__ == "__main__":
    raise SystemExit(main())
