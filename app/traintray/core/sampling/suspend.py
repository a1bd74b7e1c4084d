"""Notice that the computer slept between two rounds."""

from __future__ import annotations

LEAST_S = 2.0
"""A shorter difference is taken for the time between two clock readings."""


class SuspendWatch:
    """Compares the clock that counts a suspend with the one that does not.

    `CLOCK_BOOTTIME - CLOCK_MONOTONIC` is the time slept since boot, see
    clock_gettime(2). Counters that went on or were reset meanwhile give wrong
    rates; psutil then says 100 % busy (giampaolo/psutil#2172).
    """

    def __init__(self) -> None:
        self._slept_s: float | None = None

    def update(self, monotonic_s: float, boot_s: float) -> float:
        """Return how long the computer slept since the last update, in seconds.

        0.0 at the first update and for anything up to `LEAST_S`.
        """
        slept_s = boot_s - monotonic_s
        before_s, self._slept_s = self._slept_s, slept_s
        if before_s is None or slept_s - before_s <= LEAST_S:
            return 0.0
        return slept_s - before_s
