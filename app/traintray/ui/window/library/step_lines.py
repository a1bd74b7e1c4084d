"""The lines of a step: those for all, and those of one framework out of several."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.advice.library import TOOLS, Snippet, is_of
from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.code_block import CodeBlock
from traintray.ui.widgets.label import Label
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.segmented import Segmented

translate = QCoreApplication.translate

_ABOVE_PX, _BELOW_CAPTION_PX = 4, 2


class StepLines(QWidget):
    """Shows the lines of one framework, with a choice where there are several."""

    chosen = Signal(str)
    """The framework whose lines the user wants to see."""

    def __init__(
        self, snippets: Sequence[Snippet], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._own = tuple(s for s in snippets if s.framework not in TOOLS)
        self.choice: Segmented | None = None
        self.code: CodeBlock | None = None
        for snippet in snippets:
            if snippet not in self._own:
                self._add(snippet)
        if len(self._own) == 1:
            self.code = self._add(self._own[0])
        elif self._own:
            self._add_choice()

    def choose(self, names: Sequence[str]) -> None:
        """Show the lines of the first of these that has any; else leave it."""
        for name in names:
            for index, snippet in enumerate(self._own):
                if is_of(snippet, name):
                    self._show(index)
                    return

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def _add(self, snippet: Snippet) -> CodeBlock:
        caption = Label("caption", self._theme, "ink3")
        caption.setText(snippet.label)
        code = CodeBlock(snippet.code, self._theme)
        self._column.addSpacing(fonts.scaled(_ABOVE_PX))
        self._column.addWidget(caption)
        self._column.addSpacing(fonts.scaled(_BELOW_CAPTION_PX))
        self._column.addWidget(code)
        return code

    def _add_choice(self) -> None:
        labels = [snippet.label for snippet in self._own]
        name = translate("Library", "Lines for")
        self.choice = Segmented(labels, name, self._theme)
        self.choice.chosen.connect(self._taken)
        self.code = CodeBlock(self._own[0].code, self._theme)
        row = QHBoxLayout()
        row.addWidget(self.choice, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addSpacing(fonts.scaled(_ABOVE_PX))
        self._column.addLayout(row)
        self._column.addSpacing(fonts.scaled(_ABOVE_PX))
        self._column.addWidget(self.code)
        self._show(0)

    @Slot(int)
    def _taken(self, index: int) -> None:
        self._show(index)
        self.chosen.emit(self._own[index].framework)

    def _show(self, index: int) -> None:
        if self.choice is None or self.code is None:
            return
        self.choice.choose(index)
        if self.code.code != self._own[index].code:
            self.code.set_code(self._own[index].code)
