"""The figures before and after a change, row by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from traintray.core.proof.outcome import Measure
from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.widgets.label import Label
from traintray.ui.window.flow_row import FlowRow
from traintray.ui.window.proof.dumbbell import Dumbbell, ends_of
from traintray.ui.window.proof.words import (
    change_text,
    measure_name,
    value_text,
)
from traintray.ui.window.retheme import retheme_children

_ROW_PX, _HEAD_PX = 28, 24
_NUMBER_PX, _GAP_PX = 64, 14
_NAME, _BAR, _BEFORE, _AFTER, _CHANGE = range(5)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class BeforeAfter(QWidget):
    """One row per figure: name, dumbbell, before, after, difference."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.bars: list[Dumbbell] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(fonts.scaled(_GAP_PX))
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(_NAME, 1)
        for column in (_BEFORE, _AFTER, _CHANGE):
            self._grid.setColumnMinimumWidth(column, fonts.scaled(_NUMBER_PX))

    def show_measures(
        self, measures: Sequence[Measure], thresholds: Mapping[str, float]
    ) -> None:
        """Show these; a threshold is marked where one is known for the figure."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.bars = []
        self._add_head(bool(thresholds))
        for number, measure in enumerate(measures, start=1):
            self._add_row(2 * number, measure, thresholds.get(measure.key))

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def _add_head(self, has_threshold: bool) -> None:
        title = Label("head", self._theme)
        title.setText(self.tr("Before and after"))
        self._grid.setRowMinimumHeight(0, fonts.scaled(_HEAD_PX))
        self._grid.addWidget(title, 0, _NAME)
        legend = _Legend(self._theme, has_threshold)
        self._grid.addWidget(legend, 0, _BAR, Qt.AlignmentFlag.AlignVCenter)
        names = (self.tr("before"), self.tr("after"), self.tr("change"))
        for column, text in zip((_BEFORE, _AFTER, _CHANGE), names, strict=True):
            self._number(text, "caption_label", "ink3", (0, column))
        line = Hairline(self._theme, ink="line2")
        self._grid.addWidget(line, 1, 0, 1, _CHANGE + 1)

    def _add_row(self, at: int, measure: Measure, threshold: float | None) -> None:
        name = Label("body", self._theme)
        name.setWordWrap(True)
        name.setText(measure_name(measure))
        name.setToolTip(name.text())
        before = value_text(measure, measure.before)
        after = value_text(measure, measure.after)
        bar = Dumbbell(self._theme)
        template = self.tr("{name}: {before} before, {after} after")
        told = template.format(name=name.text(), before=before, after=after)
        bar.show_ends(ends_of(measure, threshold), told)
        self.bars.append(bar)
        self._grid.setRowMinimumHeight(at, fonts.scaled(_ROW_PX))
        self._grid.addWidget(name, at, _NAME)
        self._grid.addWidget(bar, at, _BAR)
        self._number(before, "body", "ink2", (at, _BEFORE))
        self._number(after, "head", "ink", (at, _AFTER))
        self._number(change_text(measure), "secondary", "ink2", (at, _CHANGE))
        self._grid.addWidget(Hairline(self._theme), at + 1, 0, 1, _CHANGE + 1)

    def _number(self, text: str, role: str, ink: str, cell: tuple[int, int]) -> None:
        label = Label(role, self._theme, ink)
        label.setAlignment(_RIGHT)
        label.setText(text)
        self._grid.addWidget(label, *cell)


class _Legend(FlowRow):
    """`○ before  ● after  | threshold`, as the dumbbells have them."""

    def __init__(self, theme: Theme, has_threshold: bool) -> None:
        super().__init__(8)
        texts = [self.tr("before"), self.tr("after"), self.tr("threshold")]
        for kind, text in enumerate(texts[: 3 if has_threshold else 2]):
            label = Label("caption", theme, "ink3")
            label.setText(text)
            named = QWidget()
            row = QHBoxLayout(named)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(fonts.scaled(4))
            row.addWidget(_Sign(kind, theme))
            row.addWidget(label)
            self.add(named)

    def set_theme(self, theme: Theme) -> None:
        retheme_children(self, theme)


class _Sign(QWidget):
    def __init__(self, kind: int, theme: Theme) -> None:
        super().__init__()
        self._kind = kind
        self._theme = theme
        side = fonts.scaled(3 if kind == 2 else 9)
        self.setFixedSize(side, fonts.scaled(11))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = self._theme.ink3
        painter.setPen(QPen(ink, 1.3))
        centre = QPointF(self.width() / 2, self.height() / 2)
        if self._kind == 2:
            down = QPointF(0, self.height() / 2)
            painter.drawLine(centre - down, centre + down)
            return
        painter.setBrush(ink if self._kind else self._theme.bg)
        radius = 3.4 * fonts.scale()
        painter.drawEllipse(centre, radius, radius)
