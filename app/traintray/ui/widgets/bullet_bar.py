"""A measured value against its threshold, on a scale that never moves."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from traintray.core.diagnosis.verdict import Comparison, Evidence
from traintray.ui.format import evidence_value
from traintray.ui.style import faded
from traintray.ui.theme import Theme
from traintray.ui.widgets.scale_bar import ScaleBar

_WIDTH_PX = 150
_TRACK_TOP, _TRACK_HEIGHT = 4, 10
_BAR_TOP, _BAR_HEIGHT = 7, 4
_TICK_TOP, _TICK_BOTTOM = 1.5, 16.5
_TINT = 0.16


class BulletBar(ScaleBar):
    """Value bar in the hue of its resource, a tick at the threshold.

    The side of the threshold that counts as trouble is tinted amber.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(_WIDTH_PX, theme, parent)
        self._evidence: Evidence | None = None

    def show_evidence(self, evidence: Evidence, label: str = "") -> None:
        """Show a measured value; `label` is its name for screen readers."""
        self._evidence = evidence
        measured = evidence_value(evidence.measured, evidence.unit)
        threshold = evidence_value(evidence.threshold, evidence.unit)
        template = (
            self.tr("{label}: {measured}, threshold {threshold}, crossed")
            if evidence.crossed
            else self.tr("{label}: {measured}, threshold {threshold}, not crossed")
        )
        self.setAccessibleName(
            template.format(label=label, measured=measured, threshold=threshold)
        )
        self.update()

    def paint_scale(self, painter: QPainter, width_px: float) -> None:
        """Paint track, tint, value and tick."""
        track = QRectF(0, _TRACK_TOP, width_px, _TRACK_HEIGHT)
        painter.fillRect(track, self._theme.sunk)
        evidence = self._evidence
        if evidence is None:
            return
        at = width_px * _share(evidence.threshold, evidence.scale)
        above = evidence.comparison in (Comparison.ABOVE, Comparison.AT_LEAST)
        counts = QRectF(track)
        if above:
            counts.setLeft(at)
        else:
            counts.setRight(at)
        if not self._theme.drops_tints:
            painter.fillRect(counts, faded(self._theme.attention_fill, _TINT))
        value = width_px * _share(evidence.measured, evidence.scale)
        hue = self._theme.resource(evidence.resource)
        painter.fillRect(QRectF(0, _BAR_TOP, value, _BAR_HEIGHT), hue)
        painter.setPen(QPen(self._theme.ink, 1.5))
        painter.drawLine(QPointF(at, _TICK_TOP), QPointF(at, _TICK_BOTTOM))


def _share(value: float, scale: float) -> float:
    """Return where a value stands; one beyond the scale ends at its edge."""
    return max(0.0, min(1.0, value / scale)) if scale > 0 else 0.0
