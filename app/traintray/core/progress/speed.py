"""A speed that does not jump."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import pairwise

from traintray.core.progress.mark import Mark

_SHORTEST_S = 2.0
"""Marks closer together are one interval: a step is written some time after it was
done (buffers, a bar's own 0.1 s), and over 2 s that is a few percent."""
_MOST_INTERVALS = 61
_OLDEST_S = 180.0
"""A change of speed shows within half of this. Slower runs are judged by their last
intervals, however old."""
_FEWEST_INTERVALS = 5
"""A validation pause is one interval; the median of five does not see it, nor two."""


class SpeedWindow:
    """Median of the speeds between marks, in steps per second."""

    def __init__(self) -> None:
        self._from: Mark | None = None
        self._intervals: deque[tuple[float, float]] = deque(maxlen=_MOST_INTERVALS)
        """End of each interval and its speed."""

    def add(self, mark: Mark) -> None:
        """Take a mark. One that goes back begins anew without an interval: the run
        was started again, or another one writes there.
        """
        start = self._from
        if start is None or mark.step < start.step or mark.at_s < start.at_s:
            self._from = mark
            return
        if mark.step == start.step or mark.at_s - start.at_s < _SHORTEST_S:
            return
        speed = (mark.step - start.step) / (mark.at_s - start.at_s)
        self._intervals.append((mark.at_s, speed))
        self._from = mark

    def per_s(self) -> float | None:
        """Return the speed; None before there are two marks to compare."""
        if not self._intervals:
            return None
        newest_s = self._intervals[-1][0]
        fresh = [v for at_s, v in self._intervals if newest_s - at_s <= _OLDEST_S]
        if len(fresh) < _FEWEST_INTERVALS:
            fresh = [v for _, v in self._intervals][-_FEWEST_INTERVALS:]
        return _median(fresh)

    def longest_silence_s(self, least_s: float) -> float:
        """Return for how long no mark may come before the run counts as standing:
        ten usual intervals, and `least_s` at least.
        """
        ends = [at_s for at_s, _ in self._intervals]
        gaps = [b - a for a, b in pairwise(ends)]
        return max(least_s, 10 * _median(gaps)) if gaps else least_s


def _median(values: Sequence[float]) -> float:
    """Return the middle one. `statistics` would bring a megabyte of fractions."""
    ordered = sorted(values)
    half = len(ordered) // 2
    return (ordered[half] + ordered[-half - 1]) / 2
