"""What the Live page draws of hours: the archive, continued by the newest samples."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from traintray.core.archive.records import UPTIME_KEY
from traintray.core.frame import Frame
from traintray.core.history.store import Store
from traintray.ui.plots.lanes import Block
from traintray.ui.plots.past import Band, Grid, Past, continued, gathered, shifted
from traintray.ui.plots.past_holes import hole_name, slept_s
from traintray.ui.plots.past_lanes import past_episodes, past_runs
from traintray.ui.plots.past_readouts import past_readout
from traintray.ui.plots.past_rows import past_row, span_name
from traintray.ui.plots.picture import (
    TIME_KEY,
    NamedHole,
    Picture,
    PictureSource,
    RowPicture,
    packed,
)
from traintray.ui.plots.readouts import readout
from traintray.ui.plots.row import Row, RowKind
from traintray.ui.plots.samples import (
    HOLE_INTERVALS,
    Floats,
    Limits,
    Samples,
    Span,
    holes,
)
from traintray.ui.plots.timeline import Timeline


class PastPictures:
    """Joins what the archive told with the frames that came since."""

    def __init__(self, source: PictureSource, store: Store) -> None:
        self._source = source
        self._store = store

    def keys(self, frame: Frame) -> tuple[str, ...]:
        """Return the series that the rows of `frame` draw."""
        rows = self._rows(frame, 0.0)
        keys = [line.key for row in rows for line in row.lines]
        return tuple(dict.fromkeys((TIME_KEY, *keys)))

    def picture(self, frame: Frame, past: Past) -> Picture:
        """Return what to draw for `frame` and the span of `past` before it."""
        made = _Making(frame, past, self._store, self._clock(frame))
        start_s = frame.wall_s - past.span_s
        source = self._source
        runs = past_runs(past.runs, source.lanes.runs(0.0), made.clock)
        runs = [each for each in runs if each.until(frame.wall_s) > start_s]
        episodes = past_episodes(past.episodes, frame, made.clock)
        episodes = [each for each in episodes if each.until(frame.wall_s) > start_s]
        common = self._named(made, made.holes([TIME_KEY]), frame)
        times = made.samples(TIME_KEY)
        return Picture(
            now_s=frame.wall_s,
            wall_s=frame.wall_s,
            span_s=past.span_s,
            rows=tuple(
                self._row(row, made, runs, common)
                for row in self._rows(frame, past.span_s)
            ),
            times=Samples(times.times[times.valid], times.values[times.valid]),
            holes=common,
            run_lanes=packed(runs, frame.wall_s),
            episode_lanes=packed(episodes, frame.wall_s),
            runs_going_on=sum(1 for block in runs if block.end_s is None),
            episodes_open=sum(1 for block in episodes if block.end_s is None),
            seen_training=bool(runs or episodes) or not source.lanes.is_empty,
            sleeps=(),
            limits=made.limits,
            period_s=past.grid.column_s,
        )

    def monotonic_at(self, frame: Frame, wall_s: float) -> float:
        """Return an instant of a picture of hours on the clock of the frames."""
        at_s = frame.at_s - (frame.wall_s - wall_s)
        for sleep in reversed(self._source.interruptions.sleeps):
            if at_s < sleep.at_s:
                at_s += sleep.slept_s
        return at_s

    def _rows(self, frame: Frame, span_s: float) -> tuple[Row, ...]:
        return tuple(past_row(row, span_s) for row in self._source.rows.rows(frame))

    def _clock(self, frame: Frame) -> Timeline:
        """Return what turns an instant of the monotonic clock into the time of day."""
        sleeps = self._source.interruptions.sleeps
        return Timeline(frame.at_s, frame.wall_s, 1.0, 0.0, 1.0, sleeps)

    def _row(
        self,
        row: Row,
        made: _Making,
        runs: list[Block],
        common: tuple[NamedHole, ...],
    ) -> RowPicture:
        frame, slack_s = made.frame, made.limits.longest_s
        heat = row.kind is RowKind.LOGICAL_CPUS
        series = {line.key: made.samples(line.key, heat) for line in row.lines}
        found = self._named(made, made.holes([line.key for line in row.lines]), frame)
        own = tuple(
            hole
            for hole in found
            if not any(each.span.covers(hole.span, slack_s) for each in common)
        )
        bands = {line.key: made.band(line.key) for line in row.lines}
        span = span_name(made.past, frame.wall_s)
        said = readout(row, frame, made.recent(row))
        said = past_readout(said, row, bands, (made.grid, runs, span))
        return RowPicture(row, series, found, own, said)

    def _named(
        self, made: _Making, spans: list[Span], frame: Frame
    ) -> tuple[NamedHole, ...]:
        uptime = made.band(UPTIME_KEY)
        offset_s = frame.wall_s - frame.at_s
        return tuple(
            NamedHole(
                span,
                hole_name(
                    span,
                    slept_s(uptime, made.grid, span),
                    self._source.interruptions.paused_within(
                        span.start_s - offset_s, span.end_s - offset_s
                    ),
                ),
            )
            for span in spans
        )


class _Making:
    """One picture in the making: each series is put together once."""

    def __init__(self, frame: Frame, past: Past, store: Store, clock: Timeline) -> None:
        self.frame, self.past, self.clock = frame, past, clock
        self.grid = Grid.ending_at(frame.wall_s, past.span_s)
        self.limits = Limits(HOLE_INTERVALS * self.grid.column_s)
        self._store = store
        # Where the memory takes over: at the edge of a column that it knows whole.
        self._column = self._first_of_memory()
        joined_from_s = self.grid.start_s + self._column * self.grid.column_s
        self._since_s = frame.at_s - (frame.wall_s - joined_from_s)
        self._bands: dict[str, Band] = {}

    def band(self, key: str) -> Band:
        """Return a series on the grid."""
        if key not in self._bands:
            self._bands[key] = self._joined(key)
        return self._bands[key]

    def samples(self, key: str, at_right_edges: bool = False) -> Samples:
        """Return a series as a line of means. The newest column reaches up to now."""
        band, now_s = self.band(key), self.frame.wall_s
        if at_right_edges:
            back = np.arange(self.grid.count - 1, -1, -1.0) * self.grid.column_s
            return Samples(now_s - back, band.mean)
        times = self.grid.middles
        times[-1] = max(now_s, times[-2])
        times = np.minimum(times, now_s)
        return Samples(times, band.mean, band.low, band.high)

    def holes(self, keys: list[str]) -> list[Span]:
        """Return where all of the series are missing; not before the archive began."""
        known = np.zeros(self.grid.count, dtype=np.bool_)
        for key in keys:
            known |= np.isfinite(self.band(key).mean)
        times = self.samples(keys[0]).times[known] if keys else np.empty(0)
        begins_s = self.past.begins_s
        if begins_s is not None and begins_s < self.grid.start_s:
            times = np.insert(times, 0, self.grid.start_s)
        return holes(times, self.frame.wall_s, self.limits)

    def recent(self, row: Row) -> Mapping[str, Samples]:
        """Return the newest samples of a row's series, for the readout."""
        found = {}
        for line in row.lines[:1]:
            times, values = self._store.copy(line.key, self.frame.at_s - 15)
            found[line.key] = Samples(np.asarray(times), np.asarray(values))
        return found

    def _joined(self, key: str) -> Band:
        kept = self.past.bands.get(key) or Band.empty(self.past.grid.count)
        moved = (self.grid.start_s - self.past.grid.start_s) / self.grid.column_s
        kept = shifted(kept, round(moved))
        return continued(kept, self._newest(key), self._column)

    def _first_of_memory(self) -> int:
        complete_s, grid = self.past.complete_to_s, self.grid
        if complete_s <= grid.start_s:
            return 0
        return int(grid.columns(np.array([complete_s]))[0])

    def _newest(self, key: str) -> Band:
        """Return what the memory of this session knows, on the grid."""
        if key == UPTIME_KEY:
            times, _ = self._store.copy(TIME_KEY, self._since_s)
            values = np.asarray(times)
        else:
            times, found = self._store.copy(key, self._since_s)
            values = np.asarray(found)
        walls = self._walls(np.array(times))
        return gathered(walls, (values, values, values), self.grid)

    def _walls(self, times: Floats) -> Floats:
        """Return instants of the monotonic clock in seconds since 1970."""
        walls = times + (self.frame.wall_s - self.frame.at_s)
        for sleep in self.clock.sleeps:
            walls[times < sleep.at_s] -= sleep.slept_s
        return walls
