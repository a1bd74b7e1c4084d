"""What one rule is, and what it may look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from traintray.core.detection.run import Consumer, TrainingRun
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.verdict import Evidence, Finding
from traintray.core.history.store import Store

Numbers = Mapping[str, float]
L = TypeVar("L")
"""The limits of one rule: a frozen dataclass beside it, a reason at each value."""


@dataclass(frozen=True, slots=True)
class Window:
    """The last seconds of every series, seen from one run.

    A name that begins with `run.` is a figure of this run; all else is a series of
    the machine, such as `cpu.busy_fraction`.
    """

    store: Store
    run_key: str
    since_s: float
    _medians: dict[str, float | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """Several rules ask for the same ones at one instant."""

    def values(self, name: str) -> list[float]:
        """Return the values that were measured, oldest first."""
        return self.store.values(self._key(name), self.since_s)

    def median(self, name: str) -> float | None:
        """Return the median, or None when nothing was measured."""
        if name not in self._medians:
            self._medians[name] = self._median(name)
        return self._medians[name]

    def _median(self, name: str) -> float | None:
        values = sorted(self.values(name))
        if not values:
            return None
        # The module `statistics` would do it and bring in 3 MiB of OpenSSL.
        half = len(values) // 2
        return (values[half] + values[-half - 1]) / 2

    def medians(self, *names: str) -> dict[str, float]:
        """Return the medians of those names that were measured."""
        found = {name: self.median(name) for name in names}
        return {name: value for name, value in found.items() if value is not None}

    def _key(self, name: str) -> str:
        if name.startswith("run."):
            return f"run.{self.run_key}.{name.removeprefix('run.')}"
        return name


@dataclass(frozen=True, slots=True)
class Scene(Generic[L]):
    """What a rule may look at when it explains its finding."""

    run: TrainingRun
    window: Window
    policy: Policy
    limits: L
    others: tuple[Consumer, ...] = ()
    """Programs outside all runs that use the CPU, the largest first."""


@dataclass(frozen=True)
class Rule(Generic[L]):
    """One thing that can be wrong with a training run."""

    kind: str
    """Stable identifier; texts and screens know it by this."""
    rank: int
    """When several hold, the lowest is told: causes before symptoms."""
    needs: tuple[str, ...]
    """Figures without which it cannot be judged, `run.` for those of the run."""
    limits: L
    """Its own thresholds; those that several rules share are in `Policy`."""
    holds: Callable[[Numbers, Policy, L], bool | None]
    """Judge one second. Every need is there; of `wants`, what could be measured.
    None when the answer hangs on a want that is missing."""
    explain: Callable[[Scene[L]], Finding]
    """Give the evidence. Called only when it has held for the sustained time."""
    wants: tuple[str, ...] = ()
    """Figures that it often can do without."""
    knobs: tuple[str, ...] = ()
    """Knobs that may help, the most effective first."""
    denies: Callable[[Scene[L]], Evidence | None] | None = None
    """Give the number that rules it out, next to its threshold; None when it was
    not measured. Shown beside the finding of another rule."""
    sustained_s: float | None = None
    """For how long it must hold at least, whatever the setting says. Such a rule needs
    so long that it is not waited for before a run is called clear."""
    sustained_at_most_s: float | None = None
    """For how long it must hold, where that is shorter than the setting says."""
    judges_starting: bool = False
    """It has something to say of a run that still imports or compiles."""
    pauses_others: bool = False
    """What it names is a phase of its own: a second in which it holds tells no other
    rule anything, and their time starts anew when the phase is over."""

    def judge(self, numbers: Numbers, policy: Policy) -> bool | None:
        """Judge one second by the rule's own limits."""
        return self.holds(numbers, policy, self.limits)

    def held_s(self, policy: Policy) -> float:
        """For how long it must hold before it is told, in seconds."""
        held_s = policy.sustained_s
        if self.sustained_s is not None:
            held_s = max(held_s, self.sustained_s)
        if self.sustained_at_most_s is not None:
            held_s = min(held_s, self.sustained_at_most_s)
        return held_s
