"""A field whose text filters a table."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from traintray.ui import fonts, icons
from traintray.ui.theme import Theme
from traintray.ui.widgets.focus_ring import KeyboardFocus

_HEIGHT_PX = 26
_ICON_PX = 13
_LEFT_PX = 8
_AROUND_PX = 34
_LEAST_PX = 168


class SearchField(QLineEdit):
    """Escape empties it."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._focus = KeyboardFocus(self, 6)
        self.setFont(fonts.font("secondary"))
        self.setAccessibleName(name)
        self.setPlaceholderText(name)
        self.setFixedHeight(fonts.scaled(_HEIGHT_PX))
        self.setTextMargins(fonts.scaled(_ICON_PX + 4), 0, 0, 0)

    def sizeHint(self) -> QSize:
        """Wide enough for what stands in it while nothing is typed."""
        text = self.fontMetrics().horizontalAdvance(self.placeholderText())
        around = fonts.scaled(_ICON_PX + _AROUND_PX)
        return QSize(max(text + around, fonts.scaled(_LEAST_PX)), self.height())

    def minimumSizeHint(self) -> QSize:
        """As wide as it wants to be."""
        return self.sizeHint()

    def matches(self, *texts: str) -> bool:
        """Return whether every word that was typed is in one of the texts."""
        heap = "\n".join(texts).casefold()
        return all(word in heap for word in self.text().casefold().split())

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Empty it, or let the window have the key."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring when the keyboard brought the focus."""
        super().focusInEvent(event)
        self._focus.gained(event, self._theme)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the ring."""
        super().focusOutEvent(event)
        self._focus.lost()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Add the glass."""
        super().paintEvent(event)
        side = fonts.scaled(_ICON_PX)
        box = QRectF(fonts.scaled(_LEFT_PX), (self.height() - side) / 2, side, side)
        icons.paint_icon(QPainter(self), "search", box, self._theme.ink3)
