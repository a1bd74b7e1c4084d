"""Breaks text into lines for a terminal, Chinese too, which has no spaces."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

WIDTH = 88
"""Columns of a line."""
_AFTER = "[，。：；、！？）」』”]*"
_PIECES = re.compile(rf"\s+|(?:[\u2e80-\uffef]|[^\s\u2e80-\uffef]+){_AFTER}")
"""A space, a wide letter with the marks that must not begin a line, or a word."""


def wrapped(text: str, first: str = "", rest: str = "") -> Iterator[str]:
    """Yield the lines of `text`, indented by `first` and `rest`.

    A word that is longer than a line stays whole: an address is to be copied.
    """
    line, used = first, columns(first)
    is_empty = True
    for match in _PIECES.finditer(text):
        piece = match.group()
        wide = columns(piece)
        if not is_empty and used + wide > WIDTH and not piece.isspace():
            yield line.rstrip()
            line, used, is_empty = rest, columns(rest), True
        if piece.isspace() and is_empty:
            continue
        line, used, is_empty = line + piece, used + wide, False
    if not is_empty:
        yield line.rstrip()


def columns(text: str) -> int:
    """Return how wide a terminal shows a text."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
