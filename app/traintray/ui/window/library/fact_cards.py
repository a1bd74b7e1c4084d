"""The four fields above an article."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.ui import fonts
from traintray.ui.joined import named
from traintray.ui.theme import Theme
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.widgets.label import Label
from traintray.ui.window.card import Card
from traintray.ui.window.library.live_values import Fact

_PAD_PX = 14
_COUNT = 4
_MOST_LINES = 2


class FactCards(Card):
    """Captions, values and lines below, side by side in one frame."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        self._fields = [_Field(theme) for _ in range(_COUNT)]
        for number, field in enumerate(self._fields):
            if number:
                row.addWidget(Hairline(theme, vertical=True))
            row.addWidget(field, 1)

    @property
    def texts(self) -> list[tuple[str, str, str]]:
        """What each field says."""
        return [field.texts for field in self._fields]

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show these, one in each field."""
        for field, fact in zip(self._fields, facts, strict=True):
            field.show_fact(fact)


class _Field(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._caption = Label("caption", theme, "ink3")
        self._value = Label("verdict", theme)
        self._below = Label("caption", theme, "ink3")
        column = QVBoxLayout(self)
        column.setContentsMargins(*map(fonts.scaled, (_PAD_PX, 10, 4, 10)))
        column.setSpacing(0)
        for label in (self._caption, self._value):
            label.setWordWrap(True)
            column.addWidget(label)
        self._below.setWordWrap(True)
        self._below.set_max_lines(_MOST_LINES)
        column.addWidget(self._below)
        column.addStretch(1)

    @property
    def texts(self) -> tuple[str, str, str]:
        return self._caption.text(), self._value.text(), self._below.text()

    def show_fact(self, fact: Fact) -> None:
        if self.texts == (fact.caption, fact.value, fact.below):
            return
        self._caption.setText(fact.caption)
        self._value.setText(fact.value)
        self._below.setText(fact.below)
        for label in (self._value, self._below):
            label.setToolTip(f"{fact.value}\n{fact.below}")
        self.setAccessibleName(named(fact.caption, f"{fact.value}, {fact.below}"))
