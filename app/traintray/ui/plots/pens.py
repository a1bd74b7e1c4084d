"""Pens, brushes and text that the graphs are drawn with."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
)

from traintray.ui.plots.row import Line
from traintray.ui.theme import Theme

_HATCH_PX = 7.0
_HATCH_WIDTH_PX = 0.7
_HALO_PX = 3.5


def curve_pen(line: Line, color: QColor, ratio: float) -> QPen:
    """Return the pen of a series, equally wide however its graph is stretched.

    Qt measures such a pen in pixels of the screen: `ratio` of them are one of ours.
    """
    pen = QPen(color, line.width * ratio)
    pen.setCosmetic(True)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    # Not square: where segments are drawn one by one, their ends would add up to dots.
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def line_pen(
    color: QColor, width: float, dash: tuple[float, float] | None = None
) -> QPen:
    """Return a pen of `width` pixels with strokes and gaps of the given lengths."""
    pen = QPen(color, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dash:
        pen.setDashPattern([length / width for length in dash])
    return pen


def text_width(font: QFont, text: str) -> float:
    """Return how wide `text` is, in pixels."""
    return QFontMetricsF(font).horizontalAdvance(text)


def elided(font: QFont, text: str, width: float) -> str:
    """Return `text`, cut with an ellipsis when it is wider than `width`."""
    return QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, width)


def halo_text(
    painter: QPainter, at: QPointF, text: str, colors: tuple[QColor, QColor]
) -> None:
    """Draw `text` with its baseline at `at`, in the first colour on a rim of the
    second, so that it can be read above lines.
    """
    ink, paper = colors
    path = QPainterPath()
    path.addText(at, painter.font(), text)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    rim = QPen(paper, _HALO_PX)
    rim.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(path, rim)
    painter.restore()
    painter.setPen(ink)
    painter.drawText(at, text)


def hatching(theme: Theme, ratio: float) -> QPixmap:
    """Return the tile of the pattern that means: nothing was measured here."""
    side = round(_HATCH_PX * ratio)
    tile = QPixmap(side, side)
    tile.setDevicePixelRatio(ratio)
    tile.fill(theme.bg)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.line2, _HATCH_WIDTH_PX))
    # One line per tile; its neighbours reach over the corners.
    for shift in (-_HATCH_PX, 0.0, _HATCH_PX):
        low, high = QPointF(shift, _HATCH_PX), QPointF(shift + _HATCH_PX, 0.0)
        painter.drawLine(low, high)
    painter.end()
    return tile
