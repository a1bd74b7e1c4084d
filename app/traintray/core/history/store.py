"""Bounded memory of numbers over time; the graphs and the rules look back here."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Mapping

NAN = float("nan")


class Store:
    """Series of samples that share one time axis. Safe to use from any thread.

    A missing value is NaN inside and in what `copy` returns, so that a graph
    can draw a hole; it never is 0. The oldest samples fall out.
    """

    def __init__(self, capacity: int) -> None:
        raise NotImplementedError

    def append(self, at_s: float, values: Mapping[str, float | None]) -> None:
        """Add one sample per series. A series that is not named gets a gap; a new
        one is filled with gaps back to the oldest sample."""
        raise NotImplementedError

    def copy(
        self, key: str, since_s: float
    ) -> tuple[array[float], array[float]]:
        """Return (times, values) of a series from `since_s` on, oldest first.

        Times are on the monotonic clock, seconds. Both are arrays of doubles of
        the same length; an unknown key gives gaps for every time.
        """
        raise NotImplementedError

    def forget(self, prefix: str) -> None:
        """Drop every series whose key starts with `prefix` (a run that ended)."""
        raise NotImplementedError
