"""What things in the window lie on."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from traintray.ui.theme import Theme
from traintray.ui.window.retheme import retheme_children


class Surface(QWidget):
    """A surface to be painted; what lies on it is added by a layout."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)
        self.update()
