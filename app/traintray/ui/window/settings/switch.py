"""A switch that is on or off."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.focus_ring import KeyboardFocus, Ringed

_WIDTH_PX, _HEIGHT_PX, _KNOB_INSET_PX = 30, 18, 2.5
_HIT_PX = 28


class Switch(Ringed, QAbstractButton):
    """On: filled, its knob at the right. Off: outlined, its knob at the left."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._focus = KeyboardFocus(self, 9)
        self.setCheckable(True)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        fixed = QSizePolicy.Policy.Fixed
        self.setSizePolicy(fixed, fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as it is drawn, and tall enough to be hit."""
        return QSize(fonts.scaled(_WIDTH_PX), fonts.scaled(_HIT_PX))

    def minimumSizeHint(self) -> QSize:
        """Return the same: a smaller one says nothing."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint track and knob."""
        del event
        theme, scaled = self._theme, fonts.scaled
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height = scaled(_HEIGHT_PX)
        top = (self.height() - height) / 2
        track = QRectF(0, top, self.width(), height)
        on = self.isChecked()
        if on:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.ink if self.isEnabled() else theme.ink3)
            painter.drawRoundedRect(track, height / 2, height / 2)
        else:
            painter.setPen(QPen(theme.ctl if self.isEnabled() else theme.line2, 1.2))
            painter.setBrush(theme.hover if self.underMouse() else theme.card)
            inner = track.adjusted(0.6, 0.6, -0.6, -0.6)
            painter.drawRoundedRect(inner, inner.height() / 2, inner.height() / 2)
        inset = _KNOB_INSET_PX * fonts.scale()
        side = height - 2 * inset
        left = self.width() - inset - side if on else inset
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.bg if on else theme.ctl)
        shrink = 0.0 if on else 1.5
        knob = QRectF(left, top + inset, side, side)
        painter.drawEllipse(knob.adjusted(shrink, shrink, -shrink, -shrink))
