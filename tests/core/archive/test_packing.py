"""Samples as bytes lose nothing that matters; damaged bytes are noticed."""

import math
import random
from array import array

import pytest

from traintray.core.archive.packing import (
    pack,
    pack_batch,
    pack_times,
    unpack,
    unpack_batch,
    unpack_times,
)

NAN = float("nan")


def same(found, wanted):
    return [str(value) for value in found] == [str(value) for value in wanted]


@pytest.mark.parametrize(
    "values",
    [
        pytest.param([0.5], id="one"),
        pytest.param([NAN] * 600, id="never measured"),
        pytest.param([25276514304.0] * 600, id="constant"),
        pytest.param([NAN, 0.0, -0.0, 1e30, 0.25, NAN], id="all kinds"),
        pytest.param([place / 128 for place in range(600)], id="rising"),
    ],
)
def test_values_come_back(values):
    packed = array("f", values)

    assert same(unpack(pack(packed), len(values)), packed)


def test_a_series_that_stands_still_takes_five_bytes():
    assert len(pack(array("f", [3.5] * 600))) == 5


def test_times_come_back_to_the_millisecond():
    chance = random.Random(1)
    times = [1_800_000_000.0]
    for _ in range(599):
        times.append(times[-1] + 1 + chance.uniform(-0.01, 0.01))

    found = unpack_times(pack_times(times))

    assert len(found) == 600
    assert max(abs(a - b) for a, b in zip(found, times, strict=True)) <= 0.0005001


@pytest.mark.parametrize("damage", [b"", b"?", b"z", b"zgarbage", b"c", b"c12345678"])
def test_a_damaged_chunk_is_noticed(damage):
    with pytest.raises(ValueError, match=r"chunk|bytes length"):
        unpack(damage, 600)


def test_a_chunk_that_is_too_short_is_noticed():
    with pytest.raises(ValueError, match="599 values where 600 belong"):
        unpack(pack(array("f", range(599))), 600)


@pytest.mark.parametrize("damage", [b"", b"12345678", b"12345678garbage"])
def test_damaged_times_are_noticed(damage):
    with pytest.raises(ValueError, match="damaged times"):
        unpack_times(damage)


def floats(values):
    found = array("f")
    found.frombytes(values)
    return found


@pytest.mark.parametrize(
    "rounds",
    [
        pytest.param([{"a": 1.0, "b": None}, {"a": None, "b": 2.0}], id="the same"),
        pytest.param([{"a": 1.0}, {"b": 2.0}], id="one comes, one goes"),
        pytest.param([{"a": 1.0, "b": 2.0}, {"b": 4.0, "a": 3.0}], id="another order"),
    ],
)
def test_a_batch_comes_back_with_its_gaps(rounds):
    numbers = {"a": 7, "b": 3}

    batch = unpack_batch(12, pack_batch([10.0, 11.0], rounds, numbers), {})

    assert (batch.number, list(batch.times)) == (12, [10.0, 11.0])
    for key, number in numbers.items():
        wanted = [NAN if r.get(key) is None else r[key] for r in rounds]
        assert same(floats(batch.values(number)), wanted)
    assert all(map(math.isnan, floats(batch.values(99))))


@pytest.mark.parametrize("cut", [0, 7, 8, 20, -1])
def test_a_batch_that_is_cut_off_is_noticed(cut):
    blob = pack_batch([10.0, 11.0], [{"a": 1.0}, {"a": 2.0}], {"a": 1})

    with pytest.raises(ValueError, match="a batch"):
        unpack_batch(1, blob[:cut], {})


def test_batches_that_name_the_same_series_share_what_says_so():
    blob = pack_batch([10.0], [{"a": 1.0}], {"a": 1})
    known = {}

    assert unpack_batch(1, blob, known).places is unpack_batch(2, blob, known).places
