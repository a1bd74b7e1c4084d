"""Shows the first page, once by itself and whenever it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Slot

from traintray.settings import env_place
from traintray.settings.folders import Folders
from traintray.ui.at_login import AtLogin
from traintray.ui.chosen import Chosen
from traintray.ui.notices import Notices
from traintray.ui.theme import Theme
from traintray.ui.windows import Windows


class Introduction(QObject):
    """Lays the page over the others when the window is opened for the first time."""

    def __init__(
        self,
        windows: Windows,
        folders: Folders,
        notices: Notices,
        chosen: Chosen,
        choose_theme: Callable[[], Theme],
    ) -> None:
        super().__init__()
        self._choose_theme = choose_theme
        self._windows = windows
        self._folders = folders
        self._notices = notices
        self._chosen = chosen
        self.at_login = AtLogin(folders, notices, self)
        windows.made.connect(self._first)
        windows.introduction_requested.connect(self.show)

    @Slot()
    def _first(self) -> None:
        if not self._notices.introduced:
            self.show()

    @Slot()
    def show(self) -> None:
        """Lay the page over the others; there is a window."""
        from traintray.ui.window.first_run import FirstRun
        from traintray.ui.window.page import LIVE

        window = self._windows.window
        if window is None:
            return
        page = FirstRun(self._choose_theme(), self._places(), self.at_login.state())
        page.seen.connect(self._notices.note_introduced)
        page.done.connect(partial(window.open_page, LIVE))
        page.left.connect(page.deleteLater)
        page.login_switched.connect(self.at_login.switch)
        window.cover(page)

    def _places(self) -> tuple[tuple[str, str], ...]:
        from traintray.ui.window.path_text import shown_path

        folders, now = self._folders, self._chosen.now
        kept = self.tr("What was measured and found, for {days} days at most")
        return (
            (
                self.tr("Variables for the next start of a run, when you apply some"),
                shown_path(env_place.env_file(now, folders)),
            ),
            (self.tr("Your settings"), shown_path(folders.settings_file)),
            (kept.format(days=now.history_days), shown_path(folders.archive_file)),
        )
