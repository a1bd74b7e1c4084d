"""A drop-down list in the look of the design."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from traintray.ui import fonts, icons
from traintray.ui.theme import Theme
from traintray.ui.widgets.focus_ring import KeyboardFocus

_HEIGHT_PX = 26
_ICON_PX = 12
_RADIUS_PX = 6


class Choice(QComboBox):
    """Chooses one value of several, or any of them: the first entry."""

    picked = Signal()
    """The user, or what is on offer, changed what is chosen."""

    def __init__(
        self, any_text: str, name: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._focus = KeyboardFocus(self, _RADIUS_PX)
        self.setFont(fonts.font("secondary"))
        self.setAccessibleName(name)
        self.setFixedHeight(fonts.scaled(_HEIGHT_PX))
        self.setMinimumWidth(fonts.scaled(120))
        self.setMaximumWidth(fonts.scaled(200))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.addItem(any_text, None)
        self.activated.connect(lambda _: self.picked.emit())

    @property
    def value(self) -> str | None:
        """What is chosen; None for any."""
        value: str | None = self.currentData()
        return value

    def offer(self, entries: Sequence[tuple[str, str]]) -> None:
        """Offer these (value, text); one that is chosen stays so while it is there."""
        have = [(self.itemData(i), self.itemText(i)) for i in range(1, self.count())]
        if have == list(entries):
            return
        chosen = self.value
        while self.count() > 1:
            self.removeItem(1)
        for value, text in entries:
            self.addItem(text, value)
        self.setCurrentIndex(max(0, self.findData(chosen)) if chosen else 0)
        if self.value != chosen:
            self.picked.emit()

    def clear_choice(self) -> None:
        """Choose any."""
        self.setCurrentIndex(0)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring when the keyboard brought the focus."""
        super().focusInEvent(event)
        self._focus.gained(event, self._theme)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the ring."""
        super().focusOutEvent(event)
        self._focus.lost()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Add the arrow, which the style sheet takes away."""
        super().paintEvent(event)
        side = fonts.scaled(_ICON_PX)
        box = QRectF(
            self.width() - side - fonts.scaled(7),
            (self.height() - side) / 2,
            side,
            side,
        )
        icons.paint_icon(QPainter(self), "chevron_down", box, self._theme.ink2)
