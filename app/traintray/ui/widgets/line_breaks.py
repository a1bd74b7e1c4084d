"""Breaks a text into lines: between words, within one that is wider than a line."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption

_LINE_SEPARATOR = "\u2028"


def line_starts(font: QFont, text: str, width_px: float) -> list[int]:
    """Return where each line begins."""
    layout = QTextLayout(text.replace("\n", _LINE_SEPARATOR), font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    starts = []
    layout.beginLayout()
    line = layout.createLine()
    while line.isValid():
        line.setLineWidth(max(1.0, width_px))
        starts.append(line.textStart())
        line = layout.createLine()
    layout.endLayout()
    return starts


def broken(font: QFont, text: str, width_px: float, most: int) -> list[str]:
    """Return the lines of a text, `most` of them; the last is cut if it has to be."""
    starts = line_starts(font, text, width_px) if text else [0]
    ends = [*starts[1:], len(text)]
    lines = [text[a:b].rstrip() for a, b in zip(starts, ends, strict=True)]
    if len(lines) <= most:
        return lines
    rest = text[starts[most - 1] :].replace("\n", " ")
    how = Qt.TextElideMode.ElideRight
    return [*lines[: most - 1], QFontMetricsF(font).elidedText(rest, how, width_px)]
