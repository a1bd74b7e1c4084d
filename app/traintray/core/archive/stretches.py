"""Cuts a row of sample times where the clock was set back, and at round times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

SLOT_S = 600.0
"""Samples of the same ten minutes are put together at full resolution."""
HOUR_S = 3600.0
"""Blocks of the same hour are thinned together; a multiple of SLOT_S."""
MINUTE_S = 60.0


def slot_of(wall_s: float) -> int:
    """Return the number of the ten minutes in which an instant lies."""
    return int(wall_s // SLOT_S)


def hour_of(slot: int) -> int:
    """Return the number of the hour in which a slot lies."""
    return int(slot * SLOT_S // HOUR_S)


def stretches(times: Sequence[float]) -> Iterator[slice]:
    """Return the slices in which times rise and stay within one slot."""
    start = 0
    for place in range(1, len(times)):
        rises = times[place] > times[place - 1]
        if not rises or slot_of(times[place]) != slot_of(times[start]):
            yield slice(start, place)
            start = place
    if times:
        yield slice(start, len(times))
