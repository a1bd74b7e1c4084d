"""The History page: days, episodes and runs of the past."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFileDialog, QStackedWidget, QVBoxLayout, QWidget

from traintray.core.archive.records import EpisodeRecord, RunRecord
from traintray.core.export.exporting import export
from traintray.core.export.order import Form, Order
from traintray.core.frame import Frame
from traintray.ui import fonts
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label
from traintray.ui.window.history.book import DAY_COUNTS, Book, read_book
from traintray.ui.window.history.column_widths import widths_in
from traintray.ui.window.history.comparison_view import ComparisonView
from traintray.ui.window.history.days import days_of
from traintray.ui.window.history.episode_view import EpisodeView
from traintray.ui.window.history.export_bar import ExportBar
from traintray.ui.window.history.export_flow import ExportFlow
from traintray.ui.window.history.history_header import HistoryHeader
from traintray.ui.window.history.overview import Overview
from traintray.ui.window.history.record_header import INSET_PX, MARGIN_PX
from traintray.ui.window.page import Page
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.shortcuts import bind

_MARGIN_PX = 20
_NAME = "history"
_FRESH_S = 60.0
"""Days are read again once a minute, while they are looked at."""


class HistoryPage(Page):
    """Asks the archive for some days whenever it can be seen."""

    def __init__(
        self, theme: Theme, desk: ArchiveDesk | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._day_count = DAY_COUNTS[0]
        self._now_s: float | None = None
        self._asked_at_s = float("-inf")
        self._book: Book | None = None
        self._dialog: QFileDialog | None = None
        self.header = HistoryHeader(theme)
        self.export_bar = ExportBar(theme)
        self.overview = Overview(theme, of_recording=desk is None)
        self.episode = EpisodeView(theme)
        self.comparison = ComparisonView(theme)
        self.trouble = Label("secondary", theme, "ink2")
        self.trouble.setWordWrap(True)
        self.trouble.hide()
        self.flow: ExportFlow | None = None
        if desk is not None:
            self.flow = ExportFlow(desk.open_archive, self)
        self._lay_out()
        self._connect()
        self._add_keys()

    def _lay_out(self) -> None:
        front = QWidget()
        self._front = front
        upper = QVBoxLayout()
        upper.setContentsMargins(*map(fonts.scaled, (INSET_PX, 0, MARGIN_PX, 0)))
        upper.setSpacing(fonts.scaled(10))
        upper.addWidget(self.header)
        upper.addWidget(self.export_bar)
        upper.addWidget(self.trouble)
        column = QVBoxLayout(front)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.scaled(10))
        column.addLayout(upper)
        column.addWidget(self.overview, 1)
        self._stack = QStackedWidget()
        for part in (front, self.episode, self.comparison):
            self._stack.addWidget(part)
        outer = QVBoxLayout(self)
        left, right = _MARGIN_PX - INSET_PX, _MARGIN_PX - MARGIN_PX
        outer.setContentsMargins(*map(fonts.scaled, (left, 16, right, 0)))
        outer.addWidget(self._stack)

    def _connect(self) -> None:
        self.header.range_chosen.connect(self.show_range)
        self.header.export_requested.connect(self.ask_for_file)
        self.overview.episode_opened.connect(self.open_episode)
        self.overview.comparison_requested.connect(self.open_comparison)
        self.episode.back_requested.connect(self.go_back)
        self.comparison.back_requested.connect(self.go_back)
        if self.flow is not None:
            self.export_bar.follow(self.flow)
        if self._desk is not None:
            self._desk.troubled.connect(self._tell_trouble)

    def _add_keys(self) -> None:
        keys = {"Ctrl+F": self._focus_filter, "Ctrl+E": self.ask_for_file}
        bind(self, {**keys, "Alt+Left": self.go_back})

    # What it shows

    def show_frame(self, frame: Frame) -> None:
        """Take the time; ask for the days again when they have grown old."""
        self._now_s = frame.wall_s
        self._refresh()

    @Slot(int)
    def show_range(self, day_count: int) -> None:
        """Show another number of days, one of `DAY_COUNTS`."""
        self._day_count = day_count
        self.header.range.choose(DAY_COUNTS.index(day_count))
        self._refresh(at_once=True)

    def remembered(self) -> dict[str, object]:
        """Return the range and the widths that the user gave the columns."""
        return {
            "days": self._day_count,
            "episodes": list(self.overview.episodes.column_widths),
            "runs": list(self.overview.runs.column_widths),
        }

    def recall(self, found: Mapping[str, object]) -> None:
        """Take what `remembered` returned."""
        days = found.get("days")
        if isinstance(days, int) and days in DAY_COUNTS:
            self.show_range(days)
        self.overview.episodes.column_widths = widths_in(found.get("episodes"))
        self.overview.runs.column_widths = widths_in(found.get("runs"))

    @Slot(object)
    def open_episode(self, episode: EpisodeRecord) -> None:
        """Show what was told of an episode."""
        if self._book is not None:
            self.overview.select(episode)
            self.episode.show_episode(episode, self._book)
            self._stack.setCurrentWidget(self.episode)
            self.episode.back.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object, object)
    def open_comparison(self, earlier: RunRecord, later: RunRecord) -> None:
        """Show two runs side by side."""
        if self._book is not None:
            self.comparison.show_runs(earlier, later, self._book.now_s)
            self._stack.setCurrentWidget(self.comparison)

    @Slot()
    def go_back(self) -> None:
        """Show the days again."""
        self._stack.setCurrentWidget(self._front)

    def escape(self) -> bool:
        """Leave an episode or a comparison; say whether there was one."""
        is_front = self._stack.currentWidget() is self._front
        self.go_back()
        return not is_front

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what was remembered meanwhile."""
        super().showEvent(event)
        self._refresh()

    def _refresh(self, at_once: bool = False) -> None:
        now_s = self._now_s
        if now_s is None or not self.isVisible():
            return
        if self._book is None:
            self._show(Book(self._day_count, now_s, None, is_read=self._desk is None))
        if self._desk is None:
            return
        if not at_once and 0 <= now_s - self._asked_at_s < _FRESH_S:
            return
        self._asked_at_s = now_s
        count = self._day_count
        self._desk.ask(
            _NAME, lambda reader: read_book(reader, count, now_s), self._show
        )

    def _show(self, book: Book) -> None:
        self._book = book
        days = days_of(book)
        self.trouble.hide()
        self.header.show_days(book, days)
        has_past = self.flow is not None and book.begins_s is not None
        self.header.export.setEnabled(has_past)
        self.overview.show_book(book, days)

    @Slot(str, str)
    def _tell_trouble(self, name: str, why: str) -> None:
        """Say why there is nothing to show; an archive that has not begun is none."""
        if name == _NAME and self._now_s is not None:
            self._show(Book(self._day_count, self._now_s, None))
            self.trouble.setText(why)
            self.trouble.setVisible(bool(why))

    @Slot()
    def _focus_filter(self) -> None:
        self.go_back()
        self.overview.filter.text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def ask_for_file(self) -> None:
        """Ask where the days that are shown are to be written."""
        if not self.header.export.isEnabled() or self.flow is None:
            return
        self._dialog = self._dialog or self._file_dialog()
        title = self.tr("Export {count} days").format(count=self._day_count)
        self._dialog.setWindowTitle(title)
        self._dialog.open()

    def _file_dialog(self) -> QFileDialog:
        """Make it once: Qt crashes where it goes on close and the page right after."""
        dialog = QFileDialog(self)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        csv, json = self.tr("CSV table (*.csv)"), self.tr("JSON (*.json)")
        suffixes = {csv: "csv", json: "json"}
        dialog.setNameFilters(list(suffixes))
        dialog.setDefaultSuffix("csv")
        dialog.filterSelected.connect(lambda it: dialog.setDefaultSuffix(suffixes[it]))
        dialog.selectFile("traintray-history.csv")
        dialog.fileSelected.connect(lambda path: self.export_to(Path(path)))
        return dialog

    def export_to(self, path: Path) -> None:
        """Write the days that are shown; the ending of the name says in which form."""
        book = self._book
        if self.flow is None or book is None:
            return
        form = Form.JSON if path.suffix.lower() == ".json" else Form.CSV
        order = Order(book.first_s, book.now_s, form)
        self.export_bar.show_progress(0.0)
        self.flow.start(
            lambda reader, to, watch: export(reader, order, to, watch), path
        )
