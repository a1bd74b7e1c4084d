"""A table of the History page: rows of one kind, drawn as the design has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)

from traintray.ui.state_shape import Shape

Index = QModelIndex | QPersistentModelIndex
RECORD = Qt.ItemDataRole.UserRole
SHAPE = Qt.ItemDataRole.UserRole + 1
_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class Column:
    """One column of records."""

    title: str
    width_px: int
    """Of the design; what is left over goes to all columns in proportion."""
    text: Callable[[Any], str]
    strong: Callable[[Any], bool] | None = None
    """Whether the text is ink rather than secondary ink."""
    shape: Callable[[Any], Shape | None] | None = None
    faint: Callable[[Any], bool] | None = None
    """Whether the text stands back, as where two runs are the same."""
    is_right: bool = False
    """Its title stands at the right, above figures."""
    extra_px: int = 0
    """What stands beside the text, such as a bar, in pixels of the design."""
    role: str = "label"
    """Type role of the text, or one that is wider."""
    cut_above_px: int = 0
    """Texts from outside may be cut above this width; 0: none may."""
    spare_px: int = 0
    """Of `extra_px`, what may be left out where the table is narrow."""
    lines: int = 1
    """Of a text that is wider than the column, in a table that wraps."""
    spare_rank: int = 0
    """Above 0: it is left out where the others have no room, 1 before 2. What is left
    out is told where the row is opened."""


class RecordModel(QAbstractTableModel):
    """Records by row, columns by what is said of them."""

    def __init__(self, columns: Sequence[Column]) -> None:
        super().__init__()
        self.columns = tuple(columns)
        self._records: tuple[Any, ...] = ()

    def show_records(self, records: Sequence[Any]) -> None:
        """Show these records."""
        self.beginResetModel()
        self._records = tuple(records)
        self.endResetModel()

    @property
    def records(self) -> tuple[Any, ...]:
        """What is shown, from top to bottom."""
        return self._records

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """One row per record."""
        return 0 if parent.isValid() else len(self._records)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """As many as were given."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return text, record or shape of a cell."""
        if not index.isValid():
            return None
        record, column = self._records[index.row()], self.columns[index.column()]
        if role == RECORD:
            return record
        if role == SHAPE:
            return column.shape(record) if column.shape is not None else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{column.title}: {column.text(record)}"
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return column.text(record)
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return the title of a column."""
        if (
            orientation is Qt.Orientation.Horizontal
            and role == Qt.ItemDataRole.DisplayRole
        ):
            return self.columns[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole and self.columns[section].is_right:
            return Qt.AlignmentFlag.AlignRight
        return None
