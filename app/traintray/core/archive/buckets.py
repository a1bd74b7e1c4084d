"""A series as few buckets for a graph."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence

from traintray.core.archive.packing import NAN
from traintray.core.archive.plan import Columns
from traintray.core.archive.records import Slice
from traintray.core.archive.thinning import spread


def at_full_resolution(times: array[float], values: array[float]) -> Slice:
    """Return samples as they are."""
    doubles = array("d", values)
    return Slice(times, doubles, doubles, doubles, 0.0)


class Buckets:
    """Equal stretches of a span, with the samples that fall into each."""

    def __init__(
        self, times: Sequence[float], since_s: float, bucket_s: float, count: int
    ) -> None:
        """Sort `times`, which rise, into `count` buckets from `since_s` on."""
        self._bucket_s = bucket_s
        self._middles = array(
            "d", [since_s + bucket_s * (place + 0.5) for place in range(count)]
        )
        edges = [
            bisect_left(times, since_s + bucket_s * place) for place in range(count)
        ]
        edges.append(len(times))
        self._full = [
            (place, slice(edges[place], edges[place + 1]))
            for place in range(count)
            if edges[place] < edges[place + 1]
        ]

    def of(self, columns: Columns) -> Slice:
        """Return one series. A bucket's mean is that of what falls into it."""
        lows, means, highs = columns
        is_thinned = lows is not means
        low, mean, high = (array("d", [NAN]) * len(self._middles) for _ in range(3))
        for place, part in self._full:
            low[place], mean[place], high[place] = spread(means[part])
            if is_thinned:
                low[place] = spread(lows[part])[0]
                high[place] = spread(highs[part])[2]
        return Slice(self._middles, mean, low, high, self._bucket_s)
