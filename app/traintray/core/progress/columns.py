"""Which names in a log mean a step, an epoch, a time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

# In order of preference: a count over all epochs before one that may begin anew.
_STEPS = (
    "global_step",
    "step",
    "steps",
    "iteration",
    "iterations",
    "iter",
    "iters",
    "num_updates",
    "update",
    "updates",
    "batch",
)
_EPOCHS = ("epoch", "epochs", "current_epoch")
_TOTALS = ("max_steps", "total_steps", "num_steps", "max_iters")
_TIMES = ("wall_time", "timestamp", "time", "_timestamp")
_EARLIEST_S = 1e9
"""2001: a number below it counts from the start of something else than 1970."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one row of a log tells."""

    step: float | None
    epoch: float | None
    at_s: float | None
    """Seconds since 1970, when the row says it."""
    total_steps: int | None


def row_of(values: Mapping[str, object]) -> Row | None:
    """Return what a row tells; None when it has neither a step nor an epoch."""
    named = {_plain(name): value for name, value in values.items()}
    step, epoch = _first(named, _STEPS), _first(named, _EPOCHS)
    if step is None and epoch is None:
        return None
    at_s = _first(named, _TIMES)
    total = _first(named, _TOTALS)
    return Row(
        step,
        epoch,
        at_s if at_s is not None and at_s >= _EARLIEST_S else None,
        int(total) if total else None,
    )


def names_progress(names: list[str]) -> bool:
    """Tell whether one of the columns is a step or an epoch."""
    plain = {_plain(name) for name in names}
    return not plain.isdisjoint((*_STEPS, *_EPOCHS))


def _plain(name: str) -> str:
    """Return a name as the tables above have it: `trainer/global step` as well."""
    last = name.strip().rsplit("/", 1)[-1]
    return re.sub(r"[\s\-.]+", "_", last.lower())


def _first(values: Mapping[str, object], names: tuple[str, ...]) -> float | None:
    for name in names:
        number = _number(values.get(name))
        if number is not None:
            return number
    return None


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if 0 <= number < 1e15 else None
