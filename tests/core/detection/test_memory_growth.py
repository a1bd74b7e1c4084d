"""A leak is told from warm-up, from a plateau and from a sawtooth."""

import math

import pytest

from traintray.core.detection.memory_growth import (
    BUCKET_S,
    LEAST_S,
    WARM_UP_S,
    GrowthWatch,
    steady_growth,
)

MB = 1e6


def watched(memory, seconds, pids=frozenset({1})):
    """Watch `memory(second)` for a while, each second active."""
    watch = GrowthWatch()
    for second in range(seconds):
        watch.update(memory(second), pids, 1.0)
    return watch


def test_growth_is_unknown_before_a_minute_after_warm_up():
    enough = int(WARM_UP_S + LEAST_S)

    assert watched(lambda s: s * MB, enough - 1).growth_bytes_per_s() is None
    assert watched(lambda s: s * MB, enough + 1).growth_bytes_per_s() is not None


@pytest.mark.parametrize(
    ("memory", "expected"),
    [
        pytest.param(lambda s: 500 * MB + s * MB, 1.0, id="a leak"),
        pytest.param(lambda s: 500 * MB, 0.0, id="flat"),
        pytest.param(
            lambda s: 900 * MB + s * MB + 300 * MB * (s % 3), 1.0, id="sawtooth leaking"
        ),
        pytest.param(
            lambda s: 900 * MB + 300 * MB * (s % 7), 0.0, id="sawtooth, no leak"
        ),
        pytest.param(
            lambda s: 600 * MB * (1 - math.exp(-s / 25)), 0.0, id="filling caches"
        ),
        pytest.param(lambda s: 500 * MB + min(s, 60) * 10 * MB, 0.0, id="warm-up"),
        pytest.param(lambda s: 500 * MB + 400 * MB * (s > 70), 0.0, id="one step"),
        pytest.param(lambda s: 900 * MB - s * MB, 0.0, id="shrinking"),
        pytest.param(lambda s: 500 * MB + s * 0.1 * MB, 0.0, id="drift of the heap"),
    ],
)
def test_only_steady_growth_counts(memory, expected):
    watch = watched(memory, 140)

    assert watch.growth_bytes_per_s() == pytest.approx(expected * MB, rel=0.05)


def test_a_leak_that_begins_late_is_found_within_about_a_minute():
    watch = watched(lambda s: 500 * MB + max(0, s - 200) * 2 * MB, 275)

    assert watch.growth_bytes_per_s() == pytest.approx(2 * MB, rel=0.1)


def test_time_at_rest_is_no_growth_and_not_watched():
    watch = watched(lambda s: s * MB, 100)
    before = watch.watched_s, watch.growth_bytes_per_s()
    for second in range(100):
        watch.update(5000 * MB + second, {1}, 0.0)

    assert (watch.watched_s, watch.growth_bytes_per_s()) == before


def test_another_set_of_processes_is_watched_anew():
    watch = watched(lambda s: s * MB, 140)
    watch.update(900 * MB, {1, 2}, 1.0)

    assert watch.growth_bytes_per_s() is None
    assert watch.watched_s == 0.0


def test_what_cannot_be_read_does_not_count_as_watched():
    watch = watched(lambda s: None, 200)

    assert (watch.watched_s, watch.growth_bytes_per_s()) == (0.0, None)


def test_watching_is_told_in_seconds_after_warm_up():
    assert watched(lambda s: MB, 50).watched_s == 50 - WARM_UP_S


def test_an_outlier_does_not_hide_a_leak():
    values = [i * 5 * MB for i in range(24)]
    values[12] += 40 * MB

    assert steady_growth(values, BUCKET_S) == pytest.approx(MB, rel=0.1)


def test_slow_growth_needs_time_to_rise_enough():
    rate = 0.3 * MB
    short = [i * rate * BUCKET_S for i in range(12)]
    long = [i * rate * BUCKET_S for i in range(24)]

    assert steady_growth(short, BUCKET_S) is None
    assert steady_growth(long, BUCKET_S) == pytest.approx(rate)
