"""Where everything on the chart stands, in pixels."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from traintray.ui.plots.layout import ROW_GAP, Height, Place, least_height, share
from traintray.ui.plots.picture import Picture
from traintray.ui.plots.scrolled import scrolled
from traintray.ui.plots.timeline import Timeline

_LANE_PX = 18.0
_LANE_STEP_PX = 22.0
_BELOW_LANES_PX = 12.0
TAIL_PX = 4.0
"""From the last axis to the end of the chart; the axis strip continues it."""
READOUT_GAP_PX = 14.0
TICK_GAP_PX = 6.0


@dataclass(frozen=True, slots=True)
class Geometry:
    """The chart laid out for one size. `scale` is that of the text, 1..2."""

    scale: float
    width: float
    left: float
    right: float
    run_tops: tuple[float, ...]
    """Upper edges of the lanes of the training runs."""
    episode_tops: tuple[float, ...]
    """Upper edges of the lanes of the episodes; none before the first training."""
    places: tuple[Place, ...]
    """The rows, in order."""
    height: float

    @property
    def lane_height(self) -> float:
        """How tall a block of a lane is."""
        return _LANE_PX * self.scale

    @property
    def lanes_bottom(self) -> float:
        """The lower edge of the last lane."""
        return max((*self.run_tops, *self.episode_tops)) + self.lane_height

    @property
    def readout_x(self) -> float:
        """Where the values at the right begin."""
        return self.right + READOUT_GAP_PX

    def area(self, place: Place) -> QRectF:
        """Return the graph area of a row, its top at 100 and its bottom at 0."""
        return QRectF(self.left, place.top, self.right - self.left, place.height)

    def timeline(self, picture: Picture) -> Timeline:
        """Return the time axis of `picture` on this chart."""
        return Timeline(
            picture.now_s,
            picture.wall_s,
            picture.span_s,
            self.left,
            self.right,
            picture.sleeps,
            picture.period_s,
        )

    def row_at(self, y: float) -> int | None:
        """Return the index of the row at pixel `y`; None above the rows."""
        found = None
        for index, place in enumerate(self.places):
            if y >= place.top - TICK_GAP_PX:
                found = index
        return found


def _heights(picture: Picture, scale: float) -> list[Height]:
    return [
        Height(
            max(each.row.height.design, each.row.height.least * scale),
            each.row.height.least * scale,
            each.row.height.fixed,
        )
        for each in picture.rows
    ]


def _above_rows(picture: Picture, scale: float) -> tuple[list[float], list[float]]:
    """Return the tops of the lanes of runs and of episodes."""
    runs = max(1, len(picture.run_lanes))
    episodes = max(1, len(picture.episode_lanes)) if picture.seen_training else 0
    tops = [index * _LANE_STEP_PX * scale for index in range(runs + episodes)]
    return tops[:runs], tops[runs:]


def lay_out(
    picture: Picture,
    room: tuple[float, float],
    scale: float,
    beside_px: tuple[float, float],
) -> Geometry:
    """Lay the chart out for the room that is in view. The rows shrink to fit; when they
    cannot, the chart is taller than the room, and the page scrolls.

    `beside_px` is the room left of the graphs, and that of the values at the right.
    """
    width, height = room
    names, readouts = beside_px
    run_tops, episode_tops = _above_rows(picture, scale)
    top = _rows_top(run_tops, episode_tops, scale)
    places = _places(_heights(picture, scale), top, height - TAIL_PX * scale, scale)
    return Geometry(
        scale=scale,
        width=width,
        left=round(names),
        right=max(names + 1, round(width - readouts - READOUT_GAP_PX)),
        run_tops=tuple(run_tops),
        episode_tops=tuple(episode_tops),
        places=tuple(places),
        height=(places[-1].bottom if places else top) + TAIL_PX * scale,
    )


def _places(rows: list[Height], top: float, bottom: float, scale: float) -> list[Place]:
    gap = ROW_GAP * scale  # the marks of two rows stand in it
    if top + least_height(rows, gap) <= bottom:
        return share(rows, top, bottom - top, gap)
    return scrolled(rows, top, bottom + TAIL_PX * scale, gap)


def _rows_top(runs: list[float], episodes: list[float], scale: float) -> float:
    bottom = max((*runs, *episodes)) + _LANE_PX * scale
    return bottom + _BELOW_LANES_PX * scale + (0 if episodes else 4 * scale)
