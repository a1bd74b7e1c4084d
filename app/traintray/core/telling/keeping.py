"""What is known of notifications when the app is started anew, as plain JSON.

A restart is no reason to say everything again, nor to forget that a person wanted
silence. What cannot be understood is left out: it costs a tip told twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from traintray.core.telling.budget import Budget
from traintray.core.telling.repeats import Memory, Repeats
from traintray.core.telling.snoozes import Snooze, Snoozes

_MOST = 500
"""Entries of each list that are kept."""


def kept(
    repeats: Repeats, snoozes: Snoozes, budget: Budget, unread: Mapping[str, int]
) -> dict[str, object]:
    """Return what `recall` and `unread` read."""
    told = [
        [*topic, known.told_at_s, known.times, known.stood_at_s]
        for topic, known in repeats
        if known.told_at_s is not None
    ]
    silent = [
        [s.run_key, s.since_s, s.for_s, s.day, s.covers_critical] for s in snoozes
    ]
    return {
        "told": told[-_MOST:],
        "snoozed": silent[-_MOST:],
        "day": budget.day,
        "told_today": budget.told,
        "told_by_kind": {
            kind: times for kind, times in budget.by_kind.items() if times
        },
        "unread": {kind: times for kind, times in unread.items() if times},
    }


def recall(saved: Mapping[str, object], repeats: Repeats, snoozes: Snoozes) -> Budget:
    """Fill what is empty; return the budget of the day."""
    for entry in _lists(saved, "told", 5):
        key, kind, told_at_s, times, stood_at_s = entry
        texts = isinstance(key, str) and isinstance(kind, str)
        if texts and _are_numbers(told_at_s, times, stood_at_s):
            known = Memory(float(told_at_s), int(times), float(stood_at_s))
            repeats.recall((key, kind), known)
    for entry in _lists(saved, "snoozed", 5):
        key, since_s, for_s, day, critical = entry
        texts = isinstance(key, str) and isinstance(day, str)
        if texts and _are_numbers(since_s, 0.0 if for_s is None else for_s):
            snoozes.add(Snooze(key, since_s, for_s, day, critical is True))
    day, told = saved.get("day"), saved.get("told_today")
    if isinstance(day, str) and isinstance(told, int) and told >= 0:
        return Budget(day, told, _counts(saved, "told_by_kind"))
    return Budget()


def unread(saved: Mapping[str, object]) -> dict[str, int]:
    """Return how many tips of each kind were closed unread in a row."""
    return _counts(saved, "unread")


def _counts(saved: Mapping[str, object], name: str) -> dict[str, int]:
    found = saved.get(name)
    if not isinstance(found, dict):
        return {}
    return {
        kind: times
        for kind, times in found.items()
        if isinstance(kind, str) and isinstance(times, int)
    }


def _lists(saved: Mapping[str, object], name: str, length: int) -> list[list[Any]]:
    found = saved.get(name)
    entries = found if isinstance(found, list) else []
    return [e for e in entries if isinstance(e, list) and len(e) == length]


def _are_numbers(*values: object) -> bool:
    return all(
        isinstance(value, (int, float)) and not isinstance(value, bool)
        for value in values
    )
