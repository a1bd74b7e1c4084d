"""What was measured, next to the thresholds it was held against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from traintray.core.advice.advice import EvidenceRow
from traintray.ui import fonts
from traintray.ui.format import DOT, evidence_value
from traintray.ui.joined import with_detail
from traintray.ui.state_shape import Shape
from traintray.ui.theme import Theme
from traintray.ui.widgets.bullet_bar import BulletBar
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.state_view import StateView
from traintray.ui.window.paragraph import Paragraph, Piece
from traintray.ui.window.retheme import retheme_children

_SHAPE_PX = 13
_ROW_PX = 26
"""And one for the hairline."""
_HEAD_PX, _HEAD_TEXT_PX = 23, 20
_COLUMN_PX = {0: 22, 2: 8, 4: 16, 5: 58, 6: 16}
"""Widths of shape and value, and of the gaps between all columns."""
_NAME_PX, _THRESHOLD_PX = 156, 130
"""They share what is left in this ratio; a longer text gets what it needs."""
_WIDEST_PX = (190, 0)
"""What names and thresholds get at least in one line, as far as they need it."""
_WIDEST_NARROW_PX = (120, 84)
_NARROW_BELOW_PX = 540
_NAME, _BAR, _MEASURED, _THRESHOLD = 1, 3, 5, 7
_COLUMN_COUNT = 8
_LINES_ABOVE = 2
_EN_SPACE = "\u2002"
_TOP = Qt.AlignmentFlag.AlignTop
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class _Row:
    """The widgets of one row."""

    shape: StateView
    name: Label
    bar: BulletBar
    measured: Label
    threshold: Label
    line: Hairline

    def widgets(self) -> tuple[QWidget, ...]:
        """All of them."""
        cells = (self.shape, self.name, self.bar, self.measured, self.threshold)
        return (*cells, self.line)


class _Count(Label):
    """How many of the rows are crossed; cut where its column is narrow."""


class EvidenceTable(QWidget):
    """One row per evidence: shape when crossed, name, bar, value, threshold."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[_Row] = []
        self._crossed = _Count("caption_label", theme, "ink3")
        self._crossed.set_elided(True)
        self._ruled_out = Paragraph("secondary", theme)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        for at, width_px in _COLUMN_PX.items():
            self._grid.setColumnMinimumWidth(at, fonts.scaled(width_px))
        self._grid.setColumnStretch(_NAME, _NAME_PX)
        self._grid.setColumnStretch(_THRESHOLD, _THRESHOLD_PX)
        self._add_head()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.scaled(7))
        column.addLayout(self._grid)
        column.addWidget(self._ruled_out)

    def show_rows(self, rows: Sequence[EvidenceRow], ruled_out: Sequence[str]) -> None:
        """Show the evidence, and the causes that were measured and are not there."""
        while len(self._rows) < len(rows):
            self._rows.append(self._new_row(len(self._rows)))
        for i, row in enumerate(self._rows):
            for widget in row.widgets():
                widget.setVisible(i < len(rows))
        for row, shown in zip(self._rows, rows, strict=False):
            self._fill(row, shown)
        self._share()
        crossed, total = sum(row.evidence.crossed for row in rows), len(rows)
        template = self.tr("{crossed} of {total} thresholds crossed")
        if crossed == total:  # for languages that say `all 6`
            template = self.tr("{total} of {total} thresholds crossed")
        self._crossed.setText(template.format(crossed=crossed, total=total))
        self._ruled_out.setVisible(bool(ruled_out))
        self._ruled_out.show_pieces(
            [
                Piece(self.tr("Ruled out"), "secondary_label", "ink"),
                Piece(_EN_SPACE + f" {DOT} ".join(ruled_out), "secondary", "ink2"),
            ]
        )

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let names go on in a second line where it is narrow."""
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        narrow = self.width() < fonts.scaled(_NARROW_BELOW_PX)
        widest = _WIDEST_NARROW_PX if narrow else _WIDEST_PX
        for row in self._rows:
            for label, px in zip((row.name, row.threshold), widest, strict=True):
                needs = label.fontMetrics().horizontalAdvance(label.text()) + 1
                label.setMinimumWidth(min(needs, fonts.scaled(px)))

    def _add_head(self) -> None:
        title = Label("head", self._theme)
        title.setText(self.tr("What we saw"))
        measured = Label("caption_label", self._theme, "ink3")
        measured.setText(self.tr("measured"))
        measured.setAlignment(_RIGHT)
        threshold = Label("caption_label", self._theme, "ink3")
        threshold.setText(self.tr("threshold"))
        self._grid.setRowMinimumHeight(0, fonts.scaled(_HEAD_PX))
        for label in (title, self._crossed, measured, threshold):
            label.setFixedHeight(fonts.scaled(_HEAD_TEXT_PX))
        self._grid.addWidget(title, 0, 0, 1, 2, _TOP)
        self._grid.addWidget(self._crossed, 0, _BAR, _TOP)
        self._grid.addWidget(measured, 0, _MEASURED, _TOP)
        self._grid.addWidget(threshold, 0, _THRESHOLD, _TOP)
        self._grid.addWidget(Hairline(self._theme, ink="line2"), 1, 0, 1, _COLUMN_COUNT)

    def _new_row(self, number: int) -> _Row:
        theme = self._theme
        row = _Row(
            StateView(Shape.ATTENTION, _SHAPE_PX, theme),
            Label("body", theme),
            BulletBar(theme),
            Label("head", theme),
            Label("secondary", theme, "ink3"),
            Hairline(theme),
        )
        row.name.setWordWrap(True)
        row.threshold.setWordWrap(True)
        row.measured.setAlignment(_RIGHT)
        keeps_room = QSizePolicy(row.shape.sizePolicy())
        keeps_room.setRetainSizeWhenHidden(True)
        row.shape.setSizePolicy(keeps_room)
        at = _LINES_ABOVE + 2 * number
        self._grid.setRowMinimumHeight(at, fonts.scaled(_ROW_PX))
        self._grid.addWidget(row.shape, at, 0)
        self._grid.addWidget(row.name, at, _NAME)
        self._grid.addWidget(row.bar, at, _BAR)
        self._grid.addWidget(row.measured, at, _MEASURED)
        self._grid.addWidget(row.threshold, at, _THRESHOLD)
        self._grid.addWidget(row.line, at + 1, 0, 1, _COLUMN_COUNT)
        return row

    def _fill(self, row: _Row, shown: EvidenceRow) -> None:
        evidence = shown.evidence
        row.shape.setVisible(evidence.crossed)
        row.name.setText(shown.label)
        row.name.setToolTip(shown.label)
        row.bar.show_evidence(evidence, shown.label)
        row.measured.setText(evidence_value(evidence.measured, evidence.unit))
        said = shown.threshold_text
        if evidence.is_chosen:
            said = with_detail(said, self.tr("set by you"))
        row.threshold.setText(said)
        row.threshold.setToolTip("\n".join(filter(None, (shown.reason, shown.source))))
