"""A paragraph whose pieces differ in weight, ink or family. Never markup."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QLabel, QWidget

from traintray.ui import fonts
from traintray.ui.theme import Theme

_LINE_SEPARATOR = "\u2028"
_WIDEST_HINT_PX = 420
_ENDLESS_PX = 1_000_000
_KEPT_WIDTHS = 8
_IDENTIFIER = re.compile(
    r"""
    (?<![\w./~-])              # not inside a path or another word
    (?: \w[\w.]*\([^()\s]*\)   # torch.set_num_threads(16)
      | [A-Za-z][\w.]*_\w+(?:=\w+)?  # worker_init_fn, OMP_NUM_THREADS=8
    )
    (?![\w/-])
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text that looks the same all along."""

    text: str
    role: str
    ink: str
    """Name of a colour of the theme."""


def with_code(text: str, role: str, ink: str) -> tuple[Piece, ...]:
    """Split a sentence so that the identifiers in it are set as code.

    `worker_init_fn` and `torch.set_num_threads(16)` stand out that way; the
    characters stay what they are.
    """
    pieces: list[Piece] = []
    at = 0
    for hit in _IDENTIFIER.finditer(text):
        pieces.append(Piece(text[at : hit.start()], role, ink))
        pieces.append(Piece(hit.group(), "code", ink))
        at = hit.end()
    pieces.append(Piece(text[at:], role, ink))
    return tuple(piece for piece in pieces if piece.text)


class Paragraph(QLabel):
    """Pieces of plain text, one after the other, that wrap together.

    Still a label, so assistive technology and tests can read the text; what Qt
    would take for markup is shown as it is written.
    """

    def __init__(self, role: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._role = role
        self._theme = theme
        self._pieces: tuple[Piece, ...] = ()
        self._laid_out: dict[int, QTextLayout] = {}
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(fonts.font(role))
        self.setWordWrap(True)

    def show_pieces(self, pieces: Sequence[Piece]) -> None:
        """Show these pieces."""
        wanted = tuple(pieces)
        if wanted == self._pieces:
            return
        self._pieces = wanted
        self._laid_out.clear()
        self.setText("".join(piece.text for piece in wanted))
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self._laid_out.clear()
        self.update()

    def sizeHint(self) -> QSize:
        """Return a readable width and the height that goes with it."""
        natural = math.ceil(self._lay_out(_ENDLESS_PX).maximumWidth())
        width = min(natural, fonts.scaled(_WIDEST_HINT_PX))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Return one line of a few letters: it wraps."""
        height = fonts.line_height(self._role)
        return QSize(self.fontMetrics().averageCharWidth() * 4, height)

    def heightForWidth(self, width: int) -> int:
        """Height of all lines."""
        count = self._lay_out(width).lineCount()
        return max(1, count) * fonts.line_height(self._role)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines, each centred in the design's line height."""
        del event
        painter = QPainter(self)
        self._lay_out(self.width()).draw(painter, QPointF(0, 0))

    def _lay_out(self, width: int) -> QTextLayout:
        """Return the text broken for `width` logical pixels.

        A layout asks for the same few widths again and again, so they are kept.
        """
        kept = self._laid_out.get(width)
        if kept is None:
            if len(self._laid_out) >= _KEPT_WIDTHS:
                self._laid_out.clear()
            kept = self._laid_out[width] = self._broken(width)
        return kept

    def _broken(self, width: int) -> QTextLayout:
        text = self.text().replace("\n", _LINE_SEPARATOR)
        layout = QTextLayout(text, self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats(self._formats())
        height = fonts.line_height(self._role)
        metrics = self.fontMetrics()
        spare = height - metrics.ascent() - metrics.descent()
        baseline = math.floor(spare / 2) + metrics.ascent()
        layout.beginLayout()
        line = layout.createLine()
        while line.isValid():
            line.setLineWidth(max(1, width))
            top = line.lineNumber() * height + baseline - line.ascent()
            line.setPosition(QPointF(0, top))
            line = layout.createLine()
        layout.endLayout()
        return layout

    def _formats(self) -> list[QTextLayout.FormatRange]:
        ranges = []
        start = 0
        for piece in self._pieces:
            colour: QColor = getattr(self._theme, piece.ink)
            look = QTextCharFormat()
            look.setFont(fonts.font(piece.role))
            look.setForeground(colour)
            stretch = QTextLayout.FormatRange()
            # Qt counts UTF-16 units, Python characters.
            stretch.start = start
            stretch.length = len(piece.text.encode("utf-16-le", "surrogatepass")) // 2
            stretch.format = look
            start += stretch.length
            ranges.append(stretch)
        return ranges
