"""How wide the columns of a table are: as the design has them, and wide enough."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from traintray.ui import fonts
from traintray.ui.plots.pens import text_width
from traintray.ui.window.history.record_header import GAP_PX, INSET_PX
from traintray.ui.window.history.record_table import RecordModel

_AIR_PX = 3
_MEASURED = 200
"""Rows that are looked at: more are not seen at once, and measuring takes time."""


def needed_widths(model: RecordModel) -> list[float]:
    """Return how wide each column has to be for its title and its texts, in pixels;
    one whose texts may be cut takes no more than it says.
    """
    caption = fonts.font("caption_label")
    found = []
    for number, column in enumerate(model.columns):
        around = fonts.scaled(GAP_PX) + (fonts.scaled(INSET_PX) if not number else 0)
        body = fonts.font(column.role)
        texts = {column.text(record) for record in model.records[:_MEASURED]}
        widest = max((text_width(body, text) for text in texts), default=0.0)
        needed = widest + fonts.scaled(column.extra_px)
        if column.cut_above_px:
            needed = min(needed, fonts.scaled(column.cut_above_px))
        found.append(max(needed, text_width(caption, column.title)) + around + _AIR_PX)
    return found


def widths_in(found: object) -> tuple[int, ...]:
    """Return widths that were saved, or none where something else was."""
    if not isinstance(found, list) or not all(type(each) is int for each in found):
        return ()
    return tuple(found)


def shared_widths(
    room_px: float, shares: Sequence[float], needed: Sequence[float]
) -> list[int]:
    """Divide `room_px` in proportion to `shares`, no column below what it needs. Where
    they need more than there is, each gets what it needs, and the table scrolls.
    """
    widths = list(needed)
    free = set(range(len(shares)))
    while free:
        room = room_px - sum(needed[n] for n in range(len(shares)) if n not in free)
        unit = room / sum(shares[n] for n in free)
        short = {n for n in free if shares[n] * unit < needed[n]}
        if not short:
            for number in free:
                widths[number] = shares[number] * unit
            break
        free -= short
    edges = [0.0]
    for width in widths:
        edges.append(edges[-1] + width)
    return [round(right) - round(left) for left, right in itertools.pairwise(edges)]
