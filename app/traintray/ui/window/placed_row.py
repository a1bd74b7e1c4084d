"""Widgets that stand beside each other, or below where the room ends."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.ui import fonts

Places = list[tuple[QWidget, QRect]]
"""Which widgets are shown, and where."""


class PlacedRow(QWidget):
    """Is as tall as its rows are at the width it gets; `places` says where its widgets
    stand. One that is hidden takes no place.
    """

    def __init__(self, gap_px: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.gap_px = fonts.scaled(gap_px)
        self._known: dict[int, Places] = {}
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def places(self, width: int) -> Places:
        """Return where each widget stands when all of it is `width` pixels wide."""
        raise NotImplementedError

    def hasHeightForWidth(self) -> bool:
        """Return True: it has more rows where it is narrow."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all rows."""
        places = self._placed(width)
        return max((place.bottom() + 1 for _, place in places), default=0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out anew."""
        super().resizeEvent(event)
        self.arrange()

    def event(self, event: QEvent) -> bool:
        """Lay out anew when a widget has changed its size, has come or has gone."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.forget_places()
            self.updateGeometry()
            self.arrange()
        return super().event(event)

    def forget_places(self) -> None:
        """Ask `places` again: there are other widgets, or they have changed."""
        self._known.clear()

    def arrange(self) -> None:
        """Put the widgets where they belong."""
        for widget, place in self._placed(self.width()):
            widget.setGeometry(place)

    def _placed(self, width: int) -> Places:
        """Return the places; layouts ask for the same few widths again and again.

        Nobody tells a row that cannot be seen when a widget in it changes.
        """
        if not self.isVisible():
            self._known.clear()
            return self.places(width)
        if width not in self._known:
            self._known[width] = self.places(width)
        return self._known[width]

    def in_rows(self, widgets: Iterable[QWidget], width: int, top: int) -> Places:
        """Lay widgets out like words, from `top` on."""
        places: Places = []
        x, y, tallest = 0, top, 0
        for widget in widgets:
            hint = wanted(widget)
            if x and x + hint.width() > width:
                x, y, tallest = 0, y + tallest + self.gap_px, 0
            size = QSize(min(hint.width(), max(1, width)), hint.height())
            places.append((widget, QRect(x, y, size.width(), size.height())))
            x += hint.width() + self.gap_px
            tallest = max(tallest, hint.height())
        return places


def wanted(widget: QWidget) -> QSize:
    """Return the size that a widget gets: it takes its minimum in any case."""
    return widget.sizeHint().expandedTo(widget.minimumSize())


def shown(widgets: Iterable[QWidget]) -> list[QWidget]:
    """Return those that are not hidden."""
    return [widget for widget in widgets if not widget.isHidden()]
