"""Series of the store as arrays that can be drawn, and the holes in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from traintray.core.history.store import Store

Floats = npt.NDArray[np.float64]

HOLE_INTERVALS = 2.5
"""A longer time without a sample, in sampling intervals, is a hole."""
_SLOWER_S = (2.0, 5.0)
"""Paces that a user may choose besides the usual one, which is a second."""
_UNSTEADY = 0.1
"""A step is one of a pace when it differs from it by less than this share."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time on the monotonic clock, in seconds."""

    start_s: float
    end_s: float

    @property
    def length_s(self) -> float:
        """How long it is."""
        return self.end_s - self.start_s

    def covers(self, other: Span, slack_s: float) -> bool:
        """Whether `other` lies inside, give or take `slack_s`."""
        return (
            self.start_s - slack_s <= other.start_s
            and other.end_s <= self.end_s + slack_s
        )


@dataclass(frozen=True, slots=True)
class Samples:
    """One series up to now. NaN where a value is missing."""

    times: Floats
    """Monotonic clock, seconds, rising; of the archive: seconds since 1970."""
    values: Floats
    low: Floats | None = None
    """Smallest value of each column; None for samples at full resolution."""
    high: Floats | None = None

    @property
    def valid(self) -> npt.NDArray[np.bool_]:
        """Which samples have a value."""
        return np.isfinite(self.values)

    def latest(self) -> float | None:
        """Return the last value there is; None when there is none."""
        found = self.values[self.valid]
        return float(found[-1]) if len(found) else None

    def mean(self, since_s: float) -> float | None:
        """Return the mean of the values from `since_s` on; None without one."""
        chosen = self.values[(self.times > since_s) & self.valid]
        return float(chosen.mean()) if len(chosen) else None

    def nearest(self, at_s: float, within_s: float) -> int | None:
        """Return the index of the sample closest to `at_s`, value or not."""
        if not len(self.times):
            return None
        index = int(np.argmin(np.abs(self.times - at_s)))
        return index if abs(self.times[index] - at_s) <= within_s else None


@dataclass(frozen=True, slots=True)
class Limits:
    """What a line may not cross."""

    longest_s: float
    """The longest time between two samples."""
    breaks_s: tuple[float, ...] = ()
    """Instants at which the computer was off, whatever the clock of the samples
    says; it stands still then."""
    period_s: float | None = None
    """The pace of now, where the samples are those of the sampling: a slower one may
    have been chosen on the way."""

    def apart(self, times: Floats) -> npt.NDArray[np.intp]:
        """Return the indexes of samples that are cut off from the next one."""
        steps = np.diff(times)
        cut = steps > self.longest_s
        if self.period_s is not None and cut.any():
            cut &= steps > HOLE_INTERVALS * _usual_steps(steps, self.period_s)
        for break_s in self.breaks_s:
            after = int(np.searchsorted(times, break_s))
            if 0 < after < len(times):
                cut[after - 1] = True
        return np.nonzero(cut)[0]


def _usual_steps(steps: Floats, period_s: float) -> Floats:
    """Return the pace at each step, told by the steps beside it: samples that come
    five seconds apart, one after the other, were meant to. The newest have the pace
    of now.
    """
    edge = np.array([0.0])
    usual = np.ones_like(steps)
    for beside in (np.append(edge, steps[:-1]), np.append(steps[1:], edge)):
        for pace_s in _SLOWER_S:
            is_of_pace = np.abs(beside - pace_s) < _UNSTEADY * pace_s
            usual[is_of_pace] = np.maximum(usual[is_of_pace], pace_s)
    usual[-2:] = np.maximum(usual[-2:], period_s)
    return usual


def with_breaks(samples: Samples, limits: Limits) -> tuple[Floats, Floats]:
    """Return times and values of a line that stops where nothing was measured.

    Between two values that the limits cut apart stands a NaN; values that are
    missing for a shorter time are left out, and the line goes on.
    """
    times, values = samples.times[samples.valid], samples.values[samples.valid]
    after = limits.apart(times) + 1
    if not len(after):
        return times, values
    between = (times[after - 1] + times[after]) / 2
    return np.insert(times, after, between), np.insert(values, after, np.nan)


def holes(times: Floats, now_s: float, limits: Limits) -> list[Span]:
    """Return the stretches that no line may cross.

    `times` are those of the samples that have a value. The stretch from the last
    one to now counts; the time before the first does not: nothing was watched yet.
    """
    if not len(times):
        return []
    edges = np.append(times, now_s)
    return [Span(float(edges[i]), float(edges[i + 1])) for i in limits.apart(edges)]


class SampleReader:
    """Reads series of a store for one axis."""

    def __init__(self, store: Store, period_s: float = 1.0) -> None:
        self._store = store
        self.period_s = period_s
        self._longest_s = HOLE_INTERVALS * period_s
        self.limits = Limits(self._longest_s, period_s=period_s)
        """What the lines of the series may not cross."""

    def set_breaks(
        self, breaks_s: tuple[float, ...], period_s: float | None = None
    ) -> None:
        """Say when the computer was off, on the monotonic clock, and the pace of now
        where it is another one.
        """
        self.period_s = self.period_s if period_s is None else period_s
        self.limits = Limits(self._longest_s, breaks_s, self.period_s)

    def read(self, key: str, start_s: float, now_s: float) -> Samples:
        """Return a series up to `now_s`, with a few samples before `start_s` so
        that a line reaches the left edge.
        """
        return _up_to(self._copy(key, start_s - HOLE_INTERVALS * self.period_s), now_s)

    def holes(
        self, series: Mapping[str, Samples], start_s: float, now_s: float
    ) -> list[Span]:
        """Return where all of the given series, by key, are missing at once."""
        if not series:
            return []
        times = _times_of_any(list(series.values()))
        if not len(times) or times[0] > start_s:
            earlier = self._last_before(series, start_s)
            if earlier is not None:
                times = np.insert(times, 0, earlier)
        return holes(times, now_s, self.limits)

    def _last_before(self, keys: Iterable[str], at_s: float) -> float | None:
        """When one of the series last had a value before `at_s`.

        It looks through all that is stored; asked only when the left edge of the
        graph is empty.
        """
        found: list[float] = []
        for key in keys:
            samples = self._copy(key, 0.0)
            before = samples.times[samples.valid & (samples.times < at_s)]
            if len(before):
                found.append(float(before[-1]))
        return max(found, default=None)

    def _copy(self, key: str, since_s: float) -> Samples:
        times, values = self._store.copy(key, since_s)
        return Samples(
            np.frombuffer(times, dtype=np.float64),
            np.frombuffer(values, dtype=np.float64),
        )


def _up_to(samples: Samples, now_s: float) -> Samples:
    """Drop what the sampling thread added after the frame that is shown."""
    if not len(samples.times) or samples.times[-1] <= now_s:
        return samples
    end = int(np.searchsorted(samples.times, now_s, side="right"))
    return Samples(samples.times[:end], samples.values[:end])


def _times_of_any(series: Sequence[Samples]) -> Floats:
    """Return when at least one of the series, which share a time axis, has a value."""
    length = min(len(samples.times) for samples in series)
    known = np.zeros(length, dtype=np.bool_)
    for samples in series:
        known |= samples.valid[:length]
    times: Floats = series[0].times[:length][known]
    return times
