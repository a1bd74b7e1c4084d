"""The head of a section, with a remark at its right end or below."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label
from traintray.ui.window.head_row import HeadRow
from traintray.ui.window.retheme import retheme_children

_HEIGHT_PX = 22
_BELOW_PX = 4


class SectionHead(QWidget):
    """`Why                    threads ready to run, by role`."""

    def __init__(
        self,
        title: str,
        theme: Theme,
        remark: QWidget | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        head = Label("head", theme)
        head.setText(title)
        head.setMinimumHeight(fonts.scaled(_HEIGHT_PX))
        row = QHBoxLayout(self)
        row.setContentsMargins(*map(fonts.scaled, (0, 0, 0, _BELOW_PX)))
        row.addWidget(HeadRow(head, () if remark is None else (remark,), 10))

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)
