"""What can be asked of a world, and what type the answers have."""

from __future__ import annotations

import typing
from typing import Any

from traintray.core.detection.world import World
from traintray.core.progress.progress import Absent, Progress
from traintray.core.readings import ProcessFacts

Key = tuple[Any, ...]
"""A question: the method of `World`, and what it was asked about."""

NO_ANSWERS = ("forget", "reset")
"""Methods that only say something."""


PROGRESS = "progress"
"""Not asked of the world but of what the runs write."""


def answer_kinds() -> dict[str, Any]:
    """Return the type of the answer of every question, by method."""
    kinds = {
        name: typing.get_type_hints(method)["return"]
        for name, method in vars(World).items()
        if not name.startswith("_") and name not in NO_ANSWERS
    }
    return {**kinds, PROGRESS: Progress | Absent}


def of_script(method: str, facts: ProcessFacts) -> Key:
    """Return the key of a question about the script that a process runs."""
    return (method, facts.command, facts.working_folder)


def pid_of(key: Key) -> int | None:
    """Return the process that a question is about, if it is about one."""
    return key[1] if isinstance(key[1], int) else None
