"""What the app says about itself, each thing once in its life."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject

from traintray.core.sentence import Sentence
from traintray.platform.autostart.autostart import AutostartError
from traintray.settings import state as state_file
from traintray.settings.state import AppState
from traintray.ui.notifier import Notifier
from traintray.ui.spoken import spoken, spoken_error
from traintray.ui.windows import Windows

log = logging.getLogger(__name__)


class Notices(QObject):
    """Remembers in `path` what was said."""

    def __init__(self, path: Path, notifier: Notifier, windows: Windows) -> None:
        super().__init__()
        self._path = path
        self._notifier = notifier
        self._windows = windows
        self._told_of_history: set[Sentence] = set()
        self._told_of_recording: Sentence | None = None
        self._state, problems = state_file.load(path)
        for problem in problems:
            log.warning("%s", problem)

    def closed_to_tray(self) -> None:
        """Say that closing the window does not end the app."""
        if not self._state.told_about_close:
            self._notifier.notify(
                "close",
                self.tr("traintray keeps watching"),
                self.tr(
                    "It is in the tray. To end it, choose Quit in the icon's menu."
                ),
            )
            self._remember(replace(self._state, told_about_close=True))

    def no_tray_in_window(self) -> None:
        """Say in the window, which was opened for it, that there is no tray."""
        if not self._state.told_about_no_tray:
            self._windows.show_notice(
                self.tr(
                    "This desktop has no tray, so traintray cannot show its icon and"
                    " ends with this window. Tips still come as notifications. To see"
                    " the icon, add a status tray to your panel; on GNOME, install"
                    " the AppIndicator extension."
                )
            )
            self._remember(replace(self._state, told_about_no_tray=True))

    def no_tray_by_notification(self) -> None:
        """Say that the app runs though nothing of it can be seen."""
        if not self._state.told_about_no_tray:
            self._notifier.notify(
                "no-tray",
                self.tr("traintray is watching, without an icon"),
                self.tr(
                    "This desktop has no tray. Tips come as notifications; start"
                    " traintray again to open its window."
                ),
            )
            self._remember(replace(self._state, told_about_no_tray=True))

    def tell_problems(self, problems: Sequence[str]) -> None:
        """Say what in the settings could not be used; each time, until it is mended."""
        for problem in problems:
            log.warning("%s", problem)
        if problems:
            title = self.tr("Some settings were not used")
            self._notifier.notify("settings", title, "\n".join(map(spoken, problems)))

    def history(self, problem: Sentence | None) -> None:
        """Say that nothing can be remembered, or why the history begins anew: each
        reason once while the app runs.
        """
        if problem is not None and problem not in self._told_of_history:
            self._told_of_history.add(problem)
            title = self.tr("History")
            self._notifier.notify("history", title, spoken(problem))

    @property
    def introduced(self) -> bool:
        """Whether the page that says what the app does was shown by itself."""
        return self._state.asked_about_autostart

    def note_introduced(self) -> None:
        """Take note that it is shown."""
        if not self.introduced:
            self._remember(replace(self._state, asked_about_autostart=True))

    def autostart_failed(self, error: AutostartError) -> None:
        """Say why the app will not start at login, or still will."""
        title = self.tr("Launch at login was not changed")
        self._notifier.notify("autostart", title, spoken_error(error))

    def recording(self, notice: Sentence) -> None:
        """Say in the window that it shows a recording, and when that is at its end."""
        if notice != self._told_of_recording:
            self._told_of_recording = notice
            self._windows.show_notice(spoken(notice))

    def _remember(self, state: AppState) -> None:
        self._state = state
        try:
            state_file.save(self._path, state)
        except OSError as error:
            log.warning("cannot remember what was said: %s", error)
