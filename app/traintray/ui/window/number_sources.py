"""Where the numbers of a finding come from: a list that opens on demand."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from traintray.core.advice.advice import Advice, EvidenceRow
from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import Button, Kind, Size
from traintray.ui.window.paragraph import Paragraph, Piece
from traintray.ui.window.retheme import retheme_children

_ABOVE_PX = 6
_GAP_PX = 8
_EN_SPACE = "\u2002"
_CLOSED, _OPEN = "chevron_right", "chevron_down"


class NumberSources(QWidget):
    """A quiet button, and below it per number its threshold, reason and source."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._entries: list[Paragraph] = []
        text = self.tr("Where these numbers come from")
        self.button = Button(text, theme, Kind.QUIET, Size.INLINE)
        self.button.set_icon_name(_CLOSED)
        self.button.clicked.connect(self._turn)
        self._list = QWidget()
        self._column = QVBoxLayout(self._list)
        self._column.setContentsMargins(*map(fonts.scaled, (0, 4, 0, 0)))
        self._column.setSpacing(fonts.scaled(_GAP_PX))
        self._list.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(*map(fonts.scaled, (0, _ABOVE_PX, 0, 0)))
        column.setSpacing(0)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._list)

    @property
    def is_open(self) -> bool:
        """Whether the list is shown."""
        return not self._list.isHidden()

    def show_advice(self, advice: Advice) -> None:
        """Fill the list; it stays open or closed as it was."""
        rows = (*advice.rows, *advice.ruled_out_rows)
        told = [row for row in rows if row.reason or row.source]
        self.setVisible(bool(told))
        while len(self._entries) < len(told):
            self._entries.append(Paragraph("secondary", self._theme))
            self._column.addWidget(self._entries[-1])
        for entry in self._entries[len(told) :]:
            entry.hide()
        for entry, row in zip(self._entries, told, strict=False):
            entry.show_pieces(_pieces(row))
            entry.show()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    @Slot()
    def _turn(self) -> None:
        """Open the list, or close it."""
        self._list.setVisible(not self.is_open)
        self.button.set_icon_name(_OPEN if self.is_open else _CLOSED)


def _pieces(row: EvidenceRow) -> Sequence[Piece]:
    """Return the name, the threshold and the reason, and the source on its own line."""
    return (
        Piece(row.label, "secondary_label", "ink"),
        Piece(f"{_EN_SPACE}{row.threshold_text}\n", "secondary", "ink2"),
        Piece(f"{row.reason}\n" if row.reason else "", "secondary", "ink2"),
        Piece(row.source, "code_small", "ink3"),
    )
