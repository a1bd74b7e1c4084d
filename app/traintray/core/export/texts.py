"""Texts and numbers from the archive, made safe for the file they go into."""

from __future__ import annotations

import re
import time

_STRANGER = "\N{REPLACEMENT CHARACTER}"
_FORMULA = re.compile(r"(^|[;\t])(\s*)(?=[=+\-@＝＋－＠])")
_WHOLE_BELOW = 2.0**53
"""Up to here a double holds every whole number: bytes are written out."""


def sound(text: str) -> str:
    """Return text that UTF-8 can write: a command line may hold halves of letters."""
    return text.encode("utf-8", "replace").decode("utf-8")


def cell(text: str) -> str:
    """Return text for one cell of a table.

    Control characters would break rows or hide something. A spreadsheet would take
    what begins with = + - @ for a formula, also behind a semicolon, where many
    countries' settings begin a new cell; an apostrophe makes it text.
    """
    spaced = text.replace("\N{NO-BREAK SPACE}", " ")
    shown = "".join(c if c.isprintable() else _STRANGER for c in spaced)
    return _FORMULA.sub(r"\1\2'", shown)


def number(value: float | None) -> str:
    """Return a number with seven digits, a whole one with all; none is empty."""
    if value is None or value != value:
        return ""
    if float(value).is_integer() and abs(value) < _WHOLE_BELOW:
        return str(int(value))
    return f"{value:.7g}"


def moment(at_s: float | None) -> str:
    """Return a time as ISO 8601 in UTC with milliseconds; none is empty."""
    if at_s is None:
        return ""
    whole_ms = round(at_s * 1000)
    whole_s, ms = divmod(whole_ms, 1000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(whole_s)) + f".{ms:03d}Z"
