"""Counters become rates here."""

from __future__ import annotations


class Rate:
    """Counts per second between two updates, by the time that really passed."""

    def __init__(self) -> None:
        self._last: tuple[float, float] | None = None

    def update(self, count: float, at_s: float) -> float | None:
        """Return the rate since the last update, in counts per second.

        None when there is nothing to compare: on the first update, when no
        time has passed, or when the counter went back (a device was reset).
        """
        last, self._last = self._last, (count, at_s)
        if last is None:
            return None
        last_count, last_at_s = last
        if at_s <= last_at_s or count < last_count:
            return None
        return (count - last_count) / (at_s - last_at_s)

    def reset(self) -> None:
        """Forget the last count, so that the next update has nothing to compare."""
        self._last = None
