"""How much the history may hold."""

from __future__ import annotations

from dataclasses import dataclass

DAY_S = 86_400.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Whichever is reached first counts; the oldest goes first."""

    kept_s: float = 30 * DAY_S
    """How far back samples (thinned to minutes) and records reach."""
    full_s: float = 6 * 3600.0
    """How far back samples are kept at full resolution."""
    file_bytes: int = 200_000_000
    """What the file and its log may take together."""

    @classmethod
    def of(cls, days: int, megabytes: int) -> Limits:
        """Return the limits that a person has chosen."""
        return cls(kept_s=days * DAY_S, file_bytes=megabytes * 1_000_000)


DEFAULT_LIMITS = Limits()
"""Six hours in full hold a night's run and the day's work; a month holds the runs a
person still compares. Thinned, 180 series (16 CPUs, two runs all day) take 28 MB a
month and 420 (256 CPUs) take 135 MB: see tests/bench/history.py."""
