"""The titles above a table of records."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from traintray.ui import fonts
from traintray.ui.plots.pens import text_width
from traintray.ui.theme import Theme
from traintray.ui.widgets.line_breaks import broken

INSET_PX = 8
"""A selected row reaches so far left of its text."""
MARGIN_PX = 14
"""At the right of the rows, where the scroll bar stands."""
_HEIGHT_PX = 30
TITLE_ROLE = "caption_label"
_LEAST_PX = 28
_LINE_PX = 14
GAP_PX = 12
"""Between a text and the next column."""


class RecordHeader(QHeaderView):
    """Captions on a hairline. Their edges can be dragged."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._look = fonts.font(TITLE_ROLE)
        self._lines = 0
        self.set_lines(1)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.setMinimumSectionSize(fonts.scaled(_LEAST_PX))
        self.setSectionsClickable(False)
        self.setHighlightSections(False)

    def set_lines(self, count: int) -> None:
        """Make room for titles of so many lines."""
        if count != self._lines:
            self._lines = count
            self.setFixedHeight(fonts.scaled(_HEIGHT_PX + (count - 1) * _LINE_PX))

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.viewport().update()

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N803 Qt's name
        """Paint one title with its part of the line."""
        theme = self._theme
        left = rect.left() + (fonts.scaled(INSET_PX) if logicalIndex == 0 else 0)
        painter.fillRect(rect, theme.bg)
        line = QRect(left, rect.bottom(), rect.right() - left + 1, 1)
        painter.fillRect(line, theme.line2)
        title = self.model().headerData(logicalIndex, Qt.Orientation.Horizontal)
        room = rect.right() - left - fonts.scaled(GAP_PX)
        texts = broken(self._look, title, room, self._lines)
        where = self.model().headerData(
            logicalIndex, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole
        )
        painter.setFont(self._look)
        painter.setPen(theme.ink3)
        step = fonts.scaled(_LINE_PX)
        below = rect.top() + fonts.baseline(
            self._look, rect.height(), self.devicePixelRatioF()
        )
        below -= (len(texts) - 1) * step / 2
        for number, text in enumerate(texts):
            spare = 0
            if where == Qt.AlignmentFlag.AlignRight:
                spare = round(room - text_width(self._look, text))
            painter.drawText(QPointF(left + spare, below + number * step), text)
