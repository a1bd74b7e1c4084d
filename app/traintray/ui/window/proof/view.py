"""What came of a change, from the verdict to how sure it is."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.proof.outcome import Proof
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.format import DOT
from traintray.ui.kind_words import chip
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import Kind, QuietButton
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.verdict_chip import VerdictChip
from traintray.ui.window.card import Card
from traintray.ui.window.copy_button import CopyButton
from traintray.ui.window.head_row import HeadRow
from traintray.ui.window.paragraph import Paragraph, Piece
from traintray.ui.window.proof import words
from traintray.ui.window.proof.before_after import BeforeAfter
from traintray.ui.window.proof.change_card import ChangeCard
from traintray.ui.window.proof.pair_graph import PairGraph
from traintray.ui.window.proof.report import report
from traintray.ui.window.proof.source import Graphs
from traintray.ui.window.proof.timeline import Timeline
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.section_head import SectionHead

_LEFT_PX, _RIGHT_PX = 556, 308
_COLUMN_GAP_PX, _CARD_GAP_PX = 28, 12
_EN_SPACE = "\u2002"
_MOST_GRAPHS = 2


class ProofView(QWidget):
    """Two columns, or one where it is narrow."""

    undo_requested = Signal()
    advice_requested = Signal()

    def __init__(self, path: Path, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._proof: Proof | None = None
        self._drawn: Graphs | None = None
        self.chip = VerdictChip(theme)
        self.about = Label("secondary", theme, "ink2")
        self.about.set_elided(True)
        self.advice_button = QuietButton(self.tr("Back to the advice"), theme)
        self.copy_button = CopyButton(self.tr("Copy report"), theme, Kind.QUIET)
        self.copy_button.set_icon_name("copy")
        self.title = Label("title", theme)
        self.title.setWordWrap(True)
        self.summary = Label("body", theme, "ink2")
        self.summary.setWordWrap(True)
        self.table = BeforeAfter(theme)
        self._aligned = Label("caption", theme, "ink3")
        self._graph_head = SectionHead(self.tr("Both windows"), theme, self._aligned)
        self.graphs = [PairGraph(theme) for _ in range(_MOST_GRAPHS)]
        self.sure = Paragraph("body", theme)
        self.change = ChangeCard(path, theme)
        self.timeline = Timeline(theme)
        self.gain = TextCard(self.tr("Still to gain"), theme)
        self._lay_out()
        self.change.undo_requested.connect(self.undo_requested)
        self.advice_button.clicked.connect(self.advice_requested)

    @property
    def proof(self) -> Proof | None:
        """What is shown."""
        return self._proof

    def show_proof(self, proof: Proof, can_undo: bool) -> None:
        """Show a result; `can_undo`: its change still stands in the file."""
        self._proof, self._drawn = proof, None
        title = words.change_title(proof)
        self.chip.show_verdict(words.verdict_shape(proof), words.verdict_name(proof))
        self._show_about(proof, None)
        self.title.setText(words.headline(proof))
        self.summary.setText(words.summary(proof))
        is_compared = proof.verdict != "not_comparable" and bool(proof.measures)
        self.table.setVisible(is_compared)
        if is_compared:
            self.table.show_measures(proof.measures, {})
        self.sure.show_pieces(_sure(proof))
        slower = proof.verdict == "slower"
        self.change.show_change(title, proof.change, slower, can_undo)
        self.timeline.show_proof(proof, title)
        self.gain.show_text(words.still_to_gain(proof))
        self.copy_button.content = report(proof)

    def show_graphs(self, graphs: Graphs | None) -> None:
        """Draw the two windows; nothing where they are not known."""
        pairs = () if graphs is None else graphs.pairs
        for at, graph in enumerate(self.graphs):
            graph.setVisible(at < len(pairs))
            if at < len(pairs):
                graph.show_pair(pairs[at])
        self._graph_head.setVisible(bool(pairs))
        if graphs is not None and self._proof is not None and graphs is not self._drawn:
            self._show_about(self._proof, graphs.kind)
            self.table.show_measures(self._proof.measures, graphs.thresholds)
        self._drawn = graphs

    def offer_advice(self, offered: bool) -> None:
        """Say whether there is an advice to go back to."""
        self.advice_button.setVisible(offered)

    def set_narrow(self, narrow: bool) -> None:
        """Choose between one column and two."""
        directions = QBoxLayout.Direction
        self._columns.setDirection(
            directions.TopToBottom if narrow else directions.LeftToRight
        )

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def _show_about(self, proof: Proof, kind: str | None) -> None:
        found = () if kind is None else (chip(kind),)
        parts = (*found, proof.run_name, self._measured(proof))
        self.about.setText(f" {DOT} ".join(parts))

    def _measured(self, proof: Proof) -> str:
        after = proof.windows.after
        if after is None:
            return self.tr("not measured")
        warm_up = self.tr("aligned {length} after training starts, same command")
        said = fmt.duration(proof.windows.warm_up_s)
        self._aligned.setText(warm_up.format(length=said))
        template = self.tr("measured {since} to {until}")
        since, until = fmt.clock(after.since_s), fmt.clock(after.until_s)
        return template.format(since=since, until=until)

    def _lay_out(self) -> None:
        said = QWidget()
        said.setMinimumHeight(self.copy_button.sizeHint().height())
        row = QHBoxLayout(said)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(fonts.scaled(10))
        row.addWidget(self.chip)
        row.addWidget(self.about, 1)
        head = HeadRow(said, (self.advice_button, self.copy_button), 10)
        left = QVBoxLayout()
        left.setSpacing(0)
        parts: tuple[QWidget | int, ...] = (
            *(self.table, 16, self._graph_head),
            *self.graphs,
            *(10, self.sure),
        )
        for part in parts:
            if isinstance(part, int):
                left.addSpacing(fonts.scaled(part))
            else:
                left.addWidget(part)
        left.addStretch(1)
        right = QVBoxLayout()
        right.setSpacing(fonts.scaled(_CARD_GAP_PX))
        for card in (self.change, self.timeline, self.gain):
            right.addWidget(card)
        right.addStretch(1)
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._columns.setSpacing(fonts.scaled(_COLUMN_GAP_PX))
        self._columns.addLayout(left, _LEFT_PX)
        self._columns.addLayout(right, _RIGHT_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addSpacing(fonts.scaled(4))
        column.addWidget(self.title)
        column.addWidget(self.summary)
        column.addSpacing(fonts.scaled(12))
        column.addLayout(self._columns)


class TextCard(Card):
    """A card with a title and a paragraph; without a text it is not there."""

    def __init__(self, title: str, theme: Theme) -> None:
        super().__init__(theme)
        head = Label("head", theme)
        head.setText(title)
        self._text = Label("secondary", theme, "ink2")
        self._text.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(*map(fonts.scaled, (14, 11, 14, 12)))
        column.setSpacing(fonts.scaled(5))
        column.addWidget(head)
        column.addWidget(self._text)

    def show_text(self, text: str) -> None:
        """Show a paragraph."""
        self._text.setText(text)
        self.setVisible(bool(text))


def _sure(proof: Proof) -> list[Piece]:
    return [
        Piece(words.how_sure(), "head", "ink"),
        Piece(_EN_SPACE + words.sure_text(proof), "body", "ink2"),
    ]
