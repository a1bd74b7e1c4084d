"""What the doctor says of one source."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

Begins = Callable[[str], None]
"""Told the name of a check before it is done."""


def _unheard(name: str) -> None:
    del name


class Health(Enum):
    """How one source stands."""

    OK = "ok"
    ABSENT = "absent"
    """It is not there, and that is nobody's fault: the app does without."""
    WRONG = "wrong"
    """Something is wrong that the user can mend."""


@dataclass(frozen=True, slots=True)
class Check:
    """One source, whether it was found, and why not."""

    name: str
    """Stable identifier, such as `gpu.nvidia`."""
    health: Health
    found: str
    """What was found, in one sentence or less. May hold text from outside. A Sentence
    where a window shows it too."""
    remedy: str | None = None
    """The one thing to do; None when there is nothing to do."""


@dataclass(frozen=True, slots=True)
class Topic:
    """The checks of one file."""

    order: int
    """Topics with lower numbers come first."""
    steps: Callable[[Path, Begins], Iterator[Check]]
    """Looks at the file system given; tells the name of each check before it begins,
    and yields each as soon as it is done."""

    def look(self, root: Path, begins: Begins = _unheard) -> Iterator[Check]:
        """Yield each check; `begins` is told its name before, since it may hang."""
        return self.steps(root, begins)
