"""Where an instant stands on the shared time axis, and what the clock said then."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace

from traintray.ui import dates
from traintray.ui import format as fmt
from traintray.ui.plots.interruptions import Sleep

SPANS_S = (60.0, 300.0, 3600.0, 86400.0)
"""Ranges that the Live page offers, in seconds."""
RECENT_S = 300.0
"""Longer ranges are drawn from the archive, their instants are on the wall clock."""
_TICK_EVERY_S = {60.0: 10.0, 300.0: 60.0, 3600.0: 600.0, 86400.0: 10800.0}
_QUARTER_S = 900
"""Every offset of a time zone is a whole number of these."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """The time axis of one picture: now stands at the right edge.

    Instants are on the monotonic clock, in seconds; places are pixels of the chart.
    """

    now_s: float
    wall_s: float
    """`now_s` in seconds since 1970."""
    span_s: float
    left: float
    right: float
    sleeps: tuple[Sleep, ...] = ()
    """Times when the computer was off: the wall clock went on without this one."""
    period_s: float = 1.0
    """Time between two points of a line."""

    @property
    def start_s(self) -> float:
        """The instant at the left edge."""
        return self.now_s - self.span_s

    def x(self, at_s: float) -> float:
        """Return where `at_s` stands, beyond left..right when it is not on the axis."""
        share = (at_s - self.start_s) / self.span_s
        return self.left + share * (self.right - self.left)

    def clamped_x(self, at_s: float) -> float:
        """Return where `at_s` stands, held inside the axis."""
        return max(self.left, min(self.right, self.x(at_s)))

    def at_s(self, x: float) -> float:
        """Return the instant that stands at pixel `x`."""
        share = (x - self.left) / (self.right - self.left)
        return self.start_s + share * self.span_s

    def between(self, left: float, right: float) -> Timeline:
        """Return the same axis drawn between two other pixels."""
        return replace(self, left=left, right=right)

    def wall_at(self, at_s: float) -> float:
        """Return `at_s` in seconds since 1970."""
        slept_s = sum(each.slept_s for each in self.sleeps if at_s < each.at_s)
        # In this order a whole second stays one where both clocks are the same.
        return at_s + (self.wall_s - self.now_s) - slept_s

    def clock(self, at_s: float, seconds: bool = True) -> str:
        """Return the local time of day at `at_s`: `14:36:03` or `14:36`."""
        return fmt.clock(self.wall_at(at_s), seconds)

    def ticks(self) -> list[tuple[float, str]]:
        """Return (instant, label) for every round time of day on the axis, in order."""
        every_s = _TICK_EVERY_S.get(self.span_s, self.span_s / 5)
        if every_s > 3600:
            return [(at_s, self.clock(at_s, False)) for at_s in self._hours(every_s)]
        wakes = [s.at_s for s in self.sleeps if self.start_s < s.at_s < self.now_s]
        starts = [self.start_s, *wakes]
        ends = [*wakes, self.now_s]
        return [
            (at_s, self.clock(at_s, seconds=every_s < 60))
            for start_s, end_s in zip(starts, ends, strict=True)
            for at_s in self._round_times(start_s, end_s, every_s)
        ]

    def midnights(self) -> list[tuple[float, str]]:
        """Return (instant, day) for each day that begins on the axis, in order."""
        if self.span_s <= RECENT_S:
            return []
        return [
            (at_s, dates.day_name(dates.day_of(at_s))) for at_s in self._hours(86400)
        ]

    def _hours(self, every_s: float) -> list[float]:
        """Return the instants at which the local clock shows a multiple of `every_s`;
        they are not equally far apart on the day on which the clock is changed.
        """
        first = math.ceil(self.start_s / _QUARTER_S)
        last = math.floor(self.now_s / _QUARTER_S)
        return [
            float(at_s)
            for at_s in range(first * _QUARTER_S, last * _QUARTER_S + 1, _QUARTER_S)
            if _second_of_day(at_s) % every_s == 0
        ]

    def _round_times(self, start_s: float, end_s: float, every_s: float) -> list[float]:
        """Return the round times of day between two instants without a suspend."""
        offset_s = self.wall_at(start_s) - start_s
        first = math.ceil((start_s + offset_s) / every_s)
        last = math.floor((end_s + offset_s) / every_s)
        found = [step * every_s - offset_s for step in range(first, last + 1)]
        # The instant of waking up belongs to the time after it.
        return [at_s for at_s in found if at_s < end_s or end_s == self.now_s]


def _second_of_day(wall_s: float) -> int:
    local = time.localtime(wall_s)
    return local.tm_hour * 3600 + local.tm_min * 60 + local.tm_sec
