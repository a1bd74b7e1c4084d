"""A sentence that must be read before going on, with its shape."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from traintray.ui import fonts
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
        self._above_px = fonts.scaled(above_px)
        self._shape = StateView(Shape.ATTENTION, _SHAPE_PX, theme)
        self._label = Label("secondary", theme)
        self._label.setWordWrap(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(*map(fonts.scaled, (9, above_px + 6, 9, 6)))
        row.setSpacing(fonts.scaled(8))
        top = Qt.AlignmentFlag.AlignTop
        row.addWidget(self._shape, 0, top)
        row.addWidget(self._label, 1)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; empty while it is hidden."""
        return self._label.text()

    def show_text(self, text: str, shape: Shape = Shape.ATTENTION) -> None:
        """Say it; nothing takes no room. Amber unless the shape says that all is
        well.
        """
        self._shape.show_shape(shape)
        self._label.set_ink("attention_text" if self._is_amber else "ink2")
        self._label.setText(text)
        self.setVisible(bool(text))
        self.update()

    @property
    def shape(self) -> Shape:
        """The shape beside the text."""
        return self._shape.shape

    @property
    def _is_amber(self) -> bool:
        return self._shape.shape is Shape.ATTENTION

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
        theme = self._theme
        painter.setBrush(theme.attention_tint if self._is_amber else theme.sunk)
        box = QRectF(self.rect()).adjusted(0, self._above_px, 0, 0)
        painter.drawRoundedRect(box, _RADIUS_PX, _RADIUS_PX)
