"""How wide the columns of a table are: as the design has them, and wide enough."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from traintray.ui import fonts
from traintray.ui.plots.pens import text_width
from traintray.ui.window.history.record_header import GAP_PX, INSET_PX
from traintray.ui.window.history.record_table import Column, RecordModel

_AIR_PX = 3
_OF_A_BAR = 0.3
"""A bar may be so much shorter and still be read: 28 of its 44 pixels."""
_MEASURED = 200
"""Rows that are looked at: more are not seen at once, and measuring takes time."""


def column_widths(model: RecordModel, room_px: float) -> list[int]:
    """Return how wide each column is: `room_px` in all, each wide enough for its title
    and its texts; 0 for one that is left out.

    Where they need more, first bars get shorter, then the texts that may be cut take
    no more than they say, then bars that can be spared go, then columns that can. When
    that is not enough either, all columns stay, and the table scrolls.
    """
    columns = model.columns
    each = [_widths(column, model.records[:_MEASURED]) for column in columns]
    each[0] = tuple(width + fonts.scaled(INSET_PX) for width in each[0])
    ways = [[widths[way] for widths in each] for way in range(4)]
    for rank in sorted({column.spare_rank for column in columns} - {0}):
        ways.append(
            [
                0.0 if 0 < column.spare_rank <= rank else width
                for width, column in zip(ways[3], columns, strict=True)
            ]
        )
    needed = next((way for way in ways if sum(way) <= room_px), ways[3])
    cut = [
        n for n, c in enumerate(columns) if c.cut_above_px and needed[n] == each[n][2]
    ]
    for after, number in enumerate(cut):
        # What is left over goes to texts that are cut before it goes to all columns.
        left = max(0.0, room_px - sum(needed)) / (len(cut) - after)
        needed[number] += min(each[number][0] - needed[number], left)
    pairs = zip(needed, columns, strict=True)
    shares = [column.width_px if width else 0.0 for width, column in pairs]
    return shared_widths(room_px, shares, needed)


def _widths(column: Column, records: Sequence[object]) -> tuple[float, ...]:
    """Return the width of a column: whole, with a short bar, with texts cut too, and
    without its bar too.
    """
    body = fonts.font(column.role)
    texts = {column.text(record) for record in records}
    text_px = max((text_width(body, text) for text in texts), default=0.0)
    whole = text_px + fonts.scaled(column.extra_px)
    slim = whole - fonts.scaled(column.spare_px * _OF_A_BAR)
    cut = slim
    if column.cut_above_px:
        cut = min(slim, fonts.scaled(column.cut_above_px))
    spared = cut - fonts.scaled(column.spare_px * (1 - _OF_A_BAR))
    title = text_width(fonts.font("caption_label"), column.title)
    # The title of a column that may be cut is cut with its texts.
    least = (
        min(title, fonts.scaled(column.cut_above_px)) if column.cut_above_px else title
    )
    pairs = ((whole, title), (slim, title), (cut, least), (spared, least))
    around = fonts.scaled(GAP_PX) + _AIR_PX
    return tuple(max(pair) + around for pair in pairs)


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
