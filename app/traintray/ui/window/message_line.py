"""A sentence that must be read before going on, with its shape."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from traintray.ui.state_shape import Shape
from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.state_view import StateView
from traintray.ui.window.retheme import retheme_children

_RADIUS_PX = 6
_SHAPE_PX = 13


class MessageLine(QWidget):
    """Amber for what needs the user, plain for what is only told.

    `above_px` is the distance to what stands above, kept only while it is shown.
    """

    def __init__(
        self, theme: Theme, above_px: int = 0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._above_px = above_px
        self._shape = StateView(Shape.ATTENTION, _SHAPE_PX, theme)
        self._label = Label("secondary", theme)
        self._label.setWordWrap(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(9, above_px + 6, 9, 6)
        row.setSpacing(8)
        top = Qt.AlignmentFlag.AlignTop
        row.addWidget(self._shape, 0, top)
        row.addWidget(self._label, 1)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; empty while it is hidden."""
        return self._label.text()

    def warn(self, text: str) -> None:
        """Say something that needs the user."""
        self._show(Shape.ATTENTION, "attention_text", text)

    def tell(self, text: str) -> None:
        """Say that something is done."""
        self._show(Shape.OK, "ink2", text)

    def clear(self) -> None:
        """Say nothing and take no room."""
        self._label.setText("")
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tint."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        amber = self._shape.shape is Shape.ATTENTION
        painter.setBrush(self._theme.attention_tint if amber else self._theme.sunk)
        box = QRectF(self.rect()).adjusted(0, self._above_px, 0, 0)
        painter.drawRoundedRect(box, _RADIUS_PX, _RADIUS_PX)

    def _show(self, shape: Shape, ink: str, text: str) -> None:
        self._shape.show_shape(shape)
        self._label.set_ink(ink)
        self._label.setText(text)
        self.show()
        self.update()
