"""The popover and the main window: made when they are first asked for.

Importing this imports neither numpy nor pyqtgraph; the main window does.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, QRect, QTimer, Signal, Slot

from traintray.core.frame import Frame
from traintray.core.history.store import Store
from traintray.core.knobs.envfile import EnvFile
from traintray.core.telling.span import Span
from traintray.ui.activation import bring_up
from traintray.ui.opening import ask_quit, ask_undo, dress_app, open_dialog, preview_of
from traintray.ui.theme import Theme
from traintray.ui.told_frames import ToldFrames

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent

    from traintray.core.archive.buckets import BucketMaker
    from traintray.core.archive.reading import ArchiveReader
    from traintray.ui.live_thread import LiveThread
    from traintray.ui.popover import Popover
    from traintray.ui.popover_place import PlacedPopover
    from traintray.ui.window.main_window import MainWindow

OpenArchiveWith: TypeAlias = "Callable[[type[BucketMaker]], ArchiveReader]"
_SEEN_OR_NOT = ("Show", "Hide", "WindowStateChange")


class Windows(QObject):
    """Opens, places and feeds the app's windows."""

    watched_changed = Signal(bool)
    """Whether anything that shows frames is seen."""
    pause_requested = Signal()
    quit_requested = Signal()
    snooze_requested = Signal(str, object)
    asked = Signal(object)
    useless = Signal(str)
    advice_opened = Signal(str)
    """Run key."""
    file_changed = Signal()
    """The env file was written or taken back."""
    closed = Signal()
    """By the user: the main window."""
    made = Signal()
    """The main window is there, not shown yet. `asked`: see `VerdictHead`."""
    introduction_requested = Signal()

    def __init__(
        self,
        choose_theme: Callable[[], Theme],
        store: Store,
        env_file: EnvFile,
        state_path: Path,
        snooze_s: float,
    ) -> None:
        super().__init__()
        self._choose_theme = choose_theme
        self._store = store
        self._env_file = env_file
        self._state_path = state_path
        self._snooze_s = snooze_s
        self._placed: PlacedPopover | None = None
        self._window: MainWindow | None = None
        self._open_archive: OpenArchiveWith | None = None
        self._live: LiveThread | None = None
        self._frame: Frame | None = None
        self._told = ToldFrames()
        self._watched = False

    @cached_property
    def _theme(self) -> Theme:
        return self._choose_theme()  # at the first window: asking Qt takes memory

    def remember(self, open_archive: OpenArchiveWith, live: LiveThread) -> None:
        """Say what opens the archive, by a maker of buckets, and turns live knobs."""
        self._open_archive, self._live = open_archive, live

    def show_frame(self, frame: Frame) -> None:
        """Hand the newest frame to what is there to show it."""
        self._frame = frame
        self._told.note(frame)
        for shown in (self._placed, self._window):
            if shown is not None:
                shown.show_frame(frame)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette of what is there."""
        self._theme = theme
        for shown in (self.popover, self._window):
            if shown is not None:
                shown.set_theme(theme)

    @property
    def window(self) -> MainWindow | None:
        """The main window, if it was ever asked for."""
        return self._window

    @property
    def popover(self) -> Popover | None:
        """The popover, if it was ever asked for."""
        return self._placed.popover if self._placed is not None else None

    def toggle_popover(self, anchor: QRect) -> None:
        """Show the popover beside `anchor`, or take it away."""
        placed = self._placed or self._make_popover()
        if self._frame is not None:
            placed.show_frame(self._frame)
        placed.toggle(anchor)
        self._tell_watched()

    def _make_popover(self) -> PlacedPopover:
        from traintray.ui.popover_place import PlacedPopover
        from traintray.ui.popover_ways import PopoverWays

        placed = PlacedPopover(self._theme, self._store, self)
        placed.double_clicked.connect(self.show_window)
        PopoverWays(placed.popover, self, self._env_file)  # a child of this
        placed.popover.closed.connect(self._tell_watched)
        self._placed = placed
        return placed

    # --- the main window ----------------------------------------------------------

    @Slot()
    @Slot(str)
    def show_window(self, token: str = "") -> None:
        """Open the main window, or bring it to the front."""
        window = self._window or self._make_window()
        if self._placed is not None:
            self._placed.popover.hide()
        bring_up(window, token)
        self._tell_watched()

    @Slot(str)
    @Slot(str, str)
    def show_advice(self, run_key: str, token: str = "") -> None:
        """Open the main window on the advice on a run."""
        window = self._window or self._make_window()
        window.open_page("advice", run_key or None)
        self.show_window(token)
        self.advice_opened.emit(run_key)

    @Slot(str, str)
    def show_run(self, run_key: str, token: str = "") -> None:
        """Open the main window on a run, or on all for an empty key."""
        window = self._window or self._make_window()
        window.open_page("runs", run_key or None)
        self.show_window(token)

    @Slot(str)
    @Slot(str, str)
    def show_preview(self, run_key: str, token: str = "") -> None:
        """Open the advice on a run, and over it the preview of its first knob."""
        self.show_advice(run_key, token)
        view = self._told.view(run_key)
        preview = view and preview_of(view, self._theme, self._env_file, self._window)
        if preview:
            preview.applied.connect(self._file_written)
            open_dialog(preview)

    @Slot()
    @Slot(str)
    def preview_undo(self, token: str = "") -> None:
        """Show what taking back the last change of the env file would do."""
        self.show_window(token)
        ask_undo(self._theme, self._env_file, self._window, self._file_written)

    def show_notice(self, text: str) -> None:
        """Say something in the main window, above its pages."""
        (self._window or self._make_window()).show_notice(text)

    def show_snoozed(self, run_key: str, span: Span = Span.FOR_A_WHILE) -> None:
        """Say on the advice page that the tip was snoozed elsewhere."""
        if self._window is not None:
            self._window.advice.show_snoozed(run_key, span)

    def save_place(self) -> None:
        """Remember where the window is."""
        if self._window is not None:
            self._window.save_place()

    def _make_window(self) -> MainWindow:
        from traintray.ui.archive_desk import ArchiveDesk
        from traintray.ui.plots.numpy_buckets import NumpyBuckets
        from traintray.ui.window.main_window import MainWindow
        from traintray.ui.window.pages.advice import AdvicePage

        dress_app(self._theme)
        advice = AdvicePage(self._theme, self._env_file, self._snooze_s)
        desk = None
        if self._open_archive is not None:
            desk = ArchiveDesk(partial(self._open_archive, NumpyBuckets), self)
        window = MainWindow(self._theme, self._store, advice, self._state_path, desk)
        window.offer_knobs(self._env_file, self._live)
        window.file_changed.connect(self._file_written)
        advice.applied.connect(self.file_changed)
        advice.undone.connect(self.file_changed)
        advice.snooze_requested.connect(self.snooze_requested)
        advice.useless.connect(self.useless)
        window.closed_to_tray.connect(self.closed)
        window.installEventFilter(self)
        window.quit_requested.connect(self._ask_quit)
        window.undo_requested.connect(self._undo_last)
        window.pause_requested.connect(self.pause_requested)
        window.live.asked.connect(self.asked)
        self._window = window
        for frame in (*self._told, self._frame):  # told before it was there
            if frame is not None:
                window.show_frame(frame)
        self.made.emit()
        return window

    @Slot()
    def _ask_quit(self) -> None:
        ask_quit(self._theme, self._window, self.quit_requested)

    @Slot()
    def _undo_last(self) -> None:
        if self._env_file.can_undo():
            self.preview_undo()

    @Slot()
    def _file_written(self) -> None:
        if self._window is not None:
            self._window.reload()
        self.file_changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See the main window come, go and shrink to a button."""
        if event.type().name in _SEEN_OR_NOT:
            QTimer.singleShot(0, self, self._tell_watched)  # when it has happened
        return super().eventFilter(watched, event)

    @Slot()
    def _tell_watched(self) -> None:
        shown = [w for w in (self.popover, self._window) if w is not None]
        watched = any(w.isVisible() and not w.isMinimized() for w in shown)
        if watched != self._watched:
            self._watched = watched
            self.watched_changed.emit(watched)
