"""One resource in the popover: its name, five minutes of it, and its value now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.diagnosis.verdict import Resource
from traintray.ui import fonts
from traintray.ui.format import MISSING
from traintray.ui.joined import named
from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.sparkline import Sparkline
from traintray.ui.widgets.told_slowly import ToldSlowly

ROW_PX = 38
NAME_PX = 92
GAP_PX = 10


@dataclass(frozen=True, slots=True)
class Reading:
    """What a row tells, ready to be shown."""

    resource: Resource
    name: str
    size: str
    """Second line on the left: `16 cores`, `of 64 GiB`."""
    value: str
    """`–` when there is none."""
    detail: str = ""
    tip: str = ""
    """Why there is no value."""


class ResourceRow(QWidget):
    """Shows a reading and its past; decides nothing."""

    def __init__(
        self, resource: Resource, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._name = Label("row_name", theme)
        self._size = Label("caption", theme, "ink3")
        self._spark = Sparkline(resource, theme)
        self._told = ToldSlowly()
        self._value = Label("row_value", theme)
        self._detail = Label("caption", theme, "ink3")
        for label in (self._name, self._size, self._value, self._detail):
            label.set_elided(True)
        for label in (self._value, self._detail):
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFixedHeight(fonts.scaled(ROW_PX))
        self._lay_out()

    def show_reading(self, reading: Reading, now_s: float) -> None:
        """Show the texts of `now_s`; a missing value is small and pale."""
        self._name.setText(reading.name)
        self._size.setText(reading.size)
        self._value.setText(reading.value)
        missing = reading.value == MISSING
        self._value.set_role("row_missing" if missing else "row_value")
        self._value.set_ink("ink3" if missing else "ink")
        self._detail.setText(reading.detail)
        self.setToolTip(reading.tip)
        self._spark.set_label(reading.name)
        if self._told.is_due(now_s, (reading.name, missing)):
            self.setAccessibleName(named(reading.name, reading.value))
            self.setAccessibleDescription(reading.detail)

    def sides_px(self) -> tuple[int, int]:
        """Return how wide the words at the left and at the right are."""
        labels = self._name, self._size, self._value, self._detail
        name, size, value, detail = (label.sizeHint().width() for label in labels)
        return max(name, size), max(value, detail)

    def set_sides(self, left_px: int, spark_px: int) -> None:
        """Say how wide the words at the left and the graph are."""
        self._left.setFixedWidth(left_px)
        self._spark.setFixedWidth(spark_px)

    def show_past(
        self, times: Sequence[float], shares: Sequence[float], now_s: float
    ) -> None:
        """Show the series, as shares of the whole, 0..1."""
        self._spark.show_samples(times, shares, now_s)

    def show_no_past(self) -> None:
        """Show that nothing can be read here."""
        self._spark.show_nothing()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        for label in (self._name, self._size, self._value, self._detail):
            label.set_theme(theme)
        self._spark.set_theme(theme)

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """Name, size, value and detail as shown."""
        labels = self._name, self._size, self._value, self._detail
        name, size, value, detail = (label.text() for label in labels)
        return name, size, value, detail

    def _lay_out(self) -> None:
        left, right = self._left, self._right = QWidget(), QWidget()
        left.setFixedWidth(fonts.scaled(NAME_PX))
        for side, upper, lower in (
            (left, self._name, self._size),
            (right, self._value, self._detail),
        ):
            column = QVBoxLayout(side)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            column.addStretch(1)
            column.addWidget(upper)
            column.addWidget(lower)
            column.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP_PX)
        row.addWidget(left)
        row.addWidget(self._spark)
        row.addWidget(right, 1)
