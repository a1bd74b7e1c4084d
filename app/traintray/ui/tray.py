"""The icon in the desktop's tray, and the desktops that have none yet."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QRect, QSize, QTimer, Signal, Slot
from PySide6.QtGui import QCursor, QIcon
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon

from traintray.ui.tray_clicks import Clicks, Gesture

LOOK_AGAIN_S = 2.0
"""How often to look for a tray, and only while there is none."""
LOOK_AGAIN_WITH_NEWS_S = 15.0
"""The same while the bus tells when the usual kind of tray comes up: Qt opens a
connection to the bus each time it looks."""


class Tray(QObject):
    """Shows one icon wherever there is a tray, also one that comes later.

    Qt asks once, when its icon object is made, in which way the desktop shows
    icons, so an object made before the tray was there never appears in it. None is
    made without a tray, and a new one when a better way appears.
    """

    popover_requested = Signal()
    window_requested = Signal()
    pause_requested = Signal()
    available_changed = Signal(bool)

    def __init__(
        self,
        icon: QIcon,
        menu: QMenu,
        parent: QObject | None = None,
        is_available: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._is_available = is_available
        self._now_s = now_s
        self._picture = icon
        self._tooltip = ""
        self._menu = menu
        self._icon: QSystemTrayIcon | None = None
        self._available: bool | None = None
        self._watcher: bool | None = None
        """Whether icons are collected over D-Bus; None before the bus has said."""
        self._has_host = True
        """Whether somebody shows what is collected; Qt does not ask."""
        self._built_with_watcher = True
        self._clicks = Clicks(QApplication.doubleClickInterval() / 1000)
        self._timer = QTimer(self)
        self._timer.setInterval(round(LOOK_AGAIN_S * 1000))
        self._timer.timeout.connect(self.look)

    @property
    def is_available(self) -> bool:
        """Whether there was a tray when it was last looked for."""
        return bool(self._available)

    @Slot()
    def look(self) -> None:
        """See whether there is a tray now, and appear in it."""
        available = self._is_available()
        if available and self._icon is None:
            self._build()
        available = available and (self._has_host or not self._watcher)
        if available:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()
        if available != self._available:
            self._available = available
            self.available_changed.emit(available)

    def watcher_changed(self, present: bool, has_host: bool) -> None:
        """Take the news that the collector of icons has come or gone, or the panel that
        shows them: without one the icon is there and nobody sees it.
        """
        self._has_host = has_host
        if self._watcher is None and not present:
            self._built_with_watcher = False
        came = present and not self._watcher
        self._watcher = present
        self._timer.setInterval(round(LOOK_AGAIN_WITH_NEWS_S * 1000))
        if came and self._icon is not None and not self._built_with_watcher:
            self._build()
        self.look()

    def show_picture(self, icon: QIcon) -> None:
        """Replace the icon. Each call sends every size to the panel."""
        self._picture = icon
        if self._icon is not None:
            self._icon.setIcon(icon)

    def show_tooltip(self, text: str) -> None:
        """Replace the tooltip."""
        if text != self._tooltip:
            self._tooltip = text
            if self._icon is not None:
                self._icon.setToolTip(text)

    def anchor(self) -> QRect:
        """Return where the icon is, or where the pointer is if nobody tells."""
        geometry = self._icon.geometry() if self._icon is not None else QRect()
        return geometry if geometry.isValid() else QRect(QCursor.pos(), QSize(1, 1))

    def hide(self) -> None:
        """Leave the tray."""
        self._timer.stop()
        if self._icon is not None:
            self._icon.hide()

    def _build(self) -> None:
        if self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
        self._built_with_watcher = self._watcher is not False
        self._icon = QSystemTrayIcon(self._picture, self)
        self._icon.setToolTip(self._tooltip)
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._clicked)
        self._icon.show()

    @Slot(QSystemTrayIcon.ActivationReason)
    def _clicked(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        gesture = self._clicks.read(reason, self._now_s())
        if gesture is Gesture.POPOVER:
            self.popover_requested.emit()
            self._clicks.handled(self._now_s())
        elif gesture is Gesture.WINDOW:
            self.window_requested.emit()
        elif gesture is Gesture.PAUSE:
            self.pause_requested.emit()
