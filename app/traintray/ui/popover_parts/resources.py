"""The middle of the popover: a row per resource and the strip of logical CPUs."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.frame import Frame, State
from traintray.core.history.store import Store
from traintray.core.readings import GpuReading
from traintray.ui import fonts
from traintray.ui.popover_parts.readings import Row, rows_for
from traintray.ui.popover_parts.resource_row import GAP_PX, NAME_PX, ResourceRow
from traintray.ui.theme import Theme
from traintray.ui.widgets.cpu_strip import CpuStrip, busy_count
from traintray.ui.widgets.label import Label

_INNER_PX, _SPARK_PX, _LEAST_SPARK_PX = 348, 150, 90

ROOMS = (
    *((3, True, 5), (1, True, 5), (1, False, 5), (0, False, 5)),
    *((0, False, 4), (0, False, 3), (0, False, 2)),
)
"""Runs, strip of CPUs, rows: what is left out first where the screen is low. The
verdict, its buttons and the way to the window stay."""


class ResourcesBlock(QWidget):
    """Rows are made once per resource and kept: their order never changes."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._has_room = True
        self._most = ROOMS[0][2]
        self._rows: list[ResourceRow] = []
        self._resources: list[object] = []
        self._sides = fonts.scaled(NAME_PX), 0
        self._period = Label("caption_label", theme, "ink3")
        self._period.setText(self.tr("last 5 min"))
        self._strip_name = Label("row_name", theme)
        self._strip_name.setText(self.tr("Logical CPUs"))
        self._strip_count = Label("caption", theme, "ink3")
        self._strip = CpuStrip(theme)
        self._strip_block = QWidget()
        self._column, self._above = QVBoxLayout(), QVBoxLayout()
        self._lay_out()

    def show_frame(
        self, frame: Frame, store: Store, known_gpus: tuple[GpuReading, ...]
    ) -> None:
        """Show the rows of a frame and its CPUs; while paused there are no CPUs."""
        rows = rows_for(frame, store, known_gpus)[: self._most]
        resources: list[object] = [row.reading.resource for row in rows]
        if resources != self._resources:
            self._rebuild(rows)
            self._resources = resources
        for widget, row in zip(self._rows, rows, strict=True):
            widget.show_reading(row.reading, frame.at_s)
            if row.times:
                widget.show_past(row.times, row.shares, frame.at_s)
            else:
                widget.show_no_past()
        self._share_room()
        hidden = frame.state is State.PAUSED or not self._has_room
        if self._strip_block.isHidden() is not hidden:
            self._strip_block.setVisible(not hidden)
            self.updateGeometry()
        self._show_cpus(frame)

    def _share_room(self) -> None:
        """Take from the graphs what words of a longer language need; while the popover
        is there they do not grow back.
        """
        left, right = self._sides
        for row in self._rows:
            name, value = row.sides_px()
            left, right = max(left, name), max(right, value)
        room = fonts.scaled(_INNER_PX) - 2 * GAP_PX
        spark = min(fonts.scaled(_SPARK_PX), room - left - right)
        if (left, right) == self._sides or spark < fonts.scaled(_LEAST_SPARK_PX):
            return
        self._sides = left, right
        for row in self._rows:
            row.set_sides(left, spark)
        self._period.setContentsMargins(left + GAP_PX, 0, 0, 0)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        for label in (self._period, self._strip_name, self._strip_count):
            label.set_theme(theme)
        for row in self._rows:
            row.set_theme(theme)
        self._strip.set_theme(theme)

    @property
    def rows(self) -> tuple[ResourceRow, ...]:
        """The rows as shown, from the top."""
        return tuple(self._rows)

    def show_most(self, rows: int, strip: bool) -> None:
        """Show no more rows, and the strip or not, where the screen is too low."""
        self._most, self._has_room = rows, strip

    @property
    def strip_text(self) -> str:
        """How many CPUs are busy, as shown."""
        return self._strip_count.text()

    def _show_cpus(self, frame: Frame) -> None:
        if frame.cpu is None:
            unread: list[float | None] = [None] * frame.machine.logical_cpus
            self._strip.show_cpus(unread, frame.at_s)
            self._strip_count.setText(self.tr("no data"))
            return
        busy = [None if each is None else each.busy for each in frame.cpu.per_cpu]
        self._strip.show_cpus(busy, frame.at_s)
        text = self.tr("{busy} of {count} busy")
        online = sum(1 for each in busy if each is not None)
        if busy_count(busy) == online > 0:  # for languages that say `all 32`
            text = self.tr("{count} of {count} busy")
        self._strip_count.setText(text.format(busy=busy_count(busy), count=online))

    def _rebuild(self, rows: list[Row]) -> None:
        for widget in self._rows:
            self._column.removeWidget(widget)
            widget.deleteLater()
        self._rows = []
        for row in rows:
            widget = ResourceRow(row.reading.resource, self._theme, self)
            self._column.addWidget(widget)
            widget.show()
            self._rows.append(widget)
        self._sides = fonts.scaled(NAME_PX), 0
        whole = self.layout()
        for layout in (self._column, self._above, whole):
            if layout is not None:
                layout.invalidate()  # Qt tells the ones around it only later
        self.updateGeometry()

    def _lay_out(self) -> None:
        self._period.setContentsMargins(fonts.scaled(NAME_PX) + GAP_PX, 0, 0, 0)
        above = self._above
        above.setContentsMargins(16, 8, 16, 2)
        above.setSpacing(0)
        above.addWidget(self._period)
        self._column.setSpacing(0)
        above.addLayout(self._column)
        title = QHBoxLayout()
        title.addWidget(self._strip_name)
        title.addStretch(1)
        title.addWidget(self._strip_count)
        below = QVBoxLayout(self._strip_block)
        below.setContentsMargins(16, 6, 16, 8)
        below.setSpacing(4)
        below.addLayout(title)
        below.addWidget(self._strip)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(above)
        whole.addWidget(self._strip_block)
