"""A text in a few lines, for those that paint it themselves."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption


def wrapped(text: str, font: QFont, width_px: int, most: int) -> tuple[str, ...]:
    """Return the lines of a text, broken between words; where there would be more
    than `most`, the end of the last one is left out. Chinese breaks anywhere.
    """
    layout = QTextLayout(text, font)
    layout.setTextOption(_OPTION)
    layout.beginLayout()
    starts: list[int] = []
    while len(starts) <= most and (line := layout.createLine()).isValid():
        line.setLineWidth(width_px)
        starts.append(line.textStart())
    layout.endLayout()
    ends = [*starts[1:], len(text)]
    lines = [text[a:b].strip() for a, b in zip(starts, ends, strict=False)]
    if len(lines) > most:
        rest = text[starts[most - 1] :]
        mode = Qt.TextElideMode.ElideRight
        lines[most - 1 :] = [QFontMetricsF(font).elidedText(rest, mode, width_px)]
    return tuple(lines)


_OPTION = QTextOption()
_OPTION.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
