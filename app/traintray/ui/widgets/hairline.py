"""The one-pixel line between two surfaces."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.ui.theme import Theme


class Hairline(QWidget):
    """A line across, or down when `vertical`. `ink` names a colour of the theme."""

    def __init__(
        self,
        theme: Theme,
        vertical: bool = False,
        ink: str = "line",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ink = ink
        fixed, wide = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding
        self.setSizePolicy(*((fixed, wide) if vertical else (wide, fixed)))
        if vertical:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """One pixel; the layout stretches it."""
        return QSize(1, 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill the pixel."""
        QPainter(self).fillRect(event.rect(), getattr(self._theme, self._ink))
