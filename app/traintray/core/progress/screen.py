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


class Screen:
    """Splits what is drawn into lines of plain text."""

    def __init__(self) -> None:
        self._rest = ""

    def lines(self, text: str, *, is_cut: bool = False) -> list[str]:
        """Return what was drawn, in order: every state of a line that is redrawn counts
        as a line of its own. The last one is returned again when more of it comes.

        `is_cut`: what was drawn just before `text` is not known.
        """
        if is_cut:
            # What is left of 90/100 may read 0/100.
            found = _MOVES.search(text)
            text, self._rest = text[found.end() :] if found else "", ""
        *whole, last = _MOVES.split(self._rest + text)
        self._rest = last if len(last) <= LONGEST_LINE else ""
        lines = (_ESCAPES.sub("", part).rstrip() for part in (*whole, last))
        return [line for line in lines if line and len(line) <= LONGEST_LINE]
