"""What is told, and when. No Qt, no bus, no clock."""

from __future__ import annotations

import pytest

from traintray.ui.telling import Tell, Telling, Withdraw
from ui.episode_frames import KEY, at, well

SNOOZE_S = 3600.0


def told(deeds):
    return [
        (deed.run_key, deed.episode_number) for deed in deeds if isinstance(deed, Tell)
    ]


@pytest.fixture
def telling():
    return Telling(SNOOZE_S, repeat_after_s=1800.0)


def test_an_episode_is_told_once(telling):
    assert told(telling.update(at(0))) == [(KEY, 1)]
    assert telling.update(at(1)) == []
    assert telling.update(at(600)) == []
    assert telling.update(at(4000)) == []  # however long it stands


def test_it_is_taken_back_when_the_episode_ends(telling):
    telling.update(at(0))

    assert telling.update(well(10)) == [Withdraw(KEY)]
    assert telling.update(well(11)) == []


def test_it_is_taken_back_when_the_run_ends(telling):
    telling.update(at(0))

    assert telling.update(well(10, alive=False)) == [Withdraw(KEY)]


def test_another_cause_takes_the_place_of_the_first(telling):
    telling.update(at(0))
    deeds = telling.update(at(60, number=2, kind="cpu_compute"))

    assert told(deeds) == [(KEY, 2)]
    assert len(deeds) == 1  # replaced, not closed and stacked


def test_the_same_cause_that_comes_and_goes_is_not_told_each_time(telling):
    telling.update(at(0))
    telling.update(well(10))

    assert telling.update(at(100, number=2)) == []
    assert telling.update(well(200)) == []
    assert told(telling.update(at(1801, number=3))) == [(KEY, 3)]


def test_every_run_is_told_of(telling):
    assert told(telling.update(at(0, keys=(KEY, "other")))) == [(KEY, 1), ("other", 2)]


def test_a_run_that_is_well_is_not_told_of(telling):
    assert telling.update(well(0)) == []


def test_a_snoozed_tip_is_taken_back_and_told_again_later(telling):
    telling.update(at(0))
    assert telling.snooze(KEY) == [Withdraw(KEY)]

    assert telling.update(at(SNOOZE_S - 1)) == []
    assert told(telling.update(at(SNOOZE_S))) == [(KEY, 1)]


def test_a_snooze_before_anything_was_told_keeps_quiet(telling):
    telling.update(well(0))
    assert telling.snooze(KEY) == []

    assert telling.update(at(10)) == []


def test_a_snooze_is_for_one_run(telling):
    telling.update(at(0))
    telling.snooze(KEY)

    assert told(telling.update(at(10, number=5, keys=("other",)))) == [("other", 5)]


def test_a_snooze_is_forgotten_with_its_run(telling):
    telling.update(at(0))
    telling.snooze(KEY)
    telling.update(well(10, alive=False))

    assert told(telling.update(at(20, number=2))) == [(KEY, 2)]


def test_what_reached_nobody_is_told_again_while_it_lasts(telling):
    telling.update(at(0))
    telling.undelivered(KEY)

    assert told(telling.update(at(5))) == [(KEY, 1)]


def test_what_reached_nobody_and_is_over_needs_no_taking_back(telling):
    telling.update(at(0))
    telling.undelivered(KEY)

    assert telling.update(well(5)) == []


def test_nothing_is_told_when_the_user_wants_no_tips():
    assert Telling(SNOOZE_S, enabled=False).update(at(0)) == []


def test_nothing_is_kept_of_runs_that_are_gone(telling):
    """The app may run for months."""
    for number in range(100):
        key = f"run-{number}"
        telling.update(at(number, number=number, keys=(key,)))
        telling.snooze(key)
    telling.update(well(1000, alive=False))

    kept = (telling._told, telling._told_at_s, telling._snoozed_until_s, telling._shown)
    assert [len(memory) for memory in kept] == [0, 0, 0, 0]
