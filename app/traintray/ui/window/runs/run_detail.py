"""One run in detail: who does what, what it was started with, where memory leads."""

from __future__ import annotations

import shlex

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.archive.records import RunRecord
from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import QuietButton, SecondaryButton, Size
from traintray.ui.widgets.code_block import CodeBlock
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.verdict_chip import VerdictChip
from traintray.ui.window.head_row import HeadRow
from traintray.ui.window.page import Region
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.runs import words
from traintray.ui.window.runs.entries import RunEntry
from traintray.ui.window.runs.figure_table import FigureTable, figure_rows
from traintray.ui.window.runs.role_graphs import RoleGraphs
from traintray.ui.window.runs.role_past import RolePast
from traintray.ui.window.runs.role_rows import role_rows
from traintray.ui.window.runs.role_table import RoleTable

_COMMAND_LINES = 2
_BESIDE_PX = 16
_LEAST_PX = 300


class RunDetail(Region):
    """Shows one entry of the table."""

    advice_requested = Signal(str)
    """Run key."""
    live_requested = Signal()
    report_requested = Signal(object)
    """A `RunRecord`."""

    def __init__(
        self, theme: Theme, has_reports: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._identity = ""
        self._record: RunRecord | None = None
        self._has_reports = has_reports
        self._theme = theme
        self.name = Label("verdict", theme)
        self.under = Label("body", theme, "ink2")
        self.under.set_elided(True)
        self.chip = VerdictChip(theme)
        self.advice = SecondaryButton(self.tr("Show advice"), theme, Size.SMALL)
        self.live = QuietButton(self.tr("Show in Live"), theme, Size.SMALL)
        self.live.set_icon_name("live")
        self.report = QuietButton(self.tr("Report …"), theme, Size.SMALL)
        told = self.tr("Save a page about this run that opens in any browser")
        self.report.setToolTip(told)
        self.report.setAccessibleDescription(told)
        self.command = CodeBlock("", theme)
        self.command.set_max_lines(_COMMAND_LINES)
        self.roles = RoleTable(theme)
        self.figures = FigureTable(theme)
        self.reason = self._paragraph("body", "ink2")
        self.verdicts = self._paragraph("secondary", "ink2")
        self.growth = self._paragraph("secondary", "ink")
        self.caps_title = Label("secondary_head", theme)
        self.caps = self._paragraph("secondary", "ink2")
        self.graphs = RoleGraphs(theme)
        self._lay_out()
        self.advice.clicked.connect(lambda: self.advice_requested.emit(self._identity))
        self.live.clicked.connect(self.live_requested)
        self.report.clicked.connect(lambda: self.report_requested.emit(self._record))

    def _paragraph(self, role: str, ink: str) -> Label:
        label = Label(role, self._theme, ink)
        label.setWordWrap(True)
        return label

    def _lay_out(self) -> None:
        words = QWidget()
        line = QHBoxLayout(words)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(fonts.scaled(10))
        line.addWidget(self.name)
        line.addWidget(self.under, 1)
        deeds = (self.advice, self.live, self.report)
        head = HeadRow(words, (self.chip, *deeds), 10)
        left = QVBoxLayout()
        left.setSpacing(fonts.scaled(6))
        for part in (self.reason, self.roles, self.figures, self.verdicts):
            left.addWidget(part)
        left.addSpacing(fonts.scaled(4))
        for text in (self.growth, self.caps_title, self.caps):
            left.addWidget(text)
        left.addStretch(1)
        body = self._body = QHBoxLayout()
        body.setSpacing(fonts.scaled(_BESIDE_PX))
        body.addLayout(left, 13)
        body.addWidget(self.graphs, 10)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.scaled(10))
        column.addWidget(Hairline(self._theme, ink="line2"))
        column.addWidget(head)
        column.addWidget(self.command)
        column.addLayout(body, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the graphs below the table where there is no room beside it."""
        super().resizeEvent(event)
        self._stack()

    def minimumSizeHint(self) -> QSize:
        """As wide as the table: what stands beside it can go below."""
        least = max(self.roles.minimumSizeHint().width(), fonts.scaled(_LEAST_PX))
        return QSize(least, super().minimumSizeHint().height())

    def _stack(self) -> None:
        table = self.figures if self.roles.isHidden() else self.roles
        least = [part.minimumSizeHint().width() for part in (table, self.graphs)]
        fits = sum(least) + fonts.scaled(_BESIDE_PX) <= self.width()
        way = QBoxLayout.Direction
        self._body.setDirection(way.LeftToRight if fits else way.TopToBottom)

    def show_entry(self, entry: RunEntry) -> None:
        """Show what is known of a run now."""
        self._identity = entry.identity
        self.name.setText(entry.name)
        self.under.setText(words.under_name(entry))
        self.chip.show_verdict(entry.shape, entry.verdict)
        view, record = entry.view, entry.record
        self._record = record
        self.live.setVisible(view is not None)
        self.report.setVisible(self._has_reports and record is not None)
        self.advice.setVisible(view is not None and view.advice is not None)
        command = view.run.command if view is not None else ()
        if not command and record is not None:
            command = record.command
        code = shlex.join(command)
        if code != self.command.code:
            self.command.set_code(code)
        self._show_left(entry)

    def _show_left(self, entry: RunEntry) -> None:
        view, record = entry.view, entry.record
        variables = record.variables if record is not None else None
        self.roles.setVisible(view is not None)
        self.figures.setVisible(view is None)
        ended = record if view is None else None
        self._say(self.reason, words.how_it_ended(ended) if ended else "")
        self._say(self.verdicts, words.verdict_times(ended) if ended else "")
        if view is not None:
            variables = view.run.thread_variables
            self.roles.show_rows(role_rows(view.run), view.run.usable_cpus.count)
        elif record is not None:
            self.figures.show_rows(figure_rows(record))
        self.caps_title.setText(self.tr("Thread caps this run started with"))
        self._say(self.caps, words.caps_text(variables))
        self._stack()

    def show_past(self, past: RolePast | None, caption: str, anew: bool) -> None:
        """Show the graphs of the run, and where its memory leads."""
        self.graphs.show_past(past, caption, anew)

    def show_growth(self, *said: str) -> None:
        """Say what grows; nothing is said when nothing does."""
        self._say(self.growth, "\n".join(text for text in said if text))

    @staticmethod
    def _say(label: Label, text: str) -> None:
        if label.text() != text:
            label.setText(text)
        label.setVisible(bool(text))

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)
