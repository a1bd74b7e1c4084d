"""What was changed, and how to take it back."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.knobs.plan import DiffKind, DiffLine
from traintray.core.proof.outcome import Change
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.state_shape import Shape
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import PrimaryButton, SecondaryButton
from traintray.ui.widgets.diff_block import DiffBlock
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.verdict_chip import VerdictChip
from traintray.ui.window.card import Card
from traintray.ui.window.path_line import PathLine


class ChangeCard(Card):
    """Undo is the loud button only where the change has made it slower."""

    undo_requested = Signal()

    def __init__(self, path: Path, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.title = Label("verdict", theme)
        self.title.setWordWrap(True)
        self.chip = VerdictChip(theme)
        self.path = PathLine("code_small", "ink3", theme)
        self.path.show_path(path)
        self.diff = DiffBlock(theme)
        self.undo_first = PrimaryButton(self.tr("Undo the change …"), theme)
        self.undo_button = SecondaryButton(self.tr("Undo …"), theme)
        self.undo_button.set_icon_name("undo")
        self.kept = Label("caption", theme, "ink3")
        self.kept.setWordWrap(True)
        for button in (self.undo_first, self.undo_button):
            button.clicked.connect(self.undo_requested)
        self._lay_out()

    def show_change(
        self, title: str, change: Change, slower: bool, can_undo: bool
    ) -> None:
        """Show a change; `can_undo`: it still stands in the file."""
        self.title.setText(title)
        applied = self.tr("Applied {time}")
        clock = fmt.clock(change.at_s, seconds=False)
        self.chip.show_verdict(Shape.OK, applied.format(time=clock))
        self.diff.show_lines(_lines(change))
        self.undo_first.setVisible(slower and can_undo)
        self.undo_button.setVisible(can_undo and not slower)
        self.kept.setText(
            self.tr("previous file kept")
            if can_undo
            else self.tr("The file does not hold this change any more.")
        )

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(*map(fonts.scaled, (14, 11, 14, 14)))
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setSpacing(fonts.scaled(8))
        head.addWidget(self.title, 1)
        head.addWidget(self.chip)
        foot = QHBoxLayout()
        foot.setSpacing(fonts.scaled(8))
        foot.addWidget(self.undo_first)
        foot.addWidget(self.undo_button)
        foot.addWidget(self.kept, 1)
        column.addLayout(head)
        column.addSpacing(fonts.scaled(6))
        column.addWidget(self.path)
        column.addSpacing(fonts.scaled(4))
        column.addWidget(self.diff)
        column.addSpacing(fonts.scaled(11))
        column.addLayout(foot)


def _lines(change: Change) -> list[DiffLine | str]:
    lines: list[DiffLine | str] = []
    for name, new in change.new.items():
        old = change.old.get(name)
        if old is not None:
            lines.append(DiffLine(DiffKind.REMOVED, f"{name}={old}"))
        if new is not None:
            lines.append(DiffLine(DiffKind.ADDED, f"{name}={new}"))
    return lines
