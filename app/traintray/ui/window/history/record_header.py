"""The titles above a table of records."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from traintray.ui import fonts
from traintray.ui.plots.pens import elided, text_width
from traintray.ui.theme import Theme

INSET_PX = 8
"""A selected row reaches so far left of its text."""
MARGIN_PX = 14
"""At the right of the rows, where the scroll bar stands."""
_HEIGHT_PX = 30
_LEAST_PX = 28
GAP_PX = 12
"""Between a text and the next column."""


class RecordHeader(QHeaderView):
    """Captions on a hairline. Their edges can be dragged."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._look = fonts.font("caption_label")
        self.setFixedHeight(fonts.scaled(_HEIGHT_PX))
        self.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.setMinimumSectionSize(fonts.scaled(_LEAST_PX))
        self.setSectionsClickable(False)
        self.setHighlightSections(False)

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
        text = elided(self._look, title, room)
        where = self.model().headerData(
            logicalIndex, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole
        )
        if where == Qt.AlignmentFlag.AlignRight:
            left += round(room - text_width(self._look, text))
        painter.setFont(self._look)
        painter.setPen(theme.ink3)
        ratio = self.devicePixelRatioF()
        below = fonts.baseline(self._look, rect.height(), ratio)
        painter.drawText(QPointF(left, rect.top() + below), text)
