"""A series as few buckets for a graph."""

from __future__ import annotations

import sqlite3
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

from traintray.core.archive.packing import NAN
from traintray.core.archive.plan import Columns, Plan
from traintray.core.archive.records import Slice
from traintray.core.archive.thinning import spread


def at_full_resolution(times: array[float], values: array[float]) -> Slice:
    """Return samples as they are."""
    doubles = array("d", values)
    return Slice(times, doubles, doubles, doubles, 0.0)


class BucketMaker(Protocol):
    """What `Buckets` does; a window, which has numpy, brings a faster one."""

    def __init__(
        self, times: Sequence[float], since_s: float, bucket_s: float, count: int
    ) -> None: ...

    def many(
        self, found: Plan, connection: sqlite3.Connection, numbers: Sequence[int]
    ) -> list[Slice]:
        """Return the series `numbers` of a plan, which has the times, in the buckets.

        Raises ValueError when the file is damaged.
        """
        ...


_NARROW = 8
"""Minutes in a bucket of a day, three, are few; seconds of the newest hour are many."""


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
        self._stretches = _stretches(edges)

    def many(
        self, found: Plan, connection: sqlite3.Connection, numbers: Sequence[int]
    ) -> list[Slice]:
        """Return several series of a plan."""
        return [self.of(columns) for columns in found.columns(connection, numbers)]

    def of(self, columns: Columns) -> Slice:
        """Return one series. A bucket's mean is that of what falls into it."""
        filled = tuple(array("d", [NAN]) * len(self._middles) for _ in range(3))
        for stretch in self._stretches:
            _fill(stretch, columns, filled)
        low, mean, high = filled
        return Slice(self._middles, mean, low, high, self._bucket_s)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Buckets side by side that hold the same number of samples each."""

    place: int
    count: int
    start: int
    width: int


def _stretches(edges: Sequence[int]) -> list[_Stretch]:
    """Return the buckets that hold anything; `edges` are their borders in samples."""
    found: list[_Stretch] = []
    for place, (start, end) in enumerate(pairwise(edges)):
        last = found[-1] if found else None
        width = end - start
        if last and last.place + last.count == place and last.width == width:
            found[-1] = replace(last, count=last.count + 1)
        elif width:
            found.append(_Stretch(place, 1, start, width))
    return found


def _fill(
    stretch: _Stretch, columns: Columns, filled: tuple[array[float], ...]
) -> None:
    """Put samples into the buckets of a stretch."""
    some = columns[1][stretch.start : stretch.start + stretch.count * stretch.width]
    if stretch.width <= _NARROW and sum(some) == sum(some):
        _fill_at_once(stretch, columns, filled)
    else:
        _fill_one_by_one(stretch, columns, filled)


def _fill_at_once(
    stretch: _Stretch, columns: Columns, filled: tuple[array[float], ...]
) -> None:
    """Fill narrow buckets in which nothing is missing: first all their first samples,
    then all their second ones, which takes a third of the time.
    """
    lows, means, highs = (
        [
            values[at : stretch.start + stretch.count * stretch.width : stretch.width]
            for at in range(stretch.start, stretch.start + stretch.width)
        ]
        for values in columns
    )
    into = slice(stretch.place, stretch.place + stretch.count)
    least = list(map(min, *lows)) if stretch.width > 1 else lows[0]
    most = list(map(max, *highs)) if stretch.width > 1 else highs[0]
    plain = [total / stretch.width for total in map(sum, zip(*means, strict=True))]
    low, mean, high = filled
    low[into], high[into] = array("d", least), array("d", most)
    # Rounding must not push the mean of equal values past them.
    mean[into] = array("d", map(min, most, map(max, least, plain)))


def _fill_one_by_one(
    stretch: _Stretch, columns: Columns, filled: tuple[array[float], ...]
) -> None:
    lows, means, highs = columns
    low, mean, high = filled
    is_thinned = lows is not means
    for number in range(stretch.count):
        place, start = stretch.place + number, stretch.start + number * stretch.width
        part = slice(start, start + stretch.width)
        some = means[part]
        total = sum(some)
        if is_thinned and total == total:
            low[place], high[place] = least, most = min(lows[part]), max(highs[part])
            mean[place] = min(most, max(least, total / stretch.width))
            continue
        low[place], mean[place], high[place] = spread(some)
        if is_thinned:
            low[place] = spread(lows[part])[0]
            high[place] = spread(highs[part])[2]
