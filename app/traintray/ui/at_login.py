"""Launch at login, for the parts of the app that have a switch for it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from traintray.platform import autostart
from traintray.platform.autostart.autostart import AutostartError
from traintray.settings.folders import Folders
from traintray.ui.notices import Notices


class AtLogin(QObject):
    """The desktop's own file decides. What cannot be changed is told by a notice."""

    def __init__(
        self, folders: Folders, notices: Notices, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._autostart = autostart.find(folders)
        self._notices = notices

    def state(self) -> bool | None:
        """Whether the app starts at login; None where that cannot be set up."""
        if not self._autostart.is_available:
            return None
        return self._autostart.status().is_enabled

    @Slot(bool)
    def switch(self, wanted: bool) -> None:
        """Start at login from now on, or no more."""
        try:
            (self._autostart.enable if wanted else self._autostart.disable)()
        except AutostartError as error:
            self._notices.autostart_failed(error)
