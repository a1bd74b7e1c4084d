"""Where the columns of the table of knobs stand."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.ui import fonts

LEFT_PX = 16
"""Room for the mark that opens a line, so that the names stand on the page's margin."""
_NOW_PX, _VALUE_PX, _ACT_PX = 52, 82, 84
_REASON_PX, _READ_BY_PX = 204, 138
_LEAST_REASON_PX = 124
"""`OMP_NUM_THREADS` in one line."""
_GAP_PX, _WIDE_GAP_PX = 10, 14
_LEAST_NAME_PX = 244
_CRAMPED_BELOW_PX, _NARROW_BELOW_PX = 600, 840
"""Below the second `Read by` is told in the details only, below the first the reason
too: names need the room.
"""

Span = tuple[int, int]
"""Left edge and width in logical pixels."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns for one width of the table."""

    name: Span
    now: Span
    value: Span
    reason: Span | None
    """None where even the names have hardly room."""
    read_by: Span | None
    """None where the table is too narrow for it."""
    act: Span


def columns(width: int) -> Columns:
    """Return where the columns stand in a table of `width` logical pixels."""
    px = fonts.scaled
    is_narrow = width < px(_NARROW_BELOW_PX)
    right = width
    act = right - px(_ACT_PX), px(_ACT_PX)
    right = act[0] - px(_GAP_PX)
    read_by = None
    if not is_narrow:
        read_by = right - px(_READ_BY_PX), px(_READ_BY_PX)
        right = read_by[0] - px(_GAP_PX)
    left = px(LEFT_PX)
    numbers = px(_NOW_PX) + px(_VALUE_PX) + 2 * px(_GAP_PX) + px(_WIDE_GAP_PX)
    free = right - left - numbers
    reason_px = max(
        px(_LEAST_REASON_PX), min(px(_REASON_PX), free - px(_LEAST_NAME_PX))
    )
    reason = None
    if width >= px(_CRAMPED_BELOW_PX):
        reason = right - reason_px, reason_px
        right = reason[0] - px(_WIDE_GAP_PX)
    value = right - px(_VALUE_PX), px(_VALUE_PX)
    now = value[0] - px(_GAP_PX) - px(_NOW_PX), px(_NOW_PX)
    name = left, max(px(60), now[0] - px(_GAP_PX) - left)
    return Columns(name, now, value, reason, read_by, act)
