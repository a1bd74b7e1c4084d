"""Before and after of one figure on a scale that starts at 0."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from traintray.core.diagnosis.verdict import BAR_THRESHOLDS
from traintray.core.proof.outcome import Measure
from traintray.ui.theme import Theme
from traintray.ui.widgets.scale_bar import SCALE_HEIGHT_PX, ScaleBar

_WIDTH_PX = 158
_MIDDLE = SCALE_HEIGHT_PX / 2
_RADIUS_PX, _RING_PX, _BAR_PX = 4.5, 1.6, 2.0
_TICK_PX = 6.5
_STEPS = (1.0, 2.0, 4.0, 10.0)


@dataclass(frozen=True, slots=True)
class Ends:
    """What a dumbbell shows; None for what was not measured."""

    before: float | None
    after: float | None
    threshold: float | None
    scale: float
    is_gpu: bool


def ends_of(measure: Measure, threshold: float | None = None) -> Ends:
    """Return what to show of a figure: a share on 0 to 1, one with a threshold on the
    scale of its evidence. What has none, or lies beyond it, is shown on a scale that
    ends at 1, 2 or 4 times a power of ten: both ends are to be seen.
    """
    values = (measure.before, measure.after, threshold)
    highest = max((v for v in values if v is not None), default=0.0)
    of_evidence = BAR_THRESHOLDS * (threshold or 0.0)
    is_within = 0.0 < highest <= of_evidence
    scale = of_evidence if is_within else _round_up(highest)
    if measure.key.endswith("_fraction"):
        scale = 1.0
    is_gpu = measure.key.startswith("gpu_")
    return Ends(measure.before, measure.after, threshold, scale, is_gpu)


def _round_up(value: float) -> float:
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in _STEPS if step * power >= value)


class Dumbbell(ScaleBar):
    """Ring before, disc after, tick at the threshold."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(_WIDTH_PX, theme, parent)
        self._ends: Ends | None = None

    def show_ends(self, ends: Ends, name: str) -> None:
        """Show both values; `name` says the same to a screen reader."""
        self._ends = ends
        self.setAccessibleName(name)
        self.update()

    @property
    def threshold(self) -> float | None:
        """Where the tick stands; None without one."""
        return self._ends.threshold if self._ends is not None else None

    def paint_scale(self, painter: QPainter, width_px: float) -> None:
        """Paint track, bar, tick, ring and disc."""
        theme, ends = self._theme, self._ends
        painter.setPen(QPen(theme.line2, 1))
        painter.drawLine(QPointF(0, _MIDDLE), QPointF(width_px, _MIDDLE))
        if ends is None:
            return
        hue = theme.gpu if ends.is_gpu else theme.cpu
        before, after, tick = (
            _x(value, ends.scale, width_px)
            for value in (ends.before, ends.after, ends.threshold)
        )
        if before is not None and after is not None:
            painter.setPen(QPen(hue, _BAR_PX))
            painter.drawLine(QPointF(before, _MIDDLE), QPointF(after, _MIDDLE))
        if tick is not None:
            painter.setPen(QPen(theme.ink2, 1.3))
            top, bottom = _MIDDLE - _TICK_PX, _MIDDLE + _TICK_PX
            painter.drawLine(QPointF(tick, top), QPointF(tick, bottom))
        _paint_end(painter, before, (hue, theme.bg))
        _paint_end(painter, after, (hue, hue))


def _paint_end(
    painter: QPainter, x: float | None, looks: tuple[QColor, QColor]
) -> None:
    if x is None:
        return
    line, fill = looks
    painter.setPen(QPen(line, _RING_PX))
    painter.setBrush(fill)
    painter.drawEllipse(QPointF(x, _MIDDLE), _RADIUS_PX - 0.8, _RADIUS_PX - 0.8)


def _x(value: float | None, scale: float, width_px: float) -> float | None:
    if value is None:
        return None
    share = max(0.0, min(1.0, value / scale))
    return _RADIUS_PX + share * (width_px - 2 * _RADIUS_PX)
