"""When a screen reader is told anew of a number that changes each second."""

from __future__ import annotations

import math

TELL_EVERY_S = 5.0
"""A sentence about a number takes a screen reader some seconds to say."""


class ToldSlowly:
    """Tells every 5 s at most, and at once when the state behind the number changes."""

    def __init__(self) -> None:
        self._at_s = -math.inf
        self._state: object = None

    def is_due(self, now_s: float, state: object) -> bool:
        """Say whether to tell at `now_s`, on the monotonic clock; then it counts as
        told.
        """
        due = now_s - self._at_s >= TELL_EVERY_S or state != self._state
        if due:
            self._at_s, self._state = now_s, state
        return due
