"""What one look at a source brings."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.progress.progress import STEP


@dataclass(frozen=True, slots=True)
class Mark:
    """A step and when it was done."""

    step: float
    at_s: float
    """On the source's own clock, in seconds: only differences count."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a source says now."""

    marks: tuple[Mark, ...] = ()
    """New since the look before, oldest first."""
    epoch: float | None = None
    total_steps: int | None = None
    unit: str = STEP
    told_per_s: float | None = None
    """A speed that the source itself prints; used where its steps are rounded."""
    is_anew: bool = False
    """Something else is counted from now on: earlier marks do not compare."""


NOTHING = Look()
