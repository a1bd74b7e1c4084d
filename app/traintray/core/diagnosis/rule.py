"""What one rule is, and what it may look at."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from traintray.core.detection.run import TrainingRun
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.verdict import Finding
from traintray.core.history.store import Store

Numbers = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Window:
    """The last seconds of every series, seen from one run.

    A name that begins with `run.` is a figure of this run; all else is a series of
    the machine, such as `cpu.busy_fraction`.
    """

    store: Store
    run_key: str
    since_s: float

    def values(self, name: str) -> list[float]:
        """Return the values that were measured, oldest first."""
        _, values = self.store.copy(self._key(name), self.since_s)
        return [value for value in values if not math.isnan(value)]

    def median(self, name: str) -> float | None:
        """Return the median, or None when nothing was measured."""
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
class Scene:
    """What a rule may look at when it explains its finding."""

    run: TrainingRun
    window: Window
    policy: Policy


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that can be wrong with a training run."""

    kind: str
    """Stable identifier; texts and screens know it by this."""
    rank: int
    """When several hold, the lowest is told: causes before symptoms."""
    needs: tuple[str, ...]
    """Figures without which it cannot be judged, `run.` for those of the run."""
    holds: Callable[[Numbers, Policy], bool | None]
    """Judge one second. Every need is there; of `wants`, what could be measured.
    None when the answer hangs on a want that is missing."""
    explain: Callable[[Scene], Finding]
    """Give the evidence. Called only when it has held for the sustained time."""
    wants: tuple[str, ...] = ()
    """Figures that it often can do without."""
    knobs: tuple[str, ...] = ()
    """Knobs that may help, the most effective first."""
