"""Many samples to few numbers: lowest, mean and highest of a stretch of time."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from traintray.core.archive.packing import NAN
from traintray.core.archive.stretches import MINUTE_S


def minutes_of(times: Sequence[float]) -> list[tuple[float, slice]]:
    """Return the minutes that rising times fall into: (start, which samples)."""
    found: list[tuple[float, slice]] = []
    first = 0
    for place in range(1, len(times) + 1):
        if place == len(times) or times[place] // MINUTE_S != times[first] // MINUTE_S:
            found.append(
                (times[first] // MINUTE_S * MINUTE_S, slice(first, place)),
            )
            first = place
    return found


def spread(values: Sequence[float]) -> tuple[float, float, float]:
    """Return (lowest, mean, highest) of what was measured; NaN without any."""
    total = sum(values)
    if total != total:  # some are missing, or all
        values = [value for value in values if value == value]
        total = sum(values)
    if not values:
        return NAN, NAN, NAN
    low, high = min(values), max(values)
    # Rounding must not push the mean of equal values past them.
    return low, min(high, max(low, total / len(values))), high


def thinned(values: array[float], pieces: Sequence[slice]) -> array[float]:
    """Return the lowest of each piece, then all means, then all highest."""
    found = [spread(values[piece]) for piece in pieces]
    packed = array("f")
    for part in zip(*found, strict=True):
        packed.extend(part)
    return packed
