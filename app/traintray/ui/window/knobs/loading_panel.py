"""How to use the env file: by which program, with which line, and who is set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from traintray.core.knobs.consumers import SetUp
from traintray.core.knobs.loading import Loader, loaders
from traintray.core.knobs.precedence import Difference
from traintray.ui import fonts
from traintray.ui.joined import listed, named, sentences
from traintray.ui.state_shape import Shape
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import Kind, QuietButton, Size
from traintray.ui.widgets.code_block import CodeBlock
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.state_view import StateView
from traintray.ui.window.copy_button import CopyButton
from traintray.ui.window.flow_row import FlowRow
from traintray.ui.window.head_row import HeadRow
from traintray.ui.window.knobs.loader_choice import LoaderChoice
from traintray.ui.window.loader_words import (
    difference_text,
    line_of,
    place_text,
    precedence_text,
)
from traintray.ui.window.message_line import MessageLine
from traintray.ui.window.path_line import PathLine
from traintray.ui.window.retheme import retheme_children

_SHAPE_PX = 13
_HEAD_PX, _GAP_PX = 22, 10


class LoadingPanel(QWidget):
    """Nothing is set up for the user: start-up files and editors stay theirs."""

    def __init__(self, path: Path, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._path = path
        self._loaders: Sequence[Loader] = loaders(path)
        self._differences: Sequence[Difference] = ()
        self._run_name = ""
        self.choice = LoaderChoice(self._loaders, theme)
        self.path = PathLine("code", "ink", theme)
        self.path.show_path(path)
        self.open_button = QuietButton(self.tr("Open"), theme, Size.TABLE)
        self.open_button.setAccessibleName(self.tr("Open the env file"))
        self.copy_button = CopyButton(
            self.tr("Copy path"), theme, Kind.QUIET, Size.TABLE
        )
        self.copy_button.content = str(path)
        self.code = CodeBlock("", theme)
        self.about = Label("secondary", theme, "ink2")
        self.about.setWordWrap(True)
        self.message = MessageLine(theme, above_px=6)
        self.states = _flow(14)
        self._lay_out()
        self.open_button.clicked.connect(self._open)
        self.choice.picked.connect(self._show)
        self.pick("bash")

    def pick(self, name: str) -> None:
        """Show the line for a program."""
        self.choice.pick(name)
        self._show(name)

    def show_differences(self, found: Sequence[Difference], run_name: str) -> None:
        """Say where a run was started with other values than the file holds."""
        self._differences, self._run_name = found, run_name
        self._show(self.choice.name)

    def show_states(self, states: Mapping[str, SetUp], run: tuple[str, Shape]) -> None:
        """Say who is set up; `run` is what the run itself proves, and its shape."""
        self.states.clear()
        self.open_button.setEnabled(self._path.exists())
        text, shape = run
        if text:
            self._state(shape, text)
        titles = {loader.name: loader.title for loader in self._loaders}
        for name, state in states.items():
            if state is SetUp.LOADS:
                template = self.tr("{program} loads it")
                self._state(Shape.OK, template.format(program=titles[name]))
        idle = [titles[n] for n, state in states.items() if state is SetUp.NOT_SET_UP]
        if idle:
            self._state(Shape.NO_DATA, named(listed(idle), self.tr("not set up")))

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def _lay_out(self) -> None:
        where = QHBoxLayout()
        where.setSpacing(fonts.scaled(4))
        where.addWidget(self.path, 1)
        where.addWidget(self.open_button)
        where.addWidget(self.copy_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.scaled(6))
        title = Label("head", self._theme)
        title.setText(self.tr("How to use it"))
        title.setMinimumHeight(fonts.scaled(_HEAD_PX))
        column.addWidget(HeadRow(title, (self.choice,), _GAP_PX))
        column.addLayout(where)
        column.addWidget(self.code)
        column.addWidget(self.about)
        column.addWidget(self.message)
        column.addSpacing(fonts.scaled(2))
        column.addWidget(self.states)
        column.addStretch(1)

    @Slot(str)
    def _show(self, name: str) -> None:
        loader = next(one for one in self._loaders if one.name == name)
        self.code.set_code(line_of(loader, self._path))
        self.about.setText(sentences(place_text(loader), precedence_text(loader)))
        found = self._differences[:1]
        text = [difference_text(one, loader, self._run_name) for one in found]
        self.message.show_text("\n".join(text))

    def _state(self, shape: Shape, text: str) -> None:
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(fonts.scaled(5))
        label = Label("secondary", self._theme, "ink2")
        label.setText(text)
        row.addWidget(StateView(shape, _SHAPE_PX, self._theme))
        row.addWidget(label)
        self.states.add(both)

    @Slot()
    def _open(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._path)))


def _flow(gap_px: int) -> FlowRow:
    """Return a row that is as tall as all its rows."""
    row = FlowRow(gap_px)
    policy = row.sizePolicy()
    policy.setVerticalPolicy(QSizePolicy.Policy.Preferred)
    row.setSizePolicy(policy)
    return row
