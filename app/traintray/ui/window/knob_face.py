"""What the card of a knob consists of, and where it stands."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import PrimaryButton, SecondaryButton
from traintray.ui.widgets.diff_block import DiffBlock
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.stepper import Stepper
from traintray.ui.widgets.verdict_chip import VerdictChip
from traintray.ui.window.card import Card
from traintray.ui.window.copy_button import CopyButton
from traintray.ui.window.message_line import MessageLine
from traintray.ui.window.path_line import PathLine
from traintray.ui.window.read_by import ReadBy


class KnobFace(Card):
    """The parts of the card. `KnobCard` gives them something to say."""

    def __init__(self, theme: Theme, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.chip = VerdictChip(theme)
        self.title = Label("verdict", theme)
        self.title.setWordWrap(True)
        self.stepper = Stepper(1, 1, theme)
        self.arithmetic = self._paragraph()
        self.path = PathLine("code_small", "ink3", theme)
        self.path.show_path(path)
        self.diff = DiffBlock(theme)
        self.message = MessageLine(theme, above_px=8)
        self.apply_button = PrimaryButton(self.tr("Apply"), theme)
        self.retry_button = SecondaryButton(self.tr("Try again"), theme)
        self.undo_button = SecondaryButton(self.tr("Undo"), theme)
        self.undo_button.set_icon_name("undo")
        self.copy_button = CopyButton(self.tr("Copy as export"), theme)
        self.kept = Label("caption", theme, "ink3")
        self.kept.setText(self.tr("previous file kept"))
        self.effect = self._paragraph()
        self.read_by = ReadBy(theme, path)
        self._lay_out()

    def _paragraph(self) -> Label:
        label = Label("secondary", self._theme, "ink2")
        label.setWordWrap(True)
        return label

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(*map(fonts.scaled, (14, 9, 14, 14)))
        column.setSpacing(0)
        parts: tuple[QHBoxLayout | QWidget | int, ...] = (
            self._head(),
            3,
            self._value(),
            4,
            self.arithmetic,
            10,
            self.path,
            4,
            self.diff,
            self.message,
            10,
            self._buttons(),
            10,
            self.effect,
            6,
            self.read_by,
        )
        for part in parts:
            if isinstance(part, int):
                column.addSpacing(fonts.scaled(part))
            elif isinstance(part, QWidget):
                column.addWidget(part)
            else:
                column.addLayout(part)

    def _head(self) -> QHBoxLayout:
        caption = Label("caption_label", self._theme, "ink3")
        caption.setText(self.tr("One-click knob"))
        # As high as the chip, so that nothing moves when the chip appears.
        caption.setMinimumHeight(self.chip.sizeHint().height())
        row = QHBoxLayout()
        row.addWidget(caption)
        row.addStretch(1)
        row.addWidget(self.chip)
        return row

    def _value(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(fonts.scaled(10))
        row.addWidget(self.title, 1)
        row.addWidget(self.stepper)
        return row

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(fonts.scaled(8))
        row.addWidget(self.apply_button, 1)
        row.addWidget(self.retry_button, 1)
        row.addWidget(self.undo_button)
        row.addWidget(self.copy_button)
        row.addStretch(0)
        row.addWidget(self.kept)
        return row
