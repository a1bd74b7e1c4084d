"""The user's own time of day: quiet hours, and where one day ends."""

from __future__ import annotations

import time
from collections.abc import Callable

LocalTime = Callable[[float], time.struct_time]
"""Turns seconds since 1970 into the time on the wall: `time.localtime`."""


def day_of(wall_s: float, local: LocalTime) -> str:
    """Return the date, as `2026-03-12`."""
    return time.strftime("%Y-%m-%d", local(wall_s))


def is_within(
    span_minutes: tuple[int, int] | None, wall_s: float, local: LocalTime
) -> bool:
    """Whether the time of day lies in a span, which may go over midnight.

    One that ends where it begins has no length: whoever wants silence all day turns
    tips off.
    """
    if span_minutes is None:
        return False
    since, until = span_minutes
    now = local(wall_s)
    minute = now.tm_hour * 60 + now.tm_min
    if since <= until:
        return since <= minute < until
    return minute >= since or minute < until


def is_lately(then_s: float, now_s: float, span_s: float) -> bool:
    """Whether less than `span_s` passed since `then_s`, both on the wall.

    A time that lies ahead is none: the clock was set back meanwhile, and nobody is to
    wait until it is there again.
    """
    return 0 <= now_s - then_s < span_s
