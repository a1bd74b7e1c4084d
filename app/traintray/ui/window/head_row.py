"""The head of a page: words at the left, controls at the right, or below them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.ui import fonts


class HeadRow(QWidget):
    """Gives `left` all the width that `right` leaves. Where it would have to be cut,
    the controls stand in rows of their own below it.

    `top_px` is how much lower than the words the controls begin.
    """

    def __init__(
        self,
        left: QWidget,
        right: Sequence[QWidget],
        gap_px: int,
        top_px: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._left = left
        self._right = tuple(right)
        self._gap_px = fonts.scaled(gap_px)
        self._top_px = fonts.scaled(top_px)
        for part in (left, *right):
            part.setParent(self)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        """Return True: it has more rows where it is narrow."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all rows."""
        return max(place.bottom() + 1 for _, place in self._places(width))

    def sizeHint(self) -> QSize:
        """All in one row."""
        width = self._left.sizeHint().width() + self._right_width()
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """As wide as its widest part; the height depends on the width it gets."""
        widths = [part.minimumSizeHint().width() for part in (self._left, *self._right)]
        return QSize(max(widths), self._left.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out anew."""
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """Lay out anew when a part has changed its size, has come or has gone."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._arrange()
        return super().event(event)

    def _arrange(self) -> None:
        for part, place in self._places(self.width()):
            part.setGeometry(place)

    def _shown(self) -> list[QWidget]:
        return [part for part in self._right if not part.isHidden()]

    def _right_width(self) -> int:
        return sum(_wanted(part).width() + self._gap_px for part in self._shown())

    def _places(self, width: int) -> list[tuple[QWidget, QRect]]:
        room = width - self._right_width()
        if room < self._left.sizeHint().width() and self._shown():
            return self._in_rows(width)
        height = _height(self._left, room)
        places = [(self._left, QRect(0, 0, room, height))]
        x = room + self._gap_px
        for part in self._shown():
            hint = _wanted(part)
            top = self._top_px or max(0, (height - hint.height()) // 2)
            places.append((part, QRect(x, top, hint.width(), hint.height())))
            x += hint.width() + self._gap_px
        return places

    def _in_rows(self, width: int) -> list[tuple[QWidget, QRect]]:
        height = _height(self._left, width)
        places = [(self._left, QRect(0, 0, width, height))]
        x, y, tallest = 0, height + self._gap_px, 0
        for part in self._shown():
            hint = _wanted(part)
            if x and x + hint.width() > width:
                x, y, tallest = 0, y + tallest + self._gap_px, 0
            size = QSize(min(hint.width(), width), hint.height())
            places.append((part, QRect(x, y, size.width(), size.height())))
            x += hint.width() + self._gap_px
            tallest = max(tallest, hint.height())
        return places


def _wanted(part: QWidget) -> QSize:
    """Return the size that a part gets: it takes its minimum in any case."""
    return part.sizeHint().expandedTo(part.minimumSize())


def _height(widget: QWidget, width: int) -> int:
    if widget.hasHeightForWidth():
        return widget.heightForWidth(width)
    return widget.sizeHint().height()
