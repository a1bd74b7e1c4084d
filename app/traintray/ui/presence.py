"""Sees to it that something of the app can be seen: its icon, or else its window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from traintray.ui.notices import Notices
from traintray.ui.tray import Tray
from traintray.ui.windows import Windows

NO_TRAY_AFTER_MS = 20_000
"""After a start at login the tray may take this long to come up, and a panel that
crashed is back sooner."""
STARTING_MS = 3_000
"""A bus that answers has told by then that nobody shows the icons it collects."""


class Presence(QObject):
    """Without a tray be seen in another way, and end with what can be seen."""

    nothing_left = Signal()
    """Nothing of the app can be seen any more: it should end."""

    def __init__(
        self,
        tray: Tray,
        windows: Windows,
        notices: Notices,
        wait: Callable[[int, QObject, Callable[[], None]], None] = QTimer.singleShot,
    ) -> None:
        """`wait`: after so many ms, while the object lives, call that."""
        super().__init__()
        self._wait = wait
        self._tray = tray
        self._windows = windows
        self._notices = notices
        self._is_background = False
        self._is_recorded = False
        self._is_starting = False
        self.is_ending = False
        """The session or the app ends: a window that closes then says nothing."""
        self.stays_in_tray = True
        """Whether the app goes on without its window, where there is a tray."""
        windows.closed.connect(self._window_closed)
        tray.available_changed.connect(self._tray_changed)

    def begin(self, is_background: bool, is_recorded: bool) -> None:
        """Show the window where there is nothing else, at once or after a while.

        `is_background`: started at login, so no window is to come up. `is_recorded`:
        a recording is shown, which lives in its window. Whoever starts the app for the
        first time sees what it does before it tells them anything.
        """
        self._is_background, self._is_recorded = is_background, is_recorded
        if is_recorded:
            self._windows.show_window()
        elif is_background:
            self._wait(NO_TRAY_AFTER_MS, self, self._tell_no_tray)
        elif not self._tray.is_available:
            self._show_instead()
        else:
            self._is_starting = True
            self._wait(STARTING_MS, self, self._started)
            if not self._notices.introduced:
                self._windows.show_window()

    @Slot()
    def session_ends(self) -> None:
        """Take note that the desktop is about to close every window."""
        self.is_ending = True

    def _show_instead(self) -> None:
        self._windows.show_window()
        self._notices.no_tray_in_window()

    @Slot()
    def _started(self) -> None:
        self._is_starting = False

    @Slot(bool)
    def _tray_changed(self, is_available: bool) -> None:
        """Show the window where a start by hand turns out to be without a tray; say
        that the app goes on where a tray that was there stays away.
        """
        if is_available or self._is_recorded:
            return
        if self._is_starting:
            self._show_instead()
        else:
            self._wait(NO_TRAY_AFTER_MS, self, self._tell_no_tray)

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
