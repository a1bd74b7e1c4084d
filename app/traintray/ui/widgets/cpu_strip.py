"""One cell per logical CPU, as dark as it is busy."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.ui import fonts
from traintray.ui.plots.copied_values import Values
from traintray.ui.theme import Theme
from traintray.ui.widgets.told_slowly import ToldSlowly

_HEIGHT_PX = 31
_CELL_PX = 18
_BASELINE_PX = 29
_WIDTH_PX = 348
_GAP_PX = 1.0
_NO_GAP_BELOW_PX = 4.0
_BUSY_FROM = 0.5


def busy_count(per_cpu: Sequence[float | None]) -> int:
    """Return how many CPUs are busy for half of the time or more."""
    return sum(1 for share in per_cpu if share is not None and share >= _BUSY_FROM)


class CpuStrip(QWidget):
    """Cells in kernel order with some of their numbers below."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._per_cpu: tuple[float | None, ...] = ()
        self._told = ToldSlowly()
        self.setFont(fonts.font("tick"))
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Expanding, policy.Fixed)

    def show_cpus(self, per_cpu: Sequence[float | None], now_s: float) -> None:
        """Show busy fractions of `now_s`, 0..1; None for a CPU that is offline or
        unread.
        """
        shown = tuple(per_cpu)
        if shown == self._per_cpu:
            return
        self._per_cpu = shown
        self.update()
        online = sum(1 for share in shown if share is not None)
        if not self._told.is_due(now_s, (len(shown), online)):
            return
        name = self.tr("Logical CPUs: {busy} of {count} busy").format(
            busy=busy_count(shown), count=len(shown)
        )
        if name != self.accessibleName():
            self.setAccessibleName(name)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def copied_values(self) -> list[Values]:
        """Return each CPU with its load."""
        rows = [(float(number), share) for number, share in enumerate(self._per_cpu)]
        head = ("logical_cpu", "busy_fraction")
        return [Values(self.tr("Logical CPUs"), head, rows)] if rows else []

    def sizeHint(self) -> QSize:
        """Return the size of the design; the layout stretches it."""
        return QSize(fonts.scaled(_WIDTH_PX), fonts.scaled(_HEIGHT_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint cells on whole device pixels, then the numbers."""
        del event
        if not self._per_cpu:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        count = len(self._per_cpu)
        gap = _GAP_PX if self.width() / count >= _NO_GAP_BELOW_PX else 0.0
        pitch = (self.width() + gap) / count
        height = fonts.scaled(_CELL_PX)
        edges = [self._snapped(number * pitch) for number in range(count + 1)]
        edges[-1] = self.width() + gap
        for number, share in enumerate(self._per_cpu):
            width = edges[number + 1] - gap - edges[number]
            self._paint_cell(painter, QRectF(edges[number], 0, width, height), share)
        self._paint_numbers(painter, pitch)

    def _paint_cell(self, painter: QPainter, box: QRectF, share: float | None) -> None:
        if share is None:
            painter.setPen(QPen(self._theme.line2, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 1, 1)
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.ramp(share))
        radius = 1.0 if box.width() >= _NO_GAP_BELOW_PX - _GAP_PX else 0.0
        painter.drawRoundedRect(box, radius, radius)

    def _paint_numbers(self, painter: QPainter, pitch: float) -> None:
        painter.setPen(self._theme.ink3)
        metrics = QFontMetricsF(self.font())
        baseline = fonts.scaled(_BASELINE_PX)
        last = len(self._per_cpu) - 1
        last_left = self.width() - metrics.horizontalAdvance(str(last))
        for number in range(0, last, max(1, math.ceil(len(self._per_cpu) / 4))):
            text = str(number)
            if number * pitch + metrics.horizontalAdvance(text) + 4 <= last_left:
                painter.drawText(QPointF(number * pitch, baseline), text)
        painter.drawText(QPointF(last_left, baseline), str(last))

    def _snapped(self, x: float) -> float:
        ratio = self.devicePixelRatioF()
        return round(x * ratio) / ratio
