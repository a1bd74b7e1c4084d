"""What is left to do until it can be told whether a knob has helped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.advice.advice import EvidenceRow
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import Kind, Size
from traintray.ui.widgets.label import Label
from traintray.ui.window.card import Card
from traintray.ui.window.copy_button import CopyButton
from traintray.ui.window.not_yet import NotYet
from traintray.ui.window.paragraph import Paragraph, Piece
from traintray.ui.window.path_text import bash_line
from traintray.ui.window.stage import Place, Progress, Stage
from traintray.ui.window.sunk import Sunk


class EffectCard(Card):
    """Four stages: write the file, load it, restart training, compare.

    The app does the first one and the last; of the others it says how. Below stands
    what will be compared.
    """

    def __init__(self, path: Path, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._write = Stage(Place.FIRST, theme)
        self._load = Stage(Place.MIDDLE, theme)
        self._restart = Stage(Place.MIDDLE, theme)
        self._compare = Stage(Place.LAST, theme)
        self._compare.show_text(self.tr("Compare 5 min each"))
        self._compare.show_remark(self.tr("after 60 s warm-up"))
        self.figures = NotYet(theme)
        self._load.show_text(self.tr("Load it where training starts"))
        self._add_loading(path, theme)
        title = Label("head", theme)
        title.setText(self.tr("Did it help?"))
        state = Label("caption", theme, "ink3")
        state.setText(self.tr("Not measured yet."))
        head = QHBoxLayout()
        head.addWidget(title, 1)
        head.addWidget(state)
        column = QVBoxLayout(self)
        column.setContentsMargins(*map(fonts.scaled, (14, 12, 14, 12)))
        column.setSpacing(0)
        column.addLayout(head)
        column.addSpacing(fonts.scaled(4))
        for stage in (self._write, self._load, self._restart, self._compare):
            column.addWidget(stage)
        column.addWidget(self.figures)

    def show_figures(self, rows: Sequence[EvidenceRow]) -> None:
        """Show what was measured before the change."""
        self.figures.show_rows(rows)

    def show_progress(
        self, run_name: str, written: bool, written_wall_s: float | None
    ) -> None:
        """Show how far it is. `written_wall_s` is None when somebody else wrote it."""
        self._write.show_text(
            self.tr("File written") if written else self.tr("Write the file")
        )
        if written:
            when = "" if written_wall_s is None else fmt.clock(written_wall_s, False)
        else:
            when = self.tr("now")
        self._write.show_remark(when)
        self._restart.show_text(self.tr("Restart {name}").format(name=run_name))
        self._restart.show_remark(self.tr("same command"))
        self._write.show_state(Progress.DONE if written else Progress.NOW)
        self._load.show_state(Progress.NOW if written else Progress.LATER)

    def _add_loading(self, path: Path, theme: Theme) -> None:
        line = bash_line(path)
        copy = CopyButton(self.tr("Copy"), theme, Kind.QUIET, Size.INLINE)
        copy.set_icon_name("copy")
        copy.setAccessibleName(self.tr("Copy the line that loads the file"))
        copy.content = line
        code = Label("code_small", theme)
        code.setWordWrap(True)
        code.setText(line)
        self.copy_button = copy
        box = Sunk(theme)
        inside = QVBoxLayout(box)
        inside.setContentsMargins(*map(fonts.scaled, (6, 5, 6, 5)))
        inside.addWidget(code)
        other = Paragraph("caption", theme)
        before, after = self.tr("or start it with {command}").split("{command}")
        other.show_pieces(
            [
                Piece(before, "caption", "ink3"),
                Piece("traintray run --", "code_small", "ink2"),
                Piece(after, "caption", "ink3"),
            ]
        )
        self._load.add_right(copy)
        self._load.add_below(box, 0)
        self._load.add_below(other, 5, 4)
