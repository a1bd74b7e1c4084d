"""Silence just after a login and just after the computer slept."""

from __future__ import annotations

HUSH_S = 120.0
"""A desktop that starts or wakes loads programs and reads back what was swapped out:
that looks like trouble and is none. And a person who comes back has other things to do
first."""
_LEAST_SLEEP_S = 30.0
"""The wall clock ran this much ahead of the monotonic one, which stands still during a
suspend. Less is a clock that is corrected."""


class Hush:
    """Says whether it is too early to tell anything. What is held back is told later
    if it still holds.
    """

    def __init__(self, after_login: bool) -> None:
        self._begins = after_login
        self._ahead_s: float | None = None
        self._until_s = float("-inf")

    def update(self, at_s: float, wall_s: float) -> None:
        """Take the clocks of the newest frame."""
        ahead_s, before_s = wall_s - at_s, self._ahead_s
        slept = before_s is not None and ahead_s - before_s >= _LEAST_SLEEP_S
        if slept or self._begins:
            self._until_s = at_s + HUSH_S
        self._begins, self._ahead_s = False, ahead_s

    def holds(self, at_s: float) -> bool:
        """Whether nothing is to be told now, not even what is critical."""
        return at_s < self._until_s
