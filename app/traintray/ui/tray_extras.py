"""The entries of the menu that stand for files and for what was wished: undo, launch
at login, snoozes.
"""

from __future__ import annotations

import logging

from PySide6.QtCore import QObject, Slot

from traintray.core.knobs.envfile import EnvFile
from traintray.platform import autostart
from traintray.platform.autostart.autostart import AutostartError
from traintray.settings.folders import Folders
from traintray.ui.notifier import Notifier
from traintray.ui.spoken import spoken_error
from traintray.ui.tray_menu import TrayMenu

log = logging.getLogger(__name__)


class TrayExtras(QObject):
    """Looks at the files whenever the menu opens: others may write them too."""

    def __init__(
        self,
        menu: TrayMenu,
        folders: Folders,
        env_file: EnvFile,
        notifier: Notifier,
    ) -> None:
        super().__init__()
        self._menu = menu
        self._env_file = env_file
        self._notifier = notifier
        self._autostart = autostart.find(folders)
        self._mend_autostart()
        menu.aboutToShow.connect(self.refresh)
        menu.autostart_requested.connect(self._switch_autostart)
        menu.snooze_requested.connect(notifier.snooze)
        menu.wake_requested.connect(notifier.wake)
        notifier.snoozes_changed.connect(self._show_snoozes)
        self._show_snoozes()

    def use(self, env_file: EnvFile) -> None:
        """Stand for another env file from now on."""
        self._env_file = env_file
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Show what the files say now."""
        self._show_snoozes()
        self._menu.set_can_undo(self._env_file.can_undo())
        available = self._autostart.is_available
        self._menu.set_autostart(
            self._autostart.status().is_enabled if available else None
        )

    def _mend_autostart(self) -> None:
        """Let an entry whose program has gone, as after a new Python, start this
        installation: the desktop drops such an entry without a word, and that would be
        found out at the next login.
        """
        status = self._autostart.status()
        if not status.is_enabled or status.problem is None:
            return
        try:
            self._autostart.enable()
            log.info("launch at login mended: %s", status.problem)
        except AutostartError as error:
            log.warning("launch at login cannot be mended: %s", error)

    @Slot()
    def _show_snoozes(self) -> None:
        self._menu.set_snoozed(bool(self._notifier.telling.snoozes))

    @Slot(bool)
    def _switch_autostart(self, wanted: bool) -> None:
        try:
            if wanted:
                self._autostart.enable()
            else:
                self._autostart.disable()
        except AutostartError as error:
            title = self.tr("Launch at login was not changed")
            self._notifier.notify("autostart", title, spoken_error(error))
        self.refresh()
