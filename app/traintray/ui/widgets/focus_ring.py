"""The ring around a control that has the keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from traintray.ui.theme import Theme

if TYPE_CHECKING:
    _Control = QWidget
else:
    # Qt allows one class of its own among the bases.
    _Control = object

_OFFSET_PX = 2
_WIDTH_PX = 2
_REACH_PX = _OFFSET_PX + _WIDTH_PX

_BY_KEYBOARD = frozenset(
    {
        Qt.FocusReason.TabFocusReason,
        Qt.FocusReason.BacktabFocusReason,
        Qt.FocusReason.ShortcutFocusReason,
    }
)
_WINDOW_CAME_BACK = frozenset(
    {
        Qt.FocusReason.ActiveWindowFocusReason,
        Qt.FocusReason.PopupFocusReason,
        Qt.FocusReason.MenuBarFocusReason,
    }
)


class KeyboardFocus:
    """Shows a ring around a control while the keyboard has brought the focus there.

    A click gives the focus without a ring. The control passes its focus events on.
    """

    def __init__(self, target: QWidget, radius_px: float = 6) -> None:
        self._target = target
        self._radius_px = radius_px
        self._ring: _Ring | None = None
        self._by_keyboard = False

    def asked(self, reason: Qt.FocusReason, theme: Theme) -> None:
        """Pass on `setFocus`, before it is done.

        A window that is about to open gives no event with this reason, nor does a
        control that has the focus already.
        """
        if reason not in _WINDOW_CAME_BACK:
            self._by_keyboard = reason in _BY_KEYBOARD
        if self._target.hasFocus():
            self._appear(theme)

    def gained(self, event: QFocusEvent, theme: Theme) -> None:
        """Pass on `focusInEvent`."""
        if event.reason() not in _WINDOW_CAME_BACK:
            self._by_keyboard = event.reason() in _BY_KEYBOARD
        self._appear(theme)

    def _appear(self, theme: Theme) -> None:
        parent = self._target.parentWidget()
        if not self._by_keyboard or parent is None:
            return
        if self._ring is None or self._ring.parentWidget() is not parent:
            self._ring = _Ring(self._target, parent, self._radius_px)
        self._ring.appear(theme)

    def lost(self) -> None:
        """Pass on `focusOutEvent`."""
        if self._ring is not None:
            self._ring.vanish()

    @property
    def visible(self) -> bool:
        """Whether the ring is shown."""
        return self._ring is not None and not self._ring.isHidden()


class Ringed(_Control):
    """Gives a control the ring; to be named before its Qt class."""

    _focus: KeyboardFocus
    _theme: Theme

    def setFocus(
        self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason
    ) -> None:
        """Take the focus; with the reason of a key the ring is shown."""
        self._focus.asked(reason, self._theme)
        super().setFocus(reason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring when the keyboard brought the focus."""
        super().focusInEvent(event)
        self._focus.gained(event, self._theme)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the ring."""
        super().focusOutEvent(event)
        self._focus.lost()


class _Ring(QWidget):
    """Lies over the control's parent, since the ring is larger than the control."""

    def __init__(self, target: QWidget, parent: QWidget, radius_px: float) -> None:
        super().__init__(parent)
        self._target = target
        self._radius_px = radius_px
        self._theme: Theme | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def appear(self, theme: Theme) -> None:
        self._theme = theme
        self._follow()
        self._target.installEventFilter(self)
        self.show()
        self.raise_()

    def vanish(self) -> None:
        self._target.removeEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize):
            self._follow()
        elif event.type() == QEvent.Type.Hide:
            self.vanish()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if self._theme is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.ink, _WIDTH_PX))
        inset = _WIDTH_PX / 2
        box = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        radius = self._radius_px + _OFFSET_PX + inset
        painter.drawRoundedRect(box, radius, radius)

    def _follow(self) -> None:
        reach = _REACH_PX
        self.setGeometry(self._target.geometry().adjusted(-reach, -reach, reach, reach))
