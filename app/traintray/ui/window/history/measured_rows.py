"""The evidence of a past episode: name, measured value, threshold."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from traintray.core.advice.told import Told
from traintray.ui import fonts
from traintray.ui.format import DOT
from traintray.ui.theme import Theme
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.widgets.label import Label
from traintray.ui.window.history import words
from traintray.ui.window.history.figure_names import figure_name
from traintray.ui.window.paragraph import Paragraph, Piece
from traintray.ui.window.retheme import retheme_children

_ROW_PX = 26
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class MeasuredRows(QWidget):
    """One row per number, as it was at its worst."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._table: QWidget | None = None
        self._ruled_out = Paragraph("secondary", theme)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(fonts.scaled(7))
        self._column.addWidget(self._ruled_out)

    def show_evidence(
        self, evidence: Mapping[str, tuple[float, float, str]], texts: Told
    ) -> None:
        """Show the numbers with the words of that day."""
        if self._table is not None:
            self._column.removeWidget(self._table)
            self._table.deleteLater()
        self._table = QWidget()
        grid = QGridLayout(self._table)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(0)
        grid.setHorizontalSpacing(fonts.scaled(16))
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(2, 3)
        self._add_head(grid)
        for number, (key, numbers) in enumerate(evidence.items(), start=1):
            threshold = texts.thresholds.get(key)
            if not threshold:
                threshold = words.value_text(numbers[1], numbers[2])
            row = (
                texts.labels.get(key) or figure_name(key),
                words.value_text(numbers[0], numbers[2]),
                threshold,
            )
            self._add_row(grid, 2 * number, row)
        self._column.insertWidget(0, self._table)
        self._ruled_out.setVisible(bool(texts.ruled_out))
        self._ruled_out.show_pieces(
            [
                Piece(self.tr("Ruled out"), "secondary_label", "ink"),
                Piece(f"\u2002{f' {DOT} '.join(texts.ruled_out)}", "secondary", "ink2"),
            ]
        )

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def _add_head(self, grid: QGridLayout) -> None:
        heads = ("", self.tr("at its worst"), self.tr("threshold"))
        for at, text in enumerate(heads):
            label = Label("caption_label", self._theme, "ink3")
            label.setText(text)
            if at == 1:
                label.setAlignment(_RIGHT)
            grid.addWidget(label, 0, at)
        grid.addWidget(Hairline(self._theme, ink="line2"), 1, 0, 1, 3)

    def _add_row(self, grid: QGridLayout, at: int, row: tuple[str, str, str]) -> None:
        looks = (("body", "ink"), ("head", "ink"), ("secondary", "ink3"))
        for column, (text, look) in enumerate(zip(row, looks, strict=True)):
            label = Label(look[0], self._theme, look[1])
            label.setText(text)
            label.set_elided(column != 1)
            label.setToolTip(text)
            if column == 1:
                label.setAlignment(_RIGHT)
            grid.addWidget(label, at, column)
        grid.setRowMinimumHeight(at, fonts.scaled(_ROW_PX))
        grid.addWidget(Hairline(self._theme), at + 1, 0, 1, 3)
