"""Opens the popover beside the icon, and keeps it there."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, Signal, Slot
from PySide6.QtGui import QGuiApplication, QMouseEvent, QScreen
from PySide6.QtWidgets import QApplication

from traintray.core.frame import Frame
from traintray.core.history.store import Store
from traintray.ui import fonts
from traintray.ui.activation import bring_up
from traintray.ui.placement import place
from traintray.ui.popover import Popover
from traintray.ui.popover_fade import Fade
from traintray.ui.theme import Theme

_ICON_REACH_PX = 24
"""How far from the click that opened the popover the icon reaches."""
_SAME_CLICK_S = 0.6
"""The panel hears of a click on the icon when the button comes up again."""


class PlacedPopover(QObject):
    """The popover, made once and opened again and again."""

    double_clicked = Signal()
    """The click that opened it was the first of two."""

    def __init__(
        self,
        theme: Theme,
        store: Store,
        parent: QObject | None = None,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._now_s = now_s
        fonts.load()
        self._store = store
        self._anchor = QRect()
        self._opened_s = 0.0
        self._dismissed_s = float("-inf")
        """When a press on the icon closed the popover."""
        self.popover = Popover(theme, rounded=_has_compositor())
        self._fade = Fade(self.popover)
        self.popover.grown.connect(self._place)
        self.popover.installEventFilter(self)

    @property
    def is_visible(self) -> bool:
        """Whether it can be seen."""
        return self.popover.isVisible()

    def show_frame(self, frame: Frame) -> None:
        """Take the newest frame."""
        self.popover.show_frame(frame, self._store)

    def toggle(self, anchor: QRect) -> None:
        """Show it beside `anchor`, or take it away."""
        if self.popover.isVisible():
            self.popover.hide()
            return
        if self._now_s() - self._dismissed_s <= _SAME_CLICK_S:
            return  # the rest of the click that closed it
        self._anchor, self._opened_s = anchor, self._now_s()
        self.popover.fit_into(self._screen().availableGeometry().height())
        self.popover.prepare()
        self._place()
        self._fade.begin()
        bring_up(self.popover)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See presses on the icon: an open popup gets every press on the screen.

        One soon after the popover opened is the second of a double click; any other
        closes it. The panel may still hear of the same click, when it ends.
        """
        if event.type() is QEvent.Type.MouseButtonPress and isinstance(
            event, QMouseEvent
        ):
            apart = event.globalPosition().toPoint() - self._anchor.center()
            if apart.manhattanLength() <= _ICON_REACH_PX:
                self._pressed(self._now_s())
                return True
        return super().eventFilter(watched, event)

    def _pressed(self, at_s: float) -> None:
        self._dismissed_s = at_s
        self.popover.hide()
        if at_s - self._opened_s <= QApplication.doubleClickInterval() / 1000:
            self.double_clicked.emit()
            # Opening a window may take longer than the rest of the click waits.
            self._dismissed_s = self._now_s()

    @Slot()
    def _place(self) -> None:
        """Move it beside the anchor; Wayland lets no program do that."""
        if QGuiApplication.platformName().startswith("wayland"):
            return
        room = self._screen().availableGeometry()
        self.popover.move(place(self.popover.size(), self._anchor, room))

    def _screen(self) -> QScreen:
        """Return the screen of the icon."""
        found = QGuiApplication.screenAt(self._anchor.center())
        return found or QGuiApplication.primaryScreen()


def _has_compositor() -> bool:
    """Whether corners may be round: they would be black without a compositor."""
    if QGuiApplication.platformName() != "xcb":
        return True
    from traintray.platform.compositor import runs_on_x11

    return runs_on_x11()
