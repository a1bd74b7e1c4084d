"""The runs of some days as a table, two of which can be compared."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from traintray.core.archive.records import RunRecord
from traintray.ui import dates
from traintray.ui import format as fmt
from traintray.ui.joined import listed
from traintray.ui.kind_words import chip
from traintray.ui.theme import Theme
from traintray.ui.window.history import words
from traintray.ui.window.history.book import Book
from traintray.ui.window.history.record_row import BESIDE_SHAPE_PX
from traintray.ui.window.history.record_table import Column
from traintray.ui.window.history.record_view import RecordView

translate = QCoreApplication.translate

_NAME_PX, _FOUND_PX = 200, 260
_NO_FINDING = ("clear", "unknown")


class RunTable(RecordView):
    """Name, time, outcome and the figures that tell runs apart."""

    def __init__(self, theme: Theme) -> None:
        self._book = Book(10, 0.0, None)
        columns = (
            Column(
                translate("History", "Run"),
                150,
                lambda r: r.name,
                strong=lambda _: True,
                cut_above_px=_NAME_PX,
            ),
            Column(
                translate("History", "No."), 44, lambda r: str(r.number), spare_rank=4
            ),
            Column(translate("History", "Started"), 112, self._started),
            Column(
                translate("History", "Lasted"),
                116,
                lambda r: words.lasted(r, self._book.now_s),
                strong=words.is_open,
                spare_rank=5,
            ),
            Column(
                translate("History", "Outcome"),
                172,
                words.outcome,
                shape=words.outcome_shape,
                extra_px=BESIDE_SHAPE_PX,
            ),
            Column(translate("History", "CPU"), 60, _cpu, spare_rank=1),
            Column(translate("History", "Memory"), 84, _memory, spare_rank=2),
            Column(
                translate("History", "Findings"),
                154,
                findings,
                cut_above_px=_FOUND_PX,
                spare_rank=3,
            ),
        )
        super().__init__(columns, translate("History", "Runs"), theme, several=True)

    def show_runs(self, book: Book, chosen: list[RunRecord]) -> None:
        """Show the chosen runs of a book."""
        self._book = book
        self.show_records(chosen)

    def _started(self, run: RunRecord) -> str:
        return dates.moment(run.started_at_s, self._book.now_s)


def findings(run: RunRecord) -> str:
    """Return what was found, the longest first."""
    found = sorted(run.verdicts, key=lambda verdict: -verdict.stood_s)
    kinds = [verdict.kind for verdict in found if verdict.kind not in _NO_FINDING]
    return listed(dict.fromkeys(map(chip, kinds))) or fmt.MISSING


def _cpu(run: RunRecord) -> str:
    spread = run.profile.get("usable_busy_fraction")
    return fmt.percent(spread.mean if spread is not None else None)


def _memory(run: RunRecord) -> str:
    spread = run.profile.get("rss_bytes")
    return fmt.memory(spread.peak if spread is not None else None)
