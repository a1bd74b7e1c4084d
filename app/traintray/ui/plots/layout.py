"""Shares the height of the page among the rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

ROW_GAP = 13.0
"""Between two rows, in pixels."""


@dataclass(frozen=True, slots=True)
class Height:
    """How tall a row wants to be, in pixels."""

    design: float
    """As drawn in the design; rows grow in proportion to it."""
    least: float
    """So that the texts beside it do not collide."""
    fixed: bool = False
    """A row of text that gains nothing from more room."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row's graph area stands, in pixels of the chart."""

    top: float
    height: float

    @property
    def bottom(self) -> float:
        """Where the axis of the row is."""
        return self.top + self.height


def least_height(rows: Sequence[Height], gap: float = ROW_GAP) -> float:
    """Return the height below which the rows must scroll, `gap` between two."""
    return sum(row.least for row in rows) + gap * max(0, len(rows) - 1)


def design_height(rows: Sequence[Height], gap: float = ROW_GAP) -> float:
    """Return the height of the rows as they are drawn in the design."""
    return sum(row.design for row in rows) + gap * max(0, len(rows) - 1)


def share(
    rows: Sequence[Height], top: float, available: float, gap: float = ROW_GAP
) -> list[Place]:
    """Place the rows one below the other from `top` on, `available` pixels in all.

    Every row gets at least its least height, fixed rows their design height, and
    the rest is shared in proportion to the design.
    """
    available -= gap * max(0, len(rows) - 1)
    heights = _heights(rows, available)
    places: list[Place] = []
    for height in heights:
        places.append(Place(top, height))
        top += height + gap
    return places


def _heights(rows: Sequence[Height], available: float) -> list[float]:
    settled = {i: row.design for i, row in enumerate(rows) if row.fixed}
    while True:
        open_rows = [i for i in range(len(rows)) if i not in settled]
        rest = available - sum(settled.values())
        design = sum(rows[i].design for i in open_rows)
        scale = rest / design if design else 0.0
        short = [i for i in open_rows if rows[i].design * scale < rows[i].least]
        if not short:
            # Whole pixels, so that grid lines are as sharp in every row.
            return [
                float(int(settled.get(i, rows[i].design * scale)))
                for i in range(len(rows))
            ]
        settled.update({i: rows[i].least for i in short})
