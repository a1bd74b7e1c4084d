"""The Advice page: one finding, read from evidence to action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from traintray.core.frame import Frame
from traintray.core.knobs.envfile import EnvFile
from traintray.core.telling.span import Span
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.snooze_end import snoozed_until
from traintray.ui.theme import Theme
from traintray.ui.window.advice_body import AdviceBody
from traintray.ui.window.advice_memory import AdviceMemory, Entry, choose
from traintray.ui.window.advice_view import AdviceView
from traintray.ui.window.no_advice import NoAdvice
from traintray.ui.window.page import Page
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.run_selector import RunSelector
from traintray.ui.window.shortcuts import bind

if TYPE_CHECKING:
    from traintray.ui.window.proof.result_desk import ResultDesk


class AdvicePage(Page):
    """Shows the advice on one run; it stays readable after its episode ended.

    Give it every frame, also while it is hidden: then it only takes notes. What it
    shows is made when somebody first looks.
    """

    applied = Signal()
    undone = Signal()
    planner_requested = Signal()
    snooze_requested = Signal(str, object)
    """(run key, `Span`)"""
    useless = Signal(str)
    """Key of the run whose tip is not wanted; after `snooze_requested`."""
    library_requested = Signal(str)
    """Name of a strategy."""
    sources_requested = Signal()

    def __init__(
        self,
        theme: Theme,
        env_file: EnvFile,
        snooze_s: float = 3600.0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._env_file = env_file
        self._snooze_s = snooze_s
        self._memory = AdviceMemory()
        self._frame: Frame | None = None
        self._entries: tuple[Entry, ...] = ()
        self._wanted_key: str | None = None
        self._shown_key: str | None = None
        self._snoozed_until_wall_s: dict[str, float] = {}
        self._made: AdviceView | None = None
        self._desk: ArchiveDesk | None = None
        self._results: ResultDesk | None = None
        bind(self, {"Ctrl+Return": self._do_primary})

    def remember(self, desk: ArchiveDesk | None) -> None:
        """Say where results of changes are asked for; without one there are none."""
        self._desk = desk

    def _made_results(self) -> ResultDesk | None:
        """Return what shows results, made when somebody first looks at the page."""
        if self._results is None and self._desk is not None:
            from traintray.ui.window.proof.result_desk import ResultDesk

            results = self._results = ResultDesk(self._desk, self._env_file, self)
            results.found.connect(self._show_again)
            results.undone.connect(self.undone)
            results.undone.connect(self.reload)
        return self._results

    @property
    def selector(self) -> RunSelector:
        """What chooses the run."""
        return self._view.selector

    @property
    def body(self) -> AdviceBody:
        """The advice on the run."""
        return self._view.body

    @property
    def nothing(self) -> NoAdvice:
        """What stands there without advice."""
        return self._view.nothing

    def show_frame(self, frame: Frame) -> None:
        """Show what is new; while hidden only remember it."""
        self._frame = frame
        self._entries = self._memory.update(frame)
        if self.isVisible():
            self._show()

    @Slot(str)
    def show_run(self, run_key: str) -> None:
        """Show this run from now on, as soon as there is something about it."""
        self._wanted_key = run_key
        self._view.go_to_top()
        self._show()

    def snooze_for(self, snooze_s: float) -> None:
        """Say of a tip that is snoozed for a while that it is quiet for so long."""
        self._snooze_s = snooze_s

    @Slot(str)
    def show_snoozed(self, run_key: str, span: Span = Span.FOR_A_WHILE) -> None:
        """Note that the tip about this run was snoozed, here or elsewhere."""
        if self._frame is not None:
            until_s = snoozed_until(span, self._frame.wall_s, self._snooze_s)
            self._snoozed_until_wall_s[run_key] = until_s
            if self._made is not None:
                self._show()

    @property
    def shown_run_key(self) -> str | None:
        """The run that the page is about; None while there is none."""
        return self._shown_key

    @Slot()
    def reload(self) -> None:
        """Read the env file again: something else has written it."""
        if self._made is not None:
            self._made.body.reload()
        if self._results is not None:
            self._results.reload()

    def remembered(self) -> dict[str, object]:
        """Return the run that was chosen."""
        return {"run": self._wanted_key or ""}

    def recall(self, found: Mapping[str, object]) -> None:
        """Take what `remembered` returned."""
        self._wanted_key = str(found.get("run", "")) or None

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        if self._results is not None:
            self._results.set_theme(theme)
        retheme_children(self, theme)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with the frames that came meanwhile."""
        super().showEvent(event)
        self._show()

    def show_awake(self) -> None:
        """Note that every snooze was ended elsewhere."""
        self._snoozed_until_wall_s.clear()
        if self._made is not None:
            self._show()

    @property
    def _view(self) -> AdviceView:
        if self._made is None:
            view = self._made = AdviceView(self._theme, self._env_file)
            view.selector.chosen.connect(self.show_run)
            view.body.applied.connect(self.applied)
            view.body.undone.connect(self.undone)
            view.body.snooze_clicked.connect(self._snooze)
            view.body.useless_clicked.connect(self._mute)
            view.body.library_clicked.connect(self.library_requested)
            view.body.planner_clicked.connect(self.planner_requested)
            view.nothing.sources_requested.connect(self.sources_requested)
            column = QVBoxLayout(self)
            column.setContentsMargins(0, 0, 0, 0)
            column.addWidget(view)
            view.show()  # the page itself is visible already
        return self._made

    def _show(self) -> None:
        frame = self._frame
        if frame is None:
            return
        entry = choose(self._entries, self._wanted_key, self._shown_key)
        self._shown_key = entry.run.key if entry else None
        until_s = self._snoozed_until(entry, frame) if entry else None
        results = self._made_results()
        if results is not None:
            results.show(self._view, entry, frame, self._theme)
        self._view.show_entries(self._entries, entry, frame, until_s)

    @Slot()
    def _show_again(self) -> None:
        if self.isVisible():
            self._show()

    def _snoozed_until(self, entry: Entry, frame: Frame) -> float | None:
        """Return until when the tip is snoozed, in seconds since 1970, or None."""
        until_s = self._snoozed_until_wall_s.get(entry.run.key, 0.0)
        return until_s if until_s > frame.wall_s else None

    @Slot(object)
    def _snooze(self, span: Span) -> None:
        if self._shown_key is not None:
            self.show_snoozed(self._shown_key, span)
            self.snooze_requested.emit(self._shown_key, span)

    @Slot()
    def _mute(self) -> None:
        """Want this kind of tip no more; the settings know it, and tell it again."""
        if self._shown_key is not None:
            self._snooze(Span.THIS_KIND)
            self.useless.emit(self._shown_key)

    @Slot()
    def _do_primary(self) -> None:
        if self.body.isVisible():
            self.body.apply()
        elif self._results is not None:
            self._results.primary()
