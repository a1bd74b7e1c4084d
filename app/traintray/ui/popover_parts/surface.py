"""The popover's own surface: paper, the footer's ground and a frame of one pixel."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPainterPath, QPen

from traintray.ui.theme import Theme

_RADIUS_PX = 12


def paint_surface(painter: QPainter, box: QRect, foot: QRect, theme: Theme) -> None:
    """Paint a rounded surface into `box`, with `foot` at its lower end."""
    _paint(painter, box, foot, theme, _RADIUS_PX)


def paint_square_surface(
    painter: QPainter, box: QRect, foot: QRect, theme: Theme
) -> None:
    """Paint the same with square corners, for a desktop that does not compose."""
    _paint(painter, box, foot, theme, 0)


def window_flags() -> Qt.WindowType:
    """Return a popup, or on Wayland, which ties popups to a window, a tool window."""
    frameless = Qt.WindowType.FramelessWindowHint
    if QGuiApplication.platformName().startswith("wayland"):
        return Qt.WindowType.Tool | frameless | Qt.WindowType.WindowStaysOnTopHint
    return Qt.WindowType.Popup | frameless | Qt.WindowType.NoDropShadowWindowHint


def _paint(
    painter: QPainter, box: QRect, foot: QRect, theme: Theme, radius_px: int
) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    surface = QPainterPath()
    inner = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5)
    surface.addRoundedRect(inner, radius_px, radius_px)
    painter.fillPath(surface, theme.bg)
    painter.save()
    painter.setClipPath(surface)
    painter.fillRect(QRectF(foot), theme.side)
    painter.restore()
    painter.setPen(QPen(theme.line2, 1))
    painter.drawPath(surface)
