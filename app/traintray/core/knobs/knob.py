"""What can be changed for the next run: values for variables, with their reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from traintray.core.detection.run import TrainingRun
from traintray.core.knobs.arithmetic import Arithmetic


@dataclass(frozen=True, slots=True)
class Recommendation:
    """A value for a knob that fits one run."""

    knob: str
    value: int
    minimum: int
    maximum: int
    arithmetic: str
    """`8 = 16 cores − 8 workers`"""
    terms: Arithmetic
    reasons: tuple[str, ...]
    """Sentences: why this value and not the obvious one."""
    variable_names: tuple[str, ...]
    """Variables that all get the value."""
    fixed: Mapping[str, str] = field(default_factory=dict)
    """Variables with a value of their own, whatever is chosen for the knob."""

    def variables(self, value: int | None = None) -> dict[str, str]:
        """Return what to set for `value`, or for the recommended one."""
        chosen = self.value if value is None else value
        return {**dict.fromkeys(self.variable_names, str(chosen)), **self.fixed}


class Obstacle(Enum):
    """Why a knob would change nothing; names the sentence in any language."""

    WITHIN_ALREADY = "within_already"
    """Every process computes on no more threads than the value."""
    SET_ALREADY = "set_already"
    """The run has the value in its environment, and code sets another one."""
    NOT_CAPPED = "not_capped"
    """More threads are wanted, and no variable asks for fewer than the value."""


@dataclass(frozen=True, slots=True)
class NotHelpful:
    """The knob cannot help this run."""

    obstacle: Obstacle
    value: int
    """What the knob would have been set to."""


@dataclass(frozen=True, slots=True)
class Variable:
    """An environment variable and why the knob sets it."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Knob:
    """One thing that can be changed for the next run."""

    name: str
    """Stable identifier, such as `thread_cap`."""
    title: str
    """`Cap threads at`: the value stands beside it."""
    variables: tuple[Variable, ...]
    """All it may set; a recommendation names those that fit the run."""
    minimum: int
    recommend: Callable[[TrainingRun, int, bool], Recommendation | NotHelpful]
    """Takes the run; `concurrent_runs`: how many training processes compute at the
    same time, this run's own ranks counted as one; `raises`: whether the run has too
    little of what the knob sets, rather than too much."""
    how_to_check: str
    """A shell command that shows on a new run whether it took effect; `{pid}` is
    the run's main process."""
