"""The Knobs page: what can be changed, by how much, who reads it, what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from traintray.core.advice.texts import Texts
from traintray.core.diagnosis.verdict import Finding
from traintray.core.frame import Frame, RunView
from traintray.core.knob_table.scene import mapped_by
from traintray.core.live_knobs.live_knob import LiveRow
from traintray.ui import fonts
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.joined import with_detail
from traintray.ui.kind_words import texts_language
from traintray.ui.live_thread import LiveThread
from traintray.ui.run_names import titled
from traintray.ui.theme import Theme
from traintray.ui.window.advice_memory import Entry
from traintray.ui.window.apply_preview import ALL
from traintray.ui.window.knobs.changing import Changing
from traintray.ui.window.knobs.env_copy import EnvCopy
from traintray.ui.window.knobs.face import KnobsFace
from traintray.ui.window.knobs.history import KnobHistory
from traintray.ui.window.knobs.line import Deed
from traintray.ui.window.knobs.live_journal import undone_by
from traintray.ui.window.knobs.live_now import LiveDeeds, LiveNow
from traintray.ui.window.knobs.live_words import PREFIX
from traintray.ui.window.knobs.mapped import MappedFiles
from traintray.ui.window.knobs.reading import show_differences, show_states
from traintray.ui.window.knobs.view import (
    Shown,
    chosen,
    proposal_for,
    shown,
    with_live,
)
from traintray.ui.window.page import Page
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.shortcuts import bind

_ONE_COLUMN_BELOW_PX = 852


class KnobsPage(Page):
    """Draws while it can be seen; hidden, it only keeps the newest frame.

    Without `desk` the frames are a recording: then nothing is looked up about the
    processes in them.
    """

    file_changed = Signal()
    """The env file was written or taken back."""

    def __init__(
        self,
        theme: Theme,
        copy: EnvCopy,
        desk: ArchiveDesk | None,
        live: LiveThread | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._copy = copy
        self._frame: Frame | None = None
        self._wanted_key: str | None = None
        self._trouble = ""
        self._shown: Shown | None = None
        self._texts = Texts(texts_language())
        self._mapped = MappedFiles(mapped_by if desk is not None else None, self)
        self._history = KnobHistory(copy, desk, self)
        self._live = LiveNow(live, self) if live is not None else None
        self._changing = Changing(theme, copy.file, self)
        self.face = KnobsFace(theme, copy.file.path, self)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.face)
        self._connect()

    def _connect(self) -> None:
        face = self.face
        face.selector.chosen.connect(self.show_run)
        face.filter.textChanged.connect(self._filter)
        face.apply_all.clicked.connect(partial(self.act, ALL))
        face.table.acted.connect(self.act)
        face.journal.undo_requested.connect(self.take_back)
        self._changing.changed.connect(self._written)
        self._mapped.found.connect(self._draw)
        if self._live is not None:
            self._live.found.connect(self._draw)
            self._live.told.connect(self._say)
            self._live.journal_found.connect(self._draw_journal)
        self._history.found.connect(self._draw_journal)
        keys = {
            "Ctrl+F": face.filter.setFocus,
            "Ctrl+Return": face.apply_all.click,
        }
        bind(self, keys)

    def show_frame(self, frame: Frame) -> None:
        """Take the newest frame; draw it if the page can be seen."""
        self._frame = frame
        if self.isVisible():
            self._history.follow(frame.wall_s)
        self._draw()

    @Slot(str)
    def show_run(self, run_key: str) -> None:
        """Show what fits this run."""
        self._wanted_key = run_key
        self._draw()

    @Slot(str)
    def act(self, key: str) -> None:
        """Open the preview of what a line recommends; `ALL`: of everything."""
        if self._shown is None or self._shown.view is None:
            return
        if key.startswith(PREFIX):
            self._turn(key.removeprefix(PREFIX), self._shown.view)
            return
        proposal = proposal_for(key, self._shown.rows, self._texts)
        if proposal is not None:
            self._changing.preview(proposal, self._shown.view.run.name)

    def _turn(self, name: str, view: RunView) -> None:
        """Turn a live knob, or give the run back what it had."""
        if self._live is None:
            return
        row = self.face.table.rows[f"{PREFIX}{name}"]
        is_applied = row.line.act.deed is Deed.UNDO_NOW
        if is_applied:
            self._live.undo(name, view.run.key)
        else:
            self._live.apply(name, view.run, _kind(view))

    def _live_rows(self, now: Shown) -> tuple[LiveRow, ...]:
        if self._live is None or now.view is None or self._frame is None:
            return ()
        return self._live.rows(now.view.run, _kind(now.view), self._frame.at_s)

    @Slot(str)
    def take_back(self, key: str) -> None:
        """Take back a line of the journal: at once for a run in progress."""
        if not key:
            self.undo()
        elif self._live is not None:
            self._live.undo(*undone_by(key))

    @Slot()
    def undo(self) -> None:
        """Ask whether the last change is to be taken back."""
        if self._copy.file.can_undo():
            self._changing.ask_undo()

    @Slot()
    def reload(self) -> None:
        """Read the env file and the journal again: something else has written it."""
        self._history.reload()
        if self._live is not None:
            self._live.read_journal()
        self._draw()
        self._draw_journal()
        path = self._copy.file.path
        show_states(self.face.loading, self._shown, self._copy.values, path)

    def remembered(self) -> dict[str, object]:
        """Return the run that was chosen."""
        return {"run": self._wanted_key or ""}

    def recall(self, found: Mapping[str, object]) -> None:
        """Take what `remembered` returned."""
        self._wanted_key = str(found.get("run", "")) or None

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._changing.set_theme(theme)
        retheme_children(self, theme)

    def event(self, event: QEvent) -> bool:
        """Look again when the user comes back to the window."""
        if event.type() == QEvent.Type.WindowActivate and self.isVisible():
            self.reload()
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while the page was hidden."""
        super().showEvent(event)
        self.reload()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the journal below, where two columns do not fit."""
        super().resizeEvent(event)
        self.face.set_narrow(self.width() < fonts.scaled(_ONE_COLUMN_BELOW_PX))

    @Slot(str)
    def _say(self, trouble: str) -> None:
        self._trouble = trouble
        self._draw()

    @Slot()
    def _written(self) -> None:
        self.reload()
        self.file_changed.emit()

    @Slot()
    def _filter(self) -> None:
        field = self.face.filter
        self.face.table.show_matching(field.matches, bool(field.text().strip()))

    @Slot()
    def _draw(self) -> None:
        frame = self._frame
        if frame is None or not self.isVisible() or self.window().isMinimized():
            return
        view = chosen(frame, self._wanted_key)
        now = shown(frame, view, (self._copy, self._mapped), self._texts)
        self._shown, face = now, self.face
        entries = [Entry(v.run, v.verdict, v.advice, None, None) for v in frame.runs]
        face.selector.show_entries(entries, view.run.key if view else None)
        face.about.setText(self._about(now))
        face.table.show_groups(with_live(now, self._live_rows(now), self._texts))
        face.show_wanted(now.wanted_count)
        face.message.show_text(self._copy.problem or self._trouble)
        show_differences(face.loading, now, self._copy.values)

    def _about(self, now: Shown) -> str:
        if now.view is None:
            return ""
        run = now.view.run
        pid = self.tr("PID {pid}").format(pid=run.root_pid)
        return self.tr("for {run}").format(run=with_detail(titled(run), pid))

    @Slot()
    def _draw_journal(self) -> None:
        if self._frame is not None and self.isVisible():
            live = self._live.deeds if self._live is not None else LiveDeeds()
            now_s = self._frame.wall_s
            found = self._history.lines(now_s, live, self._texts)
            self.face.journal.show_lines(found)


def _kind(view: RunView) -> str:
    return view.verdict.kind if isinstance(view.verdict, Finding) else ""
