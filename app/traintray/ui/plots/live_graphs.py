"""The graphs with their axis, scrolling when there are more rows than room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from traintray.core.readings import Gap
from traintray.ui.plots.axis_strip import AxisStrip
from traintray.ui.plots.gpu_note import GpuNote
from traintray.ui.plots.layout import Height
from traintray.ui.plots.live_chart import LiveChart
from traintray.ui.plots.picture import Picture
from traintray.ui.plots.row import RowKind
from traintray.ui.theme import Theme
from traintray.ui.widgets.focus_ring import KeyboardFocus


class LiveGraphs(QWidget):
    """Chart, time axis and the note about a GPU that cannot be read.

    `margin_px` of its right edge are left to the scroll bar: the graphs do not move
    when it appears.
    """

    def __init__(
        self, theme: Theme, margin_px: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._margin_px = margin_px
        self.chart = LiveChart(theme)
        self._axis = AxisStrip(self.chart.ink, self)
        self._note: GpuNote | None = None  # few machines need it
        self._gap: Gap | None = None
        self._held = False
        self._ring = KeyboardFocus(self, 0)
        self._scroll = _Scroll()
        self._scroll.setWidget(self.chart)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._scroll, 1)
        column.addWidget(self._axis)
        self._scroll.resized.connect(self._share_room)
        self.chart.laid_out.connect(self._place_note)
        self.chart.crosshair_moved.connect(self._axis.show_crosshair)
        self.chart.focus_moved.connect(self._show_focus)
        self.setFocusProxy(self.chart)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.chart.set_theme(theme)
        self._axis.set_ink(self.chart.ink)
        if self._note is not None:
            self._note.set_theme(theme)

    def tell_names(self, names: Callable[[float], Sequence[str]]) -> None:
        """Say what tells who was on top at a moment of the last minutes."""
        self._axis.tell_names(names)

    def show_picture(self, picture: Picture, held: bool, gpu_gap: Gap | None) -> None:
        """Draw `picture`. `held` says that the display does not follow the clock,
        `gpu_gap` why there is no GPU where one is expected.
        """
        self._held = held
        self._gap = gpu_gap
        self.chart.show_picture(self._with_room_for_note(picture))
        self._place_note()
        again = self._with_room_for_note(picture)
        if _heights(again) != _heights(self.chart.picture):
            self.chart.show_picture(again)  # only now its words and width were known
            self._place_note()
        self._show_axis()

    def _show_axis(self) -> None:
        chart = self.chart
        if chart.picture is not None and chart.places is not None:
            timeline = chart.places.timeline(chart.picture)
            self._axis.show_timeline(timeline, self._held)

    def _share_room(self) -> None:
        """Let the rows share the height; the width does not change when the scroll
        bar comes, which stands in the margin.
        """
        width = self._scroll.width() - self._margin_px
        self.chart.set_room(width, self._scroll.viewport().height())
        self._show_axis()

    def _with_room_for_note(self, picture: Picture) -> Picture:
        """Make the row of the note as tall as its words are."""
        kinds = [shown.row.kind for shown in picture.rows]
        places = self.chart.places
        if RowKind.GPU_NOTE not in kinds or places is None or self._note is None:
            return picture
        rows = list(picture.rows)
        at = kinds.index(RowKind.GPU_NOTE)
        row = rows[at].row
        width = round(places.right - places.left)
        needed = self._note.heightForWidth(width) / places.scale
        height = replace(row.height, least=max(row.height.least, needed))
        rows[at] = replace(rows[at], row=replace(row, height=height))
        return replace(picture, rows=tuple(rows))

    def _place_note(self) -> None:
        """Put the note where its row is."""
        chart = self.chart
        if chart.picture is None or chart.places is None:
            return
        kinds = [shown.row.kind for shown in chart.picture.rows]
        if RowKind.GPU_NOTE not in kinds:
            if self._note is not None:
                self._note.hide()
            return
        if self._note is None:
            self._note = GpuNote(self._theme, chart.viewport())
        area = chart.places.area(chart.places.places[kinds.index(RowKind.GPU_NOTE)])
        self._note.show_gap(self._gap)
        self._note.setGeometry(area.toRect())
        self._note.show()

    def _show_focus(self, event: QFocusEvent) -> None:
        if event.gotFocus():
            self._ring.gained(event, self._theme)
        else:
            self._ring.lost()


def _heights(picture: Picture | None) -> list[Height]:
    return [shown.row.height for shown in picture.rows] if picture is not None else []


class _Scroll(QScrollArea):
    """A scroll area that tells when its room changes and leaves the arrow keys to
    what it shows.
    """

    resized = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell."""
        super().resizeEvent(event)
        self.resized.emit()
