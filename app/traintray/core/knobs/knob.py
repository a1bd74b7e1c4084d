"""What can be changed for the next run: values for variables, with their reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from traintray.core.detection.run import TrainingRun
from traintray.core.knobs.arithmetic import Arithmetic
from traintray.core.knobs.legal import Legal, Settings


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


@dataclass(frozen=True, slots=True)
class Switch:
    """A setting that is no number and helps one run."""

    knob: str
    value: str
    """What to choose, such as `passive`; chooses the words as well."""
    fixed: Mapping[str, str]
    """What to set: the variable, and those that would overrule it."""
    counts: Mapping[str, int]
    """The numbers that led to it, by the noun that they count (`processes`)."""


class Obstacle(Enum):
    """Why a knob would change nothing; names the sentence in any language."""

    WITHIN_ALREADY = "within_already"
    """Every process computes on no more threads than the value."""
    SET_ALREADY = "set_already"
    """The run has the value in its environment, and code sets another one."""
    NOT_CAPPED = "not_capped"
    """More threads are wanted, and no variable asks for fewer than the value."""
    IN_FORCE = "in_force"
    """The run was started with no more."""


@dataclass(frozen=True, slots=True)
class NotHelpful:
    """The knob cannot help this run."""

    obstacle: Obstacle
    value: int
    """What the knob would have been set to."""


Recommend = Callable[
    [TrainingRun, int, bool], "Recommendation | Switch | NotHelpful | None"
]
"""Takes the run; how many training processes compute at the same time, this run's own
ranks counted as one; and whether the run has too little of what the knob sets, rather
than too much. None: this run gives no reason to turn it."""


@dataclass(frozen=True, slots=True)
class Variable:
    """An environment variable and why the knob sets it."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Knob:
    """One thing that can be changed for the next run.

    It lives in `catalog/<name>.py`; its words are `[<name>]` in `knobs.toml`, which say
    what it sets, for which libraries, its default, its cost and when it takes effect.
    """

    name: str
    """Stable identifier, such as `thread_cap`; the name of its file."""
    variables: tuple[Variable, ...]
    """All it may set; a recommendation names those that fit the run."""
    legal: Legal
    """Which values may be chosen, and what each of them sets."""
    how_to_check: str
    """A shell command that shows on a new run whether it took effect; `{pid}` is
    the run's main process."""
    recommend: Recommend | None = None
    """None: nothing that can be seen from outside asks for it; its words say why."""
    beside: str = ""
    """The knob with which it is recommended, since rules name the main one only."""
    clears: tuple[str, ...] = ()
    """Variables of other knobs that go in the same change: they would overrule it."""
    libraries: tuple[str, ...] = ()
    """Parts of the paths of the libraries that read it; empty: it cannot be seen."""
    is_compute_pool: bool = False
    """Its number bounds what computes, so that too low a number wastes cores."""
    is_trap: Callable[[str], bool] = lambda _value: False
    """Tells the values that were measured to harm; its words say how."""

    def settings(self, choices: Settings) -> dict[str, str | None]:
        """Return what the env file would hold; None is 'not set'."""
        return {**dict.fromkeys(self.clears), **choices}
