"""Where the names of runs and episodes stand in their lanes."""

from __future__ import annotations

from collections.abc import Sequence
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
    it. It is cut short only where it fits nowhere.
    """
    areas = [block_area(picture, geometry, block, 0.0) for block in lane]
    nexts = [*(area.left() for area in areas[1:]), geometry.right]
    found: list[LaneLabel] = []
    free_from = geometry.left
    for block, area, free_to in zip(lane, areas, nexts, strict=True):
        found.append(_placed(block, area, (free_from, free_to), look))
        free_from = max(area.right(), found[-1].right)
    return found


def _placed(
    block: Block, area: QRectF, free: tuple[float, float], look: tuple[QFont, float]
) -> LaneLabel:
    font, shape = look
    width = text_width(font, block.text)
    left = area.left() + PAD_PX + shape
    room = area.right() - PAD_PX / 2 - left
    if width > room:
        before, after = area.left() - PAD_PX - width, area.right() + PAD_PX
        for x, fits in (
            (before, before - PAD_PX >= free[0]),
            (after, after + width + PAD_PX <= free[1]),
        ):
            if fits:
                return LaneLabel(block, area, block.text, x, x + width, False)
    if room < 4 * PAD_PX:
        return LaneLabel(block, area, "", area.right(), area.right(), False)
    text = elided(font, block.text, room)
    return LaneLabel(block, area, text, left, left + min(width, room), True)
