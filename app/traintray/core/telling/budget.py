"""How many tips may come: some at once, then one in five minutes; so many a day, and
fewer of one kind.
"""

from __future__ import annotations

from collections.abc import Mapping

BURST = 3
"""Two runs with different troubles and one that follows are told at once."""
APART_S = 300.0
"""After that one tip in this time: as long as it takes to read one and act on it."""
OF_A_KIND = 6
"""A day. Each new run of a sweep may have the same trouble: who did not act on it six
times will not for a seventh, and what is new is to have room."""


class Budget:
    """Counts what was told. Critical tips are not asked for here, nor counted."""

    def __init__(
        self, day: str = "", told: int = 0, by_kind: Mapping[str, int] | None = None
    ) -> None:
        self._tokens = float(BURST)
        self._at_s: float | None = None
        self.day = day
        """Of which day `told` is the number."""
        self.told = told
        self.by_kind = dict(by_kind or {})
        """How many of them were of each kind."""

    def update(self, at_s: float, day: str) -> None:
        """Take the monotonic clock and the date."""
        passed_s = 0.0 if self._at_s is None else at_s - self._at_s
        self._at_s = at_s
        self._tokens = min(float(BURST), self._tokens + passed_s / APART_S)
        if day != self.day:
            self.day, self.told = day, 0
            self.by_kind = {}

    def allows(self, kind: str, a_day: int) -> bool:
        """Whether one more of a kind may come now, of `a_day` in all."""
        is_enough = self.told >= a_day or self.by_kind.get(kind, 0) >= OF_A_KIND
        return self._tokens >= 1 and not is_enough

    def spend(self, kind: str) -> None:
        """Count one."""
        self._tokens -= 1
        self.told += 1
        self.by_kind[kind] = self.by_kind.get(kind, 0) + 1

    def refund(self, kind: str) -> None:
        """Take one back that reached nobody."""
        self._tokens = min(float(BURST), self._tokens + 1)
        self.told = max(0, self.told - 1)
        self.by_kind[kind] = max(0, self.by_kind.get(kind, 0) - 1)
