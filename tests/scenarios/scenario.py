"""What one scenario is: a workload, and what is wrong with it by construction."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

NOTHING: frozenset[str] = frozenset()
"""Truth of a run with which nothing is wrong, and of work that is no training."""


class Group(Enum):
    """What a scenario is for."""

    TRAINING = "training"
    """A training run with one thing that is worth telling."""
    CALM = "calm"
    """A training run with which nothing is wrong, or that rests."""
    OTHER = "other"
    """Heavy work that is no training: no tip at all."""


@dataclass(frozen=True)
class Cage:
    """Limits that the workload runs under, in a control group of its own."""

    quota_cpus: float | None = None
    memory_bytes: int | None = None
    swap_bytes: int | None = None
    """A swap file of this size is there while the scenario runs."""
    read_bytes_per_s: int | None = None
    """What the disk under the scratch folder gives it."""

    @property
    def limits(self) -> bool:
        """Whether it limits anything: only then root is needed."""
        return self != Cage()


@dataclass(frozen=True)
class Gpus:
    """What the fake NVML library says; `{pid}` is the workload's process."""

    count: int
    before: tuple[str, ...]
    """Lines of its state file until the onset, `key=value`."""
    after: tuple[str, ...] | None = None
    """Lines from the onset on; None for the same."""


@dataclass(frozen=True)
class Clocks:
    """What the CPUs say from the onset on; before it they are cool and at their
    highest clock.
    """

    frequency_fraction: float
    celsius: float
    throttle_events_per_s: float
    """How fast the counters of a core and of a package rise."""


@dataclass(frozen=True)
class Scenario:
    """One workload and the truth about it.

    Commands may hold `{python}` (the interpreter with the frameworks), `{here}` (the
    workloads' folder), `{folder}` (an empty scratch folder) and `{cpus}`.
    """

    name: str
    truth: frozenset[str]
    why: str
    """Why the truth follows from how the workload is made."""
    command: tuple[str, ...]
    group: Group = Group.TRAINING
    vary: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    """Options and what a seed may choose from; seed 0 takes the first."""
    also_true: frozenset[str] = NOTHING
    """Kinds that are true as well, or true before the onset: no wrong tips, but not
    the cause that must be told in the end."""
    env: Mapping[str, str] = field(default_factory=dict)
    modules: tuple[str, ...] = ()
    """Python packages without which it is left out."""
    programs: tuple[str, ...] = ()
    """Programs without which it is left out."""
    most_cpus: int | None = None
    """Where there are more CPUs, the truth would be another."""
    copies: int = 1
    """How often the command runs at once; the onset is that of the last."""
    beside: tuple[str, ...] = ()
    """A program that starts at the workload's onset line, outside its cage and tree:
    its start is the onset."""
    cage: Cage = Cage()
    gpus: Gpus | None = None
    clocks: Clocks | None = None
    seconds: float = 32.0
    """For how long it is watched after the onset, at most."""
    least_s: float = 20.0
    """For how long it is watched after the onset, at least."""
    is_steady: bool = True
    """The verdict must come within 25 s; growth needs longer to show."""
    in_full_only: bool = False
    """A variant of another scenario: not part of a plain score."""

    @property
    def made_up(self) -> str:
        """Say which hardware is made up; empty where all of it is real."""
        gpus = "GPUs (the fake NVML library)" if self.gpus is not None else ""
        clocks = "clock, heat and throttle counters of the CPU" if self.clocks else ""
        return " and ".join(filter(None, (gpus, clocks)))

    def arguments(self, seed: int) -> tuple[str, ...]:
        """Return the options that this seed chooses."""
        dice = random.Random(f"{self.name}:{seed}")
        words: list[str] = []
        for option, choices in self.vary.items():
            chosen = choices[0] if seed == 0 else dice.choice(choices)
            words += [f"--{option.replace('_', '-')}", str(chosen)]
        return tuple(words)

    def filled(self, words: tuple[str, ...], places: Mapping[str, str]) -> list[str]:
        """Return a command with its placeholders filled."""
        return [_fill(word, places) for word in words]


def _fill(word: str, places: Mapping[str, str]) -> str:
    for name, value in places.items():
        word = word.replace("{" + name + "}", value)
    return word


def workload(script: str, *words: str) -> tuple[str, ...]:
    """Return the command that runs a script of ours under the training Python."""
    return ("{python}", "{here}/" + script, *words)
