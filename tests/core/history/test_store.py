from __future__ import annotations

import math
import threading
from array import array

import pytest

from traintray.core.history.store import Store

GAP = None


def filled(samples, capacity=5, key="cpu"):
    """A store with one series, from (time, value) pairs."""
    store = Store(capacity)
    for at_s, value in samples:
        store.append(at_s, {key: value})
    return store


def shown(store, key, since_s=0.0):
    """(times, values) as lists, NaN as None."""
    times, values = store.copy(key, since_s)
    assert (times.typecode, values.typecode) == ("d", "d")
    return list(times), [None if math.isnan(value) else value for value in values]


def test_samples_come_back_oldest_first():
    store = filled([(1, 0.1), (2, 0.2), (3, 0.0)])

    assert shown(store, "cpu") == ([1, 2, 3], [0.1, 0.2, 0.0])


@pytest.mark.parametrize("count", range(1, 14))
def test_the_oldest_samples_fall_out(count):
    store = filled([(t, t / 10) for t in range(count)], capacity=5)
    kept = list(range(count))[-5:]

    assert shown(store, "cpu", -1) == (kept, [t / 10 for t in kept])


@pytest.mark.parametrize("count", [3, 5, 6, 8, 9, 10, 11])
@pytest.mark.parametrize("since_s", [-1, 0, 2.5, 4, 5, 7, 7.5, 9, 10, 99])
def test_only_samples_since_a_time_are_given(count, since_s):
    store = filled([(t, t / 10) for t in range(count)], capacity=5)
    kept = [t for t in range(count)[-5:] if t >= since_s]

    assert shown(store, "cpu", since_s) == (kept, [t / 10 for t in kept])


def test_a_missing_value_is_a_gap_and_never_zero():
    store = filled([(1, 0.5), (2, GAP), (3, 0.0)])

    assert shown(store, "cpu")[1] == [0.5, None, 0.0]


def test_a_series_that_is_not_named_gets_a_gap():
    store = Store(5)
    store.append(1, {"cpu": 0.5, "gpu": 0.9})
    store.append(2, {"cpu": 0.6})

    assert shown(store, "gpu")[1] == [0.9, None]


def test_a_gap_overwrites_what_the_ring_held_there_before():
    store = Store(2)
    for t in (1, 2):
        store.append(t, {"cpu": 0.5, "gpu": 0.9})
    store.append(3, {"cpu": 0.5})

    assert shown(store, "gpu") == ([2, 3], [0.9, None])


def test_a_new_series_is_filled_with_gaps_back_to_the_oldest_sample():
    store = filled([(t, 0.5) for t in range(7)], capacity=5)
    store.append(7, {"cpu": 0.5, "run.1": 3})

    assert shown(store, "run.1") == ([3, 4, 5, 6, 7], [None] * 4 + [3])


def test_a_series_nobody_knows_is_all_gaps():
    store = filled([(1, 0.5), (2, 0.5)])

    assert shown(store, "typo") == ([1, 2], [None, None])


def test_an_empty_store_has_nothing_to_show():
    store = Store(5)

    assert shown(store, "cpu") == ([], [])
    assert store.values("cpu", 0) == []
    assert store.last("cpu") is None
    assert store.coverage("cpu", 0) == 0


def test_time_does_not_run_backwards():
    store = filled([(5, 0.5)])

    with pytest.raises(ValueError, match="comes before"):
        store.append(4, {"cpu": 0.5})
    assert shown(store, "cpu") == ([5], [0.5])


@pytest.mark.parametrize("lived", range(8))
@pytest.mark.parametrize("older", range(8))
def test_older_samples_come_before_those_that_are_there_as_far_as_there_is_room(
    lived, older
):
    store = filled([(10 + t, t) for t in range(lived)], capacity=6)
    times = [2.0 + t for t in range(older)]

    store.prepend(times, {"cpu": array("d", times), "gpu": array("d", times)})

    own = [float(10 + t) for t in range(lived)][-6:]
    kept = times[max(0, older - (6 - len(own))) :]
    assert shown(store, "cpu") == (kept + own, kept + [at_s - 10 for at_s in own])
    assert shown(store, "gpu")[1] == kept + [None] * len(own)


@pytest.mark.parametrize("lived", range(1, 8))
def test_after_older_samples_a_store_goes_on_as_before(lived):
    store = filled([(10 + t, 0.5) for t in range(lived)], capacity=6)
    store.prepend([1, 2, 3], {"gpu": array("d", [0.1, 0.2, 0.3])})

    for t in range(20, 24):
        store.append(t, {"cpu": t})

    assert shown(store, "cpu", 20) == ([20, 21, 22, 23], [20, 21, 22, 23])
    assert store.last("cpu") == 23


