"""What the user wants to be told, as plain values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wishes:
    """The choices of the settings that concern notifications."""

    tips: bool = True
    """Tell when training needs attention."""
    helped: bool = True
    """Tell what came of a change of a knob."""
    finished: bool = True
    died: bool = True
    muted_kinds: frozenset[str] = frozenset()
    """Kinds of findings that are never told, however bad."""
    quiet_minutes: tuple[int, int] | None = None
    """From and until when only critical tips come, in minutes since midnight, local
    time; None: no quiet hours."""
    tips_a_day: int = 12
    snooze_s: float = 3600.0


def minutes(clock: str) -> int:
    """Return a time of day, such as `07:30`, in minutes since midnight."""
    hour, _, minute = clock.partition(":")
    return int(hour) * 60 + int(minute)
