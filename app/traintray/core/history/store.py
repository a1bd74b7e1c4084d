"""Bounded memory of numbers over time; the graphs and the rules look back here."""

from __future__ import annotations

import threading
from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence

NAN = float("nan")


class Store:
    """Series of samples that share one time axis. Safe to use from any thread.

    A missing value is NaN inside and in what `copy` returns, so that a graph
    can draw a hole; it never is 0. The oldest samples fall out.

    One ring of doubles per series, all of the same length, and one for the times:
    an append writes one number into each and allocates nothing.
    """

    def __init__(self, capacity: int) -> None:
        """Make room for `capacity` samples; 8 bytes each and series."""
        if capacity < 1:
            raise ValueError(f"a store for {capacity} samples")
        self._lock = threading.Lock()
        self._capacity = capacity
        self._times = array("d", [NAN]) * capacity
        self._series: dict[str, array[float]] = {}
        self._next = 0
        self._count = 0

    def append(self, at_s: float, values: Mapping[str, float | None]) -> None:
        """Add one sample per series. A series that is not named gets a gap; a new
        one is filled with gaps back to the oldest sample.

        Raises ValueError when `at_s` lies before the last sample.
        """
        with self._lock:
            at = self._next
            if self._count and at_s < self._times[at - 1]:
                raise ValueError(f"{at_s} s comes before {self._times[at - 1]} s")
            for key in values.keys() - self._series.keys():
                self._series[key] = array("d", [NAN]) * self._capacity
            self._times[at] = at_s
            for key, ring in self._series.items():
                value = values.get(key)
                ring[at] = NAN if value is None else value
            self._next = (at + 1) % self._capacity
            self._count = min(self._count + 1, self._capacity)

    def prepend(
        self, times: Sequence[float], series: Mapping[str, array[float]]
    ) -> None:
        """Put older samples, of an earlier session, before the oldest one.

        `times` rise; each series is as long as they are, NaN where it has a gap. What
        is not older than the oldest sample, or finds no room, is left out.
        """
        with self._lock:
            known = self._times[self._oldest()] if self._count else float("inf")
            end = bisect_left(times, known)
            start = max(0, end - (self._capacity - self._count))
            self._times = self._behind(self._times, array("d", times[start:end]))
            gaps = array("d", [NAN]) * (end - start)
            empty = array("d", [NAN]) * self._capacity
            for key in series.keys() | self._series.keys():
                older = series[key][start:end] if key in series else gaps
                self._series[key] = self._behind(self._series.get(key, empty), older)
            self._count += end - start
            self._next = self._count % self._capacity

    def _behind(self, ring: array[float], older: array[float]) -> array[float]:
        """Return a ring that begins with `older` samples, then its own."""
        filled = older + self._cut(ring, 0)
        return filled + array("d", [NAN]) * (self._capacity - len(filled))

    def copy(self, key: str, since_s: float) -> tuple[array[float], array[float]]:
        """Return (times, values) of a series from `since_s` on, oldest first.

        Times are on the monotonic clock, seconds. Both are arrays of doubles of
        the same length; an unknown key gives gaps for every time.
        """
        with self._lock:
            return self._copy(key, since_s)

    def values(self, key: str, since_s: float) -> list[float]:
        """Return the values of a series from `since_s` on, oldest first, no gaps."""
        _, values = self.copy(key, since_s)
        return [value for value in values if value == value]  # NaN is not itself

    def last(self, key: str) -> float | None:
        """Return the newest sample of a series; None for a gap or an unknown key."""
        with self._lock:
            ring = self._series.get(key)
            if ring is None or not self._count:
                return None
            value = ring[self._next - 1]
        return value if value == value else None

    def coverage(self, key: str, since_s: float) -> float:
        """Return how much of the time from `since_s` to the newest sample a series
        knows about, 0..1.

        A value speaks for the time since the sample before it. Time before the first
        sample counts as unknown, so a window that has only just begun is not full.
        """
        with self._lock:
            start = self._find(since_s)
            from_s = since_s
            if start == 0:
                from_s = self._times[self._oldest()] if self._count else since_s
            times, values = self._copy(key, since_s)
        if not times or times[-1] <= since_s:
            return 0.0
        known_s = 0.0
        for at_s, value in zip(times, values, strict=True):
            if value == value:
                known_s += at_s - from_s
            from_s = at_s
        return known_s / (times[-1] - since_s)

    def forget(self, prefix: str) -> None:
        """Drop every series whose key starts with `prefix` (a run that ended)."""
        with self._lock:
            for key in [key for key in self._series if key.startswith(prefix)]:
                del self._series[key]

    def _oldest(self) -> int:
        """Return where in the rings the oldest sample lies."""
        return self._next if self._count == self._capacity else 0

    def _find(self, since_s: float) -> int:
        """Return how many samples are older than `since_s`."""
        times, oldest = self._times, self._oldest()
        if oldest and times[0] < since_s:
            turn = self._capacity - oldest
            return turn + bisect_left(times, since_s, 0, self._next)
        end = self._capacity if oldest else self._count
        return bisect_left(times, since_s, oldest, end) - oldest

    def _copy(self, key: str, since_s: float) -> tuple[array[float], array[float]]:
        start = self._find(since_s)
        times = self._cut(self._times, start)
        ring = self._series.get(key)
        if ring is None:
            return times, array("d", [NAN]) * len(times)
        return times, self._cut(ring, start)

    def _cut(self, ring: array[float], start: int) -> array[float]:
        """Return the samples of a ring from the `start`-th oldest on, in order."""
        first = self._oldest() + start
        if first >= self._capacity:  # past the turn
            return ring[first - self._capacity : self._next]
        if self._next > first:  # and not full, or full and just turned
            return ring[first : self._next]
        return ring[first:] + ring[: self._next] if start < self._count else ring[:0]
