"""Takes the samples out of the archive, an hour at a time."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from traintray.core.archive.reading import ArchiveReader
from traintray.core.archive.records import RunRecord, Slice
from traintray.core.export.figure_names import run_and_figure
from traintray.core.export.order import Order, Watch

_HOUR_S = 3600.0
_POINTS = 4000
"""More than there are samples in an hour, the shortest interval being one second: so
each hour comes at the resolution at which it is kept."""
_INSTANT_S = 0.001
"""A span ends before its end; this much lets the newest sample in."""


@dataclass(frozen=True, slots=True)
class Hour:
    """Samples of an hour of the clock, all of the same length."""

    bucket_s: float
    """How much time one of them stands for; 0 for single samples."""
    times: array[float]
    """Middle of each bucket, seconds since 1970, without those in which nothing was
    measured at all.
    """
    series: Mapping[str, Slice]
    """Those that have a sample in this hour; NaN where one has none."""


def hours(
    reader: ArchiveReader, order: Order, runs: Sequence[RunRecord], watch: Watch
) -> Iterator[Hour]:
    """Yield the hours that hold samples, oldest first. `runs`: those of the span.

    Raises CancelledError when the watch says so, and ArchiveError.
    """
    spans = _spans(order.since_s, order.until_s, reader.span())
    keys = reader.series_keys() if spans else ()
    lives = {run.identity: (run.seen_at_s, run.last_seen_at_s) for run in runs}
    for done, (since_s, until_s) in enumerate(spans):
        watch.step(done / len(spans))
        alive = [key for key in keys if _is_alive(key, lives, since_s, until_s)]
        found = _hour(reader.many(alive, since_s, until_s, _POINTS))
        if found is not None:
            yield found


def _is_alive(
    key: str, lives: Mapping[str, tuple[float, float]], since_s: float, until_s: float
) -> bool:
    """Whether a series can have samples in an hour: a month holds thousands of
    series of runs, and few of them at a time.
    """
    identity, _ = run_and_figure(key)
    if identity is None or identity not in lives:
        return True
    first_s, last_s = lives[identity]
    return first_s - _HOUR_S <= until_s and last_s + _HOUR_S >= since_s


def _hour(slices: Mapping[str, Slice]) -> Hour | None:
    """Leave out what is empty; None when all is."""
    full = {key: part for key, part in slices.items() if _has_sample(part)}
    if not full:
        return None
    first = next(iter(full.values()))
    columns = [part.mean for part in full.values()]
    places = [
        place
        for place in range(len(first.times))
        if any(column[place] == column[place] for column in columns)  # NaN is not
    ]
    if len(places) < len(first.times):
        full = {key: _only(part, places) for key, part in full.items()}
        first = next(iter(full.values()))
    return Hour(first.bucket_s, first.times, full)


def _has_sample(part: Slice) -> bool:
    return any(value == value for value in part.mean)


def _only(part: Slice, places: Sequence[int]) -> Slice:
    times, mean, low, high = (
        array("d", [column[place] for place in places])
        for column in (part.times, part.mean, part.low, part.high)
    )
    return Slice(times, mean, low, high, part.bucket_s)


def _spans(
    since_s: float, until_s: float, kept: tuple[float, float] | None
) -> list[tuple[float, float]]:
    """Cut the part of a span that the archive knows into hours of the clock."""
    if kept is None:
        return []
    at_s, end_s = max(since_s, kept[0]), min(until_s, kept[1] + _INSTANT_S)
    found = []
    while at_s < end_s:
        next_s = (at_s // _HOUR_S + 1) * _HOUR_S
        found.append((at_s, min(next_s, end_s)))
        at_s = next_s
    return found
