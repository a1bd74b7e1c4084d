"""Sees to it that something of the app can be seen: its icon, or else its window."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from traintray.ui.notices import Notices
from traintray.ui.tray import Tray
from traintray.ui.windows import Windows

NO_TRAY_AFTER_MS = 20_000
"""After a start at login the tray may take this long to come up."""


class Presence(QObject):
    """Without a tray be seen in another way, and end with what can be seen."""

    nothing_left = Signal()
    """Nothing of the app can be seen any more: it should end."""

    def __init__(self, tray: Tray, windows: Windows, notices: Notices) -> None:
        super().__init__()
        self._tray = tray
        self._windows = windows
        self._notices = notices
        self._is_background = False
        self._is_recorded = False
        self.is_ending = False
        """The session or the app ends: a window that closes then says nothing."""
        self.stays_in_tray = True
        """Whether the app goes on without its window, where there is a tray."""
        windows.closed.connect(self._window_closed)

    def begin(self, is_background: bool, is_recorded: bool) -> None:
        """Show the window where there is nothing else, at once or after a while.

        `is_background`: started at login, so no window is to come up. `is_recorded`:
        a recording is shown, which lives in its window.
        """
        self._is_background, self._is_recorded = is_background, is_recorded
        if is_recorded:
            self._windows.show_window()
        elif is_background:
            QTimer.singleShot(NO_TRAY_AFTER_MS, self, self._tell_no_tray)
        elif not self._tray.is_available:
            self._windows.show_window()
            self._notices.no_tray_in_window()

    @Slot()
    def session_ends(self) -> None:
        """Take note that the desktop is about to close every window."""
        self.is_ending = True

    @Slot()
    def _tell_no_tray(self) -> None:
        if not self._tray.is_available:
            self._notices.no_tray_by_notification()

    @Slot()
    def _window_closed(self) -> None:
        """Stay in the tray. Without one an app that was started by hand ends, since
        nothing of it could be seen; one that was started at login goes on telling.
        A recording ends with its window.
        """
        if self.is_ending:
            return
        if self._is_recorded or not self.stays_in_tray:
            self.nothing_left.emit()
        elif self._tray.is_available:
            self._notices.closed_to_tray()
        elif not self._is_background:
            self.nothing_left.emit()
