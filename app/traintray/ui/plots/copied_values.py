"""*Copy values*: the numbers of any graph as text that a spreadsheet reads.

A graph has `copied_values`; the page or the popover that it stands in offers them, in
the context menu of the mouse and for the keyboard.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

if TYPE_CHECKING:  # numpy stays out of the tray
    from traintray.ui.plots.picture import RowPicture
    from traintray.ui.plots.timeline import Timeline

Cell = str | float | None


@dataclass(frozen=True, slots=True)
class Values:
    """The numbers of one graph."""

    name: str
    """What the graph is of, in the language of the app."""
    head: tuple[str, ...]
    """The names of the columns; a unit is part of the name."""
    rows: Sequence[Sequence[Cell]]


def stamp(wall_s: float) -> str:
    """Return seconds since 1970 as local time with its zone."""
    moment = datetime.fromtimestamp(wall_s, timezone.utc)
    return moment.astimezone().isoformat(timespec="milliseconds")


def as_csv(values: Values) -> str:
    """Return the numbers line by line; a missing one, None or NaN, is an empty cell."""
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(values.head)
    writer.writerows([_cell(each) for each in row] for row in values.rows)
    return text.getvalue()


def row_values(row: RowPicture, timeline: Timeline) -> Values:
    """Return the samples of a row that are in view: one column per series, in the base
    units that its name tells.
    """
    keys = [line.key for line in row.row.lines]
    times = row.series[keys[0]].times.tolist()
    rows: list[list[Cell]] = []
    for index, at_s in enumerate(times):
        if at_s >= timeline.start_s:
            found = (row.series[key].values for key in keys)
            cells = [float(v[index]) if index < len(v) else None for v in found]
            rows.append([stamp(timeline.wall_at(at_s)), *cells])
    return Values(row.row.name, ("time", *keys), rows)


def _cell(value: Cell) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    if math.isnan(value):
        return ""
    return f"{value:.6g}" if abs(value) < 1e6 else f"{value:.0f}"


def offer(parent: QWidget, values: Iterable[Values], at: QPoint) -> bool:
    """Open a menu at a point of the screen; say whether there was anything to offer."""
    offered = list(values)
    if not offered or isinstance(QApplication.activePopupWidget(), QMenu):
        return False  # some desktops send the key and what it stands for
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    translate = QCoreApplication.translate
    for each in offered:
        text = translate("Live", "Copy values of {row}").format(row=each.name)
        action = QAction(text, menu)
        action.triggered.connect(partial(copy, each))
        menu.addAction(action)
    menu.popup(at)
    return True


def copy(values: Values) -> None:
    """Put the numbers on the clipboard, as CSV."""
    QGuiApplication.clipboard().setText(as_csv(values))


class CopyingSurface(QWidget):
    """Offers the numbers of the graphs that stand in it."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer those of the graph under the mouse, or of all for the keyboard."""
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            event.setAccepted(self._offer_all())
            return
        found = self._values_at(event.pos())
        event.setAccepted(offer(self, found, event.globalPos()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Know the keys for a context menu, wherever Qt does not."""
        shift = event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        wanted = event.key() == Qt.Key.Key_Menu
        if (wanted or (shift and event.key() == Qt.Key.Key_F10)) and self._offer_all():
            return
        super().keyPressEvent(event)

    def _offer_all(self) -> bool:
        seen = [each for each in self.findChildren(QWidget) if each.isVisible()]
        seen.sort(key=lambda each: each.mapTo(self, QPoint()).y())
        shown = [values for widget in seen for values in values_of(widget)]
        return offer(self, shown, self.mapToGlobal(self.rect().center()))

    def _values_at(self, at: QPoint) -> Sequence[Values]:
        widget = self.childAt(at)
        while widget is not None and widget is not self:
            found = values_of(widget)
            if found:
                return found
            widget = widget.parentWidget()
        return ()


def values_of(widget: QWidget) -> Sequence[Values]:
    """Return the numbers of a graph; none of what is none."""
    tell: Callable[[], Sequence[Values]] | None
    tell = getattr(widget, "copied_values", None)
    return tell() if tell is not None else ()
