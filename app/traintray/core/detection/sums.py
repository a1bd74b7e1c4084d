"""Adds up what the members of a run were measured at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from traintray.core.detection.run import Member
from traintray.core.readings import MemberReading


def of_threads(
    members: Sequence[Member], value: Callable[[MemberReading], float | None]
) -> list[float]:
    """Return the values that were measured of the members' threads."""
    found = [value(m.threads) for m in members if m.threads is not None]
    return [float(v) for v in found if v is not None]


def whole_of_threads(
    members: Sequence[Member], value: Callable[[MemberReading], float | None]
) -> float | None:
    """Return the sum over all members, of whom those seen only once do not count.

    None when one of them could not be measured: a part is not the sum. 0.0 without
    members.
    """
    total, known = 0.0, not members
    for member in members:
        if member.is_new:
            continue
        one = value(member.threads) if member.threads is not None else None
        if one is None:
            return None
        total += one
        known = True
    return total if known else None


def whole(
    members: Sequence[Member], value: Callable[[Member], float | None]
) -> float | None:
    """Return the sum over the members that have a value; None when none has one.

    0.0 without members. Of a process that is new no rate is known yet, and its part
    is small: it does not make the sum unknown.
    """
    found = [v for v in map(value, members) if v is not None]
    if not found:
        return None if members else 0.0
    return sum(found)


def demand_of(member: Member) -> float:
    """Return the demand of one member, 0.0 while it is not known."""
    return (member.threads.demand_threads or 0.0) if member.threads else 0.0
