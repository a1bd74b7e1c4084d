"""What a program draws on a terminal, as lines of plain text."""

from __future__ import annotations

import re

# ECMA-48: control sequences, operating system commands, single-letter escapes. Those
# that move the cursor to another place end a line, as a carriage return does.
_MOVES = re.compile(r"\x1b\[[0-9;]*[ABEFHf]|\x1b[DEM78]|[\r\n\v\f\x08]+")
_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"
    r"|\x1b[()*+][ -~]|\x1b[ -~]"
)
LONGEST_LINE = 1000
"""A progress bar is one line of a terminal; longer ones are not looked at."""


def drawn_lines(text: str) -> list[str]:
    """Return what was drawn, in order: every state of a line that is redrawn counts
    as a line of its own, the last one perhaps not complete.
    """
    lines = (_ESCAPES.sub("", part).rstrip() for part in _MOVES.split(text))
    return [line for line in lines if line and len(line) <= LONGEST_LINE]


def from_first_break(text: str) -> str:
    """Return a text that was cut at its begin from the first whole line on: what is
    left of `90/100` may read `0/100`.
    """
    found = _MOVES.search(text)
    return text[found.end() :] if found else ""
