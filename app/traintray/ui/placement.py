"""Where the popover goes: by the icon, else by the pointer, always on the screen."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize

GAP_PX = 8


def place(size: QSize, anchor: QRect, available: QRect) -> QPoint:
    """Return the top left corner of a popover of `size`.

    `anchor` is the icon, or a point of no size where the pointer is; `available`
    is its screen without the panels. The popover opens towards the middle of the
    screen, so that it does not cover what was clicked.
    """
    middle = anchor.center()
    left = middle.x() - size.width() // 2
    if not available.left() <= middle.x() <= available.right():
        top = middle.y() - size.height() // 2  # the panel stands at a side
    elif middle.y() < available.center().y():
        top = anchor.bottom() + GAP_PX
    else:
        top = anchor.top() - GAP_PX - size.height()
    return QPoint(
        _between(left, available.left() + GAP_PX, available.right() - size.width()),
        _between(top, available.top() + GAP_PX, available.bottom() - size.height()),
    )


def _between(wanted: int, lowest: int, highest: int) -> int:
    """Keep within bounds; where there is no room the lower one, with the title."""
    return max(lowest, min(wanted, highest - GAP_PX))
