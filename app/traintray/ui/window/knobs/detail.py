"""What there is to say of a knob, below its line."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.code_block import CodeBlock
from traintray.ui.widgets.label import Label
from traintray.ui.window.knobs.columns import LEFT_PX
from traintray.ui.window.knobs.line import Fact
from traintray.ui.window.paragraph import Paragraph, with_code
from traintray.ui.window.retheme import retheme_children

_HEAD_PX = 104
_MARGINS_PX = (LEFT_PX, 8, 40, 11)


class KnobDetail(QWidget):
    """A head and a sentence for each fact; commands can be copied."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._facts: tuple[Fact, ...] = ()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(*map(fonts.scaled, _MARGINS_PX))
        self._grid.setHorizontalSpacing(fonts.scaled(12))
        self._grid.setVerticalSpacing(fonts.scaled(5))
        self._grid.setColumnMinimumWidth(0, fonts.scaled(_HEAD_PX))
        self._grid.setColumnStretch(1, 1)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What it says."""
        return self._facts

    def show_facts(self, facts: tuple[Fact, ...]) -> None:
        """Say these."""
        if facts == self._facts:
            return
        self._facts = facts
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        top = Qt.AlignmentFlag.AlignTop
        for at, fact in enumerate(facts):
            head = Label("secondary", self._theme, "ink3")
            head.setText(fact.head)
            self._grid.addWidget(head, at, 0, top)
            self._grid.addWidget(self._said(fact), at, 1)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the hairline below."""
        del event
        left, bottom = fonts.scaled(LEFT_PX), self.height() - 1
        QPainter(self).fillRect(left, bottom, self.width(), 1, self._theme.line)

    def _said(self, fact: Fact) -> QWidget:
        if fact.is_code:
            return CodeBlock(fact.text, self._theme, "code_small")
        text = Paragraph("secondary", self._theme)
        text.show_pieces(with_code(fact.text, "secondary", "ink2"))
        return text
