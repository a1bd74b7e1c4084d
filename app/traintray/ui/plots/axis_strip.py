"""The time of day below the graphs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.ui import fonts
from traintray.ui.format import DOT
from traintray.ui.plots.geometry import READOUT_GAP_PX
from traintray.ui.plots.ink import Ink
from traintray.ui.plots.pens import text_width
from traintray.ui.plots.timeline import Timeline

_HEIGHT_PX = 24
_TICK_PX = 4.0
_CHIP_PX = 18.0
_CHIP_TOP_PX = 3.0


class AxisStrip(QWidget):
    """Shows round times, the time of the crosshair, and what time it is now."""

    def __init__(self, ink: Ink, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ink = ink
        self._timeline: Timeline | None = None
        self._crosshair_s: float | None = None
        self._names: Callable[[float], Sequence[str]] | None = None
        self._held = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_ink(self, ink: Ink) -> None:
        """Change the look."""
        self._ink = ink
        self.update()

    def show_timeline(self, timeline: Timeline, held: bool) -> None:
        """Show another axis; `held` says that it does not follow the clock."""
        self._timeline, self._held = timeline, held
        self.update()

    def tell_names(self, names: Callable[[float], Sequence[str]]) -> None:
        """Say what tells who was on top at a moment."""
        self._names = names

    def show_crosshair(self, at_s: float | None) -> None:
        """Show the time of day at the crosshair, or none."""
        if at_s != self._crosshair_s:
            self._crosshair_s = at_s
            self.update()

    def sizeHint(self) -> QSize:
        """One line of text with its ticks."""
        return QSize(200, fonts.scaled(_HEIGHT_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ticks and labels; the crosshair's hides those it covers."""
        del event
        timeline = self._timeline
        if timeline is None:
            return
        painter = QPainter(self)
        chip = self._chip(timeline)
        self._paint_ticks(painter, timeline, chip)
        word = "held" if self._held else "now"
        text = f"{timeline.clock(timeline.now_s)} {self._translated(word)}"
        painter.setFont(self._ink.caption)
        painter.setPen(self._ink.theme.ink3)
        x = timeline.right + READOUT_GAP_PX
        painter.drawText(QPointF(x, 15 * self._ink.scale), text)
        if chip is not None and self._crosshair_s is not None:
            label = self._label(timeline, self._crosshair_s)
            x = round(timeline.x(self._crosshair_s)) + 0.5
            self._paint_chip(painter, chip, label, x)

    def _translated(self, word: str) -> str:
        translate = QCoreApplication.translate
        return translate("Live", "held") if word == "held" else translate("Live", "now")

    def _chip(self, timeline: Timeline) -> QRectF | None:
        if self._crosshair_s is None:
            return None
        scale = self._ink.scale
        label = self._label(timeline, self._crosshair_s)
        width = text_width(self._ink.caption_label, label) + 12 * scale
        left = round(timeline.x(self._crosshair_s)) + 0.5 - width / 2
        left = max(timeline.left, min(left, self.width() - width))
        return QRectF(left, _CHIP_TOP_PX, width, _CHIP_PX * scale)

    def _label(self, timeline: Timeline, at_s: float) -> str:
        """Tell the time, and who used the CPU most just then."""
        names = self._names(at_s) if self._names is not None else ()
        return f" {DOT} ".join((self._clock(timeline, at_s), *names))

    def _clock(self, timeline: Timeline, at_s: float) -> str:
        """Tell the time as exactly as the samples stand."""
        return timeline.clock(at_s, seconds=timeline.period_s < 60)

    def _paint_ticks(
        self, painter: QPainter, timeline: Timeline, chip: QRectF | None
    ) -> None:
        ink, gap = self._ink, 8 * self._ink.scale
        painter.setFont(ink.caption)
        free_from = float("-inf")
        for at_s, label in timeline.ticks():
            x, width = timeline.x(at_s), text_width(ink.caption, label)
            left, right = x - width / 2, x + width / 2
            painter.fillRect(QRectF(round(x), 0, 1, _TICK_PX), ink.theme.line2)
            covered = chip is not None and (
                left < chip.right() + gap and right > chip.left() - gap
            )
            collides = left < free_from or right > timeline.right + READOUT_GAP_PX - gap
            if covered or collides:
                continue
            free_from = right + gap
            painter.setPen(ink.theme.ink3)
            painter.drawText(QPointF(left, 15 * ink.scale), label)

    def _paint_chip(
        self, painter: QPainter, chip: QRectF, label: str, x: float
    ) -> None:
        ink = self._ink
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(ink.theme.ink2, 1.0))
        painter.drawLine(QPointF(x, 0), QPointF(x, 4))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink.theme.ink)
        painter.drawRoundedRect(chip, 4, 4)
        painter.setFont(ink.caption_label)
        painter.setPen(ink.theme.bg)
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, label)
