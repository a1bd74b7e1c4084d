"""What to do: numbered steps, each with the lines to copy."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from traintray.core.advice.advice import Step
from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.code_block import CodeBlock
from traintray.ui.window.paragraph import Paragraph, Piece, with_code
from traintray.ui.window.retheme import retheme_children

_CIRCLE_PX = 18
_CIRCLE_TOP_PX = 1
_GAP_PX = 10
_ABOVE_SNIPPET_PX = 5
_APART_PX = 8


class Steps(QWidget):
    """A list of steps, the most effective first."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[_StepRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(fonts.scaled(_APART_PX))

    def show_steps(self, steps: Sequence[Step]) -> None:
        """Show these steps. A step that stays keeps its widgets and the focus."""
        while len(self._rows) < len(steps):
            row = _StepRow(len(self._rows) + 1, self._theme)
            self._rows.append(row)
            self._column.addWidget(row)
        for i, row in enumerate(self._rows):
            row.setVisible(i < len(steps))
        for row, step in zip(self._rows, steps, strict=False):
            row.show_step(step)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)


class AfterSteps(QWidget):
    """What the steps cost, when they take effect, how to undo them: with their heads.

    Hidden when nothing is said of that.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = Paragraph("secondary", theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(*map(fonts.scaled, (_CIRCLE_PX + _GAP_PX, 12, 0, 0)))
        column.addWidget(self._text)
        self.hide()

    def show_parts(self, parts: Sequence[tuple[str, str]]) -> None:
        """Show these: heads and texts, a line each."""
        pieces: list[Piece] = []
        for number, (head, text) in enumerate(parts):
            line = "\n" if number else ""
            pieces.append(Piece(f"{line}{head}\u2002", "secondary_label", "ink"))
            pieces.append(Piece(text, "secondary", "ink2"))
        self._text.show_pieces(pieces)
        self.setVisible(bool(pieces))

    @property
    def text(self) -> str:
        """What is shown."""
        return self._text.text()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)


class _StepRow(QWidget):
    """Number, sentence and snippet."""

    def __init__(self, number: int, theme: Theme) -> None:
        super().__init__()
        self._text = Paragraph("body", theme)
        self._code = CodeBlock("", theme)
        self._code.hide()
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(fonts.scaled(_ABOVE_SNIPPET_PX))
        right.addWidget(self._text)
        right.addWidget(self._code)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(fonts.scaled(_GAP_PX))
        row.addWidget(_Circle(number, theme), 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(right, 1)

    def show_step(self, step: Step) -> None:
        pieces = [Piece(f"{step.title} ", "head", "ink")]
        self._text.show_pieces((*pieces, *with_code(step.text, "body", "ink2")))
        self._code.setVisible(step.snippet is not None)
        if step.snippet is not None and step.snippet != self._code.code:
            self._code.set_code(step.snippet)

    def set_theme(self, theme: Theme) -> None:
        retheme_children(self, theme)


class _Circle(QWidget):
    """The number of a step."""

    def __init__(self, number: int, theme: Theme) -> None:
        super().__init__()
        self._number = number
        self._theme = theme
        self.setFont(fonts.font("caption"))
        fixed = QSizePolicy.Policy.Fixed
        self.setSizePolicy(fixed, fixed)
        self.setAccessibleName(self.tr("Step {number}").format(number=number))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        side = fonts.scaled(_CIRCLE_PX)
        return QSize(side, side + _CIRCLE_TOP_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.line2, 1))
        side = self.width() - 1
        painter.drawEllipse(QRectF(0.5, _CIRCLE_TOP_PX + 0.5, side, side))
        painter.setPen(self._theme.ink)
        box = QRectF(0, _CIRCLE_TOP_PX, self.width(), self.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(self._number))
