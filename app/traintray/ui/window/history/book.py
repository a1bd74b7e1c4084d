"""What the History page shows of some days, read from the archive at one go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

import numpy as np

from traintray.core.archive.reading import ArchiveReader
from traintray.core.archive.records import (
    UPTIME_KEY,
    EpisodeRecord,
    KnobRecord,
    NoticeRecord,
    RunRecord,
)
from traintray.ui import dates
from traintray.ui.plots.past import Band, Grid, on_grid
from traintray.ui.plots.past_holes import slept_s
from traintray.ui.plots.picture import TIME_KEY
from traintray.ui.plots.samples import HOLE_INTERVALS, Limits, holes

DAY_COUNTS = (10, 30, 90)
_COLUMN_S = {10: 300.0, 30: 900.0, 90: 1800.0}
"""Two or three columns are a pixel of a strip that is as wide as in the design."""


@dataclass(frozen=True, slots=True)
class Dark:
    """A stretch in which nothing was sampled."""

    start_s: float
    end_s: float
    is_off: bool
    """The computer was off or asleep for most of it; otherwise it was not watched."""


@dataclass(frozen=True, slots=True)
class Book:
    """Some days of the past. Records are newest first."""

    day_count: int
    now_s: float
    begins_s: float | None
    """When watching began; None when nothing was ever sampled."""
    is_read: bool = True
    """Not while the archive has not answered for the first time."""
    runs: tuple[RunRecord, ...] = ()
    episodes: tuple[EpisodeRecord, ...] = ()
    notices: tuple[NoticeRecord, ...] = ()
    knobs: tuple[KnobRecord, ...] = ()
    dark: tuple[Dark, ...] = ()

    @property
    def first_s(self) -> float:
        """The midnight with which the oldest day begins."""
        return first_midnight(self.day_count, self.now_s)


def first_midnight(day_count: int, now_s: float) -> float:
    """Return when the oldest of `day_count` days begins, today included."""
    return dates.midnight(dates.day_of(now_s) - timedelta(days=day_count - 1))


def read_book(reader: ArchiveReader, day_count: int, now_s: float) -> Book:
    """Read the last days, today included. Raises ArchiveError."""
    since_s = first_midnight(day_count, now_s)
    kept = reader.span()
    made = Book(day_count, now_s, None if kept is None else kept[0])
    if kept is None:
        return made
    # What has just begun may be told a little later than now.
    until_s = now_s + 60
    return replace(
        made,
        runs=tuple(reader.runs(since_s, until_s)),
        episodes=tuple(reader.episodes(since_s, until_s)),
        notices=tuple(reader.notices(since_s, until_s)),
        knobs=tuple(reader.knob_changes(since_s, until_s)),
        dark=_dark(reader, made, max(since_s, kept[0])),
    )


def _dark(reader: ArchiveReader, book: Book, since_s: float) -> tuple[Dark, ...]:
    column_s = _COLUMN_S[book.day_count]
    start_s = since_s - since_s % column_s
    count = int((book.now_s - start_s) / column_s) + 1
    grid = Grid(start_s, column_s, count)
    keys = [key for key in (TIME_KEY, UPTIME_KEY) if key in reader.series_keys()]
    found = reader.many(keys, grid.start_s, grid.end_s, grid.count)
    bands = {key: on_grid(each, grid) for key, each in found.items()}
    seen = bands.get(TIME_KEY, Band.empty(count))
    uptime = bands.get(UPTIME_KEY, Band.empty(count))
    times = grid.middles[np.isfinite(seen.mean)]
    if book.begins_s is not None and book.begins_s < since_s:
        times = np.insert(times, 0, since_s)
    spans = holes(times, book.now_s, Limits(HOLE_INTERVALS * column_s))
    return tuple(
        Dark(
            span.start_s,
            span.end_s,
            _mostly(slept_s(uptime, grid, span), span.length_s),
        )
        for span in spans
    )


def _mostly(off_s: float | None, length_s: float) -> bool:
    return off_s is not None and off_s > length_s / 2
