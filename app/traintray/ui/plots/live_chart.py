"""The graphs with mouse, keyboard and menu."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from traintray.ui.plots.chart import Chart
from traintray.ui.plots.copied_values import Values, copy, offer, row_values
from traintray.ui.plots.crosshair import Crosshair
from traintray.ui.plots.lane_blocks import block_at
from traintray.ui.plots.picture import Picture, RowPicture
from traintray.ui.theme import Theme

_MOUSE_HZ = 30
_FAR = 10
"""Samples that an arrow key moves the crosshair by while Shift is held."""
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class LiveChart(Chart):
    """Moves the crosshair, and copies the values of a row."""

    focus_moved = Signal(object)
    """The QFocusEvent of coming or going, so that the page can draw its ring."""
    _mouse_at = Signal(float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._crosshair = Crosshair()
        name = QCoreApplication.translate("LivePage", "Live graphs")
        self.setAccessibleName(name)
        self.viewport().setAccessibleName(name)
        self._mouse = pg.SignalProxy(
            self._mouse_at, rateLimit=_MOUSE_HZ, slot=self._follow_mouse
        )

    def show_picture(self, picture: Picture) -> None:
        """Draw `picture`; the crosshair keeps its pixel or its sample."""
        super().show_picture(picture)
        self._update_crosshair()

    def put_crosshair(self, at_s: float) -> None:
        """Put the crosshair on the sample nearest to `at_s`."""
        if self.picture is not None and self.places is not None:
            timeline = self.places.timeline(self.picture)
            self._crosshair.follow(timeline.x(at_s), timeline)
            self._update_crosshair()

    def hide_crosshair(self) -> bool:
        """Take the crosshair away; say whether there was one."""
        was_visible = self.crosshair_s is not None
        self._crosshair.hide()
        self.show_crosshair(None)
        return was_visible

    def _update_crosshair(self) -> None:
        if self.picture is not None and self.places is not None:
            timeline = self.places.timeline(self.picture)
            times = self.picture.times.times
            self.show_crosshair(self._crosshair.at_s(timeline, times))

    def _follow_mouse(self, arguments: tuple[float]) -> None:
        (x,) = arguments
        if self.picture is None or self.places is None or not self.underMouse():
            return
        self._crosshair.follow(x, self.places.timeline(self.picture))
        self._update_crosshair()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Let the crosshair follow."""
        self._mouse_at.emit(event.position().x())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the focus, so that the arrow keys work from here on."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Nothing can be dragged here."""
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        """Take a crosshair that followed the mouse away."""
        super().leaveEvent(event)
        self._crosshair.leave()
        self._update_crosshair()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page, which scrolls."""
        event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the crosshair with the arrow keys; leave other keys to the page."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or self.picture is None or self.places is None:
            event.ignore()
            return
        shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        timeline = self.places.timeline(self.picture)
        times = self.picture.times.times
        self._crosshair.step(step * (_FAR if shift else 1), timeline, times)
        self._update_crosshair()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the page."""
        super().focusInEvent(event)
        self.focus_moved.emit(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the page."""
        super().focusOutEvent(event)
        self.focus_moved.emit(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell the full name of a run or an episode that had to be cut short, and why
        a row lacks a line.
        """
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = QPointF(event.pos())
            row = self._row_at(at)
            text = self._lane_text_at(at) or (row.row.note if row is not None else "")
            if text:
                QToolTip.showText(event.globalPos(), text, self)
            else:
                QToolTip.hideText()
            return True
        return bool(super().viewportEvent(event))

    def _lane_text_at(self, at: QPointF) -> str:
        if self.picture is None or self.places is None:
            return ""
        block = block_at(self.picture, self.places, at)
        return block.text if block is not None else ""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy the values of the row under the mouse; the page offers all of
        them to the keyboard.
        """
        row = self._row_at(QPointF(event.pos()))
        if event.reason() is QContextMenuEvent.Reason.Keyboard or row is None:
            event.ignore()
            return
        offer(self, self._values_of(row), event.globalPos())

    def copied_values(self) -> list[Values]:
        """Return the samples of all rows."""
        rows = self.picture.rows if self.picture is not None else ()
        return [values for row in rows for values in self._values_of(row)]

    def copy_values(self, row: RowPicture) -> None:
        """Put the values of a row on the clipboard, as CSV."""
        for values in self._values_of(row):
            copy(values)

    def _values_of(self, row: RowPicture) -> list[Values]:
        if self.picture is None or self.places is None or not row.series:
            return []
        return [row_values(row, self.places.timeline(self.picture))]

    def _row_at(self, at: QPointF) -> RowPicture | None:
        if self.picture is None or self.places is None:
            return None
        index = self.places.row_at(at.y())
        if index is None:
            return None
        found = self.picture.rows[index]
        return found if found.series else None
