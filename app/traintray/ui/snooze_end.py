"""When a tip that was snoozed may be told again."""

from __future__ import annotations

import math
from datetime import timedelta

from traintray.core.telling.span import Span
from traintray.ui.dates import day_of, midnight


def tomorrow_s(wall_s: float) -> float:
    """Return when the next day begins here, in seconds since 1970."""
    return midnight(day_of(wall_s) + timedelta(days=1))


def snoozed_until(span: Span, wall_s: float, snooze_s: float) -> float:
    """Return until when a snooze of now lasts, in seconds since 1970; infinity for one
    that no clock ends. `snooze_s`: how long a while is.
    """
    if span is Span.FOR_A_WHILE:
        return wall_s + snooze_s
    return tomorrow_s(wall_s) if span is Span.TODAY else math.inf
