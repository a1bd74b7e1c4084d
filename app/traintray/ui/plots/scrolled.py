"""Places the rows of a chart that has to scroll."""

from __future__ import annotations

from collections.abc import Sequence

from traintray.ui.plots.layout import Height, Place, design_height, share


def scrolled(
    rows: Sequence[Height], top: float, room: float, gap: float
) -> list[Place]:
    """Place the rows from `top` on so that each screenful of `room` pixels ends between
    two rows: a row that the edge of the window cuts through can be read by nobody.

    The last screenful has the heights of the design, which leave air below.
    """
    places: list[Place] = []
    rest = list(rows)
    edge = room
    while rest:
        fit = _fitting(rest, edge - gap / 2 - top, gap)
        seen, rest = rest[:fit], rest[fit:]
        height = design_height(seen, gap)
        if rest:  # what is seen first fills the view
            height = max(height, edge - gap / 2 - top)
        places += share(seen, top, height, gap)
        top = max(edge + gap / 2, places[-1].bottom + gap)
        edge = top - gap / 2 + room
    return places


def _fitting(rows: Sequence[Height], available: float, gap: float) -> int:
    """Return how many of the rows fit at the height of the design, at least one."""
    count = 1
    while count < len(rows) and design_height(rows[: count + 1], gap) <= available:
        count += 1
    return count
