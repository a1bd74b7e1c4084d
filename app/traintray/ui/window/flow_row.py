"""Widgets side by side that go on in the next row where the room ends."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from traintray.ui.window.placed_row import PlacedRow, Places, shown


class FlowRow(PlacedRow):
    """Lays its widgets out like words. It never asks for more width than the widest
    of them has.
    """

    def __init__(self, gap_px: int, parent: QWidget | None = None) -> None:
        super().__init__(gap_px, parent)
        self._widgets: list[QWidget] = []

    def add(self, widget: QWidget) -> None:
        """Put a widget at the end."""
        widget.setParent(self)
        self._widgets.append(widget)
        widget.show()
        self.forget_places()
        self.arrange()

    def clear(self) -> None:
        """Take all widgets out and delete them."""
        for widget in self._widgets:
            widget.hide()
            widget.deleteLater()
        self._widgets.clear()
        self.forget_places()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return all in one row."""
        hints = [widget.sizeHint() for widget in shown(self._widgets)]
        gaps = self.gap_px * max(0, len(hints) - 1)
        width = sum(hint.width() for hint in hints) + gaps
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def minimumSizeHint(self) -> QSize:
        """Return the widest one."""
        hints = [widget.minimumSizeHint() for widget in shown(self._widgets)]
        width = max((hint.width() for hint in hints), default=0)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def places(self, width: int) -> Places:
        """Return where each widget stands."""
        return self.in_rows(shown(self._widgets), width, 0)
