"""What stands beside a finding: other findings, and how sure the numbers are."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from traintray.core.advice.advice import Advice
from traintray.ui import fonts
from traintray.ui.format import DOT
from traintray.ui.theme import Theme
from traintray.ui.window.paragraph import Paragraph, Piece
from traintray.ui.window.retheme import retheme_children

_ABOVE_PX = 7
_EN_SPACE = "\u2002"


class BesideFinding(QWidget):
    """A line with the other findings, and one when demand is an estimate.

    Hidden when there is neither.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._also = Paragraph("secondary", theme)
        self._estimate = Paragraph("secondary", theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(*map(fonts.scaled, (0, _ABOVE_PX, 0, 0)))
        column.setSpacing(fonts.scaled(_ABOVE_PX))
        column.addWidget(self._also)
        column.addWidget(self._estimate)

    def show_advice(self, advice: Advice) -> None:
        """Show what goes with this advice."""
        self._also.setVisible(bool(advice.also))
        self._also.show_pieces(
            [
                Piece(self.tr("Also seen"), "secondary_label", "ink"),
                Piece(_EN_SPACE + f" {DOT} ".join(advice.also), "secondary", "ink2"),
            ]
        )
        self._estimate.setVisible(bool(advice.estimate))
        self._estimate.show_pieces([Piece(advice.estimate, "secondary", "ink2")])
        self.setVisible(bool(advice.also or advice.estimate))

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)
