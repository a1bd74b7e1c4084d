"""How often to sample: as chosen, or more slowly while the battery pays for it."""

from __future__ import annotations

import math
from pathlib import Path

from traintray.core.sensors.gpu.pci import on_battery

ON_BATTERY_S = 5.0
LOOK_EVERY_S = 15.0
"""How long an unplugged computer may go on at its old pace: to look costs less than a
millisecond, but it opens files."""


class Pace:
    """Chosen on one thread, asked for on another."""

    def __init__(self, period_s: float, root: Path = Path("/")) -> None:
        self._period_s = period_s
        self._slows = False
        self._root = root
        self._is_slow = False
        self._look_at_s = -math.inf

    def choose(self, period_s: float, slow_on_battery: bool) -> None:
        """Sample every `period_s`; on battery no oftener than every 5 s, if wanted."""
        self._period_s, self._slows = period_s, slow_on_battery
        self._look_at_s = -math.inf

    def period_s(self, at_s: float) -> float:
        """Return the pace of now; `at_s` is the monotonic clock."""
        if not self._slows:
            return self._period_s
        if at_s >= self._look_at_s:
            self._look_at_s = at_s + LOOK_EVERY_S
            self._is_slow = on_battery(self._root)
        return max(self._period_s, ON_BATTERY_S) if self._is_slow else self._period_s
