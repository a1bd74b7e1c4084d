"""A state shape as a widget."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.ui import fonts
from traintray.ui.state_shape import Shape, paint_state
from traintray.ui.theme import Theme


class StateView(QWidget):
    """Shows a shape. The text beside it tells the same to a screen reader."""

    def __init__(
        self, shape: Shape, size_px: int, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._shape = shape
        self._size_px = size_px
        self._theme = theme
        fixed = QSizePolicy.Policy.Fixed
        self.setSizePolicy(fixed, fixed)
        self._name_it()

    def show_shape(self, shape: Shape) -> None:
        """Change the shape."""
        if shape is not self._shape:
            self._shape = shape
            self._name_it()
            self.update()

    @property
    def shape(self) -> Shape:
        """What is shown."""
        return self._shape

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """Return a square."""
        side = fonts.scaled(self._size_px)
        return QSize(side, side)

    def _name_it(self) -> None:
        self.setAccessibleName(
            {
                Shape.OK: self.tr("All well"),
                Shape.ATTENTION: self.tr("Attention"),
                Shape.CRITICAL: self.tr("Critical"),
                Shape.PAUSED: self.tr("Paused"),
                Shape.WAITING: self.tr("Waiting"),
                Shape.NO_DATA: self.tr("No data"),
                Shape.UNCHANGED: self.tr("No clear change"),
            }[self._shape]
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the shape over the whole widget."""
        del event
        side = min(self.width(), self.height())
        painter = QPainter(self)
        paint_state(painter, QRectF(0, 0, side, side), self._shape, self._theme)
