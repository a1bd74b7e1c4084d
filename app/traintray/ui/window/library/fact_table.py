"""A table of an article: a name, what it tells, and a value at the right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from traintray.ui import fonts
from traintray.ui.joined import named
from traintray.ui.theme import Theme
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.widgets.label import Label
from traintray.ui.window.retheme import retheme_children

_NAME_PX = 196
_VALUE_PX = 64
_GAP_PX = 16
_ABOVE_PX = 5


class FactTable(QWidget):
    """Rows with hairlines between them, figures at the right."""

    def __init__(
        self,
        heads: tuple[str, str, str],
        rows: Sequence[tuple[str, str]],
        theme: Theme,
        name_role: str = "body",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._heads = heads
        self._names = [name for name, _ in rows]
        self._values: list[Label] = []
        grid = self._grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(fonts.scaled(_GAP_PX))
        grid.setVerticalSpacing(fonts.scaled(_ABOVE_PX))
        grid.setColumnMinimumWidth(0, fonts.scaled(_NAME_PX))
        grid.setColumnMinimumWidth(2, fonts.scaled(_VALUE_PX))
        grid.setColumnStretch(1, 1)
        for column, text in enumerate(heads):
            head = Label("secondary", theme, "ink3")
            head.setText(text)
            self._put(0, column, head)
        grid.addWidget(Hairline(theme, ink="line2"), 1, 0, 1, 3)
        for number, (name, text) in enumerate(rows):
            self._add_row(2 + 2 * number, (name, text), theme, name_role)

    @property
    def values(self) -> list[str]:
        """What stands at the right."""
        return [label.text() for label in self._values]

    def show_values(self, values: Sequence[str]) -> None:
        """Put a value into each row."""
        for label, name, value in zip(self._values, self._names, values, strict=True):
            if label.text() != value:
                label.setText(value)
                label.setAccessibleName(named(name, value))

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)

    def _add_row(
        self, at: int, row: tuple[str, str], theme: Theme, name_role: str
    ) -> None:
        name, text = Label(name_role, theme), Label("body", theme, "ink2")
        name.setText(row[0])
        text.setText(row[1])
        name.setWordWrap(True)
        text.setWordWrap(True)
        value = Label("body", theme)
        for column, label in enumerate((name, text, value)):
            self._put(at, column, label)
        self._values.append(value)
        self._grid.addWidget(Hairline(theme), at + 1, 0, 1, 3)

    def _put(self, row: int, column: int, label: Label) -> None:
        side = (
            Qt.AlignmentFlag.AlignRight if column == 2 else Qt.AlignmentFlag.AlignLeft
        )
        label.setAlignment(side | Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(label, row, column)
