"""The processes of a run, each with what it takes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.core.memory_units import units
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.joined import listed, named
from traintray.ui.plots.pens import text_width
from traintray.ui.theme import Theme
from traintray.ui.window.history.column_widths import shared_widths
from traintray.ui.window.runs.painting import paint_bar, write
from traintray.ui.window.runs.role_rows import RoleRow

translate = QCoreApplication.translate

_HEAD_PX = 28
_ROW_PX = 27
_BELOW_PX = 20
"""How far what stands under the main process is set in."""
_GAP_PX = 8
_WIDTHS = (144, 58, 88, 56, 72, 44, 58)
_LEAST_BAR_PX, _AFTER_BAR_PX = 12, 8


class RoleTable(QWidget):
    """Rows of `RoleRow`; bars show the part of the CPUs that the run may use."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: tuple[RoleRow, ...] = ()
        self._usable_cpus = 1.0
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Expanding, policy.Fixed)
        self.setAccessibleName(self.tr("Roles"))

    def show_rows(self, rows: Sequence[RoleRow], usable_cpus: float) -> None:
        """Show these."""
        if len(rows) != len(self._rows):
            self.updateGeometry()
        self._rows = tuple(rows)
        self._usable_cpus = max(usable_cpus, 0.1)
        texts = [named(row.label, listed(_cells(row)[1:])) for row in rows]
        self.setAccessibleDescription("; ".join(texts))
        self.update()

    @property
    def rows(self) -> tuple[RoleRow, ...]:
        """What is shown, from top to bottom."""
        return self._rows

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """As tall as its rows."""
        height = fonts.scaled(_HEAD_PX) + len(self._rows) * fonts.scaled(_ROW_PX)
        return QSize(fonts.scaled(sum(_WIDTHS)), height)

    def minimumSizeHint(self) -> QSize:
        """Columns as wide as what stands in them, all rows."""
        width = sum(self._needed()) if self._rows else fonts.scaled(340)
        return QSize(round(width), self.sizeHint().height())

    def _needed(self) -> list[float]:
        """Return how wide each column has to be, in pixels."""
        caption, strong = fonts.font("caption_label"), fonts.font("head")
        cells = [_cells(row) for row in self._rows]
        set_in = max((_branch_px(row) for row in self._rows), default=0)
        found = []
        for number, title in enumerate(self._titles()):
            widest = max((text_width(strong, row[number]) for row in cells), default=0)
            extra = {0: set_in, 2: fonts.scaled(_LEAST_BAR_PX + _AFTER_BAR_PX)}
            needed = max(widest + extra.get(number, 0), text_width(caption, title))
            found.append(needed + fonts.scaled(_GAP_PX) + 1)
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint titles, rows and hairlines."""
        del event
        painter, theme = QPainter(self), self._theme
        head, row_px = fonts.scaled(_HEAD_PX), fonts.scaled(_ROW_PX)
        lefts = self._lefts()
        titles = self._titles()
        caption = fonts.font("caption_label")
        for number, title in enumerate(titles):
            box = self._cell(lefts, number, 0, head)
            write(painter, box, title, (caption, theme.ink3, number >= 2))
        painter.fillRect(0, head - 1, self.width(), 1, theme.line2)
        for number, row in enumerate(self._rows):
            top = head + number * row_px
            self._paint_row(painter, row, lefts, top)
            painter.fillRect(0, top + row_px - 1, self.width(), 1, theme.line)

    def _titles(self) -> tuple[str, ...]:
        return (
            self.tr("Role"),
            self.tr("PID"),
            self.tr("Cores used"),
            self.tr("Threads"),
            self.tr("Switches/s"),
            units().names[2],
            self.tr("{unit}/min").format(unit=units().names[1]),
        )

    def _lefts(self) -> list[float]:
        """Return where the columns begin; the last entry is the right edge."""
        lefts = [0.0]
        for width in shared_widths(self.width(), _WIDTHS, self._needed()):
            lefts.append(lefts[-1] + width)
        return lefts

    def _cell(self, lefts: list[float], number: int, top: int, height: int) -> QRectF:
        gap = fonts.scaled(_GAP_PX) if number < len(_WIDTHS) - 1 else 0
        left = lefts[number]
        return QRectF(left, top, lefts[number + 1] - left - gap, height - 1)

    def _paint_row(
        self, painter: QPainter, row: RoleRow, lefts: list[float], top: int
    ) -> None:
        theme, height = self._theme, fonts.scaled(_ROW_PX)
        body, strong = fonts.font("body"), fonts.font("head")
        for number, text in enumerate(_cells(row)):
            box = self._cell(lefts, number, top, height)
            font, ink = body, theme.ink
            if number == 0:
                box = self._set_in(painter, row, box)
                font = body if row.depth else strong
            elif number in (1, 6):
                ink = theme.ink3
            elif number == 2 and row.cores is not None:
                self._paint_cores(painter, box, row.cores / self._usable_cpus, text)
            write(painter, box, text, (font, ink, number >= 2))

    def _paint_cores(
        self, painter: QPainter, box: QRectF, share: float, text: str
    ) -> None:
        """Paint the bar, as far as the number leaves room for one."""
        used = text_width(fonts.font("body"), text) + fonts.scaled(_AFTER_BAR_PX)
        bar = box.adjusted(0, 0, -used, 0)
        if bar.width() >= fonts.scaled(_LEAST_BAR_PX):
            theme = self._theme
            paint_bar(painter, bar, share, (theme.cpu, theme.sunk))

    def _set_in(self, painter: QPainter, row: RoleRow, box: QRectF) -> QRectF:
        """Paint the branch of a row below another; return what is left."""
        if not row.depth:
            return box
        at_px = fonts.scaled(_BELOW_PX) * (row.depth - 0.5)
        x, middle = round(box.left() + at_px), round(box.center().y())
        side, ink = fonts.scaled(6), self._theme.ctl
        painter.fillRect(x, middle - side, 1, side, ink)
        painter.fillRect(x, middle, side, 1, ink)
        return box.adjusted(_branch_px(row), 0, 0, 0)


def _branch_px(row: RoleRow) -> int:
    """Return how far the name of a row is set in."""
    return fonts.scaled(_BELOW_PX) * row.depth + fonts.scaled(4) if row.depth else 0


def _cells(row: RoleRow) -> tuple[str, ...]:
    pids = str(row.pids[0]) if len(row.pids) == 1 else ""
    return (
        row.label,
        pids or translate("Runs", "{count} PIDs").format(count=len(row.pids)),
        fmt.MISSING if row.cores is None else f"{row.cores:.1f}",
        fmt.count(row.threads),
        fmt.rate(row.switches_per_s).removesuffix("/s"),
        f"{row.memory_bytes / units().giga:.1f}",
        growth_text(row.growth_bytes_per_s),
    )


def growth_text(bytes_per_s: float | None) -> str:
    """Return growth with its sign, in MiB or MB a minute: `+0.2`, `0.0`."""
    if bytes_per_s is None:
        return fmt.MISSING
    per_min = round(bytes_per_s * 60 / units().mega, 1)
    return f"+{per_min:.1f}" if per_min > 0 else "0.0"
