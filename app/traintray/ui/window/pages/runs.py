"""The Runs page: every run that was seen, and one of them in detail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.archive.records import RunRecord
from traintray.core.frame import Frame, RunView
from traintray.core.history.store import Store
from traintray.ui import fonts
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.format import DOT
from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label
from traintray.ui.window.head_row import HeadRow
from traintray.ui.window.history.column_widths import widths_in
from traintray.ui.window.history.record_header import INSET_PX, MARGIN_PX
from traintray.ui.window.history.search_field import SearchField
from traintray.ui.window.page import Page
from traintray.ui.window.page_scroll import scrolling
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.runs import words
from traintray.ui.window.runs.entries import RunEntry, duration_of, entries
from traintray.ui.window.runs.report_saving import ReportSaving
from traintray.ui.window.runs.role_past import (
    RolePast,
    live_samples,
    past_of,
    projection_of,
    role_past,
)
from traintray.ui.window.runs.run_detail import RunDetail
from traintray.ui.window.runs.run_list import RunList
from traintray.ui.window.shortcuts import bind

_MARGIN_PX, _FIELD_PX, _LEAST_LIST_PX = 20, 190, 120
_DAYS, _DAY_S = 30, 86_400.0
_FRESH_S = 10.0
"""As often as the archive writes."""
_LIVE_SPAN_S = 300.0
_GROWING_SPAN_S = 1200.0
"""A leak shows over minutes: all that the store holds."""


class RunsPage(Page):
    """Draws while it can be seen; hidden, it only keeps the newest frame."""

    advice_requested = Signal(str)
    """Run key."""
    live_requested = Signal()

    def __init__(
        self,
        theme: Theme,
        store: Store,
        desk: ArchiveDesk | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._desk = desk
        self._frame: Frame | None = None
        self._records: Sequence[RunRecord] = ()
        self._asked_at_s = float("-inf")
        self._began_s: float | None = None
        self._trouble = words.of_recording() if desk is None else None
        self._shown = self._wanted = ""
        self.title = Label("title", theme)
        self.title.setText(self.tr("Runs"))
        self.count = Label("body", theme, "ink3")
        self.filter = SearchField(self.tr("Filter by name or verdict"), theme)
        self.filter.setMinimumWidth(fonts.scaled(_FIELD_PX))
        self.list = RunList(theme)
        self.empty = Label("body", theme, "ink3")
        self.empty.setWordWrap(True)
        self.detail = RunDetail(theme, has_reports=desk is not None)
        self.report = ReportSaving(theme, desk) if desk is not None else None
        self._lay_out()
        self.list.picked.connect(self._picked)
        self.filter.textChanged.connect(self._draw)
        self.detail.advice_requested.connect(self.advice_requested)
        self.detail.live_requested.connect(self.live_requested)
        if self.report is not None:
            self.detail.report_requested.connect(self.report.ask)
        if desk is not None:
            desk.troubled.connect(self._tell_trouble)
        bind(self, {"Ctrl+F": self.filter.setFocus})

    def _lay_out(self) -> None:
        inset, margin = fonts.scaled(INSET_PX), fonts.scaled(MARGIN_PX)
        words = QWidget()
        line = QHBoxLayout(words)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.title)
        line.addWidget(self.count, 1)
        head = QVBoxLayout()
        head.setContentsMargins(inset, 0, margin, 0)
        head.addWidget(HeadRow(words, (self.filter,), 12))
        if self.report is not None:
            head.addWidget(self.report)
        self.list.setMinimumHeight(fonts.scaled(_LEAST_LIST_PX))
        inner = QWidget()
        lower = QVBoxLayout(inner)
        lower.setContentsMargins(inset, 0, margin, fonts.scaled(14))
        lower.addWidget(self.empty)
        lower.addWidget(self.detail, 1)
        lower.addStretch(0)
        column = QVBoxLayout(self)
        left, right = _MARGIN_PX - INSET_PX, _MARGIN_PX - MARGIN_PX
        column.setContentsMargins(*map(fonts.scaled, (left, 16, right, 0)))
        column.setSpacing(fonts.scaled(8))
        column.addLayout(head)
        column.addWidget(self.list, 10)
        column.addWidget(scrolling(inner, sideways=True), 12)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)

    def show_frame(self, frame: Frame) -> None:
        """Take the newest frame; draw it if the page can be seen."""
        self._frame = frame
        self._draw()

    def show_run(self, run_key: str) -> None:
        """Select a run, as soon as it is in the list: the past is read meanwhile."""
        self._wanted = "" if self.list.choose(run_key) else run_key

    def remembered(self) -> dict[str, object]:
        """Return the selected run and the widths that the user gave the columns."""
        return {"run": self._shown, "columns": list(self.list.column_widths)}

    def recall(self, found: Mapping[str, object]) -> None:
        """Take what `remembered` returned."""
        self._wanted = str(found.get("run", ""))
        self.list.column_widths = widths_in(found.get("columns"))

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while the page was hidden."""
        super().showEvent(event)
        self._asked_at_s = float("-inf")
        self._draw()

    @Slot()
    def _draw(self) -> None:
        frame = self._frame
        if frame is None or not self.isVisible() or self.window().isMinimized():
            return
        self._ask(frame.wall_s)
        every = entries(frame, self._records, self._mean_and_peak)
        running = sum(entry.view is not None for entry in every)
        counts = (
            self.tr("{count} running").format(count=running),
            self.tr("{count} in the last {days} days").format(
                count=len(every) - running, days=_DAYS
            ),
        )
        self.count.setText(f" {DOT} ".join(counts))
        shown = [e for e in every if self.filter.matches(e.name, e.detail, e.verdict)]
        self.list.show_entries(shown, frame.wall_s)
        least = fonts.scaled(_LEAST_LIST_PX)
        self.list.setMaximumHeight(max(least, self.list.full_height))
        self._wanted = "" if self.list.choose(self._wanted) else self._wanted
        if shown and not self.list.selected():
            self.list.selectRow(0)
        self.empty.setText(words.why_empty(self._trouble, self._began_s))
        self.empty.setVisible(not every or self._desk is None)
        self.list.setVisible(bool(every))
        self.detail.setVisible(bool(self.list.selected()))
        self._show_detail()

    def _ask(self, now_s: float) -> None:
        """Read the runs that are remembered, when that was not done lately."""
        if self._desk is None or now_s - self._asked_at_s < _FRESH_S:
            return
        self._asked_at_s = now_s
        self._began_s = self._began_s or now_s
        since_s = now_s - _DAYS * _DAY_S
        self._desk.ask("runs", lambda r: r.runs(since_s, now_s + _DAY_S), self._take)

    def _take(self, records: Sequence[RunRecord]) -> None:
        if records != self._records or self._trouble is None:
            self._records, self._trouble = records, ""
            self._draw()

    @Slot(str, str)
    def _tell_trouble(self, name: str, why: str) -> None:
        """Say why nothing is known; no archive yet is no trouble."""
        if name == "runs":
            self._trouble = why
            self._draw()

    def _mean_and_peak(self, key: str, name: str) -> tuple[float | None, float | None]:
        values = self._store.values(f"run.{key}.{name}", float("-inf"))
        return (sum(values) / len(values), max(values)) if values else (None, None)

    @Slot()
    def _picked(self) -> None:
        chosen: list[RunEntry] = self.list.selected()
        if chosen and chosen[0].identity != self._shown:
            self._show_detail()

    def _show_detail(self) -> None:
        frame, chosen = self._frame, self.list.selected()
        if frame is None or not chosen:
            return
        entry: RunEntry = chosen[0]
        anew = entry.identity != self._shown
        self._shown = entry.identity
        self.detail.show_entry(entry)
        if entry.view is not None:
            self._show_live(entry.view, frame, anew)
        elif anew:
            self.detail.show_growth()
            self.detail.show_past(None, "", True)
            self._ask_past(entry)

    def _show_live(self, view: RunView, frame: Frame, anew: bool) -> None:
        ahead = projection_of(view.run, self._store.last)
        since_s = frame.at_s - _LIVE_SPAN_S
        if ahead is not None:
            since_s = max(frame.at_s - _GROWING_SPAN_S, view.run.started_at_s)
        times, samples = live_samples(self._store.copy, view.run.key, since_s)
        span = since_s, frame.at_s
        past = role_past(times, samples, span, ahead) if times else None
        caption = self.tr("last {duration}")
        said = duration_of(frame.at_s - since_s)
        self.detail.show_past(past, caption.format(duration=said), anew)
        self.detail.show_growth(words.growth_text(ahead), words.pile_text(view.run))

    def _ask_past(self, entry: RunEntry) -> None:
        """Read the series of a run that has ended."""
        record = entry.record
        if self._desk is None or record is None:
            return
        until_s = record.ended_at_s or record.last_seen_at_s
        span = record.seen_at_s, max(until_s, record.seen_at_s + 1.0)

        def take(past: RolePast | None) -> None:
            if self._shown == entry.identity:
                caption = duration_of(span[1] - span[0])
                self.detail.show_past(past, caption, True)

        self._desk.ask(
            "run_graphs", lambda reader: past_of(reader, record.identity, span), take
        )
