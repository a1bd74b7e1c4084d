"""The buckets of the window are those of the core, and quicker."""

from __future__ import annotations

import random
from array import array

import pytest

from traintray.core.archive.buckets import Buckets
from traintray.ui.plots.numpy_buckets import NumpyBuckets

NAN = float("nan")


def day(seed):
    """Return times that rise, with holes, and columns with missing samples."""
    chance = random.Random(seed)
    times, at_s = array("d"), 1000.0
    for _ in range(chance.choice([0, 1, 7, 400])):
        at_s += chance.choice([1.0, 1.0, 1.5, 60.0, 700.0])
        times.append(at_s)
    mean = array("f", [chance.uniform(-5, 5) for _ in times])
    low = array("f", [value - chance.random() for value in mean])
    high = array("f", [value + chance.random() for value in mean])
    for place in range(len(times)):
        if chance.random() < chance.choice([0.0, 0.3]):
            low[place] = mean[place] = high[place] = NAN
    return times, (low, mean, high)


@pytest.mark.parametrize("seed", range(60))
def test_they_hold_what_the_buckets_of_the_core_hold(seed):
    times, columns = day(seed)
    is_thinned = seed % 2 == 0
    low, mean, high = columns if is_thinned else (columns[1],) * 3
    for bucket_s, count in ((60.0, 300), (3.0, 1), (10.0, 40), (1e6, 2)):
        since_s = 900.0 + seed % 3 * 150
        kept = [at for at in times if since_s <= at < since_s + bucket_s * count]
        first = times.index(kept[0]) if kept else 0
        part = slice(first, first + len(kept))
        cut = tuple(column[part] for column in (low, mean, high))
        if not is_thinned:
            cut = (cut[1],) * 3
        asked = (array("d", kept), since_s, bucket_s, count)

        expected = Buckets(*asked).of(cut)
        found = NumpyBuckets(*asked).of(cut)

        assert found.bucket_s == expected.bucket_s
        for name in ("times", "low", "mean", "high"):
            one, other = getattr(found, name), getattr(expected, name)
            assert list(one) == pytest.approx(list(other), rel=1e-6, nan_ok=True), name


def test_equal_values_have_themselves_as_their_mean():
    times = array("d", [float(second) for second in range(30)])
    value = array("f", [0.1] * 30)

    found = NumpyBuckets(times, 0.0, 10.0, 3).of((value, value, value))

    assert list(found.mean) == list(found.low) == list(found.high)
