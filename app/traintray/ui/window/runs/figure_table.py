"""Mean and peak of what was measured of a run that has ended."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.core.archive.records import RunRecord
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.joined import listed, named
from traintray.ui.theme import Theme
from traintray.ui.window.runs.painting import write

translate = QCoreApplication.translate

_HEAD_PX, _ROW_PX = 28, 26
_NUMBERS_FROM = 0.5
"""Part of the width where the numbers begin."""

Row = tuple[str, str, str]
"""Name, mean, peak."""


def figure_rows(record: RunRecord) -> tuple[Row, ...]:
    """Return what was measured, in the order of the design's resources."""
    said: tuple[tuple[str, str, Callable[[float | None], str]], ...] = (
        ("usable_busy_fraction", translate("Runs", "CPU busy"), fmt.percent),
        ("cpu_cores", translate("Runs", "Cores used"), fmt.cores),
        ("demand_threads", translate("Runs", "Ready threads"), fmt.threads),
        ("switches_per_s", translate("Runs", "Switches"), fmt.rate),
        ("gpu_busy_fraction", translate("Runs", "GPU busy"), fmt.percent),
        ("gpu_memory_bytes", translate("Runs", "GPU memory"), fmt.memory),
        ("rss_bytes", translate("Runs", "Memory"), fmt.memory),
        ("read_bytes_per_s", translate("Runs", "Read"), fmt.transfer),
    )
    return tuple(
        (name, say(record.profile[figure].mean), say(record.profile[figure].peak))
        for figure, name, say in said
        if figure in record.profile
    )


class FigureTable(QWidget):
    """Three columns: what, mean, peak."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: tuple[Row, ...] = ()
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Expanding, policy.Fixed)
        self.setAccessibleName(self.tr("Mean and peak"))

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        """Show these."""
        self._rows = rows
        told = [named(name, listed(numbers)) for name, *numbers in rows]
        self.setAccessibleDescription("; ".join(told))
        self.updateGeometry()
        self.update()

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is shown."""
        return self._rows

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """As tall as its rows."""
        height = fonts.scaled(_HEAD_PX) + len(self._rows) * fonts.scaled(_ROW_PX)
        return QSize(fonts.scaled(400), height)

    def minimumSizeHint(self) -> QSize:
        """Narrow columns, all rows."""
        return QSize(fonts.scaled(300), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint titles, rows and hairlines."""
        del event
        painter, theme = QPainter(self), self._theme
        head, row_px = fonts.scaled(_HEAD_PX), fonts.scaled(_ROW_PX)
        titles = (self.tr("Measured"), self.tr("Mean"), self.tr("Peak"))
        caption = fonts.font("caption_label")
        for column, title in enumerate(titles):
            box = self._cell(column, 0, head)
            write(painter, box, title, (caption, theme.ink3, column > 0))
        painter.fillRect(0, head - 1, self.width(), 1, theme.line2)
        for number, row in enumerate(self._rows):
            top = head + number * row_px
            for column, text in enumerate(row):
                box = self._cell(column, top, row_px)
                ink = theme.ink2 if column == 0 else theme.ink
                write(painter, box, text, (fonts.font("body"), ink, column > 0))
            painter.fillRect(0, top + row_px - 1, self.width(), 1, theme.line)

    def _cell(self, column: int, top: int, height: int) -> QRectF:
        first = self.width() * _NUMBERS_FROM
        if column == 0:
            return QRectF(0, top, first, height - 1)
        each = (self.width() - first) / 2
        return QRectF(first + (column - 1) * each, top, each, height - 1)