def test_samples_that_are_not_older_are_left_out():
    store = filled([(3, 0.5)])

    store.prepend([1, 2, 3, 4], {"cpu": array("d", [0.1, 0.2, 0.3, 0.4])})

    assert shown(store, "cpu") == ([1, 2, 3], [0.1, 0.2, 0.5])


def test_a_store_without_room_is_refused():
    with pytest.raises(ValueError, match="0 samples"):
        Store(0)


def test_a_copy_does_not_change_any_more():
    store = filled([(1, 0.5)])
    times, values = store.copy("cpu", 0)
    store.append(2, {"cpu": 0.6})

    assert (list(times), list(values)) == ([1], [0.5])


def test_a_run_that_ended_is_forgotten_with_all_its_series():
    store = Store(5)
    store.append(1, {"cpu": 0.5, "run.7.demand": 8, "run.7.cores": 2, "run.71.x": 1})
    store.forget("run.7.")

    assert shown(store, "run.7.demand")[1] == [None]
    assert shown(store, "run.7.cores")[1] == [None]
    assert shown(store, "run.71.x")[1] == [1]
    assert shown(store, "cpu")[1] == [0.5]


def test_a_forgotten_series_may_come_back():
    store = filled([(1, 0.5), (2, 0.5)], key="run.7.cores")
    store.forget("run.7.")
    store.append(3, {"run.7.cores": 2})

    assert shown(store, "run.7.cores")[1] == [None, None, 2]


def test_values_leave_the_gaps_out():
    store = filled([(1, 0.1), (2, GAP), (3, 0.3), (4, 0.0)])

    assert store.values("cpu", since_s=2) == [0.3, 0.0]
    assert store.values("typo", since_s=2) == []


@pytest.mark.parametrize(
    ("samples", "expected"),
    [
        pytest.param([(1, 0.5), (2, 0.0)], 0.0, id="a measured zero"),
        pytest.param([(1, 0.5), (2, GAP)], None, id="a gap, not the value before"),
        pytest.param([(t, t) for t in range(5)], 4, id="just before the turn"),
        pytest.param([(t, t) for t in range(6)], 5, id="just after the turn"),
    ],
)
def test_the_last_sample(samples, expected):
    assert filled(samples).last("cpu") == expected


@pytest.mark.parametrize(
    ("samples", "since_s", "expected"),
    [
        pytest.param([(t, 1) for t in range(11)], 0, 1.0, id="all of it"),
        pytest.param([(t, 1) for t in range(11)], 4, 1.0, id="the last part"),
        pytest.param([(t, 1) for t in range(11)], 4.5, 1.0, id="between two samples"),
        pytest.param([(t, GAP) for t in range(11)], 0, 0.0, id="gaps only"),
        pytest.param(
            [(t, 1 if t % 2 else GAP) for t in range(11)], 0, 0.5, id="every other one"
        ),
        pytest.param(
            [(5, GAP), (6, 1), (7, 1), (10, 1)], 0, 0.5, id="it began halfway"
        ),
        pytest.param([(0, 1), (9, GAP), (10, 1)], 0, 0.1, id="a long gap weighs more"),
        pytest.param(
            [(0, 1), (9, 1), (10, GAP)], 0, 0.9, id="a late tick speaks for all"
        ),
        pytest.param([(10, 1)], 0, 0.0, id="a single sample speaks for no time"),
        pytest.param([(0, 1), (10, 1)], 10, 0.0, id="no time passed"),
        pytest.param([(0, 1), (10, 1)], 20, 0.0, id="the future"),
    ],
)
def test_coverage_is_the_share_of_time_that_is_known(samples, since_s, expected):
    store = filled(samples, capacity=20)

    assert store.coverage("cpu", since_s) == pytest.approx(expected)


def test_coverage_counts_time_that_fell_out_as_unknown():
    store = filled([(t, 1) for t in range(11)], capacity=6)

    assert store.coverage("cpu", 0) == pytest.approx(0.5)


def test_a_series_nobody_knows_is_not_covered():
    assert filled([(0, 1), (1, 1)]).coverage("typo", 0) == 0.0


def test_a_reader_never_sees_half_of_a_sample():
    store = Store(64)
    ends = threading.Event()
    broken = []

    def look():
        while not ends.is_set():
            times, values = store.copy("a", 0)
            if len(times) != len(values) or list(times) != list(values):
                broken.append((times, values))

    reader = threading.Thread(target=look)
    reader.start()
    for t in range(3000):
        store.append(t, {"a": t, f"run.{t}": 1})
        store.forget(f"run.{t}")
    ends.set()
    reader.join()

    assert broken == []
