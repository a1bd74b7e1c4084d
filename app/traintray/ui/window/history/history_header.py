"""The head of the History page: title, what all days came to, range, export."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.ui import dates, fonts
from traintray.ui.format import DOT
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import SecondaryButton, Size
from traintray.ui.widgets.label import Label
from traintray.ui.window.head_row import HeadRow
from traintray.ui.window.history.book import DAY_COUNTS, Book
from traintray.ui.window.history.days import Day
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.segmented import Segmented

_GAP_PX = 10


class HistoryHeader(QWidget):
    """Says in one line what the days came to."""

    range_chosen = Signal(int)
    """Days."""
    export_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = Label("title", theme)
        self.title.setText(self.tr("History"))
        self.summary = Label("secondary", theme, "ink2")
        self.summary.set_elided(True)
        labels = [self.tr("{count} days").format(count=n) for n in DAY_COUNTS]
        self.range = Segmented(labels, self.tr("Days shown"), theme)
        self.range.choose(0)
        self.range.chosen.connect(lambda at: self.range_chosen.emit(DAY_COUNTS[at]))
        self.export = SecondaryButton(self.tr("Export …"), theme, Size.SMALL)
        self.export.set_icon_name("export")
        self.export.clicked.connect(self.export_requested)
        words = QWidget()
        row = QHBoxLayout(words)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(fonts.scaled(_GAP_PX))
        row.addWidget(self.title)
        row.addWidget(self.summary, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(HeadRow(words, (self.range, self.export), _GAP_PX))

    def show_days(self, book: Book, days: tuple[Day, ...]) -> None:
        """`9 episodes in 10 days · 7.9 h of 49.6 h training`."""
        count = len(book.episodes)
        if not book.runs and not book.episodes:
            since = "" if book.begins_s is None else self._since(book)
            self.summary.setText(since)
            return
        template = self.tr("{count} episodes in {days} days")
        if count == 0:
            template = self.tr("no episode in {days} days")
        elif count == 1:
            template = self.tr("1 episode in {days} days")
        parts = [template.format(count=count, days=book.day_count)]
        training_s = sum(day.training_s for day in days)
        episodes_s = sum(day.episodes_s for day in days)
        text = self.tr("{part} of {training} training")
        if not episodes_s:
            text = self.tr("{training} training")
        part, training = dates.hours(episodes_s), dates.hours(training_s)
        parts.append(text.format(part=part, training=training))
        text = f" {DOT} ".join(parts)
        self.summary.setText(text)
        self.summary.setToolTip(text)

    def _since(self, book: Book) -> str:
        begins_s = book.begins_s if book.begins_s is not None else book.now_s
        text = self.tr("watching since {time}")
        return text.format(time=dates.moment(begins_s, book.now_s))

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)
