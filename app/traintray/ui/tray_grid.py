"""Where everything of the tray icon is, on whole pixels, size by size."""

from __future__ import annotations

from dataclasses import dataclass

Box = tuple[float, float, float, float]
"""Left, top, width, height, in pixels of the icon's grid."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Where everything is at one size."""

    tray: tuple[Box, Box, Box]
    """Floor, left wall, right wall."""
    bar_lefts: tuple[int, int]
    bar_width: int
    bar_top: int
    steps: int
    """Height of a full bar; one pixel is one step."""
    badge: int
    triangle_height: int
    cut_px: float
    """Width of the stroke around the badge that is cut out of what lies below."""
    triangle_mark: tuple[Box, ...]
    octagon_mark: tuple[Box, ...]
    slash_px: float
    dash: tuple[int, int]
    """Top and height."""


GRIDS = {
    16: Grid(
        tray=((1, 14, 14, 1), (1, 10, 1, 4), (14, 10, 1, 4)),
        bar_lefts=(3, 9),
        bar_width=4,
        bar_top=1,
        steps=12,
        badge=7,
        triangle_height=6,
        cut_px=2,
        triangle_mark=(),
        octagon_mark=((12, 1, 1, 3), (12, 5, 1, 1)),
        slash_px=1.5,
        dash=(6, 1),
    ),
    22: Grid(
        tray=((1, 19, 20, 2), (1, 14, 2, 5), (19, 14, 2, 5)),
        bar_lefts=(4, 12),
        bar_width=6,
        bar_top=2,
        steps=16,
        badge=10,
        triangle_height=9,
        cut_px=3,
        triangle_mark=((16, 3, 2, 3), (16, 7, 2, 1)),
        octagon_mark=((16, 2, 2, 3), (16, 6, 2, 2)),
        slash_px=2,
        dash=(9, 2),
    ),
    24: Grid(
        tray=((1, 21, 22, 2), (1, 15, 2, 6), (21, 15, 2, 6)),
        bar_lefts=(4, 13),
        bar_width=7,
        bar_top=2,
        steps=18,
        badge=11,
        triangle_height=10,
        cut_px=3,
        triangle_mark=((18, 3, 1, 4), (18, 8, 1, 1)),
        octagon_mark=((17.5, 2, 2, 4), (17.5, 7, 2, 2)),
        slash_px=2,
        dash=(10, 2),
    ),
    32: Grid(
        tray=((2, 28, 28, 2), (2, 20, 2, 8), (28, 20, 2, 8)),
        bar_lefts=(6, 17),
        bar_width=9,
        bar_top=3,
        steps=23,
        badge=14,
        triangle_height=12,
        cut_px=4,
        triangle_mark=((24, 4, 2, 4), (24, 9, 2, 2)),
        octagon_mark=((24, 3, 2, 5), (24, 9, 2, 2)),
        slash_px=2.5,
        dash=(14, 2),
    ),
}
SIZES = tuple(GRIDS)
