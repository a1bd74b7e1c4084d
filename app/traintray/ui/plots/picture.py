"""All that the Live page draws for one instant, read from a frame and the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from traintray.core.frame import Frame
from traintray.core.history.store import Store
from traintray.ui import format as fmt
from traintray.ui.plots.interruptions import Interruptions, Sleep
from traintray.ui.plots.lanes import Block, LaneBook, pack
from traintray.ui.plots.on_top import OnTop
from traintray.ui.plots.readouts import Readout, readout
from traintray.ui.plots.row import Row
from traintray.ui.plots.rows import RowBook
from traintray.ui.plots.samples import Limits, SampleReader, Samples, Span

TIME_KEY = "cpu.busy_fraction"
"""The series whose samples the crosshair stops at; every round has one."""


@dataclass(frozen=True, slots=True)
class NamedHole:
    """A stretch in which nothing was measured, and what is said of it."""

    span: Span
    name: str


@dataclass(frozen=True, slots=True)
class RowPicture:
    """One row with its numbers."""

    row: Row
    series: Mapping[str, Samples]
    """By key of the line."""
    holes: tuple[NamedHole, ...]
    """Where the row has no value; drawn hatched."""
    own_holes: tuple[NamedHole, ...]
    """Those of them that the other rows do not have; named in the row."""
    readout: Readout


@dataclass(frozen=True, slots=True)
class Picture:
    """The Live page at one instant. Of a span longer than `RECENT_S` all instants are
    on the wall clock, `now_s` too.
    """

    now_s: float
    wall_s: float
    span_s: float
    rows: tuple[RowPicture, ...]
    times: Samples
    """When samples were taken."""
    holes: tuple[NamedHole, ...]
    """Where nothing at all was sampled."""
    run_lanes: tuple[tuple[Block, ...], ...]
    episode_lanes: tuple[tuple[Block, ...], ...]
    runs_going_on: int
    episodes_open: int
    seen_training: bool
    sleeps: tuple[Sleep, ...]
    limits: Limits
    period_s: float

    @property
    def start_s(self) -> float:
        """The instant at the left edge."""
        return self.now_s - self.span_s


class PictureSource:
    """Turns frames into pictures; remembers what a single frame does not tell."""

    def __init__(self, store: Store) -> None:
        self._reader = SampleReader(store)
        self.rows = RowBook()
        self.lanes = LaneBook()
        self.interruptions = Interruptions()
        self.on_top = OnTop()

    def note(self, frame: Frame) -> None:
        """Take note of `frame`; cheap, for every frame whether it is drawn or not."""
        self.lanes.update(frame)
        self.interruptions.note(frame)
        self.on_top.note(frame)

    def picture(self, frame: Frame, span_s: float) -> Picture:
        """Return what to draw for `frame` and the `span_s` seconds before it."""
        start_s = frame.at_s - span_s
        runs = self.lanes.runs(start_s)
        episodes = self.lanes.episodes(start_s)
        sleeps = self.interruptions.sleeps
        breaks_s = tuple(sleep.at_s for sleep in sleeps)
        self._reader.set_breaks(breaks_s, frame.period_s)
        times = self._reader.read(TIME_KEY, start_s, frame.at_s)
        common = self._holes({TIME_KEY: times}, start_s, frame.at_s)
        return Picture(
            now_s=frame.at_s,
            wall_s=frame.wall_s,
            span_s=span_s,
            rows=tuple(
                self._row_picture(row, frame, start_s, common)
                for row in self.rows.rows(frame)
            ),
            times=times,
            holes=common,
            run_lanes=packed(runs, frame.at_s),
            episode_lanes=packed(episodes, frame.at_s),
            runs_going_on=sum(1 for block in runs if block.end_s is None),
            episodes_open=sum(1 for block in episodes if block.end_s is None),
            seen_training=not self.lanes.is_empty,
            sleeps=sleeps,
            limits=self._reader.limits,
            period_s=self._reader.period_s,
        )

    def _row_picture(
        self,
        row: Row,
        frame: Frame,
        start_s: float,
        common: tuple[NamedHole, ...],
    ) -> RowPicture:
        now_s = frame.at_s
        series = {
            line.key: self._reader.read(line.key, start_s, now_s) for line in row.lines
        }
        holes = self._holes(series, start_s, now_s)
        slack_s = self._reader.limits.longest_s
        own = tuple(
            hole
            for hole in holes
            if not any(each.span.covers(hole.span, slack_s) for each in common)
        )
        return RowPicture(row, series, holes, own, readout(row, frame, series))

    def _holes(
        self, series: Mapping[str, Samples], start_s: float, now_s: float
    ) -> tuple[NamedHole, ...]:
        spans = self._reader.holes(series, start_s, now_s)
        return tuple(NamedHole(span, self._name(span)) for span in spans)

    def _name(self, hole: Span) -> str:
        """Say what the hole was, in the words of the design."""
        translate = QCoreApplication.translate
        slept_s = self.interruptions.slept_within(hole.start_s, hole.end_s)
        if slept_s > 0:
            text = translate("Live", "computer off {length}")
            return text.format(length=fmt.duration(slept_s))
        if self.interruptions.paused_within(hole.start_s, hole.end_s):
            return translate("Live", "paused")
        text = translate("Live", "no data {length}")
        return text.format(length=fmt.duration(hole.length_s - self._reader.period_s))


def packed(blocks: list[Block], now_s: float) -> tuple[tuple[Block, ...], ...]:
    """Return the blocks spread over lanes."""
    return tuple(tuple(lane) for lane in pack(blocks, now_s))
