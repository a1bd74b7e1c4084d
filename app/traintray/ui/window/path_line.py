"""The name of the env file with the icon of a folder."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from traintray.ui import fonts, icons
from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label
from traintray.ui.window.path_text import shown_path
from traintray.ui.window.retheme import retheme_children


class PathLine(QWidget):
    """`~/.config/traintray/train.env`; the tool tip has the path from the root."""

    def __init__(
        self, role: str, ink: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._path = Label(role, theme, ink)
        self._path.set_elided(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(fonts.scaled(5))
        row.addWidget(_Folder(13 if role == "code" else 12, ink, theme))
        row.addWidget(self._path, 1)

    def show_path(self, path: Path) -> None:
        """Change the path."""
        self._path.setText(shown_path(path))
        self.setToolTip(str(path))

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)


class _Folder(QWidget):
    def __init__(self, side_px: int, ink: str, theme: Theme) -> None:
        super().__init__()
        self._side_px = side_px
        self._ink = ink
        self._theme = theme
        fixed = QSizePolicy.Policy.Fixed
        self.setSizePolicy(fixed, fixed)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        side = fonts.scaled(self._side_px)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        ink = getattr(self._theme, self._ink)
        icons.paint_icon(painter, "folder", QRectF(self.rect()), ink)
