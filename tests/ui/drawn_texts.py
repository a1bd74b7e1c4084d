"""What a screen really draws as text, and where; what is too large for its place.

A screen is painted as SVG, in which text stays text, whoever painted it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree import ElementTree

from PySide6.QtCore import QBuffer, QIODevice, QRectF
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QAbstractScrollArea, QLabel, QWidget

from traintray.ui.window.paragraph import Paragraph

_SVG = "{http://www.w3.org/2000/svg}"
_MOVED = re.compile(r"matrix\(([-\d.,e]+)\)")
_TRACKING_EM = 0.011


@dataclass(frozen=True)
class Drawn:
    """A piece of text, in pixels of the screen's window."""

    text: str
    box: QRectF
    """From the left of its first letter to the advance of its last."""

    @property
    def is_cut(self) -> bool:
        """Whether it ends in dots; those of its own stand before a bracket."""
        return self.text.endswith("…")


def drawn_texts(widget: QWidget) -> list[Drawn]:
    """Return all text that `widget` and what is in it draws."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.ReadWrite)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(widget.size())
    generator.setViewBox(widget.rect())
    widget.render(generator)
    found: list[Drawn] = []
    root = ElementTree.fromstring(bytes(buffer.data()))
    for group in root.iter(f"{_SVG}g"):
        move = _MOVED.search(group.get("transform", ""))
        numbers = [float(n) for n in move[1].split(",")] if move else []
        found += [
            _drawn(text, numbers[4], numbers[5])
            for text in group.findall(f"{_SVG}text")
            if numbers[:4] == [1, 0, 0, 1] and text.text
        ]
    return found


def _drawn(element: ElementTree.Element, x: float, y: float) -> Drawn:
    font = QFont()
    font.setFamilies((element.get("font-family") or "").split(","))
    size = float(element.get("font-size") or 13)
    if size == int(size):
        font.setPixelSize(int(size))
    else:  # sizes between two pixels are set in points
        font.setPointSizeF(size)
    font.setWeight(QFont.Weight(int(element.get("font-weight") or 400)))
    font.setFeature(QFont.Tag("tnum"), 1)
    metrics = QFontMetricsF(font)
    text = element.text or ""
    left, base = x + float(element.get("x") or 0), y + float(element.get("y") or 0)
    width = metrics.horizontalAdvance(text.rstrip())
    if font.weight() > QFont.Weight.Medium:  # set a little tighter than here
        width -= _TRACKING_EM * QFontMetricsF(font).height() * len(text)
    box = QRectF(left, base - metrics.ascent() * 0.75, width, metrics.ascent() * 0.75)
    return Drawn(text, box)


def too_large(window: QWidget) -> list[str]:
    """Return widgets that reach over the right edge of what holds them, and paragraphs
    that are not tall enough for their lines.
    """
    found = []
    for widget in window.findChildren(QWidget):
        parent = widget.parentWidget()
        if parent is None or not widget.isVisible() or widget.isWindow():
            continue
        name = type(widget).__name__
        text = widget.text() if isinstance(widget, QLabel) else ""
        is_text = isinstance(widget, (QLabel, Paragraph)) and widget.hasHeightForWidth()
        if is_text and widget.heightForWidth(widget.width()) > widget.height() + 1:
            found.append(f"{name} is too low: {text}")
        if widget.geometry().right() > parent.width() and not _scrolls(parent):
            where = type(parent).__name__
            found.append(f"{name} reaches over the edge of {where}: {text}")
    return found


def _scrolls(viewport: QWidget) -> bool:
    """Whether what is in it can be scrolled sideways."""
    area = viewport.parentWidget()
    if not isinstance(area, QAbstractScrollArea) or area.viewport() is not viewport:
        return False
    return area.horizontalScrollBar().isVisible()
