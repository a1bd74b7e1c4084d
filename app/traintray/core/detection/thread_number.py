"""Reads the thread count that a variable asks for."""

from __future__ import annotations


def thread_number(value: str | None) -> int | None:
    """Return the count in a variable such as `8` or OpenMP's `8,2`; None without one.

    Of a list the first counts: it is the outermost level.
    """
    first = (value or "").split(",")[0].strip()
    if first.isascii() and first.isdecimal() and 0 < int(first) < 10**6:
        return int(first)
    return None
