"""Paints one cell of a table of records."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from traintray.ui import fonts
from traintray.ui.state_shape import paint_state
from traintray.ui.theme import Theme
from traintray.ui.widgets.line_breaks import broken
from traintray.ui.window.history.record_header import GAP_PX, INSET_PX
from traintray.ui.window.history.record_table import RECORD, SHAPE, Index, RecordModel

ROW_PX = 31
"""And one for the hairline."""
LINE_PX = 18
"""Of a text that has several lines."""
_SHAPE_PX = 14
_AFTER_SHAPE_PX = 8
BESIDE_SHAPE_PX = _SHAPE_PX + _AFTER_SHAPE_PX
"""What a shape takes of its column."""


class Sheet(Protocol):
    """The table that a cell is of."""

    rows: RecordModel

    @property
    def theme(self) -> Theme:
        """The palette it is drawn with."""
        ...

    def selectionModel(self) -> QItemSelectionModel:
        """Which rows are selected."""
        ...


class RowPainter(QStyledItemDelegate):
    """Paints a cell: shape, text, the hairline below."""

    def __init__(self, view: Sheet) -> None:
        super().__init__(view if isinstance(view, QObject) else None)
        self._view = view
        self._strong, self._plain = fonts.font("label"), fonts.font("body")

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row; the view sets the width."""
        del option, index
        return QSize(10, fonts.scaled(ROW_PX) + 1)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Paint one cell."""
        view, theme = self._view, self._view.theme
        area = option.rect
        inset = fonts.scaled(INSET_PX) if index.column() == 0 else 0
        left = area.left() + inset
        painter.save()
        if view.selectionModel().isRowSelected(index.row(), QModelIndex()):
            painter.fillRect(area, theme.sel)
        line = QRect(left, area.bottom(), area.right() - left + 1, 1)
        painter.fillRect(line, theme.line)
        shape = index.data(SHAPE)
        if shape is not None:
            side = fonts.scaled(_SHAPE_PX)
            top = area.top() + (area.height() - 1 - side) / 2
            paint_state(painter, QRectF(left, top, side, side), shape, theme)
            left += side + fonts.scaled(_AFTER_SHAPE_PX)
        column, record = view.rows.columns[index.column()], index.data(RECORD)
        strong = column.strong is not None and column.strong(record)
        painter.setFont(self._strong if strong else self._plain)
        faint = column.faint is not None and column.faint(record)
        painter.setPen(theme.ink if strong else theme.ink3 if faint else theme.ink2)
        room = QRect(left, area.top(), area.right() - left, area.height() - 1)
        room.setRight(room.right() - fonts.scaled(GAP_PX))
        text = column.text(record)
        lines = broken(painter.font(), text, room.width(), column.lines)
        where = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        step = fonts.scaled(LINE_PX)
        room.translate(0, -round((len(lines) - 1) * step / 2))
        for each in lines:
            painter.drawText(room, where, each)
            room.translate(0, step)
        painter.restore()
