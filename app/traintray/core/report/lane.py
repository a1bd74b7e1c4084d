"""Which names fit into the line above the graphs, and where."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_LETTER, _WIDE_LETTER = 7.0, 12.0
"""How wide a letter is at most, on average, in the fonts a reader may have."""
_BETWEEN = 10.0


@dataclass(frozen=True, slots=True)
class Name:
    """What a stretch of the graphs is called."""

    left: float
    right: float
    text: str
    style: str
    rank: int = 0
    """The lowest gets its place first, then the longest stretch."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A name with its place."""

    name: Name
    x: float
    is_at_end: bool
    """Whether the text ends at `x` rather than begins there."""


def placed(names: Sequence[Name], end: float) -> list[Placed]:
    """Return the names that do not cross another; none reaches beyond `end`."""
    taken: list[tuple[float, float]] = []
    found = []
    for name in sorted(names, key=lambda n: (n.rank, n.left - n.right, n.left)):
        wide = width(name.text)
        is_at_end = name.left + wide > end
        start = name.right - wide if is_at_end else name.left
        if all(start >= b or start + wide <= a for a, b in taken):
            taken.append((start - _BETWEEN, start + wide + _BETWEEN))
            found.append(
                Placed(name, name.right if is_at_end else name.left, is_at_end)
            )
    return found


def width(text: str) -> float:
    """Return about how wide a text is; Chinese letters are twice as wide."""
    return sum(
        _WIDE_LETTER if unicodedata.east_asian_width(letter) in "WF" else _LETTER
        for letter in text
    )
