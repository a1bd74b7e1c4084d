"""Which run to read about, where there are several."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QVBoxLayout, QWidget

from traintray.ui import fonts
from traintray.ui.joined import with_detail
from traintray.ui.run_names import with_model
from traintray.ui.state_shape import (
    Shape,
    paint_state,
    shape_of_severity,
    shape_of_verdict,
)
from traintray.ui.theme import Theme
from traintray.ui.widgets.focus_ring import KeyboardFocus
from traintray.ui.window.advice_memory import Entry
from traintray.ui.window.flow_row import FlowRow
from traintray.ui.window.retheme import retheme_children

_HEIGHT_PX = 26
_SIDE_PX = 9
_SHAPE_PX = 12
_GAP_PX = 6
_RADIUS_PX = 6
_WIDEST_NAME_PX = 200


def shape_of(entry: Entry) -> Shape:
    """Return the shape that stands for a run: its advice while that is open."""
    if entry.advice is not None and entry.is_open:
        return shape_of_severity(entry.advice.severity)
    if entry.verdict is None:
        return Shape.OK
    return shape_of_verdict(entry.verdict)


class RunSelector(QWidget):
    """One button per run. Hidden while there is only one."""

    chosen = Signal(str)
    """Run key."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.buttons: list[RunButton] = []
        self._row = FlowRow(gap_px=4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._row)
        self.hide()

    def show_entries(self, entries: Sequence[Entry], shown_key: str | None) -> None:
        """Offer these runs; `shown_key` is the one on the page."""
        keys = [entry.run.key for entry in entries]
        if keys != [button.run_key for button in self.buttons]:
            self._rebuild(keys)
        for button, entry in zip(self.buttons, entries, strict=True):
            button.show_entry(entry)
            button.setChecked(entry.run.key == shown_key)
        self.setVisible(len(entries) > 1)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def _rebuild(self, keys: Sequence[str]) -> None:
        self._row.clear()
        self.buttons = []
        for key in keys:
            button = RunButton(key, self._theme)
            button.clicked.connect(self._clicked)
            self._row.add(button)
            self.buttons.append(button)

    @Slot()
    def _clicked(self) -> None:
        button = self.sender()
        if isinstance(button, RunButton):
            button.setChecked(True)
            self.chosen.emit(button.run_key)


class RunButton(QAbstractButton):
    """Shape, name and process number of one run."""

    def __init__(self, run_key: str, theme: Theme) -> None:
        super().__init__()
        self.run_key = run_key
        self._theme = theme
        self._name = ""
        self._detail = ""
        self._shape = Shape.NO_DATA
        self._focus = KeyboardFocus(self, _RADIUS_PX)
        self.setCheckable(True)
        self.setFont(fonts.font("secondary_label"))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_entry(self, entry: Entry) -> None:
        """Show a run."""
        run, ended = entry.run, entry.verdict is None
        template = self.tr("PID {pid}, ended") if ended else self.tr("PID {pid}")
        detail = with_model(run, template.format(pid=run.root_pid))
        told = (run.name, detail, shape_of(entry))
        if told == (self._name, self._detail, self._shape):
            return
        self._name, self._detail, self._shape = told
        self.setText(run.name.replace("&", "&&"))
        self.setAccessibleName(with_detail(run.name, self._detail))
        self.updateGeometry()
        self.update()

    @property
    def shape(self) -> Shape:
        """Which shape it shows."""
        return self._shape

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """Return the width of its texts, of a long name a part."""
        detail = self.fontMetrics().horizontalAdvance(self._detail) + 1
        around = 2 * _SIDE_PX + _SHAPE_PX + 2 * _GAP_PX
        width = self._name_width() + detail + fonts.scaled(around)
        return QSize(width, fonts.scaled(_HEIGHT_PX))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring when the keyboard brought the focus."""
        super().focusInEvent(event)
        self._focus.gained(event, self._theme)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the ring."""
        super().focusOutEvent(event)
        self._focus.lost()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint shape, name and number."""
        del event
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.sel if self.isChecked() else theme.hover)
            painter.drawRoundedRect(QRectF(self.rect()), _RADIUS_PX, _RADIUS_PX)
        else:
            painter.setPen(QPen(theme.line, 1))
            box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(box, _RADIUS_PX - 0.5, _RADIUS_PX - 0.5)
        side, left = fonts.scaled(_SHAPE_PX), fonts.scaled(_SIDE_PX)
        top = (self.height() - side) / 2
        paint_state(painter, QRectF(left, top, side, side), self._shape, theme)
        left += side + fonts.scaled(_GAP_PX)
        where = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setPen(theme.ink if self.isChecked() else theme.ink2)
        name = self.fontMetrics().elidedText(
            self._name, Qt.TextElideMode.ElideMiddle, self._name_width()
        )
        painter.drawText(QRectF(left, 0, self.width(), self.height()), where, name)
        left += self._name_width() + fonts.scaled(_GAP_PX)
        painter.setPen(theme.ink3)
        painter.setFont(fonts.font("secondary"))
        rest = QRectF(left, 0, self.width() - left, self.height())
        painter.drawText(rest, where, self._detail)

    def _name_width(self) -> int:
        width = QFontMetricsF(self.font()).horizontalAdvance(self._name)
        return min(math.ceil(width) + 1, fonts.scaled(_WIDEST_NAME_PX))
