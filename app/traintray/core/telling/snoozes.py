"""What a person does not want to hear of for now."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from traintray.core.telling.daytime import is_lately


@dataclass(frozen=True, slots=True)
class Snooze:
    """One wish for silence."""

    run_key: str
    """The run that it is about; empty: all."""
    since_s: float
    """Seconds since 1970."""
    for_s: float | None = None
    """How long; None: until the run ends, or until the day does."""
    day: str = ""
    """The date until whose end it lasts; empty: it does not end with a day."""
    covers_critical: bool = False
    """What was snoozed was critical itself; a lesser wish does not hide that memory
    runs out."""

    def holds(self, wall_s: float, day: str) -> bool:
        """Whether it is not over yet. The run's end is no business of this."""
        if self.day:
            return self.day == day
        return self.for_s is None or is_lately(self.since_s, wall_s, self.for_s)

    def covers(self, run_key: str, *, critical: bool) -> bool:
        """Whether it keeps a tip about that run quiet."""
        about = self.run_key in ("", run_key)
        return about and (self.covers_critical or not critical)

    @property
    def until_s(self) -> float | None:
        """When it ends, in seconds since 1970; None where no clock tells."""
        return None if self.for_s is None else self.since_s + self.for_s


class Snoozes:
    """Those that hold."""

    def __init__(self) -> None:
        self._snoozes: list[Snooze] = []

    def add(self, snooze: Snooze) -> None:
        """Begin one; it takes the place of an earlier one about the same."""
        self._snoozes = [s for s in self._snoozes if s.run_key != snooze.run_key]
        self._snoozes.append(snooze)

    def update(self, wall_s: float, day: str) -> None:
        """Drop those that are over."""
        self._snoozes = [s for s in self._snoozes if s.holds(wall_s, day)]

    def cover(self, run_key: str, *, critical: bool) -> bool:
        """Whether one keeps a tip about that run quiet."""
        return any(s.covers(run_key, critical=critical) for s in self._snoozes)

    def runs(self) -> set[str]:
        """Return the runs that one of them is about."""
        return {snooze.run_key for snooze in self._snoozes if snooze.run_key}

    def forget(self, runs: Collection[str]) -> None:
        """Drop those about runs that have gone."""
        self._snoozes = [s for s in self._snoozes if s.run_key not in runs]

    def clear(self) -> None:
        """End all."""
        self._snoozes = []

    def __iter__(self) -> Iterator[Snooze]:
        """Return those that hold, the oldest first."""
        return iter(tuple(self._snoozes))
