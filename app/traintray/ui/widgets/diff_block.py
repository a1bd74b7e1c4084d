"""What a change would do to a file, line by line; no red and no green."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.core.knobs.plan import DiffKind, DiffLine
from traintray.ui import fonts
from traintray.ui.format import MINUS
from traintray.ui.theme import Theme

_RADIUS_PX = 6
_ROLES = {DiffKind.ADDED: "code_bold"}
_SIGNS = {DiffKind.ADDED: "+", DiffKind.REMOVED: MINUS, DiffKind.STRUCK: MINUS}


class DiffBlock(QWidget):
    """Added lines are bold on a darker row, removed ones are struck through.

    `roomy` gives the wider margins of the preview dialog.
    """

    def __init__(
        self, theme: Theme, roomy: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines: tuple[DiffLine | str, ...] = ()
        self._row_px = fonts.scaled(19 if roomy else 18)
        self._pad_px = fonts.scaled(12 if roomy else 8)
        self._gutter_px = fonts.scaled(18 if roomy else 14)
        self._edge_px = fonts.scaled(8 if roomy else 6)
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Expanding, policy.Fixed)

    def show_lines(self, lines: Sequence[DiffLine | str]) -> None:
        """Show lines of a diff; a string is a remark about lines left out."""
        self._lines = tuple(lines)
        changes = [
            f"{_SIGNS[line.kind]} {line.text}"
            for line in self._lines
            if isinstance(line, DiffLine) and line.kind in _SIGNS
        ]
        self.setAccessibleName(self.tr("Changes to the file"))
        self.setAccessibleDescription("\n".join(changes))
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for all lines; long ones are cut at the right edge."""
        height = len(self._lines) * self._row_px + 2 * self._edge_px
        return QSize(fonts.scaled(300), height)

    def minimumSizeHint(self) -> QSize:
        """Return a width that still shows a variable's name."""
        return QSize(fonts.scaled(160), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sunken surface and the rows."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        surface = QPainterPath()
        surface.addRoundedRect(QRectF(self.rect()), _RADIUS_PX, _RADIUS_PX)
        painter.fillPath(surface, self._theme.sunk)
        painter.setClipPath(surface)
        for number, line in enumerate(self._lines):
            top = self._edge_px + number * self._row_px
            self._paint_row(painter, QRectF(0, top, self.width(), self._row_px), line)

    def _paint_row(self, painter: QPainter, row: QRectF, line: DiffLine | str) -> None:
        kind = line.kind if isinstance(line, DiffLine) else DiffKind.SAME
        text = line.text if isinstance(line, DiffLine) else line
        if kind is DiffKind.ADDED:
            painter.fillRect(row, self._theme.sel)
        font = fonts.font(_ROLES.get(kind, "code"))
        if isinstance(line, str):
            font = fonts.font("caption")
        ink = self._ink(line)
        self._write(painter, row, _SIGNS.get(kind, ""), font, ink)
        if kind in (DiffKind.REMOVED, DiffKind.STRUCK):
            font = QFont(font)
            font.setStrikeOut(True)
        self._write(painter, row.adjusted(self._gutter_px, 0, 0, 0), text, font, ink)

    def _ink(self, line: DiffLine | str) -> QColor:
        theme = self._theme
        if isinstance(line, str):
            return theme.ink3
        if line.kind is DiffKind.ADDED:
            return theme.ink
        comment = line.text.lstrip().startswith("#")
        return theme.ink3 if comment and line.kind is DiffKind.SAME else theme.ink2

    def _write(
        self, painter: QPainter, row: QRectF, text: str, font: QFont, ink: QColor
    ) -> None:
        painter.setFont(font)
        painter.setPen(ink)
        metrics = painter.fontMetrics()
        room = row.adjusted(self._pad_px, 0, -self._pad_px, 0)
        shown = metrics.elidedText(
            text.replace("\t", "    "), Qt.TextElideMode.ElideRight, int(room.width())
        )
        ratio = self.devicePixelRatioF()
        baseline = row.top() + fonts.baseline(font, row.height(), ratio)
        painter.drawText(QPointF(room.left(), baseline), shown)
