"""How many tips may come: some at once, then one in five minutes; so many a day."""

from __future__ import annotations

BURST = 3
"""Two runs with different troubles and one that follows are told at once."""
APART_S = 300.0
"""After that one tip in this time: as long as it takes to read one and act on it."""


class Budget:
    """Counts what was told. Critical tips are not asked for here, nor counted."""

    def __init__(self, day: str = "", told: int = 0) -> None:
        self._tokens = float(BURST)
        self._at_s: float | None = None
        self.day = day
        """Of which day `told` is the number."""
        self.told = told

    def update(self, at_s: float, day: str) -> None:
        """Take the monotonic clock and the date."""
        passed_s = 0.0 if self._at_s is None else at_s - self._at_s
        self._at_s = at_s
        self._tokens = min(float(BURST), self._tokens + passed_s / APART_S)
        if day != self.day:
            self.day, self.told = day, 0

    def allows(self, a_day: int) -> bool:
        """Whether one more may come now, of `a_day` in all."""
        return self._tokens >= 1 and self.told < a_day

    def spend(self) -> None:
        """Count one."""
        self._tokens -= 1
        self.told += 1

    def refund(self) -> None:
        """Take one back that reached nobody."""
        self._tokens = min(float(BURST), self._tokens + 1)
        self.told = max(0, self.told - 1)
