"""The Knobs page: what can be changed, by how much, who reads it, what came of it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from traintray.core.advice.texts import Texts
from traintray.core.frame import Frame
from traintray.core.knob_table.scene import mapped_by
from traintray.ui import fonts
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.joined import with_detail
from traintray.ui.kind_words import texts_language
from traintray.ui.theme import Theme
from traintray.ui.window.advice_memory import Entry
from traintray.ui.window.apply_preview import ALL
from traintray.ui.window.knobs.changing import Changing
from traintray.ui.window.knobs.env_copy import EnvCopy
from traintray.ui.window.knobs.face import KnobsFace
from traintray.ui.window.knobs.history import KnobHistory
from traintray.ui.window.knobs.mapped import MappedFiles
from traintray.ui.window.knobs.reading import show_differences, show_states
from traintray.ui.window.knobs.view import Shown, chosen, proposal_for, shown
from traintray.ui.window.page import Page
from traintray.ui.window.retheme import retheme_children

_ONE_COLUMN_BELOW_PX = 760


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
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._copy = copy
        self._frame: Frame | None = None
        self._wanted_key: str | None = None
        self._shown: Shown | None = None
        self._texts = Texts(texts_language())
        self._mapped = MappedFiles(mapped_by if desk is not None else None, self)
        self._history = KnobHistory(copy, desk, self)
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
        face.journal.undo_requested.connect(self.undo)
        self._changing.changed.connect(self._written)
        self._mapped.found.connect(self._draw)
        self._history.found.connect(self._draw_journal)
        keys = {
            "Ctrl+F": face.filter.setFocus,
            "Ctrl+Z": self.undo,
            "Ctrl+Return": face.apply_all.click,
        }
        for key, slot in keys.items():
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)

    def show_frame(self, frame: Frame) -> None:
        """Take the newest frame; draw it if the page can be seen."""
        self._frame = frame
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
        proposal = proposal_for(key, self._shown.rows, self._texts)
        if proposal is not None:
            self._changing.preview(proposal, self._shown.view.run.name)

    @Slot()
    def undo(self) -> None:
        """Ask whether the last change is to be taken back."""
        if self._copy.file.can_undo():
            self._changing.ask_undo()

    @Slot()
    def reload(self) -> None:
        """Read the env file and the journal again: something else has written it."""
        self._history.reload()
        self._draw()
        self._draw_journal()
        path = self._copy.file.path
        show_states(self.face.loading, self._shown, self._copy.values, path)

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
        face.table.show_groups(now.groups)
        face.show_wanted(now.wanted_count)
        face.message.show_text(self._copy.problem)
        show_differences(face.loading, now, self._copy.values)

    def _about(self, now: Shown) -> str:
        if now.view is None:
            return ""
        run = now.view.run
        pid = self.tr("PID {pid}").format(pid=run.root_pid)
        return self.tr("for {run}").format(run=with_detail(run.name, pid))

    @Slot()
    def _draw_journal(self) -> None:
        if self._frame is not None and self.isVisible():
            self.face.journal.show_lines(self._history.lines(self._frame.wall_s))
