"""Takes the samples out of the archive, an hour at a time."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

from traintray.core.archive.reading import ArchiveReader
from traintray.core.export.order import Order, Watch

_HOUR_S = 3600.0
_POINTS = 4000
"""More than there are samples in an hour, the shortest interval being one second: so
each hour comes at the resolution at which it is kept."""


@dataclass(slots=True)
class Block:
    """Samples of one series that are equally long, oldest first. Where there is no
    sample, there is no entry.
    """

    bucket_s: float
    """How much time one entry stands for; 0 for single samples."""
    times: array[float] = field(default_factory=lambda: array("d"))
    """Middle of each bucket, seconds since 1970."""
    mean: array[float] = field(default_factory=lambda: array("d"))
    low: array[float] = field(default_factory=lambda: array("d"))
    high: array[float] = field(default_factory=lambda: array("d"))

    def add(self, at_s: float, mean: float, low: float, high: float) -> None:
        """Append one entry."""
        self.times.append(at_s)
        self.mean.append(mean)
        self.low.append(low)
        self.high.append(high)


class Samples:
    """Every series of a span, block by block."""

    def __init__(self, reader: ArchiveReader, order: Order, watch: Watch) -> None:
        self._reader = reader
        self._watch = watch
        self._hours = _hours(order.since_s, order.until_s, reader.span())
        self.keys = tuple(reader.series_keys()) if self._hours else ()

    def blocks(self, number: int) -> Iterator[Block]:
        """Yield the samples of series `number` of `keys`; a new block wherever the
        resolution changes. Raises CancelledError when the watch says so.
        """
        current: Block | None = None
        for done, (since_s, until_s) in enumerate(self._hours):
            self._step(number, done)
            found = self._reader.series(self.keys[number], since_s, until_s, _POINTS)
            if current is not None and current.bucket_s != found.bucket_s:
                yield from _filled(current)
                current = None
            if current is None:
                current = Block(found.bucket_s)
            # Two hours share their border: the sample there belongs to the later.
            last = until_s == self._hours[-1][1]
            columns = found.times, found.mean, found.low, found.high
            for entry in zip(*columns, strict=True):
                if entry[1] == entry[1] and (entry[0] < until_s or last):
                    current.add(*entry)
        if current is not None:
            yield from _filled(current)

    def _step(self, number: int, hour: int) -> None:
        of_all = len(self.keys) * len(self._hours)
        self._watch.step((number * len(self._hours) + hour) / of_all)


def _filled(block: Block) -> Iterator[Block]:
    if block.times:
        yield block


def _hours(
    since_s: float, until_s: float, kept: tuple[float, float] | None
) -> list[tuple[float, float]]:
    """Cut the part of a span that the archive knows into hours of the clock."""
    if kept is None:
        return []
    at_s, end_s = max(since_s, kept[0]), min(until_s, kept[1])
    found = []
    while at_s <= end_s:
        next_s = (at_s // _HOUR_S + 1) * _HOUR_S
        found.append((at_s, min(next_s, end_s)))
        at_s = next_s
    return found
