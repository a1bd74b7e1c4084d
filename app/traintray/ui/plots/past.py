"""What the archive knows of a long span of time, in columns of equal width.

All times here are seconds since 1970: over hours the monotonic clock says nothing, it
stands still while the computer is off.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from traintray.core.archive.reading import ArchiveReader
from traintray.core.archive.records import (
    UPTIME_KEY,
    EpisodeRecord,
    RunRecord,
    Slice,
)
from traintray.ui.plots.samples import Floats

COLUMNS = {3600.0: 360, 86400.0: 480}
"""By span: 10 s and 3 min each, about a pixel and a half."""
_LATE_S = 30.0
"""The archive may lack so much of the newest time: it is written in batches of about
10 s, and the disk may be busy."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns that stand on round times, so that they stay the same as time goes by."""

    start_s: float
    column_s: float
    count: int

    @staticmethod
    def ending_at(now_s: float, span_s: float) -> Grid:
        """Return the columns for a span up to now, and one more at the left edge."""
        column_s = span_s / COLUMNS[span_s]
        count = COLUMNS[span_s] + 1
        end_s = math.ceil(now_s / column_s) * column_s
        return Grid(end_s - count * column_s, column_s, count)

    @property
    def end_s(self) -> float:
        """Where the last column ends."""
        return self.start_s + self.count * self.column_s

    @property
    def middles(self) -> Floats:
        """The middle of each column."""
        columns = np.arange(self.count, dtype=np.float64)
        return self.start_s + (columns + 0.5) * self.column_s

    def has(self, times: Floats, bucket_s: float) -> bool:
        """Return whether buckets are the columns of this grid."""
        slack_s = 0.001 * self.column_s
        return (
            len(times) == self.count
            and abs(bucket_s - self.column_s) < slack_s / self.count
            and abs(times[0] - self.start_s - self.column_s / 2) < slack_s
        )

    def columns(self, times: Floats) -> npt.NDArray[np.intp]:
        """Return the index of the column of each instant; outside 0..count-1 for
        one that is not on the grid.
        """
        return np.floor((times - self.start_s) / self.column_s).astype(np.intp)


@dataclass(frozen=True, slots=True)
class Band:
    """One series on a grid: NaN in a column without samples."""

    mean: Floats
    low: Floats
    high: Floats

    @staticmethod
    def empty(count: int) -> Band:
        """Return a band that knows nothing."""
        return Band(*(np.full(count, np.nan) for _ in range(3)))


@dataclass(frozen=True, slots=True)
class Past:
    """The answer of the archive."""

    span_s: float
    grid: Grid
    bands: Mapping[str, Band] = field(default_factory=dict)
    runs: tuple[RunRecord, ...] = ()
    episodes: tuple[EpisodeRecord, ...] = ()
    begins_s: float | None = None
    """When the archive's oldest sample was taken; None without any."""
    complete_to_s: float = -math.inf
    """From here on newer samples may be missing."""


def read_past(
    reader: ArchiveReader, keys: Iterable[str], now_s: float, span_s: float
) -> Past:
    """Ask the archive for the series `keys`, runs and episodes of a span up to now.

    Raises ArchiveError.
    """
    grid = Grid.ending_at(now_s, span_s)
    kept = reader.span()
    known = set(reader.series_keys())
    wanted = [key for key in (*keys, UPTIME_KEY) if key in known]
    found = reader.many(wanted, grid.start_s, grid.end_s, grid.count)
    return Past(
        span_s,
        grid,
        {key: on_grid(each, grid) for key, each in found.items()},
        tuple(reader.runs(grid.start_s, grid.end_s)),
        tuple(reader.episodes(grid.start_s, grid.end_s)),
        None if kept is None else kept[0],
        now_s - _LATE_S,
    )


def on_grid(found: Slice, grid: Grid) -> Band:
    """Return a slice on the grid, whatever buckets the archive had."""
    times = np.asarray(found.times)
    mean, low, high = (np.asarray(v) for v in (found.mean, found.low, found.high))
    if grid.has(times, found.bucket_s):  # as was asked for: the usual answer
        return Band(mean, low, high)
    if found.bucket_s > grid.column_s * 1.001:
        return _spread(times, (mean, low, high), found.bucket_s, grid)
    return gathered(times, (mean, low, high), grid)


def gathered(times: Floats, values: tuple[Floats, ...], grid: Grid) -> Band:
    """Put samples, or buckets that are narrower than a column, into columns; their
    times rise.
    """
    mean, low, high = values
    at = grid.columns(times)
    used = (at >= 0) & (at < grid.count) & np.isfinite(mean)
    at = at[used]
    made = Band.empty(grid.count)
    if not len(at):
        return made
    starts = np.flatnonzero(np.diff(at, prepend=-1))
    columns, counts = at[starts], np.diff(np.append(starts, len(at)))
    made.mean[columns] = np.add.reduceat(mean[used], starts) / counts
    made.low[columns] = np.minimum.reduceat(low[used], starts)
    made.high[columns] = np.maximum.reduceat(high[used], starts)
    return made


def _spread(
    times: Floats, values: tuple[Floats, ...], bucket_s: float, grid: Grid
) -> Band:
    """Let each bucket speak for all columns whose middle it holds."""
    if not len(times):
        return Band.empty(grid.count)
    middles = grid.middles
    nearest = np.clip(np.searchsorted(times, middles - bucket_s / 2), 0, len(times) - 1)
    inside = np.abs(times[nearest] - middles) <= bucket_s / 2
    return Band(*(np.where(inside, each[nearest], np.nan) for each in values))


def continued(band: Band, newer: Band, from_column: int) -> Band:
    """Return `band` with the columns of `newer` from `from_column` on, where it has
    any.
    """
    taken = np.isfinite(newer.mean)
    taken[: max(0, from_column)] = False
    return Band(
        np.where(taken, newer.mean, band.mean),
        np.where(taken, newer.low, band.low),
        np.where(taken, newer.high, band.high),
    )


def shifted(band: Band, columns: int) -> Band:
    """Return the band on a grid of the same width that begins `columns` later."""
    if columns <= 0:
        return band
    count = len(band.mean)
    rest = np.full(min(columns, count), np.nan)
    return Band(
        *(
            np.concatenate((each[columns:], rest))
            for each in (band.mean, band.low, band.high)
        )
    )
