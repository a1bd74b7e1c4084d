"""What to do: numbered steps, each with the lines to copy; what is done is ticked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from traintray.core.advice.advice import PLANNER, Step
from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import SecondaryButton
from traintray.ui.widgets.code_block import CodeBlock
from traintray.ui.window.paragraph import Paragraph, Piece, with_code
from traintray.ui.window.retheme import retheme_children

_CIRCLE_PX = 18
_CIRCLE_TOP_PX = 1
_GAP_PX = 10
_ABOVE_SNIPPET_PX = 5
_APART_PX = 8
_WIDE = ("。", "，", "：")
"""Marks that bring their own room."""


_TICK = ((5.0, 9.5), (8.0, 12.5), (13.0, 6.5))
"""Corners of a tick, in pixels of a circle of 18."""


class Steps(QWidget):
    """A list of steps, the most effective first, behind them those that are taken."""

    planner_clicked = Signal()

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
            row.planner.clicked.connect(self.planner_clicked)
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
        pieces = _parts(parts, "\n")
        self._text.show_pieces(pieces)
        self.setVisible(bool(pieces))

    @property
    def text(self) -> str:
        """What is shown."""
        return self._text.text()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)


def _parts(parts: Sequence[tuple[str, str]], between: str) -> list[Piece]:
    """Return heads and texts, with something between one text and the next head."""
    pieces: list[Piece] = []
    for number, (head, text) in enumerate(parts):
        apart = between if number else ""
        pieces.append(Piece(f"{apart}{head}\u2002", "secondary_label", "ink"))
        pieces.append(Piece(text, "secondary", "ink2"))
    return pieces


class _StepRow(QWidget):
    """Number or tick, sentence, snippet, and what to know of this step alone."""

    def __init__(self, number: int, theme: Theme) -> None:
        super().__init__()
        self._text = Paragraph("body", theme)
        self._code = CodeBlock("", theme)
        self._code.hide()
        self._own = Paragraph("secondary", theme)
        self.planner = SecondaryButton(self.tr("Open scale-out planner"), theme)
        self._circle = _Circle(number, theme)
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(fonts.scaled(_ABOVE_SNIPPET_PX))
        for part in (self._text, self._code, self._own):
            right.addWidget(part)
        right.addWidget(self.planner, 0, Qt.AlignmentFlag.AlignLeft)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(fonts.scaled(_GAP_PX))
        row.addWidget(self._circle, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(right, 1)

    def show_step(self, step: Step) -> None:
        self._circle.tick(step.in_place)
        space = "" if step.title.endswith(_WIDE) else " "
        pieces = [Piece(f"{step.title}{space}", "head", "ink")]
        self._text.show_pieces((*pieces, *with_code(step.text, "body", "ink2")))
        self._code.setVisible(step.snippet is not None)
        if step.snippet is not None and step.snippet != self._code.code:
            self._code.set_code(step.snippet)
        self._own.show_pieces(_parts(step.parts, "\u2003"))
        self._own.setVisible(bool(step.parts))
        self.planner.setVisible(step.opens == PLANNER)

    def set_theme(self, theme: Theme) -> None:
        retheme_children(self, theme)


class _Circle(QWidget):
    """The number of a step."""

    def __init__(self, number: int, theme: Theme) -> None:
        super().__init__()
        self._number = number
        self._is_ticked = False
        self._theme = theme
        self.setFont(fonts.font("caption"))
        fixed = QSizePolicy.Policy.Fixed
        self.setSizePolicy(fixed, fixed)
        self.tick(False)

    def tick(self, is_ticked: bool) -> None:
        """Say whether the step is taken already."""
        self._is_ticked = is_ticked
        name = self.tr("Step {number}").format(number=self._number)
        self.setAccessibleName(self.tr("Already in place") if is_ticked else name)
        self.update()

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
        if self._is_ticked:
            scale = self.width() / _CIRCLE_PX
            painter.setPen(QPen(self._theme.ink, 1.6))
            painter.drawPolyline(
                QPolygonF(
                    [QPointF(x * scale, _CIRCLE_TOP_PX + y * scale) for x, y in _TICK]
                )
            )
            return
        box = QRectF(0, _CIRCLE_TOP_PX, self.width(), self.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(self._number))
