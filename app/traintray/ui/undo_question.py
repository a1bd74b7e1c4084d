"""Asks before the last change of the env file is taken back, and does it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QMessageBox, QWidget

from traintray.core.knobs.envfile import EnvFile
from traintray.core.knobs.errors import EnvFileError
from traintray.core.knobs.plan import Change, Undone


class UndoQuestion(QMessageBox):
    """Says what would be taken back; a running process is never touched."""

    undone = Signal()

    def __init__(self, env_file: EnvFile, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._env_file = env_file
        self.setWindowTitle("traintray")
        try:
            preview = env_file.preview_undo()
        except EnvFileError as error:
            self._tell(str(error))
            return
        self.setText(self.tr("Take back the last change?"))
        self.setInformativeText(self._what(preview))
        self.setStandardButtons(
            QMessageBox.StandardButton.Ok | QMessageBox.StandardButton.Cancel
        )
        self.button(QMessageBox.StandardButton.Ok).setText(self.tr("Undo the change"))
        self.accepted.connect(self._undo)

    @Slot()
    def _undo(self) -> None:
        try:
            self._env_file.undo()
        except EnvFileError as error:
            self._tell(str(error))
            self.open()
            return
        self.undone.emit()

    def _tell(self, text: str) -> None:
        self.setText(text)
        self.setInformativeText("")
        self.setStandardButtons(QMessageBox.StandardButton.Close)

    def _what(self, preview: Undone) -> str:
        lines = [change_text(change) for change in _limited(preview.changes)]
        if preview.file_deleted:
            lines.append(self.tr("The file did not exist before, so it is deleted."))
        lines += preview.left
        lines.append(str(preview.path))
        lines.append(self.tr("A running process is not touched."))
        return "\n".join(lines)


def change_text(change: Change) -> str:
    """`OMP_NUM_THREADS: 8 → not set`."""
    missing = "–"
    return f"{change.name}: {change.old or missing} → {change.new or missing}"


def _limited(changes: Sequence[Change], most: int = 8) -> Sequence[Change]:
    return changes[:most]
