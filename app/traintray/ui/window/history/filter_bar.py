"""Chooses what the table below the strips shows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from traintray.core.archive.records import EpisodeRecord, RunRecord
from traintray.ui.kind_words import chip
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import SecondaryButton, Size
from traintray.ui.widgets.label import Label
from traintray.ui.window.flow_row import FlowRow
from traintray.ui.window.history import deeds, words
from traintray.ui.window.history.book import Book
from traintray.ui.window.history.choice import Choice
from traintray.ui.window.history.run_table import findings
from traintray.ui.window.history.search_field import SearchField
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.segmented import Segmented

EPISODES, RUNS = 0, 1
_GAP_PX = 8


class FilterBar(QWidget):
    """Episodes or runs; of one kind, of one run, with a text in them."""

    changed = Signal()
    compare_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        tables = (self.tr("Episodes"), self.tr("Runs"))
        self.table = Segmented(tables, self.tr("Table"), theme)
        self.kind = Choice(self.tr("All causes"), self.tr("Cause"), theme)
        self.run = Choice(self.tr("All runs"), self.tr("Run"), theme)
        self.text = SearchField(self.tr("Filter"), theme)
        self.hint = Label("caption", theme, "ink3")
        self.compare = SecondaryButton(self.tr("Compare"), theme, Size.SMALL)
        self.compare.setEnabled(False)
        row = FlowRow(_GAP_PX)
        for part in (self.table, self.kind, self.run, self.text, self.hint):
            row.add(part)
        row.add(self.compare)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(row)
        self.table.choose(EPISODES)
        self.table.chosen.connect(self._tell)
        self.kind.picked.connect(self._tell)
        self.run.picked.connect(self._tell)
        self.text.textChanged.connect(self._tell)
        self.compare.clicked.connect(self.compare_requested)
        self.compare.hide()

    @property
    def shows_runs(self) -> bool:
        """Whether runs are listed rather than episodes."""
        return self.table.index == RUNS

    def offer(self, book: Book) -> None:
        """Offer the causes and the runs of a book."""
        kinds = sorted({e.kind for e in book.episodes}, key=chip)
        self.kind.offer([(kind, chip(kind)) for kind in kinds])
        names = sorted({run.name for run in book.runs})
        self.run.offer([(name, name) for name in names])

    def episodes(self, book: Book) -> list[EpisodeRecord]:
        """Return the episodes that are to be shown."""
        return [e for e in book.episodes if self._takes_episode(e, book)]

    def runs(self, book: Book) -> list[RunRecord]:
        """Return the runs that are to be shown."""
        return [run for run in book.runs if self._takes_run(run)]

    def show_counts(self, shown: int, total: int, picked: int) -> None:
        """Say how much of all is shown; of the runs, how to compare two."""
        self.compare.setVisible(self.shows_runs)
        self.compare.setEnabled(self.shows_runs and picked == 2)
        if self.shows_runs and picked != 2 and shown > 1:
            self.hint.setText(self.tr("Select two runs to compare them (Ctrl+click)"))
        elif shown < total:
            text = self.tr("{shown} of {total}")
            self.hint.setText(text.format(shown=shown, total=total))
        else:
            self.hint.setText("")

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)

    def _takes_episode(self, episode: EpisodeRecord, book: Book) -> bool:
        texts: Sequence[str] = (
            chip(episode.kind),
            episode.run_name,
            episode.headline,
            words.peak(episode),
            words.knob_text(deeds.knob_of(episode, book)),
            deeds.deed(episode, book),
        )
        return (
            self.kind.value in (None, episode.kind)
            and self.run.value in (None, episode.run_name)
            and self.text.matches(*texts)
        )

    def _takes_run(self, run: RunRecord) -> bool:
        kinds = [verdict.kind for verdict in run.verdicts]
        return (
            (self.kind.value is None or self.kind.value in kinds)
            and self.run.value in (None, run.name)
            and self.text.matches(
                run.name,
                " ".join(run.command),
                run.framework,
                words.outcome(run),
                findings(run),
            )
        )

    @Slot()
    def _tell(self) -> None:
        self.changed.emit()
