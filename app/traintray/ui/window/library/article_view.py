"""One strategy from top to bottom."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from traintray.core.advice.library import Article, Library, LibraryStep, Link
from traintray.core.advice.steps import speakers
from traintray.core.frame import Frame
from traintray.core.history.store import Store
from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.code_block import CodeBlock
from traintray.ui.widgets.label import Label
from traintray.ui.window.library.fact_cards import FactCards
from traintray.ui.window.library.fact_table import FactTable
from traintray.ui.window.library.live_values import (
    facts,
    run_of,
    setting_text,
    value_text,
)
from traintray.ui.window.library.step_lines import StepLines
from traintray.ui.window.paragraph import Paragraph, Piece, with_code
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.section_head import SectionHead

_SECTION_PX = 14
_STEP_PX = 10
_WIDE = ("。", "，", "：", "！", "？")
"""Marks that bring their own room."""


class ArticleView(QWidget):
    """Says everything about a strategy; values of now stand beside its figures."""

    def __init__(
        self,
        article: Article,
        library: Library,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.article = article
        self._library = library
        self._theme = theme
        self._wanted = ""
        self.lines: list[StepLines] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, fonts.scaled(16))
        self._column.setSpacing(0)
        self.facts = FactCards(theme)
        self._column.addWidget(self.facts)
        self._section("when", article.when)
        self.signals = self._table(
            ("signals", "signal", "meaning", "now"),
            [(signal.label, signal.meaning) for signal in article.signals],
        )
        self.settings: FactTable | None = None
        if article.settings:
            self.settings = self._table(
                ("settings", "setting", "limits", "here"),
                [(each.name, each.limits) for each in article.settings],
                "code",
            )
        self._head("steps")
        for number, step in enumerate(article.steps, start=1):
            self._add_step(number, step)
        for part in ("not_helpful", "cost", "undo", "measure"):
            self._section(part, getattr(article, part))
        self._head("links")
        for link in article.links:
            self._add_link(link)
        self._column.addStretch(1)

    def show_frame(self, frame: Frame, store: Store) -> None:
        """Put the values of now beside the figures."""
        self.facts.show_facts(facts(self.article, frame, store))
        view = run_of(frame)
        if view is not None and not self._wanted:
            self._choose(speakers(view.run.framework, view.run.trainer))
        self.signals.show_values(
            [
                value_text(store, view, signal.figure, frame.at_s)
                for signal in self.article.signals
            ]
        )
        if self.settings is not None:
            self.settings.show_values(
                [setting_text(each.value, frame) for each in self.article.settings]
            )

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    @Slot(str)
    def _chosen(self, framework: str) -> None:
        """Show the lines of this framework everywhere, whatever run is on screen."""
        self._wanted = framework
        self._choose((framework,))

    def _choose(self, names: tuple[str, ...]) -> None:
        for lines in self.lines:
            lines.choose(names)

    def _head(self, name: str) -> None:
        self._column.addSpacing(fonts.scaled(_SECTION_PX))
        self._column.addWidget(SectionHead(self._library.head(name), self._theme))

    def _section(self, name: str, text: str) -> None:
        self._head(name)
        self._column.addWidget(self._paragraph(text))

    def _table(
        self,
        names: tuple[str, str, str, str],
        rows: list[tuple[str, str]],
        role: str = "body",
    ) -> FactTable:
        self._head(names[0])
        first, second, third = map(self._library.head, names[1:])
        table = FactTable((first, second, third), rows, self._theme, role)
        self._column.addWidget(table)
        return table

    def _add_step(self, number: int, step: LibraryStep) -> None:
        space = "" if step.title.endswith(_WIDE) else " "
        title = Piece(f"{number}. {step.title}{space}", "head", "ink")
        text = Paragraph("body", self._theme)
        text.show_pieces((title, *with_code(step.text, "body", "ink2")))
        self._column.addWidget(text)
        lines = StepLines(step.snippets, self._theme)
        lines.chosen.connect(self._chosen)
        self.lines.append(lines)
        self._column.addWidget(lines)
        self._column.addSpacing(fonts.scaled(_STEP_PX))

    def _add_link(self, link: Link) -> None:
        title = Label("body", self._theme)
        title.setText(link.title)
        title.setWordWrap(True)
        self._column.addWidget(title)
        self._column.addSpacing(fonts.scaled(2))
        self._column.addWidget(CodeBlock(link.address, self._theme, "code_small"))
        self._column.addSpacing(fonts.scaled(6))

    def _paragraph(self, text: str) -> Paragraph:
        made = Paragraph("body", self._theme)
        made.show_pieces(with_code(text, "body", "ink2"))
        return made
