"""What is left to do until it can be told whether a knob has helped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.advice.advice import EvidenceRow
from traintray.core.proof.outcome import Proof
from traintray.core.proof.under_way import Measuring
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
from traintray.ui.window.proof.measuring_words import state_text
from traintray.ui.window.proof.words import verdict_name
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
        self.figures = NotYet(theme)
        self._load.show_text(self.tr("Load it where training starts"))
        self._add_loading(path, theme)
        title = Label("head", theme)
        title.setText(self.tr("Did it help?"))
        self._state = Label("caption", theme, "ink3")
        self._is_written = False
        self._case: Measuring | None = None
        self._proof: Proof | None = None
        head = QHBoxLayout()
        head.addWidget(title, 1)
        head.addWidget(self._state)
        column = QVBoxLayout(self)
        column.setContentsMargins(*map(fonts.scaled, (14, 12, 14, 12)))
        column.setSpacing(0)
        column.addLayout(head)
        column.addSpacing(fonts.scaled(4))
        for stage in (self._write, self._load, self._restart, self._compare):
            column.addWidget(stage)
        column.addWidget(self.figures)
        self._show_stages()

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
        self._is_written = written
        self._show_stages()

    def show_course(self, case: Measuring | None, proof: Proof | None) -> None:
        """Show how far the comparison of a run with this change is, or what came of it.

        Both None: no run has the change yet.
        """
        self._case, self._proof = case, proof
        self._show_stages()

    def _show_stages(self) -> None:
        case, proof = self._case, self._proof
        # What is not comparable waits for another run.
        is_told = proof is not None and proof.verdict != "not_comparable"
        is_measured = case is not None or is_told
        done = Progress.DONE if is_measured else Progress.LATER
        waits = Progress.NOW if self._is_written else Progress.LATER
        self._write.show_state(Progress.DONE if self._is_written else Progress.NOW)
        self._load.show_state(done if is_measured else waits)
        self._restart.show_state(done)
        comparing = Progress.LATER if case is None else Progress.NOW
        self._compare.show_state(Progress.DONE if is_told else comparing)
        self._restart.show_remark(
            self.tr("same command")
            if case is None
            else fmt.clock(case.started_at_s, seconds=False)
        )
        self._compare.show_text(self._comparison())
        self._compare.show_remark(self.tr("after 60 s warm-up") if case is None else "")
        self._state.setText(self._told())

    def _comparison(self) -> str:
        """Return how long both runs are compared: five minutes, or as long as the run
        before went on.
        """
        case, proof = self._case, self._proof
        length_s = None
        if proof is not None and proof.windows.after is not None:
            length_s = proof.windows.after.until_s - proof.windows.after.since_s
        elif case is not None and case.until_s is not None:
            length_s = case.until_s - case.since_s
        if length_s is None:
            return self.tr("Compare 5 min each")
        text = self.tr("Compare {length} each")
        return text.format(length=fmt.duration(length_s))

    def _told(self) -> str:
        if self._proof is not None:
            return verdict_name(self._proof)
        if self._case is not None:
            return state_text(self._case)
        return self.tr("Not measured yet.")

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
