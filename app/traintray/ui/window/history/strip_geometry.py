"""Where days, hours and marks stand on the strips, in pixels."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from traintray.ui.window.history.days import Day

_ROW_PX = {10: 24, 30: 13, 90: 4}
_AXIS_PX = 20
_FOOT_PX = 4
_NAME_PX = 84
_HOURS_PX = 136
_NAMED_FROM_PX = 12
"""A day that is less tall has neither name nor letters: it is told by its week."""
_ROOMY_FROM_PX = 20
_TRAINING_SHARE = 0.5
_MARK_SHARE = 0.66
_LEAST_MARK_PX = 3.0
HOURS = (0, 3, 6, 9, 12, 15, 18, 21, 24)


@dataclass(frozen=True, slots=True)
class StripGeometry:
    """The strips laid out for one width. `scale` is that of the text, 1..2."""

    day_count: int
    width: float
    scale: float

    @property
    def row(self) -> float:
        """The height of a day."""
        return _ROW_PX[self.day_count] * self.scale

    @property
    def names_days(self) -> bool:
        """Whether each day has its name, and each mark its letter."""
        return _ROW_PX[self.day_count] >= _NAMED_FROM_PX

    @property
    def is_roomy(self) -> bool:
        """Whether a day is as tall as a line of text."""
        return _ROW_PX[self.day_count] >= _ROOMY_FROM_PX

    @property
    def top(self) -> float:
        """Where the first day begins, under the hours."""
        return _AXIS_PX * self.scale

    @property
    def height(self) -> float:
        """All of it."""
        return self.top + self.day_count * self.row + _FOOT_PX * self.scale

    @property
    def left(self) -> float:
        """Where midnight stands."""
        return _NAME_PX * self.scale

    @property
    def right(self) -> float:
        """Where the next midnight stands."""
        return max(self.left + 1, self.width - _HOURS_PX * self.scale)

    def base(self, index: int) -> float:
        """Return the base line of a day; 0 is the uppermost."""
        return self.top + (index + 1) * self.row - 1

    def hour_x(self, hour: float) -> float:
        """Return where an hour stands."""
        return self.left + hour / 24 * (self.right - self.left)

    def x(self, day: Day, at_s: float) -> float:
        """Return where an instant stands. On a day of 23 or 25 hours a pixel is a
        little more or less.
        """
        share = (at_s - day.start_s) / (day.end_s - day.start_s)
        return self.left + min(1.0, max(0.0, share)) * (self.right - self.left)

    def training(self, index: int, day: Day, span: tuple[float, float]) -> QRectF:
        """Return where a stretch of training stands."""
        return self._box(index, day, span, _TRAINING_SHARE)

    def mark(self, index: int, day: Day, span: tuple[float, float]) -> QRectF:
        """Return where an episode stands, a little taller than the training."""
        return self._box(index, day, span, _MARK_SHARE)

    def _box(
        self, index: int, day: Day, span: tuple[float, float], share: float
    ) -> QRectF:
        left, right = self.x(day, span[0]), self.x(day, span[1])
        height = max(3.0, round(self.row * share))
        width = max(_LEAST_MARK_PX, right - left)
        return QRectF(
            min(left, self.right - width), self.base(index) - height, width, height
        )

    def day_at(self, y: float) -> int | None:
        """Return the index of the day at a pixel; None above and below."""
        index = int((y - self.top) // self.row)
        return index if 0 <= index < self.day_count and y >= self.top else None
