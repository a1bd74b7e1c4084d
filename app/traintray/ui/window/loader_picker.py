"""How a program is told to read the env file: pick it, copy the line."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from traintray.core.knobs.loading import loaders
from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.code_block import CodeBlock
from traintray.ui.widgets.label import Label
from traintray.ui.window.loader_words import line_of, told
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.segmented import Segmented

_OFFERED = ("bash", "run", "uv", "docker", "vscode", "fish")
"""What starts most training runs; nothing else fits into one row."""


class LoaderPicker(QWidget):
    """One choice per program; below them the line for the picked one.

    Nothing is set up for the user: start-up files and editors stay theirs.
    """

    def __init__(self, path: Path, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        known = {loader.name: loader for loader in loaders(path)}
        self._offered = [known[name] for name in _OFFERED if name in known]
        self._path = path
        self._choices = Segmented(
            [loader.title for loader in self._offered],
            self.tr("Program that reads the file"),
            theme,
        )
        self._choices.chosen.connect(self._show)
        self.code = CodeBlock("", theme)
        self._place = Label("secondary", theme, "ink3")
        self._place.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.scaled(5))
        column.addWidget(self._choices, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.code)
        column.addWidget(self._place)
        self.pick(self.names[0])

    @property
    def names(self) -> tuple[str, ...]:
        """The programs that are offered, by identifier."""
        return tuple(loader.name for loader in self._offered)

    def pick(self, name: str) -> None:
        """Show the line for a program."""
        number = self.names.index(name)
        self._choices.choose(number)
        self._show(number)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)

    @Slot(int)
    def _show(self, number: int) -> None:
        loader = self._offered[number]
        self.code.set_code(line_of(loader, self._path))
        self._place.setText(told(loader))
