"""The preview of taking back the last change of the env file."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.knobs.envfile import EnvFile
from traintray.core.knobs.errors import EnvFileError
from traintray.core.knobs.plan import Undone
from traintray.ui import fonts, style
from traintray.ui.spoken import spoken, spoken_error
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import PrimaryButton
from traintray.ui.widgets.diff_block import DiffBlock
from traintray.ui.widgets.label import Label
from traintray.ui.window.folded_diff import folded
from traintray.ui.window.keyed_button import KeyedButton
from traintray.ui.window.message_line import MessageLine
from traintray.ui.window.path_line import PathLine
from traintray.ui.window.retheme import retheme_children

_WIDTH_PX = 560
_MARGINS_PX = (20, 18, 20, 16)


class UndoPreview(QDialog):
    """Shows what the file would become, and takes the change back on request."""

    undone = Signal()

    def __init__(
        self, theme: Theme, env_file: EnvFile, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._env_file = env_file
        style.apply(self, theme)
        self.setWindowTitle(self.tr("Undo the last change"))
        self.title = Label("verdict", theme)
        self.title.setText(self.tr("Undo the last change"))
        self.promise = Label("body", theme, "ink2")
        self.promise.setText(self.tr("A running process is not touched."))
        self.path = PathLine("code", "ink2", theme)
        self.path.show_path(env_file.path)
        self.diff = DiffBlock(theme, roomy=True)
        self.message = MessageLine(theme, above_px=8)
        self.cancel_button = KeyedButton(self.tr("Cancel"), self.tr("Esc"), theme)
        self.undo_button = PrimaryButton(self.tr("Undo the change"), theme)
        self.undo_button.setDefault(True)
        self.cancel_button.clicked.connect(self.reject)
        self.undo_button.clicked.connect(self.take_back)
        self._lay_out()
        self._preview()

    @Slot()
    def take_back(self) -> None:
        """Undo and close; stay open and say why when that fails."""
        try:
            self._env_file.undo()
        except EnvFileError as error:
            self._preview(spoken_error(error))
            return
        self.undone.emit()
        self.accept()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        style.apply(self, theme)
        retheme_children(self, theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paper."""
        QPainter(self).fillRect(event.rect(), self._theme.bg)

    def _preview(self, failure: str = "") -> None:
        """Read the file and show what undoing would do."""
        try:
            undone: Undone | None = self._env_file.preview_undo()
        except EnvFileError as error:
            undone, failure = None, failure or spoken_error(error)
        self.diff.setVisible(undone is not None)
        self.undo_button.setEnabled(undone is not None)
        remarks = [failure] if failure else []
        if undone is not None:
            template = self.tr("… {count} lines as they are")
            self.diff.show_lines(
                folded(undone.diff, lambda count: template.format(count=count))
            )
            remarks += map(spoken, undone.left)
            if undone.file_deleted:
                remarks.append(
                    self.tr("The file did not exist before, so it is deleted.")
                )
        self.message.show_text("\n".join(remarks))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(*map(fonts.scaled, _MARGINS_PX))
        column.setSpacing(0)
        spaced = (
            (self.title, 3),
            (self.promise, 14),
            (self.path, 5),
            (self.diff, 0),
            (self.message, 16),
        )
        for part, below_px in spaced:
            column.addWidget(part)
            column.addSpacing(fonts.scaled(below_px))
        row = QHBoxLayout()
        row.setSpacing(fonts.scaled(8))
        row.addStretch(1)
        row.addWidget(self.cancel_button)
        row.addWidget(self.undo_button)
        column.addLayout(row)
        self.setFixedWidth(fonts.scaled(_WIDTH_PX))
