"""Tells steady growth of memory from warm-up, caches and one-off allocations."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

BUCKET_S = 5.0
"""Of each 5 s only the lowest value counts: a training step fills and frees."""
WARM_UP_S = 20.0
"""Not watched: libraries fill their pools and caches first. In the recorded runs this
takes up to 60 s of computing, of which the test below sees the end as slackening."""
LEAST_S = 60.0
"""Growth over less is an allocation, not a trend: a plateau of 600 MB was reached
within 25 s."""
_WINDOWS_S = (300.0, 120.0, LEAST_S)
"""The longest that shows growth is believed; a short one finds a leak that began in
the middle of a run."""
_LEAST_SLOPE_BYTES_PER_S = 0.2e6
"""12 MB a minute: of the allocators measured none drifts by more once it is warm."""
_LEAST_RISE_BYTES = 20e6
"""Below, fragmentation of the heap explains it."""
_LAST_OF_ALL = 0.5
_LAST_OF_FIRST = 0.4
"""What fills up gets slower: the last third must still grow at half of the mean rate
and at 0.4 of the first third's, as a leak does and a filling cache does not."""


class GrowthWatch:
    """The memory of a fixed set of processes, while they compute."""

    def __init__(self) -> None:
        self._pids: frozenset[int] = frozenset()
        self._minima: deque[float] = deque(maxlen=int(_WINDOWS_S[0] / BUCKET_S))
        self._lowest: float | None = None
        self._bucket_s = 0.0
        self._active_s = 0.0

    def update(
        self, total_bytes: float | None, pids: Collection[int], active_s: float
    ) -> None:
        """Take the memory now. `active_s`: for how long they computed since before.

        Another set of processes has another sum, so watching begins anew.
        """
        if frozenset(pids) != self._pids:
            self.restart()
            self._pids = frozenset(pids)
        if total_bytes is None or active_s <= 0:
            return
        self._active_s += active_s
        if self._active_s <= WARM_UP_S:
            return
        self._bucket_s += active_s
        if self._lowest is None or total_bytes < self._lowest:
            self._lowest = total_bytes
        if self._bucket_s >= BUCKET_S - 1e-6:
            self._minima.append(self._lowest)
            self._lowest = None
            self._bucket_s -= BUCKET_S

    def restart(self) -> None:
        """Forget all, after a gap or with other processes."""
        self._pids = frozenset()
        self._minima.clear()
        self._lowest = None
        self._bucket_s = self._active_s = 0.0

    @property
    def watched_s(self) -> float:
        """For how long it was watched, warm-up and time at rest left out."""
        return max(0.0, self._active_s - WARM_UP_S)

    def growth_bytes_per_s(self) -> float | None:
        """Return the rate of steady growth, 0.0 if there is none.

        None while watched for less than a minute.
        """
        least = int(LEAST_S / BUCKET_S)
        if len(self._minima) < least:
            return None
        values = list(self._minima)
        for window_s in _WINDOWS_S:
            count = min(len(values), int(window_s / BUCKET_S))
            rate = steady_growth(values[-count:], BUCKET_S)
            if rate is not None:
                return rate
        return 0.0


def steady_growth(values: Sequence[float], step_s: float) -> float | None:
    """Return the slope of evenly spaced `values` if they grow without slackening.

    In units per second, by the Theil-Sen estimator: the median of the slopes of all
    pairs, which a few outliers do not move. None without steady growth; at least six
    values are needed.
    """
    slope = _slope(values) / step_s
    if slope <= _LEAST_SLOPE_BYTES_PER_S:
        return None
    if values[-1] - values[0] <= _LEAST_RISE_BYTES:
        return None
    third = len(values) // 3
    parts = values[:third], values[third:-third], values[-third:]
    first, middle, last = (_slope(part) / step_s for part in parts)
    if min(first, middle, last) <= 0:
        return None
    if last <= _LAST_OF_ALL * slope or last <= _LAST_OF_FIRST * first:
        return None
    return slope


def _slope(values: Sequence[float]) -> float:
    """Return the median slope per step over all pairs of values."""
    slopes = sorted(
        (values[j] - values[i]) / (j - i)
        for i in range(len(values))
        for j in range(i + 1, len(values))
    )
    half = len(slopes) // 2
    return (slopes[half] + slopes[-half - 1]) / 2
