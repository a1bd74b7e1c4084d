"""Mean and peak of what was measured of a run that has ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.core.archive.records import RunRecord
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.joined import listed, named
from traintray.ui.plots.pens import text_width
from traintray.ui.theme import Theme
from traintray.ui.window.history.column_widths import shared_widths
from traintray.ui.window.runs.painting import write

translate = QCoreApplication.translate

_HEAD_PX, _ROW_PX = 28, 26
_GAP_PX = 12
_SHARES = (2, 1, 1)
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
        """Columns as wide as what stands in them, all rows."""
        return QSize(round(sum(self._needed())), self.sizeHint().height())

    def _needed(self) -> list[float]:
        """Return how wide each column has to be, in pixels."""
        caption, body = fonts.font("caption_label"), fonts.font("body")
        found = []
        for column, title in enumerate(self._titles()):
            texts = [text_width(body, row[column]) for row in self._rows]
            widest = max([*texts, text_width(caption, title)])
            found.append(widest + fonts.scaled(_GAP_PX))
        return found

    def _titles(self) -> tuple[str, str, str]:
        return self.tr("Measured"), self.tr("Mean"), self.tr("Peak")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint titles, rows and hairlines."""
        del event
        painter, theme = QPainter(self), self._theme
        head, row_px = fonts.scaled(_HEAD_PX), fonts.scaled(_ROW_PX)
        caption = fonts.font("caption_label")
        widths = shared_widths(self.width(), _SHARES, self._needed())
        for column, title in enumerate(self._titles()):
            box = _cell(widths, column, 0, head)
            write(painter, box, title, (caption, theme.ink3, column > 0))
        painter.fillRect(0, head - 1, self.width(), 1, theme.line2)
        for number, row in enumerate(self._rows):
            top = head + number * row_px
            for column, text in enumerate(row):
                box = _cell(widths, column, top, row_px)
                ink = theme.ink2 if column == 0 else theme.ink
                write(painter, box, text, (fonts.font("body"), ink, column > 0))
            painter.fillRect(0, top + row_px - 1, self.width(), 1, theme.line)


def _cell(widths: Sequence[int], column: int, top: int, height: int) -> QRectF:
    return QRectF(sum(widths[:column]), top, widths[column], height - 1)
