"""One progress bar as it stands on a terminal, and how a kind of bar joins in."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_SCALE = {"": 1.0, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
_EPOCH = re.compile(r"\bepochs?\b[\s:=#(\[]*(\d+)\]?(?:\s*(?:/|of)\s*(\d+))?", re.I)


@dataclass(frozen=True, slots=True)
class BarLine:
    """What one line says."""

    count: float | None
    """None for a heading that tells no more than the epoch."""
    total: float | None = None
    label: str = ""
    """What stands before the bar. Not trusted text."""
    unit: str = "it"
    told_per_s: float | None = None
    """The speed as it is printed, in units per second."""
    is_rounded: bool = False
    """The count is rounded (`1.02k`), so that a speed by it would jump."""
    epoch: int | None = None
    epochs: int | None = None
    """What it prints as the last epoch."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One kind of progress bar: one file in `bars/` that names its `BAR`."""

    name: str
    parse: Callable[[str], BarLine | None]
    """Takes a line of plain text; None when it is no bar of this kind."""


def number(text: str) -> float:
    """Return a number with the suffix of its thousands: `1.02k` is 1020."""
    digits = text.rstrip("kKMGT")
    return float(digits) * _SCALE[text[len(digits) :]]


def is_rounded(text: str) -> bool:
    """Tell whether a number was shortened to its thousands."""
    return text[-1:] in "kKMGT"


def epoch_in(text: str) -> tuple[int | None, int | None]:
    """Return the epoch that a text names, and the last one."""
    found = _EPOCH.search(text)
    if found is None or len(found[1]) > 9:
        return None, None
    last = found[2]
    return int(found[1]), int(last) if last and len(last) <= 9 else None
