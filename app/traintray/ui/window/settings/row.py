"""One setting: what it is called, a line about it, and its control."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.ui import fonts
from traintray.ui.spoken import spoken
from traintray.ui.theme import Theme
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.widgets.label import Label
from traintray.ui.window.retheme import retheme_children

_HEIGHT_PX = 43
_UNIT_PX = 52
_GAP_PX = 8


class SettingRow(QWidget):
    """Label and hint at the left, controls at the right, a hairline below."""

    def __init__(
        self, label: str, hint: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._hint_text = hint
        self.label = Label("body", theme)
        self.label.setText(label)
        self.label.setWordWrap(True)
        self.hint = Label("caption", theme, "ink3")
        self.hint.setWordWrap(True)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(self.label)
        words.addWidget(self.hint)
        words.addStretch(1)
        self._row = QHBoxLayout()
        self._row.setContentsMargins(0, fonts.scaled(4), 0, fonts.scaled(4))
        self._row.setSpacing(fonts.scaled(_GAP_PX))
        self._row.addLayout(words, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addLayout(self._row, 1)
        self.line = Hairline(theme)
        self._column.addWidget(self.line)
        self.setMinimumHeight(fonts.scaled(_HEIGHT_PX) + 1)
        self.say(hint)

    def add(self, control: QWidget) -> None:
        """Put a control at the right end."""
        self._row.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)

    def add_unit(self, unit: str) -> None:
        """Put a unit behind the control, so that the fields of a section align."""
        label = Label("secondary", self._theme, "ink3")
        label.setText(unit)
        label.setMinimumWidth(fonts.scaled(_UNIT_PX))
        self.add(label)

    def add_below(self, widget: QWidget) -> None:
        """Put something over the whole width, above the hairline."""
        self._column.insertWidget(self._column.count() - 1, widget)

    def say(self, hint: str) -> None:
        """Change the line below the label."""
        self._hint_text = hint
        self.hint.set_ink("ink3")
        self._show_hint(hint)

    @Slot(str)
    def complain(self, complaint: str) -> None:
        """Say what is wrong with what was typed in place of the hint; nothing brings
        the hint back.
        """
        self.hint.set_ink("attention_text" if complaint else "ink3")
        self._show_hint(spoken(complaint) if complaint else self._hint_text)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def _show_hint(self, text: str) -> None:
        self.hint.setText(text)
        self.hint.setVisible(bool(text))
