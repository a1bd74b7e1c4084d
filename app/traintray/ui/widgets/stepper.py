"""A whole number with a minus and a plus beside it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSpinBox, QSpinBox, QToolButton, QWidget

from traintray.ui import fonts, icons
from traintray.ui.theme import Theme
from traintray.ui.widgets.focus_ring import KeyboardFocus, Ringed

_HEIGHT_PX = 28
_SIDE_PX = 26
_VALUE_PX = 26
_ICON_PX = 12
_RADIUS_PX = 6


class Stepper(Ringed, QSpinBox):
    """A spin box in the design's shape: `−  8  +`.

    Arrow keys, page keys and typing work as in any spin box. The wheel turns it
    only while it has the focus, so that scrolling a page changes nothing.
    """

    def __init__(
        self, minimum: int, maximum: int, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._focus = KeyboardFocus(self, _RADIUS_PX)
        self.setRange(minimum, maximum)
        self.setFrame(False)
        self.setFont(fonts.font("head"))
        self.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setKeyboardTracking(False)
        self._minus = _Side("minus", self.tr("One less"), theme, self)
        self._plus = _Side("plus", self.tr("One more"), theme, self)
        self._minus.clicked.connect(self.stepDown)
        self._plus.clicked.connect(self.stepUp)
        self.valueChanged.connect(self._update_sides)
        self.set_theme(theme)
        self._update_sides()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self._minus.set_theme(theme)
        self._plus.set_theme(theme)
        self.lineEdit().setStyleSheet(
            "QLineEdit { border: none; padding: 0; background: transparent;"
            f" color: {theme.ink.name()};"
            f" selection-background-color: {theme.line2.name()};"
            f" selection-color: {theme.ink.name()}; }}"
        )
        self.update()

    def setRange(self, minimum: int, maximum: int) -> None:
        """Change the range; the value is kept inside."""
        super().setRange(minimum, maximum)
        self.updateGeometry()
        if hasattr(self, "_minus"):
            self._update_sides()

    def sizeHint(self) -> QSize:
        """Wide enough for the largest value."""
        widest = self.fontMetrics().horizontalAdvance(str(self.maximum()))
        value = max(fonts.scaled(_VALUE_PX), widest + fonts.scaled(6))
        width = value + 2 * fonts.scaled(_SIDE_PX) + 2
        return QSize(width, fonts.scaled(_HEIGHT_PX))

    def minimumSizeHint(self) -> QSize:
        """Return the same: it does not shrink."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the sides left and right of the number."""
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        """Keep the places: Qt moves the number when font or style change."""
        super().changeEvent(event)
        if hasattr(self, "_minus"):
            self._place()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the number only where the user is at it."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame; number and sides paint themselves."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        enabled = self.isEnabled()
        painter.setPen(QPen(self._theme.ctl if enabled else self._theme.line, 1))
        painter.setBrush(self._theme.card if enabled else self._theme.sunk)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, _RADIUS_PX - 0.5, _RADIUS_PX - 0.5)

    def _place(self) -> None:
        side = fonts.scaled(_SIDE_PX)
        width, height = self.width(), self.height()
        self._minus.setGeometry(1, 1, side, height - 2)
        self._plus.setGeometry(width - 1 - side, 1, side, height - 2)
        self.lineEdit().setGeometry(1 + side, 1, width - 2 - 2 * side, height - 2)

    def _update_sides(self) -> None:
        self._minus.setEnabled(self.value() > self.minimum())
        self._plus.setEnabled(self.value() < self.maximum())


class _Side(QToolButton):
    """Minus or plus; repeats while it is held down."""

    def __init__(
        self, icon_name: str, name: str, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self._theme = theme
        self.setAutoRepeat(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(name)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = theme.ink if self.isEnabled() else theme.ctl
        if self.isEnabled() and (self.isDown() or self.underMouse()):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.sel if self.isDown() else theme.hover)
            box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
            painter.drawRoundedRect(box, 4, 4)
        size = fonts.scaled(_ICON_PX)
        left, top = (self.width() - size) / 2, (self.height() - size) / 2
        icons.paint_icon(painter, self._icon_name, QRectF(left, top, size, size), ink)
