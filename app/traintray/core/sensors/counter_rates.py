"""Counters that are read together become rates together, each gap with its reason."""

from __future__ import annotations

from traintray.core.rate import Rate
from traintray.core.readings import Gap, GapReason

_FIRST = Gap(GapReason.FIRST)
_WENT_BACK = Gap(GapReason.FAILED, "the counter went back or no time passed")


class CounterRates:
    """The rates of a few counters, under the names of the reading's fields."""

    def __init__(self, *fields: str) -> None:
        self._rates = {field: Rate() for field in fields}
        self._is_first = True

    def update(
        self, at_s: float, **counts: float
    ) -> tuple[dict[str, float | None], dict[str, Gap]]:
        """Take the counts at `at_s`; return counts per second, and why one is None."""
        reason = _FIRST if self._is_first else _WENT_BACK
        self._is_first = False
        per_s = {
            field: self._rates[field].update(counts[field], at_s) for field in counts
        }
        gaps = {field: reason for field, rate in per_s.items() if rate is None}
        return per_s, gaps

    def reset(self) -> None:
        """Forget the last counts."""
        self._is_first = True
        for rate in self._rates.values():
            rate.reset()
