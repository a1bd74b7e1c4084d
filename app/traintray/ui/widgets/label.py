"""Text in a role of the design, with its line height. Never markup."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QToolTip, QWidget

from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.line_breaks import broken

_WIDEST_HINT_PX = 420


class Label(QLabel):
    """Plain text: what comes from outside, such as a process name, cannot format it.

    `ink` is the name of a colour of the theme. Use `setWordWrap(True)` for a
    paragraph, `set_elided(True)` for a line that may be cut short.
    """

    def __init__(
        self, role: str, theme: Theme, ink: str = "ink", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._role = role
        self._theme = theme
        self._ink = ink
        self._elided = False
        self._max_lines = 0
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(fonts.font(role))

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def set_ink(self, ink: str) -> None:
        """Change the colour to another one of the theme, by name."""
        self._ink = ink
        self.update()

    def set_role(self, role: str) -> None:
        """Change the type role."""
        self._role = role
        self.setFont(fonts.font(role))
        self.updateGeometry()

    def set_elided(self, elided: bool) -> None:
        """Let the line be cut with an ellipsis where the room is too small."""
        self._elided = elided
        self.updateGeometry()

    def set_max_lines(self, count: int) -> None:
        """Cut a paragraph after `count` lines; 0 shows all."""
        self._max_lines = count
        self.updateGeometry()

    def colour(self) -> QColor:
        """Return the colour of the text."""
        colour: QColor = getattr(self._theme, self._ink)
        return colour

    def event(self, event: QEvent) -> bool:
        """Tell a line that had to be cut in full, where nothing else is told."""
        if event.type() == QEvent.Type.ToolTip and not self.toolTip():
            cut = self._elided and self._natural_width() > self.contentsRect().width()
            if cut and isinstance(event, QHelpEvent):
                QToolTip.showText(event.globalPos(), self.text(), self)
                return True
        return super().event(event)

    def sizeHint(self) -> QSize:
        """One line, or a paragraph of readable width."""
        natural = self._natural_width()
        if not self.wordWrap():
            return QSize(natural, self._line_height())
        width = min(natural, fonts.scaled(_WIDEST_HINT_PX))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """All of a line, unless it may be cut or wrapped."""
        if self._elided or self.wordWrap():
            return QSize(self.fontMetrics().averageCharWidth() * 4, self._line_height())
        return self.sizeHint()

    def hasHeightForWidth(self) -> bool:
        """Return whether it grows as it narrows, as a paragraph does."""
        return self.wordWrap()

    def heightForWidth(self, width: int) -> int:
        """Height of the paragraph, -1 for a line."""
        if not self.wordWrap():
            return -1
        return max(1, len(self._lines(width))) * self._line_height()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint line by line, each centred in the design's line height."""
        del event
        painter = QPainter(self)
        painter.setPen(self.colour())
        box = self.contentsRect()
        lines = self._lines(box.width())
        height = self._line_height()
        top = self._top(len(lines) * height)
        below = fonts.baseline(self.font(), height, self.devicePixelRatioF())
        for number, line in enumerate(lines):
            baseline = top + number * height + below
            x = box.left() + self._indent_of(line, box.width())
            painter.drawText(QPointF(x, baseline), line)

    def _top(self, used: int) -> int:
        """Return where the first line starts: in the middle, unless told otherwise."""
        box = self.contentsRect()
        spare = max(0, box.height() - used)
        if self.alignment() & Qt.AlignmentFlag.AlignTop:
            return box.top()
        if self.alignment() & Qt.AlignmentFlag.AlignBottom:
            return box.top() + spare
        return box.top() + spare // 2

    def _indent_of(self, line: str, width: int) -> float:
        alignment = self.alignment()
        used = QFontMetricsF(self.font()).horizontalAdvance(line)
        spare = max(0.0, width - used)
        if alignment & Qt.AlignmentFlag.AlignRight:
            return spare
        return spare / 2 if alignment & Qt.AlignmentFlag.AlignHCenter else 0.0

    def _line_height(self) -> int:
        return fonts.line_height(self._role)

    def _natural_width(self) -> int:
        metrics = QFontMetricsF(self.font())
        lines = self.text().split("\n")
        return math.ceil(max(metrics.horizontalAdvance(line) for line in lines))

    def _lines(self, width: int) -> list[str]:
        """Break the text for `width` logical pixels."""
        text = self.text()
        if not self.wordWrap():
            return [self._cut(text, width) if self._elided else text]
        if not text:
            return []
        most = self._max_lines or len(text)
        return broken(self.font(), text, width, most)

    def _cut(self, text: str, width: int) -> str:
        metrics = QFontMetricsF(self.font())
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
