"""How fast a training run goes, from what it writes itself. Values only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from traintray.core.gap import NO_GAPS, Gap
from traintray.core.sentence import Sentence

STEP = "step"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is. A value that its source does not tell is None; `gaps` says
    why, under the field's name.
    """

    step: int | None
    """Steps done so far, counted over all epochs, as the source counts them."""
    steps_per_s: float | None
    """Median speed of the last minutes: neither the end of an epoch nor a validation
    in between makes it jump."""
    epoch: float | None
    """The epoch it is in, with the number that the run itself gives it."""
    total_steps: int | None
    """Steps of the whole run."""
    left_s: float | None
    """Time left at this speed, in seconds; validations to come are not in it."""
    source: str
    """Name of the source: `terminal`, `tensorboard`, `csv`, ..."""
    unit: str = STEP
    """What is counted: `step`, `epoch`, or a progress bar's own unit such as `img`.
    Not trusted text."""
    where: str = ""
    """The file it was read from; empty for a terminal. Not trusted text."""
    gaps: Mapping[str, Gap] = field(default_factory=lambda: NO_GAPS)
    marked_at_s: float | None = None
    """When `step` was done, on the source's own clock: only differences count. None
    where the source rounds its steps."""


@dataclass(frozen=True, slots=True)
class Absent:
    """Nothing that the run writes tells how fast it is."""

    reason: Sentence


NOT_LOOKED = Absent(
    Sentence("Progress", "What it writes has not been looked at for long enough.")
)
NO_SOURCE = Absent(
    Sentence(
        "Progress",
        "It writes no log that tells its steps. Started by traintray run, its"
        " progress bar would.",
    )
)
NOT_READABLE = Absent(
    Sentence("Progress", "The files it writes may not be looked at by this user.")
)
