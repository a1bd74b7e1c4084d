"""By how much two windows differ, and how sure that is.

The means of two windows are compared as Welch compares samples of unequal spread.
Neighbouring pieces of a run are alike, so that a window holds fewer independent values
than pieces: how many follows from the likeness of neighbours, as for a process that
forgets at a steady rate. `docs/proof.md` has the error that this makes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

FEWEST_TOGETHER = 24
"""Pieces in both windows, a minute of each. With fewer, twice the speed is seen less
often than four times of five (`docs/proof.md`)."""
FEWEST = 8
"""Pieces in either. Both windows are equally long, but a slow run has fewer steps in
which to tell its speed."""
_ROUNDING = 1e-20
"""Of the squares: values that are all the same differ by so much in their last bits."""
_FEWEST_INDEPENDENT = 4.0
"""Below, the spread of a window says little of how it would go on: with 3, up to 7 of
100 equal runs were called different that waver by half; with 4, up to 5."""
_QUANTILES = (
    (2, 9.925), (3, 5.841), (4, 4.604), (5, 4.032), (6, 3.707), (7, 3.499),
    (8, 3.355), (9, 3.250), (10, 3.169), (12, 3.055), (15, 2.947), (20, 2.845),
    (30, 2.750), (60, 2.660),
)  # fmt: skip
"""Student's t, two-sided 99 %, by degrees of freedom: half a percent on either side."""
_NO_FREEDOM = 63.66


@dataclass(frozen=True, slots=True)
class Contrast:
    """The second window less the first one, in the unit of the values."""

    shift: float
    low: float
    """99 of 100 times the true difference lies between `low` and `high`."""
    high: float
    spread: float
    """The larger standard deviation of the pieces within a window."""
    independent: float
    """How many independent values the poorer window holds."""

    def is_above(self, least: float) -> bool:
        """Whether it has risen by more than `least`, and by more than the spread."""
        return self.low > least and self.shift > self.spread

    def is_below(self, most: float) -> bool:
        """Whether it has changed to below `most`, and by more than the spread."""
        return self.high < most and -self.shift > self.spread


def contrast(before: Sequence[float], after: Sequence[float]) -> Contrast | None:
    """Compare two windows of pieces, in their order; None when they hold too little."""
    least = min(len(before), len(after))
    if least < FEWEST or len(before) + len(after) < FEWEST_TOGETHER:
        return None
    widening = _widening(before, after)
    independent = [len(pieces) / widening for pieces in (before, after)]
    if min(independent) < _FEWEST_INDEPENDENT:
        return None
    # Within a window alike pieces vary less than they would in the long run.
    variances = [
        _variance(pieces) / (1 - 1 / count)
        for pieces, count in zip((before, after), independent, strict=True)
    ]
    parts = [v / count for v, count in zip(variances, independent, strict=True)]
    reach = _quantile(_freedom(parts, independent)) * math.sqrt(sum(parts))
    shift = _mean(after) - _mean(before)
    spread = math.sqrt(max(variances))
    return Contrast(shift, shift - reach, shift + reach, spread, min(independent))


def _widening(before: Sequence[float], after: Sequence[float]) -> float:
    """Return by how much likeness of neighbours enlarges the variance of a mean."""
    products = squares = scale = 0.0
    for values in (before, after):
        mean = _mean(values)
        off = [value - mean for value in values]
        products += sum(a * b for a, b in pairwise(off))
        squares += sum(value**2 for value in off)
        scale += sum(value**2 for value in values)
    if squares <= _ROUNDING * scale:
        return 1.0
    found = products / squares
    # Of n pieces it comes out too low by this (Kendall; Marriott and Pope).
    mean_count = (len(before) + len(after)) / 2
    likeness = max(0.0, found + (1 + 3 * max(0.0, found)) / mean_count)
    return (1 + likeness) / (1 - likeness) if likeness < 1 else math.inf


def _freedom(parts: Sequence[float], independent: Sequence[float]) -> float:
    """Return Welch's degrees of freedom."""
    pairs = zip(parts, independent, strict=True)
    squares = sum(part**2 / (count - 1) for part, count in pairs)
    return sum(parts) ** 2 / squares if squares > 0 else sum(independent) - 2


def _quantile(freedom: float) -> float:
    found = _NO_FREEDOM
    for least, value in _QUANTILES:
        if freedom >= least:
            found = value
    return found


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _variance(values: Sequence[float]) -> float:
    mean = _mean(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)
