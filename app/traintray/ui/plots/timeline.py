"""Where an instant stands on the shared time axis, and what the clock said then."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from traintray.ui import format as fmt
from traintray.ui.plots.interruptions import Sleep

SPANS_S = (60.0, 300.0)
"""Ranges that the Live page offers, in seconds."""
_TICK_EVERY_S = {60.0: 10.0, 300.0: 60.0}


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
        return self.wall_s + at_s - self.now_s - slept_s

    def clock(self, at_s: float, seconds: bool = True) -> str:
        """Return the local time of day at `at_s`: `14:36:03` or `14:36`."""
        return fmt.clock(self.wall_at(at_s), seconds)

    def ticks(self) -> list[tuple[float, str]]:
        """Return (instant, label) for every round time of day on the axis, in order."""
        every_s = _TICK_EVERY_S.get(self.span_s, self.span_s / 5)
        wakes = [s.at_s for s in self.sleeps if self.start_s < s.at_s < self.now_s]
        starts = [self.start_s, *wakes]
        ends = [*wakes, self.now_s]
        return [
            (at_s, self.clock(at_s, seconds=every_s < 60))
            for start_s, end_s in zip(starts, ends, strict=True)
            for at_s in self._round_times(start_s, end_s, every_s)
        ]

    def _round_times(self, start_s: float, end_s: float, every_s: float) -> list[float]:
        """Return the round times of day between two instants without a suspend."""
        offset_s = self.wall_at(start_s) - start_s
        first = math.ceil((start_s + offset_s) / every_s)
        last = math.floor((end_s + offset_s) / every_s)
        found = [step * every_s - offset_s for step in range(first, last + 1)]
        # The instant of waking up belongs to the time after it.
        return [at_s for at_s in found if at_s < end_s or end_s == self.now_s]
