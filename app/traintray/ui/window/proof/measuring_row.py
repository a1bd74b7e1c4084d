"""One line above the advice: a change whose effect is measured."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from traintray.core.proof.under_way import Measuring
from traintray.ui import fonts
from traintray.ui.state_shape import Shape
from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.state_view import StateView
from traintray.ui.window.proof.measuring_words import measuring_line
from traintray.ui.window.retheme import retheme_children

_SHAPE_PX = 13


class MeasuringRow(QWidget):
    """Says what is waited for, since when and until when."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._text = Label("secondary", theme, "ink2")
        self._text.setWordWrap(True)
        shape = StateView(Shape.WAITING, _SHAPE_PX, theme)
        row = QHBoxLayout(self)
        row.setContentsMargins(*map(fonts.scaled, (0, 0, 0, 10)))
        row.setSpacing(fonts.scaled(8))
        row.addWidget(shape, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._text, 1)

    @property
    def text(self) -> str:
        """What is said."""
        return self._text.text()

    def show_case(self, case: Measuring | None) -> None:
        """Say how far it is; nothing where nothing is measured."""
        if case is not None:
            self._text.setText(measuring_line(case))
        self.setVisible(case is not None)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)
