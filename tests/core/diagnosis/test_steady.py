"""A finding appears when its condition has held, and goes when it is over."""

import pytest

from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.steady import Steady

POLICY = Policy(sustained_s=15)


def steady_after(answers, step_s=1.0):
    steady = Steady(POLICY)
    at_s = 0.0
    history = []
    for answer in answers:
        history.append(steady.vote(answer, at_s))
        at_s += step_s
    return steady, history


def test_it_turns_on_after_the_sustained_time_and_not_before():
    _, history = steady_after([True] * 17)

    assert history.index(True) == 15  # the first vote has no time behind it


@pytest.mark.parametrize("step_s", [0.5, 2.0])
def test_what_counts_is_time_not_the_number_of_samples(step_s):
    _, history = steady_after([True] * 60, step_s)

    assert history.index(True) * step_s == pytest.approx(15, abs=step_s)


def test_a_burst_shorter_than_the_sustained_time_is_never_told():
    _, history = steady_after(([True] * 14 + [False] * 30) * 3)

    assert not any(history)


def test_three_seconds_of_ten_may_be_missed():
    _, history = steady_after(([True] * 7 + [False] * 3) * 6)

    assert history[-1]


def test_half_of_the_time_is_not_enough():
    _, history = steady_after(([True] * 5 + [False] * 5) * 6)

    assert not any(history)


def test_it_turns_off_only_well_after_the_condition_ended():
    _, history = steady_after([True] * 30 + [False] * 30)

    seconds_on = history[30:].index(False)
    assert 8 <= seconds_on <= 16


def test_the_onset_is_when_the_condition_began_not_when_it_was_noticed():
    steady, _ = steady_after([False] * 10 + [True] * 20)

    assert steady.is_on
    assert steady.onset_at_s == 9.0  # the second that ends at 10 was the first


def test_missing_answers_neither_start_nor_end_anything():
    _, never = steady_after([None] * 60)
    steady, _ = steady_after([True] * 20 + [None] * 60)

    assert not any(never)
    assert steady.is_on
    assert steady.known_s() == 0.0


def test_a_long_pause_between_two_votes_does_not_count_as_sustained():
    steady = Steady(POLICY)
    for at_s in (0.0, 1.0, 2.0, 100.0, 101.0):
        steady.vote(True, at_s)

    assert not steady.is_on


def test_after_a_reset_the_time_starts_anew():
    steady = Steady(POLICY)
    for at_s in range(14):
        steady.vote(True, float(at_s))
    steady.reset()
    for at_s in range(14, 24):
        steady.vote(True, float(at_s))

    assert not steady.is_on


def test_seconds_without_an_answer_are_not_part_of_what_was_seen():
    steady, _ = steady_after([None] * 6 + [True] * 12)

    assert steady.since_s() == 5.0  # the second that ended at 6 was the first judged


def test_without_any_answer_nothing_was_seen_yet():
    steady, _ = steady_after([None] * 6)

    assert steady.since_s() == 5.0


def test_right_after_a_suspend_what_is_on_rests_on_what_was_seen_before():
    steady, _ = steady_after([False] * 10 + [True] * 20)

    steady.reset()
    steady.vote(None, 100.0)

    assert steady.is_on
    assert steady.since_s() == steady.onset_at_s == 9.0
