"""CPU and memory of a run over time, main process and workers apart."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.core.memory_units import units
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.joined import named, sentences
from traintray.ui.plots.copied_values import Values
from traintray.ui.plots.pens import line_pen, text_width
from traintray.ui.style import faded
from traintray.ui.theme import Theme
from traintray.ui.window.runs.painting import paint_holes, write
from traintray.ui.window.runs.role_past import RolePast, last_known
from traintray.ui.window.runs.role_shapes import (
    AHEAD,
    areas,
    holes,
    lines,
    plus,
    top_gib,
    x_of,
)
from traintray.ui.window.runs.role_values import role_values

_HEIGHT_PX = 262
_TITLE_PX = 26
_LEFT_PX, _RIGHT_PX = 36, 92
_APART_PX = 18
_LABEL_PX = 14

Label = tuple[float, str]
"""Where a value stands, and what it says."""


class RoleGraphs(QWidget):
    """Two graphs on one time axis."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._past: RolePast | None = None
        self._top_gib = 0.0
        self._caption = ""
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Expanding, policy.Expanding)
        self.setAccessibleName(self.tr("CPU and memory by role"))

    def show_past(self, past: RolePast | None, caption: str, anew: bool) -> None:
        """Show this; `caption` says what span it is. `anew`: another run, so that the
        scale of memory may shrink.
        """
        self._past = past
        self._caption = caption
        if anew:
            self._top_gib = 0.0
        if past is not None:
            self._top_gib = max(self._top_gib, top_gib(past))
            self.setAccessibleDescription(self._described(past))
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def copied_values(self) -> list[Values]:
        """Return the series of both graphs."""
        past = self._past
        return [role_values(past, self.accessibleName())] if past is not None else []

    def sizeHint(self) -> QSize:
        """As the design has it."""
        return QSize(fonts.scaled(400), fonts.scaled(_HEIGHT_PX))

    def minimumSizeHint(self) -> QSize:
        """Still readable."""
        return QSize(fonts.scaled(260), fonts.scaled(200))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint both graphs, one below the other."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        title, apart = fonts.scaled(_TITLE_PX), fonts.scaled(_APART_PX)
        height = (self.height() - 2 * title - apart - fonts.scaled(8)) / 2
        left, right = fonts.scaled(_LEFT_PX), self._right_px()
        width = self.width() - left - right
        cpu = QRectF(left, title, width, height)
        memory = QRectF(left, 2 * title + height + apart, width, height)
        self._title(painter, 0, self.tr("CPU by role"))
        caption = QRectF(0, 0, self.width(), title)
        ink = self._theme.ink3
        write(painter, caption, self._caption, (fonts.font("caption"), ink, True))
        self._title(
            painter,
            cpu.bottom() + apart,
            self.tr("Memory by role, {unit}").format(unit=units().names[2]),
        )
        self._axis(painter, cpu, ("100%", "50", "0"))
        top = self._top_gib or 1.0
        self._axis(painter, memory, (f"{top:g}", "0"))
        if self._past is not None:
            self._paint_cpu(painter, cpu, self._past)
            self._paint_memory(painter, memory, self._past)

    def _right_px(self) -> int:
        """Return the room for the values at the right."""
        small = fonts.font("caption")
        texts = [name.format(value="100%") for name in self._names()]
        widest = max(text_width(small, text) for text in texts)
        return max(fonts.scaled(_RIGHT_PX), round(widest) + fonts.scaled(10))

    def _names(self) -> tuple[str, str, str]:
        return (
            self.tr("main {value}"),
            self.tr("workers {value}"),
            self.tr("other {value}"),
        )

    def _title(self, painter: QPainter, top: float, text: str) -> None:
        box = QRectF(0, top, self.width(), fonts.scaled(_TITLE_PX))
        look = fonts.font("secondary_label"), self._theme.ink, False
        write(painter, box, text, look)

    def _axis(self, painter: QPainter, box: QRectF, ticks: Sequence[str]) -> None:
        theme, small = self._theme, fonts.font("tick")
        for number, tick in enumerate(ticks):
            y = box.top() + box.height() * number / (len(ticks) - 1)
            ink = theme.line2 if number == len(ticks) - 1 else theme.line
            painter.fillRect(QRectF(box.left(), round(y), box.width(), 1), ink)
            text = QRectF(0, y - 7, box.left() - fonts.scaled(5), 14)
            write(painter, text, tick, (small, theme.ink3, True))

    # CPU

    def _paint_cpu(self, painter: QPainter, box: QRectF, past: RolePast) -> None:
        theme = self._theme
        zeros = (0.0,) * len(past.times_s)
        main = past.main_share
        both = tuple(map(plus, main, past.worker_share))
        whole = tuple(map(plus, both, past.other_share))
        paint_holes(painter, holes(past, box, main), theme)
        painter.save()
        painter.setClipRect(box)
        for low, high, colour in (
            (both, whole, faded(theme.ink3, 0.25)),
            (main, both, faded(theme.cpu, 0.33)),
            (zeros, main, faded(theme.cpu, 0.55)),
        ):
            for area in areas(past, box, low, high):
                painter.setPen(QPen(theme.bg, 1.0))
                painter.setBrush(colour)
                painter.drawPath(area)
        painter.restore()
        self._label_cpu(painter, box, past)

    def _label_cpu(self, painter: QPainter, box: QRectF, past: RolePast) -> None:
        base, labels = 0.0, []
        shares = past.main_share, past.worker_share, past.other_share
        for name, values in zip(self._names(), shares, strict=True):
            value = last_known(values)
            if value is None or (value < 0.005 and base > 0):
                continue
            middle = min(1.0, base + value / 2)
            y = box.bottom() - box.height() * middle
            labels.append((y, name.format(value=fmt.percent(value))))
            base += value
        self._labels(painter, box, labels)

    # Memory

    def _paint_memory(self, painter: QPainter, box: QRectF, past: RolePast) -> None:
        hue, labels = self._theme.mem, []
        paint_holes(painter, holes(past, box, past.main_bytes), self._theme)
        main, workers, _ = self._names()
        for name, values, dash in (
            (main, past.main_bytes, None),
            (workers, past.worker_bytes, (4.0, 2.5)),
        ):
            value = last_known(values)
            if value is None or (dash is not None and value <= 0):
                continue
            shares = tuple(v / units().giga / (self._top_gib or 1.0) for v in values)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(line_pen(hue, 1.5, dash))
            for line in lines(past, box, shares):
                painter.drawPolyline(line)
            share = value / units().giga / (self._top_gib or 1.0)
            text = name.format(value=f"{value / units().giga:.1f}")
            labels.append((box.bottom() - box.height() * share, text))
        self._paint_projection(painter, box, past)
        self._labels(painter, box, labels)

    def _paint_projection(self, painter: QPainter, box: QRectF, past: RolePast) -> None:
        """Draw on, dotted, what grows; it is an expectation and no measurement."""
        ahead = past.projection
        values = past.main_bytes
        if ahead is not None and ahead.of_workers:
            values = past.worker_bytes
        value = last_known(values)
        if ahead is None or value is None:
            return
        now_x = x_of(past, box, past.until_s)
        length_s = (past.until_s - past.since_s) * AHEAD / (1 - AHEAD)
        top = self._top_gib or 1.0
        grown = value + ahead.bytes_per_s * length_s
        start = QPointF(now_x, box.bottom() - box.height() * value / units().giga / top)
        end = QPointF(
            box.right(), box.bottom() - box.height() * grown / units().giga / top
        )
        painter.setPen(line_pen(self._theme.line2, 1.0, (2.0, 2.0)))
        painter.drawLine(QPointF(now_x, box.top()), QPointF(now_x, box.bottom()))
        painter.save()
        painter.setClipRect(box)
        painter.setPen(line_pen(self._theme.mem, 1.5, (1.5, 3.0)))
        painter.drawLine(start, end)
        painter.restore()

    def _labels(self, painter: QPainter, box: QRectF, labels: list[Label]) -> None:
        """Write values at the right; those that would touch are moved apart."""
        height = fonts.scaled(_LABEL_PX)
        below = box.bottom() + height / 2
        for y, text in sorted(labels, reverse=True):
            middle = min(y, below - height)
            below = middle
            left = box.right() + fonts.scaled(8)
            place = QRectF(left, middle - height / 2, self.width() - left, height)
            write(painter, place, text, (fonts.font("caption"), self._theme.ink, False))

    def _described(self, past: RolePast) -> str:
        main, workers = last_known(past.main_bytes), last_known(past.worker_bytes)
        return sentences(
            named(self.tr("Memory of the main process"), fmt.memory(main)) + ".",
            named(self.tr("Memory of the workers"), fmt.memory(workers)) + ".",
        )
