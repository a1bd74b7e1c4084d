"""The stretches of two runs that are compared: equally long, without the warm-up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from traintray.core.archive.proof_record import Course, Span, Windows

_WARM_UP_S = 60.0
"""The first batches compile kernels, fill caches and start workers."""
_WARM_UP_SHARE = 0.25
"""Of a run that was over soon: what it did at all has to be enough for a window."""
_MOST_DEVIATIONS = 3.0
_MOST_MEANS = 2.0
"""Times the mean deviation, which counts where more than half of the pieces are the
same (a log with few digits): their median deviation is 0, and they do spread."""
_TO_DEVIATION = 1.4826
"""Of normal values the median deviation is 1/1.4826 of the standard deviation."""


@dataclass(frozen=True, slots=True)
class Window:
    """What one run did in its window."""

    paces: tuple[float, ...]
    """Steps a second, piece by piece."""
    blocks: dict[str, tuple[float, ...]]
    """By figure: means of blocks in which it was measured."""
    span: Span

    def middle(self, figure: str) -> float | None:
        """Return the median of a figure; None when it was not measured."""
        values = self.blocks.get(figure)
        return median(values) if values else None


@dataclass(frozen=True, slots=True)
class Pair:
    """Both windows."""

    before: Window
    after: Window
    warm_up_s: float
    is_told: bool
    """Both runs tell their steps, and in the same way."""

    @property
    def times(self) -> Windows:
        """Return when they were."""
        return Windows(self.before.span, self.after.span, self.warm_up_s)


def tell_alike(before: Course, after: Course) -> bool:
    """Return whether the steps of both runs mean the same."""
    said = [(course.source, course.unit) for course in (before, after)]
    return said[0] == said[1] and bool(before.paces) and bool(after.paces)


def first_s(course: Course) -> float:
    """Return when the first piece of steps began, in seconds of the course."""
    end_s, lasted_s, _ = course.paces[0]
    return max(0.0, end_s - lasted_s)


def length_s(course: Course, *, by_steps: bool) -> float:
    """Return how much of a run can be compared, from its first step on (`by_steps`) or
    from when it was first watched.
    """
    if by_steps:
        return course.paces[-1][0] - first_s(course)
    return course.block_s * max(map(len, course.blocks.values()), default=0)


def warm_up_s(compared_s: float) -> float:
    """Return how much is left out at the beginning of the seconds that are compared."""
    return min(_WARM_UP_S, _WARM_UP_SHARE * compared_s)


def windows(before: Course, after: Course) -> Pair:
    """Return the two windows: the same seconds of both runs."""
    is_told = tell_alike(before, after)
    common_s = min(length_s(one, by_steps=is_told) for one in (before, after))
    left_out_s = warm_up_s(common_s)
    cut = (left_out_s, common_s)
    return Pair(
        _cut(before, cut, by_steps=is_told),
        _cut(after, cut, by_steps=is_told),
        left_out_s,
        is_told,
    )


def logarithms(values: Sequence[float]) -> list[float]:
    """Return the logarithms of speeds, outliers drawn in.

    Speeds differ by factors. A validation, or an epoch's end, makes a few pieces many
    times slower than the others; they count as slow pieces, not as all there is.
    """
    found = [math.log(value) for value in values]
    middle = median(found)
    mean_off = sum(abs(value - middle) for value in found) / len(found)
    room = max(
        _MOST_DEVIATIONS * _TO_DEVIATION * _median_deviation(found),
        _MOST_MEANS * mean_off,
    )
    return [min(middle + room, max(middle - room, value)) for value in found]


def median(values: Sequence[float]) -> float:
    """Return the middle one."""
    ordered = sorted(values)
    half = len(ordered) // 2
    return (ordered[half] + ordered[-half - 1]) / 2


def spread(values: Sequence[float]) -> float:
    """Return within what of the median two thirds of the values lie."""
    return _TO_DEVIATION * _median_deviation(values)


def _median_deviation(values: Sequence[float]) -> float:
    middle = median(values)
    return median([abs(value - middle) for value in values])


def _cut(course: Course, cut: tuple[float, float], *, by_steps: bool) -> Window:
    """Take out what lies between two seconds after the beginning."""
    zero_s = first_s(course) if by_steps else 0.0
    since_s, until_s = (zero_s + second for second in cut)
    # What was looked at in one round may be a moment late.
    slack_s = 0.5
    paces = tuple(
        per_s
        for end_s, lasted_s, per_s in course.paces
        if end_s - lasted_s >= since_s - slack_s and end_s <= until_s + slack_s
    )
    first = math.ceil(since_s / course.block_s)
    last = int(until_s // course.block_s)
    blocks = {
        name: tuple(value for value in values[first:last] if value is not None)
        for name, values in course.blocks.items()
    }
    began_s = course.began_at_s
    span = Span(began_s + since_s, began_s + until_s)
    return Window(paces if by_steps else (), blocks, span)
