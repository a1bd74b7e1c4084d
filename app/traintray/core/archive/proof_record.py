"""What the archive keeps of a comparison of two runs, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Course:
    """How one run went, in pieces of time: what a later run is compared with.

    Times are seconds since `began_at_s`, the run's own second 0.
    """

    began_at_s: float
    """When it was first watched, in seconds since 1970."""
    block_s: float
    """Length of one block."""
    blocks: Mapping[str, tuple[float | None, ...]] = field(default_factory=dict)
    """By figure, such as `switches_per_s`: its mean in each block; None where it was
    not measured."""
    paces: tuple[tuple[float, float, float], ...] = ()
    """Steps between two marks of the run's own log: second in which the piece ended,
    its length in seconds, steps a second in it."""
    source: str = ""
    """What told the steps, such as `terminal`; empty: nothing did."""
    unit: str = ""
    """What the source counts: `step`, `epoch`, `img`. Not trusted text."""


@dataclass(frozen=True, slots=True)
class Change:
    """What was changed between two runs."""

    knob: str
    """Name of the knob, such as `thread_cap`."""
    old: Mapping[str, str | None]
    """By variable: its value before; None is 'not set'."""
    new: Mapping[str, str | None]
    at_s: float
    """When, in seconds since 1970."""
    beside: tuple[str, ...] = ()
    """Other knobs that were changed between the two runs as well: what is measured is
    the sum of all of them."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure of both runs, in windows of equal length."""

    key: str
    """Stable identifier: `steps_per_s`, `gpu_busy_fraction`, `cpu_s_per_step`,
    `switches_per_s`, `cpu_pressure_fraction`, ..."""
    unit: str
    """`core.diagnosis.verdict.Unit.value`; of `steps_per_s` what the run itself counts:
    `step`, `img`."""
    before: float | None
    """Median over the window; None when it was not measured."""
    after: float | None
    spread_before: float | None
    """Two thirds of the pieces of the window lie within this of the median; in the
    same unit. None when it was not measured."""
    spread_after: float | None
    better: str
    """`higher` or `lower`."""
    counts_first: bool
    """The verdict rests on this one; the others only go with it."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time, in seconds since 1970."""

    since_s: float
    until_s: float


@dataclass(frozen=True, slots=True)
class Windows:
    """What was compared. None: there was nothing to compare."""

    before: Span | None
    after: Span | None
    warm_up_s: float
    """Left out at the beginning of both."""


@dataclass(frozen=True, slots=True)
class Said:
    """The parts of a sentence, as `core.sentence.Sentence.again` takes them."""

    context: str
    template: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProofRecord:
    """What came of a change, kept with the run that was the first to have it."""

    verdict: str
    """As in `core.proof.outcome.Verdict`."""
    before_run: str | None
    """Identity of the run that it was compared with; None: there is none."""
    change: Change
    measures: tuple[Measure, ...]
    speed_is_stand_in: bool
    why: Said
    windows: Windows
    ratio: tuple[float, float, float] | None = None
    """Of the figure that counts first, after through before: estimate, lowest and
    highest value that the windows allow."""
    made_at_s: float = 0.0
    """When, in seconds since 1970."""
