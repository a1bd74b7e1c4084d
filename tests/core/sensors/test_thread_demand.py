"""What one thread wanted, interval by interval."""

from __future__ import annotations

import pytest

from traintray.core.sensors.thread_demand import ThreadDemand


def wanted(*seconds, since_s=0.0):
    """Feed (run, wait) counters in seconds, one interval of 1 s each."""
    demand = ThreadDemand(since_s)
    demand.start_from(b"0 0 0", since_s)
    answers = []
    for number, (run_s, wait_s) in enumerate(seconds, start=1):
        raw = f"{run_s * 1e9:.0f} {wait_s * 1e9:.0f} 0".encode()
        answers.append(demand.update(raw, since_s + number, 1.0))
    return answers


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        pytest.param([(0, 0)], [(0, 0)], id="asleep"),
        pytest.param([(1, 0)], [(1, 1)], id="runs all the time"),
        pytest.param([(0.25, 0.5)], [(0.25, 0.75)], id="runs and waits"),
        pytest.param([(0.5, 0), (0.5, 0)], [(0.5, 0.5), (0, 0)], id="stops"),
        pytest.param([(1, 0), (1.5, 0.5)], [(1, 1), (0.5, 1)], id="by difference"),
    ],
)
def test_a_thread_wants_what_it_ran_and_waited(seconds, expected):
    assert wanted(*seconds) == [pytest.approx(e) for e in expected]


def test_a_wait_that_shows_late_is_spread_over_what_follows_and_not_lost():
    # Starved for 3 s, then it runs for 0.1 s and sleeps.
    answers = wanted((0, 0), (0, 0), (0.1, 2.9), (0.1, 2.9), (0.1, 2.9), (0.1, 2.9))

    assert [w for _, w in answers] == pytest.approx([0, 0, 1, 1, 1, 0])
    assert [r for r, _ in answers] == pytest.approx([0, 0, 0.1, 0, 0, 0])


def test_a_thread_starved_again_and_again_wants_one_cpu_all_the_time():
    counters = []
    for third in range(1, 6):
        before = (0.1 * (third - 1), 2.9 * (third - 1))
        counters += [before, before, (0.1 * third, 2.9 * third)]

    answers = [w for _, w in wanted(*counters)]

    assert answers[2:] == pytest.approx([1.0] * 13)


def test_no_thread_ever_wants_more_than_one_cpu():
    answers = wanted((0.5, 60.0), (1.5, 400.0), (2.5, 9000.0))

    assert all(0 <= ran <= w <= 1 for ran, w in answers)


def test_a_wait_longer_than_the_time_since_it_moved_is_the_clocks_invention():
    answers = wanted((0.1, 500.0), (0.1, 500.0), (0.1, 500.0))

    # 1.1 s at most can have passed, a late read allowed for.
    assert sum(w for _, w in answers) == pytest.approx(1.1)


def test_what_can_have_passed_is_counted_from_the_last_move():
    answers = wanted((0.1, 0), (0.2, 0), (0.3, 500.0), *[(0.3, 500.0)] * 5)

    assert sum(w for _, w in answers[2:]) == pytest.approx(1.1)


def test_a_wait_of_minutes_does_not_haunt_for_minutes():
    answers = wanted(*[(0, 0)] * 99, *[(0.1, 99.0)] * 30)

    assert sum(w for _, w in answers) == pytest.approx(11.0)


def test_counters_that_go_back_are_no_negative_demand():
    answers = wanted((1, 1), (0.5, 0.2))

    assert answers[1][0] == 0
    assert answers[1][1] >= 0


def test_a_thread_read_late_gets_the_rest_counted_next_time():
    # Read 0.05 s after the round began, and on time the next time.
    answers = wanted((1.05, 0), (2.0, 0))

    assert [w for _, w in answers] == pytest.approx([1.0, 1.0])
    assert [r for r, _ in answers] == pytest.approx([1.0, 0.95])


def test_a_thread_born_in_the_interval_counts_from_zero():
    demand = ThreadDemand(since_s=5.0)

    assert demand.update(b"400000000 200000000 3", 6.0, 1.0) == pytest.approx(
        (0.4, 0.6)
    )
    assert demand.slices == 3


@pytest.mark.parametrize("raw", [b"1 2", b"a b c", b"1 2 3 4"])
def test_what_is_no_schedstat_is_an_error(raw):
    with pytest.raises(ValueError, match=r"\w"):
        ThreadDemand(0.0).update(raw, 1.0, 1.0)
