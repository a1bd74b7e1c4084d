"""A drop-down list of values, in the look of the design."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from traintray.ui import fonts, icons
from traintray.ui.theme import Theme
from traintray.ui.widgets.focus_ring import KeyboardFocus, Ringed

_HEIGHT_PX = 28
_ICON_PX = 12
_LEAST_PX, _MOST_PX = 104, 200


class MenuChoice(Ringed, QComboBox):
    """Shows the words of the value that holds."""

    picked = Signal(object)
    """The value that the user took."""

    def __init__(
        self,
        entries: Sequence[tuple[str | float, str]],
        name: str,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._focus = KeyboardFocus(self, 6)
        self.setFont(fonts.font("body"))
        self.setAccessibleName(name)
        self.setFixedHeight(fonts.scaled(_HEIGHT_PX))
        self.setMinimumWidth(fonts.scaled(_LEAST_PX))
        self.setMaximumWidth(fonts.scaled(_MOST_PX))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for value, text in entries:
            self.addItem(text, value)
        self.activated.connect(self._pick)

    def show_value(self, value: str | float) -> None:
        """Show a value; one that is not among the choices is added as it is."""
        at = self.findData(value)
        if at < 0:
            self.addItem(f"{value:g}" if isinstance(value, (int, float)) else value)
            at = self.count() - 1
            self.setItemData(at, value)
        self.setCurrentIndex(at)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Add the arrow, which the style sheet takes away."""
        super().paintEvent(event)
        side = fonts.scaled(_ICON_PX)
        left = self.width() - side - fonts.scaled(9)
        box = QRectF(left, (self.height() - side) / 2, side, side)
        icons.paint_icon(QPainter(self), "chevron_down", box, self._theme.ink2)

    @Slot(int)
    def _pick(self, index: int) -> None:
        self.picked.emit(self.itemData(index))
