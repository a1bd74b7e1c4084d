"""The first quarter of a second: an icon, and nothing that it does not need.

What is imported here, and by what is imported here, counts at every login.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from traintray.ui import first_icon, startup_trace
from traintray.ui.panel_tone import panel_is_dark
from traintray.ui.tray import Tray
from traintray.ui.tray_menu import TrayMenu

if TYPE_CHECKING:
    from traintray.settings.folders import Folders
    from traintray.ui.running import MakeSource, Running
    from traintray.ui.single_instance import SingleInstance

_AFTER_ICON_MS = 150
"""In this time the panel fetches the icon from us; nothing should be in its way."""


class DesktopApp(QObject):
    """Shows the icon, then starts the rest."""

    def __init__(
        self,
        folders: Folders,
        instance: SingleInstance,
        make_source: MakeSource,
        background: bool,
    ) -> None:
        super().__init__()
        self._folders = folders
        self._instance = instance
        self._make_source = make_source
        self._background = background
        self._running: Running | None = None
        self._menu = TrayMenu()
        icon = first_icon.icon(panel_is_dark())
        self._tray = Tray(icon, self._menu, self)
        self._tray.look()
        QTimer.singleShot(0, self, self._icon_is_shown)

    def end(self) -> None:
        """Leave nothing behind. After the event loop."""
        self._tray.hide()
        if self._running is not None:
            self._running.end()
        self._instance.release()

    @Slot()
    def follow_desktop(self) -> None:
        """Look as the desktop does now."""
        if self._running is not None:
            self._running.follow_desktop()

    @Slot()
    def _icon_is_shown(self) -> None:
        startup_trace.write(os.environ, sys.modules)
        QTimer.singleShot(_AFTER_ICON_MS, self, self._begin)

    @Slot()
    def _begin(self) -> None:
        from traintray.ui.running import Running

        # First, so that a second start finds somebody to wait for.
        self._instance.serve()
        self._running = Running(
            self._folders,
            self._tray,
            self._menu,
            self._background,
            self._make_source,
        )
        self._instance.raised.connect(self._running.show_window)
