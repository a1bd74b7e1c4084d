"""What the diagnosis may say of a run, and the numbers that go with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Severity(Enum):
    """How loudly a finding is told."""

    NOTE = "note"
    """Worth knowing, nothing to do: shown, never popped up."""
    ATTENTION = "attention"
    CRITICAL = "critical"


class Unit(Enum):
    """What an evidence value counts. Fractions are 0..1."""

    FRACTION = "fraction"
    THREADS = "threads"
    PER_S = "per_s"
    BYTES = "bytes"
    BYTES_PER_S = "bytes_per_s"
    CORES = "cores"
    COUNT = "count"
    SECONDS = "seconds"
    CELSIUS = "celsius"
    HERTZ = "hertz"


class Comparison(Enum):
    """How a measured value is held against its threshold."""

    AT_LEAST = ">="
    ABOVE = ">"
    AT_MOST = "<="
    BELOW = "<"


BAR_THRESHOLDS = 8 / 3
"""Length of an evidence bar, in thresholds, where a figure has no highest value."""


class Resource(Enum):
    """Which hardware a number belongs to; chooses the hue."""

    CPU = "cpu"
    GPU = "gpu"
    GPU_MEMORY = "gpu_memory"
    MEMORY = "memory"
    SWAP = "swap"
    IO = "io"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One measured value next to the threshold it was held against."""

    key: str
    """Stable identifier, with the unit in the name: `demand_threads`."""
    measured: float
    """Median over the seconds that were judged."""
    threshold: float
    comparison: Comparison
    unit: Unit
    scale: float
    """Full length of its bar, in the same unit: fixed for the machine, so that
    two looks can be compared."""
    resource: Resource = Resource.CPU
    is_chosen: bool = False
    """The user has set another threshold than the usual one."""

    @property
    def crossed(self) -> bool:
        """Whether the measured value is on the side that counts."""
        return {
            Comparison.AT_LEAST: self.measured >= self.threshold,
            Comparison.ABOVE: self.measured > self.threshold,
            Comparison.AT_MOST: self.measured <= self.threshold,
            Comparison.BELOW: self.measured < self.threshold,
        }[self.comparison]


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule holds, and has held for the sustained time."""

    kind: str
    severity: Severity
    evidence: tuple[Evidence, ...]
    ruled_out: tuple[Evidence, ...] = ()
    """Other causes that were measured and are not there."""
    facts: Mapping[str, float | str] = field(default_factory=dict)
    """What the texts need beyond the evidence, under the placeholder's name."""
    also: tuple[str, ...] = ()
    """Kinds of other findings that hold at the same time, causes first."""
    is_estimate: bool = False
    """The kernel did not tell how long threads waited; demand was estimated from
    which of them were found running."""


@dataclass(frozen=True, slots=True)
class Clear:
    """No rule holds, and every one could be judged."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """It cannot be told: `missing` names what could not be read, or that more
    time is needed (`sustained_s`).
    """

    kind: str | None
    """The rule that could not be judged; None when none could."""
    missing: tuple[str, ...]


Verdict = Finding | Clear | Unknown
