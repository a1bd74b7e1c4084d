"""Brings the page of the settings into the window, when somebody looks at it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from traintray.platform import autostart
from traintray.settings.folders import Folders
from traintray.ui.chosen import Chosen
from traintray.ui.theme import Theme
from traintray.ui.windows import Windows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from traintray.platform.doctor.check import Check
    from traintray.ui.window.pages.settings import SettingsPage


class SettingsDesk(QObject):
    """Nothing of the page is imported before."""

    autostart_changed = Signal()

    def __init__(self, chosen: Chosen, folders: Folders, windows: Windows) -> None:
        super().__init__()
        self._chosen = chosen
        self._folders = folders
        self._windows = windows
        windows.made.connect(self._offer)

    @Slot()
    def _offer(self) -> None:
        if self._windows.window is not None:
            self._windows.window.offer_settings(self._page)

    def _page(self, theme: Theme) -> SettingsPage:
        from traintray.core.sensors.own_cost import OwnCostSensor
        from traintray.ui.window.pages.settings import Computer, SettingsPage

        computer = Computer(
            self._folders,
            autostart.find(self._folders),
            _sources,
            OwnCostSensor().read,
            Path.home(),
        )
        page = SettingsPage(theme, self._chosen, computer)
        page.autostart_changed.connect(self.autostart_changed)
        return page


def _sources() -> Iterator[Check]:
    """Look at what can be measured; may take seconds where a driver hangs."""
    from traintray.platform.doctor import gpus, kernel

    root = Path("/")
    yield from kernel.CHECKS.look(root)
    yield from gpus.CHECKS.look(root)
