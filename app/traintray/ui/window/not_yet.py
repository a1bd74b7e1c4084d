"""What was measured before a change, and a dash for what is not measured yet."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from traintray.core.advice.advice import EvidenceRow
from traintray.ui import fonts
from traintray.ui.format import MISSING, evidence_value
from traintray.ui.theme import Theme
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.widgets.label import Label
from traintray.ui.window.retheme import retheme_children

_MOST_ROWS = 3
_ROW_PX = 22
_ARROW = "\u2192"
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class NotYet(QWidget):
    """`CPU it may use    97% \u2192 \u2013`, for the first rows of the evidence."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[Label, ...]] = []
        grid = QGridLayout(self)
        grid.setContentsMargins(*map(fonts.scaled, (0, 8, 0, 0)))
        grid.setHorizontalSpacing(fonts.scaled(8))
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(0, 1)
        grid.addWidget(Hairline(theme), 0, 0, 1, 4)
        for at in range(1, _MOST_ROWS + 1):
            row = (
                Label("secondary", theme, "ink2"),
                Label("secondary_head", theme),
                Label("secondary", theme, "ink3"),
                Label("secondary", theme, "ink3"),
            )
            row[0].setWordWrap(True)
            row[1].setAlignment(_RIGHT)
            for column, label in enumerate(row):
                grid.addWidget(label, at, column)
            grid.setRowMinimumHeight(at, fonts.scaled(_ROW_PX))
            self._rows.append(row)

    def show_rows(self, rows: Sequence[EvidenceRow]) -> None:
        """Show what was measured; nothing where there is no evidence."""
        self.setVisible(bool(rows))
        for at, labels in enumerate(self._rows):
            for label in labels:
                label.setVisible(at < len(rows))
            if at < len(rows):
                evidence = rows[at].evidence
                measured = evidence_value(evidence.measured, evidence.unit)
                texts = (rows[at].label, measured, _ARROW, MISSING)
                for label, text in zip(labels, texts, strict=True):
                    label.setText(text)

    @property
    def texts(self) -> list[str]:
        """What is shown, row by row."""
        shown = [row for row in self._rows if not row[0].isHidden()]
        return [" ".join(label.text() for label in row) for row in shown]

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)
