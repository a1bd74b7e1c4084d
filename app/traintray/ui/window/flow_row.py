"""Widgets side by side that go on in the next row where the room ends."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.ui import fonts


class FlowRow(QWidget):
    """Lays its widgets out like words. It never asks for more width than the widest
    of them has; one that is hidden takes no place.
    """

    def __init__(self, gap_px: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._gap_px = fonts.scaled(gap_px)
        self._widgets: list[QWidget] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, widget: QWidget) -> None:
        """Put a widget at the end."""
        widget.setParent(self)
        self._widgets.append(widget)
        widget.show()
        self._arrange()

    def clear(self) -> None:
        """Take all widgets out and delete them."""
        for widget in self._widgets:
            widget.hide()
            widget.deleteLater()
        self._widgets.clear()
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        """Fewer widgets fit into a row as it narrows."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all rows."""
        places = self._places(width)
        return max((place.bottom() + 1 for place in places), default=0)

    def sizeHint(self) -> QSize:
        """Return all in one row."""
        hints = [widget.sizeHint() for widget in self._shown()]
        gaps = self._gap_px * max(0, len(hints) - 1)
        width = sum(hint.width() for hint in hints) + gaps
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def minimumSizeHint(self) -> QSize:
        """Return the widest one."""
        hints = [widget.minimumSizeHint() for widget in self._shown()]
        width = max((hint.width() for hint in hints), default=0)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out anew."""
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """Lay out anew when one of them has changed its size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._arrange()
        return super().event(event)

    def _arrange(self) -> None:
        places = self._places(self.width())
        for widget, place in zip(self._shown(), places, strict=True):
            widget.setGeometry(place)

    def _shown(self) -> list[QWidget]:
        return [widget for widget in self._widgets if not widget.isHidden()]

    def _places(self, width: int) -> list[QRect]:
        places: list[QRect] = []
        x = y = row_height = 0
        for widget in self._shown():
            hint = widget.sizeHint()
            if x and x + hint.width() > width:
                x, y = 0, y + row_height + self._gap_px
                row_height = 0
            places.append(QRect(x, y, min(hint.width(), max(1, width)), hint.height()))
            x += hint.width() + self._gap_px
            row_height = max(row_height, hint.height())
        return places
