"""Shows two runs side by side; what differs stands out."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.archive.records import RunRecord
from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import QuietButton, Size
from traintray.ui.widgets.label import Label
from traintray.ui.window.history.comparison import (
    ComparedRow,
    compared,
    only_differences,
    title,
)
from traintray.ui.window.history.record_header import INSET_PX, MARGIN_PX
from traintray.ui.window.history.record_table import Column
from traintray.ui.window.history.wrapped_view import WrappedView
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.segmented import Segmented

_RUN_PX = 270
_CUT_ABOVE_PX = 104
_LINES = 4
"""Both runs stand side by side in the narrowest window and with text twice as large; a
command line that is longer is told whole where the pointer rests."""
_ALL, _DIFFERENT = 0, 1


class ComparisonView(QWidget):
    """Figures, verdicts, variables and outcome of two runs."""

    back_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: tuple[ComparedRow, ...] = ()
        self.back = QuietButton(self.tr("History"), theme, Size.SMALL)
        self.back.set_icon_name("chevron_left")
        self.back.setAccessibleName(self.tr("Back to History"))
        self.back.clicked.connect(self.back_requested)
        self.title = Label("title", theme)
        self.text = Label("secondary", theme, "ink2")
        self.text.set_elided(True)
        choices = (self.tr("All"), self.tr("Differences"))
        self.choice = Segmented(choices, self.tr("Rows"), theme)
        self.choice.choose(_ALL)
        self.choice.chosen.connect(self._show)
        self.table: WrappedView | None = None
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(*map(fonts.scaled, (INSET_PX, 0, MARGIN_PX, 0)))
        head.setSpacing(fonts.scaled(10))
        head.addWidget(self.title)
        head.addWidget(self.text, 1)
        head.addWidget(self.choice)
        top = QHBoxLayout()
        top.addWidget(self.back)
        top.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(*map(fonts.scaled, (0, 0, 0, 14)))
        self._column.setSpacing(fonts.scaled(6))
        self._column.addLayout(top)
        self._column.addLayout(head)
        self.title.setText(self.tr("Two runs"))

    def show_runs(self, left: RunRecord, right: RunRecord, now_s: float) -> None:
        """Compare `right` with `left`, the earlier of the two."""
        self._rows = compared(left, right, now_s)
        count = sum(row.differs for row in self._rows)
        text = self.tr("{count} differences") if count != 1 else self.tr("1 difference")
        self.text.setText(
            text.format(count=count) if count else self.tr("No difference")
        )
        if self.table is not None:
            self._column.removeWidget(self.table)
            self.table.deleteLater()
        self.table = WrappedView(
            self._columns(title(left, now_s), title(right, now_s)),
            self.tr("Comparison"),
            self._theme,
        )
        self._column.addWidget(self.table, 1)
        self._show()

    def _columns(self, left: str, right: str) -> tuple[Column, ...]:
        return (
            Column("", 190, lambda row: row.name, strong=_is_loud, faint=_is_faint),
            _of_run(left, lambda row: row.left),
            _of_run(right, lambda row: row.right),
            Column(self.tr("Change"), 110, lambda row: row.change, strong=_differs),
        )

    @Slot()
    def _show(self) -> None:
        if self.table is not None:
            kept = self.choice.index == _DIFFERENT
            self.table.show_records(
                only_differences(self._rows) if kept else self._rows
            )

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)


def _of_run(title: str, text: Callable[[ComparedRow], str]) -> Column:
    """Return the column of one of the two; a long command line takes several lines."""
    return Column(
        title,
        _RUN_PX,
        text,
        strong=_differs,
        faint=_is_faint,
        cut_above_px=_CUT_ABOVE_PX,
        lines=_LINES,
    )


def _differs(row: ComparedRow) -> bool:
    return row.differs


def _is_loud(row: ComparedRow) -> bool:
    return row.differs or row.is_head


def _is_faint(row: ComparedRow) -> bool:
    return not row.differs and not row.is_head
