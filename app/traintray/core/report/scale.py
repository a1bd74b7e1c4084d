"""Where a time and a value lie in a graph, and where its ticks are."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

_STEPS_S = (
    *(1, 2, 5, 10, 15, 30),
    *(60, 120, 300, 600, 900, 1800),
    *(3600, 7200, 10800, 21600, 43200),
    *(86400, 172800, 604800, 2592000),
)
_DAY_S = 86400
_MOST_TICKS = 8


@dataclass(frozen=True, slots=True)
class TimeScale:
    """Time from left to right."""

    since_s: float
    until_s: float
    left: float
    width: float

    def x(self, at_s: float) -> float:
        """Return the place of a time; one outside lies at the border."""
        share = (at_s - self.since_s) / (self.until_s - self.since_s)
        return self.left + self.width * min(1.0, max(0.0, share))

    def ticks(self) -> list[tuple[float, str]]:
        """Return times with their labels, at round times of day here."""
        span_s = self.until_s - self.since_s
        step_s = next(
            (s for s in _STEPS_S if span_s / s <= _MOST_TICKS), span_s / _MOST_TICKS
        )
        offset_s = time.localtime(self.since_s).tm_gmtoff
        first = math.ceil((self.since_s + offset_s) / step_s) * step_s - offset_s
        count = int((self.until_s - first) // step_s) + 1
        return [
            (at_s, _label(at_s, step_s))
            for at_s in (first + number * step_s for number in range(max(0, count)))
        ]


def _label(at_s: float, step_s: float) -> str:
    local = time.localtime(at_s)
    if (local.tm_hour, local.tm_min, local.tm_sec) == (0, 0, 0) or step_s >= _DAY_S:
        return time.strftime("%m-%d", local)
    return time.strftime("%H:%M:%S" if step_s < 60 else "%H:%M", local)


def round_top(highest: float) -> float:
    """Return 1, 2 or 4 times a power of ten that is not below the highest value."""
    if not highest > 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(highest))
    return next(n * power for n in (1, 2, 4, 10) if n * power >= highest)
