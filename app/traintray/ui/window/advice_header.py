"""The top of an advice: which run, since when, and the finding in one sentence."""

from __future__ import annotations

import math

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.advice.advice import Advice
from traintray.core.frame import Frame
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.run_names import titled
from traintray.ui.snooze_menu import SnoozeMenu
from traintray.ui.state_shape import Shape, shape_of_severity
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import QuietButton, Size
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.verdict_chip import VerdictChip
from traintray.ui.window.advice_memory import Entry
from traintray.ui.window.head_row import HeadRow
from traintray.ui.window.retheme import retheme_children

_ROW_PX = 26


class AdviceHeader(QWidget):
    """Chip, run and time; title; summary; Snooze and Not useful while it is open."""

    snooze_clicked = Signal(object)
    """For how long, and about what: a `Span`."""
    useless_clicked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chip = VerdictChip(theme)
        self.run_line = Label("secondary", theme, "ink3")
        self.run_line.set_elided(True)
        self.snooze_button = QuietButton("", theme, Size.SMALL)
        self.snooze_button.set_icon_name("snooze")
        self.snooze_button.setMinimumHeight(fonts.scaled(_ROW_PX))
        self.useless_button = QuietButton(self.tr("Not useful"), theme, Size.SMALL)
        self.useless_button.setMinimumHeight(fonts.scaled(_ROW_PX))
        told = self.tr(
            "Tell this kind of tip no more. Settings tell it again: Kinds of tips."
        )
        self.useless_button.setToolTip(told)
        self.useless_button.setAccessibleDescription(told)
        self.useless_button.clicked.connect(self.useless_clicked)
        self.snoozes = SnoozeMenu(self)
        self.snooze_button.clicked.connect(self._offer_snoozes)
        self.snoozes.chosen.connect(self.snooze_clicked)
        self.title = Label("title", theme)
        self.title.setWordWrap(True)
        self.summary = Label("body", theme, "ink2")
        self.summary.setWordWrap(True)
        words = QWidget()
        words.setMinimumHeight(fonts.scaled(_ROW_PX))
        row = QHBoxLayout(words)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(fonts.scaled(10))
        row.addWidget(self.chip)
        row.addWidget(self.run_line, 1)
        head = HeadRow(words, (self.snooze_button, self.useless_button), 10)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addSpacing(fonts.scaled(4))
        column.addWidget(self.title)
        column.addWidget(self.summary)

    def show_entry(
        self, entry: Entry, frame: Frame, snoozed_until_wall_s: float | None
    ) -> None:
        """Show an entry that has an advice."""
        advice = entry.advice
        if advice is None:
            return
        self.title.setText(advice.title)
        self.summary.setText(advice.summary)
        if entry.is_open:
            self.chip.show_verdict(shape_of_severity(advice.severity), advice.chip)
        else:
            ended = fmt.clock(_wall_s(entry.ended_at_s, frame), seconds=False)
            self.chip.show_verdict(Shape.OK, self.tr("Ended {time}").format(time=ended))
        self.run_line.setText(self._run_line(entry, advice, frame))
        self.run_line.setToolTip(" ".join(entry.run.command))
        self._show_snooze(entry, snoozed_until_wall_s)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)

    def _run_line(self, entry: Entry, advice: Advice, frame: Frame) -> str:
        """`train.py · PID 41207 · since 14:33:02 · 4 min 8 s`."""
        run = entry.run
        parts = [titled(run), self.tr("PID {pid}").format(pid=run.root_pid)]
        if not entry.is_open:
            parts.insert(0, advice.chip)
        onset_s = entry.onset_at_s
        if onset_s is not None:
            onset = fmt.clock(_wall_s(onset_s, frame))
            if entry.ended_at_s is None:
                parts.append(self.tr("since {time}").format(time=onset))
                parts.append(fmt.duration(frame.at_s - onset_s))
            else:
                ended = fmt.clock(_wall_s(entry.ended_at_s, frame))
                template = self.tr("{start} to {end}")
                parts.append(template.format(start=onset, end=ended))
                parts.append(fmt.duration(entry.ended_at_s - onset_s))
        return f" {fmt.DOT} ".join(parts)

    @Slot()
    def _offer_snoozes(self) -> None:
        self.snoozes.open_below(self.snooze_button)

    def _show_snooze(self, entry: Entry, until_wall_s: float | None) -> None:
        button = self.snooze_button
        button.setVisible(entry.is_open)
        button.setEnabled(until_wall_s is None)
        is_muted = until_wall_s is not None and math.isinf(until_wall_s)
        self.useless_button.setVisible(entry.is_open and not is_muted)
        if until_wall_s is None:
            text = self.tr("Snooze")
            name = self.tr("Snooze this tip")
        elif math.isinf(until_wall_s):
            text = name = self.tr("Snoozed")
        else:
            until = fmt.clock(until_wall_s, seconds=False)
            text = self.tr("Snoozed until {time}").format(time=until)
            name = text
        if button.text() != text:
            button.setText(text)
            button.setAccessibleName(name)
            button.setToolTip(name)


def _wall_s(at_s: float | None, frame: Frame) -> float | None:
    """Return a time of the monotonic clock in seconds since 1970."""
    return None if at_s is None else frame.wall_s - (frame.at_s - at_s)
