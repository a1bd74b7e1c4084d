"""How a library that drives the training loop of a framework is recognised.

Lightning, the Trainer of Hugging Face and their kin are written in Python: they map no
library of their own, so the text of the program and the command line tell of them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from traintray.core.detection.naming import module_of
from traintray.core.discovery import collect


@dataclass(frozen=True, slots=True)
class Trainer:
    """One library. Each is one file in `trainers/`."""

    name: str
    """Stable identifier, such as `lightning`; that of its sign in a script too."""
    drives: frozenset[str]
    """Frameworks whose training it can drive."""
    in_text: tuple[str, ...]
    """Patterns that the text of a program has to show, all of them: that it is
    imported, and that it runs the loop."""
    rank: int
    """When several show, the lowest wins: one that is built on another comes first."""
    programs: tuple[str, ...] = ()
    """Programs and modules that start scripts which use it."""


@cache
def all_trainers() -> tuple[Trainer, ...]:
    """Return every library that is known, by rank."""
    from traintray.core.detection import trainers

    found = collect(trainers, "TRAINER", Trainer)
    return tuple(sorted(found, key=lambda trainer: trainer.rank))


def trainer_of(
    framework: str, signs: Collection[str], command: Sequence[str]
) -> str | None:
    """Return the library that drives a run; None for a loop of its own.

    `signs` are the names of what was seen in the text of its program.
    """
    able = [trainer for trainer in all_trainers() if framework in trainer.drives]
    for trainer in able:
        if trainer.name in signs:
            return trainer.name
    programs = {Path(word).name for word in command[:2]}
    started_by = {module_of(command), *programs}
    for trainer in able:
        if started_by & set(trainer.programs):
            return trainer.name
    return None
