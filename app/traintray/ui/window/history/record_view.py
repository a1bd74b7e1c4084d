"""Shows a table of records: rows with hairlines, one or several of them selected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QTableView,
    QWidget,
)

from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.focus_ring import KeyboardFocus
from traintray.ui.window.history.column_widths import column_widths
from traintray.ui.window.history.record_header import MARGIN_PX, RecordHeader
from traintray.ui.window.history.record_row import ROW_PX, RowPainter
from traintray.ui.window.history.record_table import (
    RECORD,
    Column,
    Index,
    RecordModel,
)

_OPENS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class RecordView(QTableView):
    """A table without grid and zebra. Return or a double click opens a row, Ctrl+C
    copies the selected ones.
    """

    opened = Signal(object)
    """The record of the row."""
    picked = Signal()
    """Other rows are selected."""
    reached = Signal(object)
    """The keyboard is on a row: its QRect in the viewport."""

    def __init__(
        self,
        columns: Sequence[Column],
        name: str,
        theme: Theme,
        several: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._taken_px = 0
        self._chosen: tuple[int, ...] = ()
        self._is_sharing = False
        self._focus = KeyboardFocus(self, 2)
        self.rows = RecordModel(columns)
        self.setModel(self.rows)
        self.setAccessibleName(name)
        self.setItemDelegate(RowPainter(self))
        self._set_up(several)
        self._dress()
        self.doubleClicked.connect(self._open)

    def _set_up(self, several: bool) -> None:
        mode = QAbstractItemView.SelectionMode
        chosen = mode.ExtendedSelection if several else mode.SingleSelection
        self.setSelectionMode(chosen)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(fonts.scaled(ROW_PX) + 1)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head = RecordHeader(self._theme, self)
        head.sectionResized.connect(self._dragged)
        head.sectionHandleDoubleClicked.connect(self._forget_widths)
        self.setHorizontalHeader(head)

    def show_records(self, records: Sequence[Any]) -> None:
        """Show these records; a selected one that is still there stays selected."""
        kept = self.selected()
        at = self.verticalScrollBar().value()
        self.rows.show_records(records)
        # Not selectRow: where several may be selected it drops the others.
        add = QItemSelectionModel.SelectionFlag.Select
        add |= QItemSelectionModel.SelectionFlag.Rows
        for number, record in enumerate(self.rows.records):
            if record in kept:
                self.selectionModel().select(self.rows.index(number, 0), add)
        self.verticalScrollBar().setValue(at)
        self._share_room()
        self.picked.emit()

    def selected(self) -> list[Any]:
        """Return the records of the selected rows, from top to bottom."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self.rows.records[row] for row in rows]

    def select(self, record: object) -> None:
        """Select one record and bring it into view."""
        if record in self.rows.records:
            row = self.rows.records.index(record)
            self.selectRow(row)
            self.scrollTo(self.rows.index(row, 0))

    def take_from_margin(self, width_px: int) -> None:
        """Say how much of its margin stands outside of it."""
        self._taken_px = width_px

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self._dress()
        self.viewport().update()

    @property
    def theme(self) -> Theme:
        """The palette it is drawn with."""
        return self._theme

    def _dress(self) -> None:
        theme = self._theme
        self.setStyleSheet(
            f"QTableView {{ background: {theme.bg.name()}; border: none; outline: 0; }}"
            f"QHeaderView {{ background: {theme.bg.name()}; border: none; }}"
        )
        head = self.horizontalHeader()
        if isinstance(head, RecordHeader):
            head.set_theme(theme)

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(index.data(RECORD))

    def selectionChanged(
        self, selected: QItemSelection, deselected: QItemSelection
    ) -> None:
        """Tell."""
        super().selectionChanged(selected, deselected)
        self.picked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open or copy rows."""
        chosen = self.selected()
        if event.key() in _OPENS and chosen:
            self.opened.emit(chosen[0])
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self._as_text())
        else:
            super().keyPressEvent(event)

    def _as_text(self) -> str:
        """Return the selected rows with tabs between the cells."""
        lines = [
            "\t".join(column.text(record) for column in self.rows.columns)
            for record in self.selected()
        ]
        return "\n".join(lines)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width among the columns."""
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        # The scroll bar stands in the margin: nothing moves when it comes.
        room = self.width() - fonts.scaled(MARGIN_PX) + self._taken_px
        widths: Sequence[int] = [fonts.scaled(each) for each in self._chosen]
        if len(widths) != len(self.rows.columns):
            widths = column_widths(self.rows, room)
        self._is_sharing = True
        for number, width in enumerate(widths):
            self.setColumnHidden(number, width == 0)
            self.setColumnWidth(number, width)
        self._is_sharing = False

    @property
    def column_widths(self) -> tuple[int, ...]:
        """What the user made of the columns, at 100 % text; empty before that."""
        return self._chosen

    @column_widths.setter
    def column_widths(self, widths: tuple[int, ...]) -> None:
        self._chosen = widths
        self._share_room()

    @Slot()
    def _dragged(self) -> None:
        """Keep what the user makes of the columns."""
        if not self._is_sharing:
            scale = fonts.scale()
            columns = range(len(self.rows.columns))
            self._chosen = tuple(round(self.columnWidth(c) / scale) for c in columns)

    @Slot()
    def _forget_widths(self) -> None:
        """Let the columns be as they were made: the edge was double-clicked."""
        self.column_widths = ()

    @property
    def full_height(self) -> int:
        """How tall it has to be so that no row is hidden."""
        row = self.verticalHeader().defaultSectionSize()
        rows = self.horizontalHeader().height() + row * len(self.rows.records)
        widths = sum(map(self.columnWidth, range(len(self.rows.columns))))
        bar = self.horizontalScrollBar().sizeHint().height()
        return rows + (bar if widths > self.width() else 0)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tell where the keyboard is."""
        super().currentChanged(current, previous)
        if current.isValid():
            self.reached.emit(self.visualRect(current))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring when the keyboard brought the focus; begin with a row."""
        super().focusInEvent(event)
        self._focus.gained(event, self._theme)
        by_tab = event.reason() == Qt.FocusReason.TabFocusReason
        if by_tab and self.rows.records and not self.currentIndex().isValid():
            self.setCurrentIndex(self.rows.index(0, 0))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the ring."""
        super().focusOutEvent(event)
        self._focus.lost()
