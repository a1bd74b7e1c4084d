"""What a person reads scrolls, and is no wider than lines can be followed."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget

from traintray.ui import fonts

WIDEST_PX = 760
RIGHT_PX = 20


class ReadingScroll(QScrollArea):
    """Shows `view`, and takes the keys that scroll; `name` is what it is called for
    screen readers.
    """

    def __init__(self, view: QWidget, name: str) -> None:
        super().__init__()
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, fonts.scaled(RIGHT_PX), 0)
        view.setMaximumWidth(fonts.scaled(WIDEST_PX))
        row.addWidget(view, 1)
        row.addStretch(0)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setWidget(holder)
        self.viewport().setAutoFillBackground(False)
        holder.setAutoFillBackground(False)
        self.setAccessibleName(name)
