"""The main window: sidebar and pages. Importing it imports numpy and pyqtgraph."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from traintray.core.frame import Frame
from traintray.core.history.store import Store
from traintray.core.knobs.envfile import EnvFile
from traintray.ui import fonts
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.theme import Theme
from traintray.ui.window import window_state
from traintray.ui.window.knobs.env_copy import EnvCopy
from traintray.ui.window.later_pages import knobs_page, later_pages
from traintray.ui.window.message_line import MessageLine
from traintray.ui.window.page import ADVICE, LIVE, RUNS, SETTINGS, Page, page_label
from traintray.ui.window.pages.live import LivePage
from traintray.ui.window.shortcuts import bind
from traintray.ui.window.sidebar import Sidebar
from traintray.ui.window.window_state import WindowState, put_back

if TYPE_CHECKING:
    from traintray.ui.live_thread import LiveThread
    from traintray.ui.window.pages.advice import AdvicePage
    from traintray.ui.window.pages.history import HistoryPage
    from traintray.ui.window.pages.library import LibraryPage
    from traintray.ui.window.pages.runs import RunsPage

_SIZE_PX, _LEAST_PX = (1120, 720), (880, 560)
_COMPACT_BELOW_PX = 900
_NOTICE_MARGIN_PX, _NOTICE_ABOVE_PX = 20, 12


class MainWindow(QWidget):
    """Shows frames on its pages, and only while it can be seen.

    It never ends the app: closing hides it and says so, and what to do then is up
    to the app. `state_path` is the file in which it remembers its place, `desk` where
    it asks for what was remembered; without it there is no past.
    """

    closed_to_tray = Signal()
    quit_requested = Signal()
    pause_requested = Signal()
    file_changed = Signal()
    """The env file was written or taken back."""
    undo_requested = Signal()
    """By its key, whatever page is shown; a text field keeps the key to itself."""

    def __init__(
        self,
        theme: Theme,
        store: Store,
        advice: AdvicePage,
        state_path: Path,
        desk: ArchiveDesk | None = None,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._state_path = state_path
        self._desk = desk
        self._frame: Frame | None = None
        self.live = LivePage(theme, store, desk)
        self.advice = advice
        advice.remember(desk)
        later = self._later = later_pages(store, desk, self.open_page, theme)
        self._pages: dict[str, Page] = later.in_order(self.live, advice)
        advice.planner_requested.connect(partial(later.open_planner, self.open_page))
        for part in (advice.library_requested, self.live.page_requested):
            part.connect(partial(later.open_article, self.open_page))
        advice.sources_requested.connect(partial(self.open_page, SETTINGS))
        self._sidebar = Sidebar(theme, [(n, page_label(n), n) for n in self._pages])
        self._stack = QStackedWidget()
        for page in self._pages.values():
            self._stack.addWidget(page)
        self._notice = MessageLine(theme, fonts.scaled(_NOTICE_ABOVE_PX))
        self._lay_out()
        self.setWindowTitle("traintray")
        self.setMinimumSize(*_LEAST_PX)
        self._connect()
        self._restore(window_state.load(state_path))

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._sidebar)
        column, around = QVBoxLayout(), fonts.scaled(_NOTICE_MARGIN_PX)
        frame = QHBoxLayout()
        frame.setContentsMargins(around, 0, around, 0)
        frame.addWidget(self._notice)
        column.setSpacing(0)
        column.addLayout(frame)
        column.addWidget(self._stack, 1)
        row.addLayout(column, 1)

    def _connect(self) -> None:
        self._sidebar.page_chosen.connect(self.open_page)
        for part in (self._sidebar, self.live):
            part.pause_requested.connect(self.pause_requested)
        self.live.advice_requested.connect(partial(self.open_page, ADVICE))
        keys: dict[str, Callable[[], object]] = {
            "Ctrl+P": self.pause_requested.emit,
            "Ctrl+Q": self.quit_requested.emit,
            "Ctrl+Z": self.undo_requested.emit,
            "Ctrl+,": partial(self.open_page, SETTINGS),
            "F6": lambda: self._sidebar.next_region(self._pages[self.page]),
            "Esc": self._escape,
        }
        for number, name in enumerate(self._pages, start=1):
            keys[f"Ctrl+{number}"] = partial(self.open_page, name)
        bind(self, keys)

    # What it shows

    def show_frame(self, frame: Frame) -> None:
        """Take the newest frame. Hidden, the window only keeps it."""
        self._frame = frame
        for page in self._pages.values():
            page.show_frame(frame)
        if self.isVisible():
            self._sidebar.show_frame(frame)

    def offer_settings(self, make: Callable[[Theme], Page]) -> None:
        """Say what makes the page of the settings; they are the app's."""
        self._later.settings.make_by(make)

    def offer_knobs(self, env_file: EnvFile, live: LiveThread | None = None) -> None:
        """Say which file the page of the knobs is about, and what turns live ones."""
        copy = EnvCopy(env_file)
        self._sidebar.count_set(copy)
        self._later.knobs.make_by(
            partial(knobs_page, (copy, live), self._desk, self.file_changed.emit)
        )

    def reload(self) -> None:
        """Read the env file again: something beside its pages has written it."""
        for page in (self.advice, self._later.knobs):
            page.reload()

    def show_notice(self, text: str) -> None:
        """Say something about the app above the page; it stays until the next start."""
        self._notice.show_text(text)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette of everything in it."""
        self._theme = theme
        self._notice.set_theme(theme)
        self._sidebar.set_theme(theme)
        for page in self._pages.values():
            page.set_theme(theme)
        self.update()

    @property
    def runs(self) -> RunsPage:
        """The page of the runs."""
        return self._later.runs.made

    @property
    def library(self) -> LibraryPage:
        """The page of the strategies."""
        return self._later.library.made

    @property
    def history(self) -> HistoryPage:
        """The page of the past."""
        return self._later.history.made

    @property
    def page(self) -> str:
        """Which page is shown, by its name in the sidebar."""
        here = self._stack.currentWidget()
        return next((n for n, page in self._pages.items() if page is here), LIVE)

    def open_page(self, name: str, run_key: str | None = None) -> None:
        """Go to a page, on those of advice and of runs to the run `run_key`.

        Raises KeyError for a page that does not exist. Does not raise the window.
        """
        self._stack.setCurrentWidget(self._pages[name])
        self._sidebar.show_page(name)
        if run_key:
            (self.runs if name == RUNS else self.advice).show_run(run_key)

    def cover(self, page: Page) -> None:
        """Show `page` in the place of all others, until one of them is opened."""
        self._stack.setCurrentIndex(self._stack.addWidget(page))
        self._sidebar.show_page("")

    # Keys

    def _escape(self) -> None:
        """Take the crosshair or an episode away, or hide the window."""
        if self._pages[self.page].escape():
            return
        self.close()

    # Place and end

    def _restore(self, state: WindowState) -> None:
        self.resize(*_SIZE_PX)
        put_back(self, state.geometry)
        self.live.set_span(state.span_s)
        for name, page in self._pages.items():
            page.recall(state.pages.get(name, {}))
        self.open_page(state.page if state.page in self._pages else LIVE)

    def save_place(self) -> None:
        """Remember size, place, and what its pages show; done at every close."""
        geometry = bytes(self.saveGeometry().data())
        pages = {name: page.remembered() for name, page in self._pages.items()}
        now = WindowState(geometry, self.page, self.live.span_s, pages)
        window_state.save(self._state_path, now)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Hide, and leave the rest to the app.

        The event is accepted: a window that refuses to close would stop
        `QApplication.quit` and the end of the desktop session.
        """
        self.save_place()
        was_visible = self.isVisible()
        super().closeEvent(event)
        if was_visible:
            self.closed_to_tray.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with the newest frame."""
        super().showEvent(event)
        if self._frame is not None:
            self._sidebar.show_frame(self._frame)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the sidebar where room is scarce."""
        super().resizeEvent(event)
        self._sidebar.set_compact(self.width() < fonts.scaled(_COMPACT_BELOW_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paper."""
        QPainter(self).fillRect(event.rect(), self._theme.bg)
