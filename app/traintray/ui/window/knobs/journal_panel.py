"""Every change of the env file and of runs in progress, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.ui import fonts
from traintray.ui.state_shape import Shape
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import QuietButton, Size
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.state_view import StateView
from traintray.ui.window.page import Region
from traintray.ui.window.paragraph import Paragraph, Piece
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.section_head import SectionHead

_SHAPE_PX = 13
_EN_SPACE = "\u2002"


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One change in words."""

    name: str
    change: str
    """`not set → 8`"""
    when: str
    came_of_it: str
    shape: Shape
    can_undo: bool
    key: str = ""
    """What its Undo takes back; empty: the newest change of the env file."""
    is_code: bool = True
    """Its name is one of code, shown so."""


class JournalPanel(Region):
    """Of the env file only the newest change that still shows can be taken back; then
    the one before is the newest, back to the start. A run in progress can be given
    back what it had as long as it goes on.
    """

    undo_requested = Signal(str)
    """Key of the line."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines: tuple[JournalLine, ...] = ()
        self.undos: dict[str, QuietButton] = {}
        self._list = QVBoxLayout()
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(0)
        remark = Label("secondary", theme, "ink3")
        remark.setText(self.tr("every change, newest first"))
        self._nothing = Label("secondary", theme, "ink3")
        self._nothing.setWordWrap(True)
        self._nothing.setText(
            self.tr("Nothing was changed yet. Each change stands here with its effect.")
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(SectionHead(self.tr("Journal"), theme, remark))
        column.addWidget(Hairline(theme, ink="line2"))
        column.addSpacing(fonts.scaled(4))
        column.addWidget(self._nothing)
        column.addLayout(self._list)
        column.addStretch(1)

    @property
    def lines(self) -> tuple[JournalLine, ...]:
        """What is shown, from top to bottom."""
        return self._lines

    def show_lines(self, lines: Sequence[JournalLine]) -> None:
        """Show these changes."""
        if tuple(lines) == self._lines:
            return
        self._lines = tuple(lines)
        self.undos.clear()
        while (item := self._list.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for line in lines:
            self._list.addWidget(self._made(line))
        self._nothing.setVisible(not lines)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def _made(self, line: JournalLine) -> QWidget:
        entry = QWidget()
        what = Paragraph("secondary", self._theme)
        what.show_pieces(
            [
                Piece(line.name, "code" if line.is_code else "secondary_label", "ink"),
                Piece(_EN_SPACE + line.change, "secondary", "ink2"),
            ]
        )
        when = Label("secondary", self._theme, "ink3")
        when.setText(line.when)
        above = QHBoxLayout()
        above.setSpacing(fonts.scaled(8))
        above.addWidget(what, 1)
        above.addWidget(when, 0, Qt.AlignmentFlag.AlignTop)
        came = Label("secondary", self._theme, "ink3")
        came.setWordWrap(True)
        came.setText(line.came_of_it)
        below = QHBoxLayout()
        below.setSpacing(fonts.scaled(8))
        below.addWidget(came, 1)
        if line.can_undo:
            below.addWidget(self._undo_button(line))
        texts = QVBoxLayout()
        texts.setSpacing(fonts.scaled(1))
        texts.addLayout(above)
        texts.addLayout(below)
        row = QHBoxLayout()
        row.setContentsMargins(*map(fonts.scaled, (0, 7, 0, 7)))
        row.setSpacing(fonts.scaled(9))
        shape = StateView(line.shape, _SHAPE_PX, self._theme)
        row.addWidget(shape, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(texts, 1)
        column = QVBoxLayout(entry)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(Hairline(self._theme))
        return entry

    def _undo_button(self, line: JournalLine) -> QuietButton:
        button = QuietButton(self.tr("Undo"), self._theme, Size.TABLE)
        button.set_icon_name("undo")
        name = self.tr("Undo the change of {name}")
        button.setAccessibleName(name.format(name=line.name))
        button.clicked.connect(partial(self.undo_requested.emit, line.key))
        self.undos[line.key] = button
        return button
