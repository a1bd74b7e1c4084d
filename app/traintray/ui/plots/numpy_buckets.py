"""Samples into few buckets with numpy, where a window has loaded it anyway."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from traintray.core.archive.plan import Columns
from traintray.core.archive.records import Slice

Floats = npt.NDArray[np.float64]


class NumpyBuckets:
    """Answers as `core.archive.buckets.Buckets` does, in a tenth of the time."""

    def __init__(
        self, times: Sequence[float], since_s: float, bucket_s: float, count: int
    ) -> None:
        """Sort `times`, which rise, into `count` buckets from `since_s` on."""
        places = np.arange(count)
        self._bucket_s = bucket_s
        self._middles = _array(np.asarray(since_s + bucket_s * (places + 0.5)))
        edges = np.searchsorted(np.asarray(times), since_s + bucket_s * places)
        widths = np.diff(np.append(edges, len(times)))
        self._used = widths > 0
        self._starts, self._widths = edges[self._used], widths[self._used]

    def of(self, columns: Columns) -> Slice:
        """Return one series. A bucket's mean is that of what falls into it."""
        low, mean, high = (np.asarray(values, dtype=np.float64) for values in columns)
        known, counts = np.isfinite(mean), self._widths
        if not known.all():
            low, mean, high = (
                np.where(known, values, instead)
                for values, instead in ((low, np.inf), (mean, 0.0), (high, -np.inf))
            )
            counts = self._folded(np.add, known.astype(np.intp))
        lowest = self._folded(np.minimum, low)
        highest = self._folded(np.maximum, high)
        with np.errstate(invalid="ignore"):  # nothing was measured in a bucket: NaN
            means = self._folded(np.add, mean) / counts
        # Rounding must not push the mean of equal values past them.
        means = np.clip(means, lowest, highest)
        mean_of, low_of, high_of = (
            self._spread(each, counts > 0) for each in (means, lowest, highest)
        )
        return Slice(self._middles, mean_of, low_of, high_of, self._bucket_s)

    def _folded(self, fold: np.ufunc, values: npt.NDArray[np.generic]) -> Floats:
        if not len(self._starts):
            return np.empty(0)
        return np.asarray(fold.reduceat(values, self._starts), dtype=np.float64)

    def _spread(self, values: Floats, is_known: npt.NDArray[np.bool_]) -> array[float]:
        """Put the values of the buckets in use between those that hold nothing."""
        every = np.full(len(self._used), np.nan)
        every[self._used] = np.where(is_known, values, np.nan)
        return _array(every)


def _array(values: npt.NDArray[np.floating[Any]]) -> array[float]:
    found = array("d")
    found.frombytes(values.astype(np.float64, copy=False).tobytes())
    return found
