"""Opens the previews: nothing is written before it was shown."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from traintray.core.advice.advice import Proposal
from traintray.core.knobs.envfile import EnvFile
from traintray.ui.opening import open_dialog
from traintray.ui.theme import Theme
from traintray.ui.window.apply_preview import ApplyPreview
from traintray.ui.window.undo_preview import UndoPreview


class Changing(QObject):
    """One preview at a time, over the window that asked for it."""

    changed = Signal()
    """The env file was written or taken back."""

    def __init__(self, theme: Theme, env_file: EnvFile, page: QWidget) -> None:
        super().__init__(page)
        self._theme = theme
        self._env_file = env_file
        self._page = page
        self.open: ApplyPreview | UndoPreview | None = None

    def preview(self, proposal: Proposal, run_name: str) -> None:
        """Show what writing would change, and write it on request."""
        preview = ApplyPreview(
            self._theme, proposal, run_name, self._env_file, self._page.window()
        )
        preview.applied.connect(self.changed)
        self._show(preview)

    def ask_undo(self) -> None:
        """Show what taking the last change back would do, and do it on request."""
        preview = UndoPreview(self._theme, self._env_file, self._page.window())
        preview.undone.connect(self.changed)
        self._show(preview)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette, also of an open preview."""
        self._theme = theme
        if self.open is not None:
            self.open.set_theme(theme)

    def _show(self, preview: ApplyPreview | UndoPreview) -> None:
        self.open = preview
        preview.finished.connect(self._closed)
        open_dialog(preview)

    @Slot()
    def _closed(self) -> None:
        self.open = None
