"""The head of a page: words at the left, controls at the right, or below them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QWidget

from traintray.ui import fonts
from traintray.ui.window.placed_row import PlacedRow, Places, shown, wanted


class HeadRow(PlacedRow):
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
        super().__init__(gap_px, parent)
        self._left = left
        self._right = tuple(right)
        self._top_px = fonts.scaled(top_px)
        for part in (left, *right):
            part.setParent(self)

    def sizeHint(self) -> QSize:
        """All in one row."""
        controls = sum(wanted(part).width() + self.gap_px for part in self._controls())
        width = self._left.sizeHint().width() + controls
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """As wide as its widest part; the height depends on the width it gets."""
        widths = [part.minimumSizeHint().width() for part in (self._left, *self._right)]
        return QSize(max(widths), self._left.sizeHint().height())

    def _controls(self) -> list[QWidget]:
        return shown(self._right)

    def places(self, width: int) -> Places:
        """Return where words and controls stand."""
        controls = self._controls()
        hints = [wanted(part) for part in controls]
        room = width - sum(hint.width() + self.gap_px for hint in hints)
        if controls and room < self._left.sizeHint().width():
            height = _height(self._left, width)
            below = self.in_rows(controls, width, height + self.gap_px)
            return [(self._left, QRect(0, 0, width, height)), *below]
        height = _height(self._left, room)
        places = [(self._left, QRect(0, 0, room, height))]
        x = room + self.gap_px
        for part, hint in zip(controls, hints, strict=True):
            top = self._top_px or max(0, (height - hint.height()) // 2)
            places.append((part, QRect(x, top, hint.width(), hint.height())))
            x += hint.width() + self.gap_px
        return places


def _height(widget: QWidget, width: int) -> int:
    if widget.hasHeightForWidth():
        return max(widget.minimumHeight(), widget.heightForWidth(width))
    return wanted(widget).height()
