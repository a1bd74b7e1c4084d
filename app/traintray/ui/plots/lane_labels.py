"""Where the names of runs and episodes stand in their lanes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from traintray.ui.plots.geometry import Geometry
from traintray.ui.plots.lanes import Block
from traintray.ui.plots.pens import elided, text_width
from traintray.ui.plots.picture import Picture

PAD_PX = 8.0
SHAPE_PX = 16.0
"""The triangle before the name of an episode takes so much of its block."""


@dataclass(frozen=True, slots=True)
class LaneLabel:
    """One block of a lane and its name."""

    block: Block
    area: QRectF
    """Of the block."""
    text: str
    """Empty where there was no room at all."""
    left: float
    right: float
    """From where to where the text stands."""
    inside: bool
    """Whether it stands in its block, not beside it."""


def block_area(
    picture: Picture, geometry: Geometry, block: Block, top: float
) -> QRectF:
    """Return where a block stands in the lane at `top`."""
    timeline = geometry.timeline(picture)
    left = timeline.clamped_x(block.start_s)
    right = timeline.clamped_x(block.until(picture.now_s))
    return QRectF(left, top, max(2.0, right - left), geometry.lane_height)


def lane_labels(
    picture: Picture,
    geometry: Geometry,
    lane: Sequence[Block],
    look: tuple[QFont, float],
) -> list[LaneLabel]:
    """Return the blocks of a lane with their names. `look` is the font and the room,
    in pixels, that a shape before the name takes.

    A name stands in its block, or beside it where that is too small: before it, after
    it. Where that finds no room, the short name is tried. What goes on now has its
    name first, then the others from the left; what fits nowhere is cut short.
    """
    areas = [block_area(picture, geometry, block, 0.0) for block in lane]
    order = sorted(range(len(lane)), key=lambda n: lane[n].end_s is not None)
    found: dict[int, LaneLabel] = {}
    for n in order:
        before = max((areas[n - 1].right(), *_ends(found, n))) if n else geometry.left
        after = min((geometry.right, *_starts(found, n)))
        if n + 1 < len(lane):
            after = min(after, areas[n + 1].left())
        found[n] = _placed(lane[n], areas[n], (before, after), look)
    return [found[n] for n in range(len(lane))]


def _ends(found: Mapping[int, LaneLabel], number: int) -> list[float]:
    return [label.right for n, label in found.items() if n < number]


def _starts(found: Mapping[int, LaneLabel], number: int) -> list[float]:
    return [label.left for n, label in found.items() if n > number and label.text]


def _placed(
    block: Block, area: QRectF, free: tuple[float, float], look: tuple[QFont, float]
) -> LaneLabel:
    font, shape = look
    left = area.left() + PAD_PX + shape
    room = area.right() - PAD_PX / 2 - left
    for text in filter(None, (block.text, block.brief)):
        width = text_width(font, text)
        if width <= room:
            return LaneLabel(block, area, text, left, left + width, True)
        x = _beside(area, width, free)
        if x is not None:
            return LaneLabel(block, area, text, x, x + width, False)
    if room < 4 * PAD_PX:
        return LaneLabel(block, area, "", area.right(), area.right(), False)
    text = elided(font, block.text, room)
    return LaneLabel(block, area, text, left, left + room, True)


def _beside(area: QRectF, width: float, free: tuple[float, float]) -> float | None:
    """Return where a text of `width` begins before the block, or after it."""
    before, after = area.left() - PAD_PX - width, area.right() + PAD_PX
    if before - PAD_PX >= free[0]:
        return before
    return after if after + width + PAD_PX <= free[1] else None
