"""A table whose texts go on in further lines where their column is too narrow."""

from __future__ import annotations

from traintray.ui import fonts
from traintray.ui.widgets.line_breaks import line_starts
from traintray.ui.window.history.record_header import (
    GAP_PX,
    INSET_PX,
    TITLE_ROLE,
    RecordHeader,
)
from traintray.ui.window.history.record_row import LINE_PX, ROW_PX
from traintray.ui.window.history.record_table import Column
from traintray.ui.window.history.record_view import RecordView


class WrappedView(RecordView):
    """As tall as a row needs to be, for columns that have several `lines`."""

    def _share_room(self) -> None:
        super()._share_room()
        columns = list(enumerate(self.rows.columns))
        for number, record in enumerate(self.rows.records):
            lines = max(
                self._lines(column, at, (column.text(record), column.role))
                for at, column in columns
            )
            more_px = fonts.scaled((lines - 1) * LINE_PX)
            self.setRowHeight(number, fonts.scaled(ROW_PX) + 1 + more_px)
        head = self.horizontalHeader()
        if isinstance(head, RecordHeader):
            titles = [(at, each, (each.title, TITLE_ROLE)) for at, each in columns]
            head.set_lines(max(self._lines(each, at, t) for at, each, t in titles))

    def _lines(self, column: Column, at: int, said: tuple[str, str]) -> int:
        """Return how many lines a text takes in its type role."""
        text, role = said
        if column.lines == 1 or not text:
            return 1
        around = fonts.scaled(GAP_PX) + (fonts.scaled(INSET_PX) if at == 0 else 0)
        room = self.columnWidth(at) - around
        found = line_starts(fonts.font(role), text, room)
        return min(column.lines, len(found))
