"""The episodes of some days as a table."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from traintray.core.archive.records import EpisodeRecord
from traintray.ui import dates
from traintray.ui.kind_words import chip
from traintray.ui.theme import Theme
from traintray.ui.window.history import deeds, words
from traintray.ui.window.history.book import Book
from traintray.ui.window.history.record_row import BESIDE_SHAPE_PX
from traintray.ui.window.history.record_table import Column
from traintray.ui.window.history.record_view import RecordView

translate = QCoreApplication.translate


_NAME_PX = 96


class EpisodeTable(RecordView):
    """Cause, run, time, peak, knob and what became of each episode."""

    def __init__(self, theme: Theme) -> None:
        self._book = Book(10, 0.0, None)
        columns = (
            Column(
                translate("History", "Episode"),
                184,
                lambda e: chip(e.kind),
                strong=lambda _: True,
                shape=words.severity_shape,
                extra_px=BESIDE_SHAPE_PX,
            ),
            Column(
                translate("History", "Run"),
                100,
                lambda e: e.run_name,
                cut_above_px=_NAME_PX,
                spare_rank=4,
            ),
            Column(translate("History", "Started"), 102, self._started),
            Column(
                translate("History", "Lasted"),
                100,
                lambda e: words.lasted(e, self._book.now_s),
                strong=words.is_open,
            ),
            Column(translate("History", "Peak"), 160, words.peak, spare_rank=1),
            *self._what_came(),
        )
        super().__init__(columns, translate("History", "Episodes"), theme)

    def _what_came(self) -> tuple[Column, ...]:
        return (
            Column(
                translate("History", "Knob"),
                114,
                lambda e: words.knob_text(deeds.knob_of(e, self._book)),
                spare_rank=2,
            ),
            Column(
                translate("History", "Outcome"),
                124,
                lambda e: deeds.deed(e, self._book),
                shape=lambda e: deeds.deed_shape(e, self._book),
                extra_px=BESIDE_SHAPE_PX,
                spare_rank=3,
            ),
        )

    def show_episodes(self, book: Book, chosen: list[EpisodeRecord]) -> None:
        """Show the chosen episodes of a book."""
        self._book = book
        self.show_records(chosen)

    def _started(self, episode: EpisodeRecord) -> str:
        return dates.moment(episode.onset_at_s, self._book.now_s)
