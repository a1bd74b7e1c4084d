"""The days, and below them the episodes or the runs."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from traintray.core.archive.records import EpisodeRecord
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label
from traintray.ui.window.history.book import Book
from traintray.ui.window.history.day_strips import DayStrips
from traintray.ui.window.history.days import Day
from traintray.ui.window.history.episode_table import EpisodeTable
from traintray.ui.window.history.filter_bar import FilterBar
from traintray.ui.window.history.letters import legend
from traintray.ui.window.history.record_header import INSET_PX, MARGIN_PX
from traintray.ui.window.history.run_table import RunTable
from traintray.ui.window.history.strip_legend import StripLegend
from traintray.ui.window.retheme import retheme_children

_AROUND_PX = 40
"""Above and below the row that is brought into view."""
_GAP_PX = 8


class Overview(QWidget):
    """Strips, legend, filter, table."""

    episode_opened = Signal(object)
    comparison_requested = Signal(object, object)
    """The earlier RunRecord and the later one."""

    def __init__(
        self, theme: Theme, *, of_recording: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._of_recording = of_recording
        self._book: Book | None = None
        self.strips = DayStrips(theme)
        self.legend = StripLegend(theme)
        self.filter = FilterBar(theme)
        self.episodes = EpisodeTable(theme)
        self.runs = RunTable(theme)
        self.nothing = Label("body", theme, "ink2")
        self.nothing.setWordWrap(True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        for table in (self.episodes, self.runs):
            table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            table.reached.connect(self._bring_into_view)
        self._lay_out()
        self.strips.opened.connect(self.episode_opened)
        self.episodes.opened.connect(self.episode_opened)
        self.runs.opened.connect(self._compare)
        self.runs.picked.connect(self._count)
        self.filter.changed.connect(self._fill)
        self.filter.compare_requested.connect(self._compare)

    def _lay_out(self) -> None:
        self._upper = upper = QVBoxLayout()
        upper.setContentsMargins(*map(fonts.scaled, (INSET_PX, 0, MARGIN_PX, 0)))
        upper.setSpacing(fonts.scaled(_GAP_PX))
        for part in (self.strips, self.legend, self.filter, self.nothing):
            upper.addWidget(part)
        inner = QWidget()
        self._inner = inner
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, fonts.scaled(_GAP_PX))
        column.setSpacing(fonts.scaled(_GAP_PX))
        column.addLayout(upper)
        column.addWidget(self.episodes)
        column.addWidget(self.runs)
        column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        never = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self._scroll.setHorizontalScrollBarPolicy(never)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(inner)
        self._scroll.viewport().setAutoFillBackground(False)
        inner.setAutoFillBackground(False)
        bar = self._scroll.verticalScrollBar()
        bar.rangeChanged.connect(self._make_room_for_bar)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._scroll)

    @Slot(int, int)
    def _make_room_for_bar(self, lowest: int, highest: int) -> None:
        """Let the scroll bar stand in the margin, so that nothing moves."""
        bar = self._scroll.verticalScrollBar().sizeHint().width()
        taken = bar if highest > lowest else 0
        left, right = fonts.scaled(INSET_PX), fonts.scaled(MARGIN_PX)
        self._upper.setContentsMargins(left, 0, max(0, right - taken), 0)
        for table in (self.episodes, self.runs):
            table.take_from_margin(taken)

    def show_book(self, book: Book, days: tuple[Day, ...]) -> None:
        """Show some days."""
        self._book = book
        self.strips.show_days(days, book.now_s)
        kinds = [mark.episode.kind for day in days for mark in day.marks]
        self.legend.show_letters(legend(kinds) if self.strips.names_days else [])
        self.filter.offer(book)
        self._fill()

    def select(self, episode: EpisodeRecord) -> None:
        """Select an episode in the table."""
        self.episodes.select(episode)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)

    @Slot()
    def _fill(self) -> None:
        book = self._book
        if book is None:
            return
        self.episodes.show_episodes(book, self.filter.episodes(book))
        self.runs.show_runs(book, self.filter.runs(book))
        table = self.runs if self.filter.shows_runs else self.episodes
        for each in (self.episodes, self.runs):
            each.setVisible(each is table and bool(table.rows.records))
            each.setFixedHeight(each.full_height)
        self.nothing.setVisible(not table.rows.records)
        self.nothing.setText(self._why_nothing(book))
        self._count()

    def _why_nothing(self, book: Book) -> str:
        """Say why there are no rows, and what will change that."""
        if self._of_recording:
            return self.tr(
                "A recording is not remembered, so there is nothing to look back on."
                " Its graphs are on the page Live, what was told is on the page Advice."
            )
        if not book.is_read:
            since = fmt.clock(book.now_s)
            return self.tr("Reading the history, since {time}.").format(time=since)
        of_all = book.runs if self.filter.shows_runs else book.episodes
        if of_all:
            return self.tr("Nothing matches the filter.")
        if book.runs:
            return self.tr(
                "No episode in these days: whatever trained, trained without trouble."
            )
        return self.tr(
            "Nothing to look back on yet. Each training run, and each episode in which "
            "something held it up, is listed here from the first one on."
        )

    @Slot(object)
    def _bring_into_view(self, row: QRect) -> None:
        """Scroll to the row on which the keyboard is."""
        table = self.runs if self.filter.shows_runs else self.episodes
        foot = table.viewport().mapTo(self._inner, row.bottomLeft())
        self._scroll.ensureVisible(0, foot.y(), 0, fonts.scaled(_AROUND_PX))

    @Slot()
    def _count(self) -> None:
        book = self._book
        if book is None:
            return
        runs = self.filter.shows_runs
        table = self.runs if runs else self.episodes
        total = len(book.runs if runs else book.episodes)
        picked = len(self.runs.selected()) if runs else 0
        self.filter.show_counts(len(table.rows.records), total, picked)

    @Slot()
    def _compare(self) -> None:
        """Compare the two selected runs; Return on fewer or more does nothing."""
        picked = self.runs.selected()
        if len(picked) == 2:
            earlier, later = sorted(picked, key=lambda run: run.started_at_s)
            self.comparison_requested.emit(earlier, later)
