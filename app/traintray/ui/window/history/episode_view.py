"""One episode of the past: what was told that day, and what was measured."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from traintray.core.advice.told import Told, told
from traintray.core.archive.records import EpisodeRecord
from traintray.ui import dates, fonts
from traintray.ui import format as fmt
from traintray.ui.kind_words import chip
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import QuietButton, Size
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.verdict_chip import VerdictChip
from traintray.ui.window.history import deeds, words
from traintray.ui.window.history.book import Book
from traintray.ui.window.history.measured_rows import MeasuredRows
from traintray.ui.window.history.record_header import INSET_PX, MARGIN_PX
from traintray.ui.window.paragraph import Paragraph, with_code
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.section_head import SectionHead
from traintray.ui.window.steps import Steps

_WIDEST_PX = 720


class EpisodeView(QWidget):
    """Chip, run and time; title and summary; evidence; why; what to do; what became
    of it.
    """

    back_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.back = QuietButton(self.tr("History"), theme, Size.SMALL)
        self.back.set_icon_name("chevron_left")
        self.back.setAccessibleName(self.tr("Back to History"))
        self.back.clicked.connect(self.back_requested)
        self.chip = VerdictChip(theme)
        self.run_line = Label("secondary", theme, "ink3")
        self.run_line.set_elided(True)
        self.title = Label("title", theme)
        self.title.setWordWrap(True)
        self.summary = Label("body", theme, "ink2")
        self.summary.setWordWrap(True)
        self.measured = MeasuredRows(theme)
        self.why = Paragraph("body", theme)
        self.steps = Steps(theme)
        self.notes = Label("secondary", theme, "ink2")
        self.notes.setWordWrap(True)
        self.fate = Label("body", theme, "ink2")
        self.fate.setWordWrap(True)
        self._sections: dict[QWidget, QWidget] = {}
        self._lay_out()

    def show_episode(self, episode: EpisodeRecord, book: Book) -> None:
        """Show an episode of a book."""
        texts = told(episode.told)
        self.chip.show_verdict(words.severity_shape(episode), chip(episode.kind))
        self.run_line.setText(_when(episode, book.now_s))
        self.title.setText(texts.title or episode.headline or chip(episode.kind))
        kept = texts.summary or self.tr("The advice of that day was not kept.")
        self.summary.setText(kept)
        self.measured.show_evidence(episode.evidence, texts)
        self.why.show_pieces(with_code(texts.why, "body", "ink2"))
        self.steps.show_steps(texts.steps)
        self.notes.setText("\n".join(texts.notes))
        self.notes.setVisible(bool(texts.notes))
        self.fate.setText(self._fate(episode, book))
        self._show_sections(episode, texts)
        self._scroll.verticalScrollBar().setValue(0)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def _show_sections(self, episode: EpisodeRecord, texts: Told) -> None:
        shown = {
            self.measured: bool(episode.evidence),
            self.why: bool(texts.why),
            self.steps: bool(texts.steps),
        }
        for part, visible in shown.items():
            part.setVisible(visible)
            self._sections[part].setVisible(visible)

    def _fate(self, episode: EpisodeRecord, book: Book) -> str:
        """Say what was done about it, and when."""
        lines = []
        notice = deeds.notice_of(episode, book)
        if notice is not None:
            when = dates.moment(notice.at_s, book.now_s)
            lines.append(self.tr("Told {time}.").format(time=when))
        change = deeds.knob_of(episode, book)
        if change is not None:
            when = dates.moment(change.at_s, book.now_s)
            text = self.tr("Knob changed {time}: {what}.")
            what = words.variables_text(change)
            lines.append(text.format(time=when, what=what))
        proof = None if change is None else deeds.proof_for(change, book)
        if proof is None or change is None or not deeds.was_ended(episode, book):
            outcome = deeds.deed(episode, book)
            lines.append(self.tr("{outcome}.").format(outcome=outcome))
            return " ".join(lines)
        text = self.tr("Ended after {setting}: the next run had it, and not this.")
        lines.append(text.format(setting=words.setting_text(change)))
        lines.append(self.tr("{outcome}.").format(outcome=deeds.proof_text(proof)))
        return " ".join(lines)

    def _lay_out(self) -> None:
        inner = QWidget()
        inner.setMaximumWidth(fonts.scaled(_WIDEST_PX))
        column = QVBoxLayout(inner)
        column.setContentsMargins(*map(fonts.scaled, (INSET_PX, 0, MARGIN_PX, 14)))
        column.setSpacing(fonts.scaled(4))
        row = QHBoxLayout()
        row.setSpacing(fonts.scaled(10))
        row.addWidget(self.chip)
        row.addWidget(self.run_line, 1)
        column.addLayout(row)
        column.addWidget(self.title)
        column.addWidget(self.summary)
        for title, part in (
            (self.tr("What we saw"), self.measured),
            (self.tr("Why"), self.why),
            (self.tr("What to do"), self.steps),
            (self.tr("What became of it"), self.fate),
        ):
            head = SectionHead(title, self._theme)
            head.setContentsMargins(*map(fonts.scaled, (0, 12, 0, 0)))
            self._sections[part] = head
            column.addWidget(head)
            column.addWidget(part)
            if part is self.steps:
                column.addWidget(self.notes)
        column.addStretch(1)
        self._scroll = self._scrolled(inner)
        top = QHBoxLayout()
        top.addWidget(self.back)
        top.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(fonts.scaled(10))
        outer.addLayout(top)
        outer.addWidget(self._scroll, 1)

    def _scrolled(self, inner: QWidget) -> QScrollArea:
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inner)
        area.viewport().setAutoFillBackground(False)
        inner.setAutoFillBackground(False)
        return area


def _when(episode: EpisodeRecord, now_s: float) -> str:
    """`unet_train.py · yesterday 16:12 to 17:30 · 1 h 18 min`."""
    start = dates.moment(episode.onset_at_s, now_s)
    parts = [episode.run_name, start, words.lasted(episode, now_s)]
    return f" {fmt.DOT} ".join(parts)
