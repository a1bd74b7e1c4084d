"""Yes, no, and cannot tell."""

from __future__ import annotations


def every(*answers: bool | None) -> bool | None:
    """Return whether all are yes: one no settles it, whatever cannot be told."""
    if False in answers:
        return False
    return None if None in answers else True


def either(*answers: bool | None) -> bool | None:
    """Return whether one is yes: that settles it, whatever cannot be told."""
    if True in answers:
        return True
    return None if None in answers else False


def at_least(value: float | None, limit: float) -> bool | None:
    """Return whether a value reaches its limit; None when there is no value."""
    return None if value is None else value >= limit
