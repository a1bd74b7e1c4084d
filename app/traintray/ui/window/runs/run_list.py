"""The table of runs: name, times, means as bars, verdict as a chip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QPersistentModelIndex, QRect, QRectF
from PySide6.QtCore import QModelIndex as Index
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from traintray.ui import dates, fonts
from traintray.ui import format as fmt
from traintray.ui.plots.pens import text_width
from traintray.ui.theme import Theme
from traintray.ui.window.history.record_header import GAP_PX, INSET_PX
from traintray.ui.window.history.record_table import RECORD, Column
from traintray.ui.window.history.record_view import RecordView
from traintray.ui.window.runs.entries import RunEntry, duration_of
from traintray.ui.window.runs.painting import (
    BAR_PX,
    CHIP_AROUND_PX,
    paint_bar,
    paint_chip,
    write,
)

translate = QCoreApplication.translate

_AFTER_BAR_PX = 8
_LEAST_BAR_PX = 24
"""A shorter one would say nothing."""
_NAME_PX = 130
_NAME, _STARTED, _DURATION, _CPU, _GPU, _MEMORY, _WORKERS, _VERDICT = range(8)
_SPARE = {_WORKERS: 1, _MEMORY: 2, _GPU: 3, _CPU: 4, _STARTED: 5}
"""What is left out where the table is narrow: figures stand below too, and the newest
run stands first."""


class RunList(RecordView):
    """One row per run; the selected one is shown below."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._now_s = 0.0
        super().__init__(
            self._columns(), translate("Runs", "Runs"), theme, False, parent
        )
        self.setItemDelegate(_Painter(self))

    def show_entries(self, entries: Sequence[RunEntry], now_s: float) -> None:
        """Show these; the selected run stays so, whatever became of it."""
        self._now_s = now_s
        chosen = {entry.identity for entry in self.selected()}
        self.show_records(entries)
        if not self.selected():
            for number, entry in enumerate(entries):
                if entry.identity in chosen:
                    self.selectRow(number)

    def choose(self, identity: str) -> bool:
        """Select a run; return whether there is one of that identity."""
        for entry in self.rows.records:
            if entry.identity == identity:
                self.select(entry)
                return True
        return False

    def _columns(self) -> tuple[Column, ...]:
        texts: tuple[tuple[str, int, Callable[[RunEntry], str]], ...] = (
            (translate("Runs", "Run"), 176, lambda e: f"{e.name} {e.detail}".strip()),
            (
                translate("Runs", "Started"),
                106,
                lambda e: dates.moment(e.started_at_s, self._now_s),
            ),
            (translate("Runs", "Duration"), 134, duration_text),
            (translate("Runs", "CPU mean"), 96, lambda e: fmt.percent(e.cpu_fraction)),
            (translate("Runs", "GPU busy"), 96, lambda e: fmt.percent(e.gpu_fraction)),
            (translate("Runs", "Peak memory"), 90, lambda e: fmt.memory(e.peak_bytes)),
            (translate("Runs", "Workers"), 60, lambda e: fmt.count(e.workers)),
            (translate("Runs", "Verdict"), 168, lambda e: e.verdict),
        )
        left = (_NAME, _STARTED, _VERDICT)
        bar = BAR_PX[0] + _AFTER_BAR_PX
        extra = {_CPU: bar, _GPU: bar, _VERDICT: CHIP_AROUND_PX, _DURATION: 6}
        return tuple(
            Column(
                title,
                width,
                text,
                is_right=number not in left,
                extra_px=extra.get(number, 0),
                spare_px=bar if number in (_CPU, _GPU) else 0,
                spare_rank=_SPARE.get(number, 0),
                role="caption_label" if number == _VERDICT else "body",
                cut_above_px=_NAME_PX if number == _NAME else 0,
            )
            for number, (title, width, text) in enumerate(texts)
        )


def duration_text(entry: RunEntry) -> str:
    """Return `running 4 min`, `failed 52 min`, or the time alone."""
    lasted = duration_of(entry.lasted_s)
    if not entry.state:
        return lasted
    both = translate("Runs", "{state} {duration}")
    return both.format(state=entry.state, duration=lasted)


class _Painter(QStyledItemDelegate):
    """Paints the cells of a `RunList`."""

    def __init__(self, view: RunList) -> None:
        super().__init__(view)
        self._view = view
        self._strong, self._plain = fonts.font("label"), fonts.font("body")

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: Index | QPersistentModelIndex,
    ) -> None:
        """Paint one cell with its part of the hairline."""
        theme, entry = self._view.theme, index.data(RECORD)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.sel)
        inset = fonts.scaled(INSET_PX) if index.column() == _NAME else 0
        hair = rect.adjusted(inset, rect.height() - 1, 0, 0)
        painter.fillRect(hair, theme.line)
        gap = fonts.scaled(GAP_PX)
        box = QRectF(rect).adjusted(inset, 0, -gap, -1)
        if index.column() == _VERDICT:
            paint_chip(painter, box, (entry.shape, entry.verdict), theme)
        elif index.column() in (_CPU, _GPU):
            self._paint_share(painter, box, entry, index.column())
        elif index.column() in (_NAME, _DURATION):
            self._paint_two(painter, box, entry, index.column())
        else:
            is_right = index.column() in (_MEMORY, _WORKERS)
            ink = theme.ink if is_right else theme.ink2
            write(painter, box, index.data(), (self._plain, ink, is_right))

    def _paint_share(
        self, painter: QPainter, box: QRectF, entry: RunEntry, column: int
    ) -> None:
        theme = self._view.theme
        share = entry.cpu_fraction if column == _CPU else entry.gpu_fraction
        hue = theme.cpu if column == _CPU else theme.gpu
        text = fmt.percent(share)
        used = text_width(self._plain, text) + fonts.scaled(_AFTER_BAR_PX)
        widest = text_width(self._plain, fmt.percent(1.0))
        room = box.width() - widest - fonts.scaled(_AFTER_BAR_PX)
        if share is not None and room >= fonts.scaled(_LEAST_BAR_PX):
            paint_bar(painter, box.adjusted(0, 0, -used, 0), share, (hue, theme.sunk))
        write(painter, box, text, (self._plain, theme.ink, True))

    def _paint_two(
        self, painter: QPainter, box: QRectF, entry: RunEntry, column: int
    ) -> None:
        """Paint a cell of two inks: name and framework, state and duration."""
        theme = self._view.theme
        if column == _NAME:
            write(painter, box, entry.name, (self._strong, theme.ink, False))
            used = text_width(self._strong, entry.name) + fonts.scaled(5)
            rest = box.adjusted(min(used, box.width()), 0, 0, 0)
            # Cut in the middle of a word it would say less than without it.
            for detail in (entry.detail, entry.detail.split(f" {fmt.DOT} ")[0]):
                if text_width(self._plain, detail) <= rest.width():
                    write(painter, rest, detail, (self._plain, theme.ink3, False))
                    break
            return
        lasted = duration_text(replace(entry, state=""))
        write(painter, box, lasted, (self._plain, theme.ink, True))
        used = text_width(self._plain, lasted) + fonts.scaled(5)
        write(
            painter,
            box.adjusted(0, 0, -used, 0),
            entry.state,
            (self._plain, theme.ink3, True),
        )
