"""Times in which nothing, or only what is critical, is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.telling.test_tips import HOUR, MINUTE, made, told
from traintray.core.diagnosis.verdict import Severity
from traintray.core.telling.deed import Mute, Span, Withdraw
from traintray.core.telling.wishes import Wishes
from ui.episode_frames import KEY, at, together, well

CRITICAL = Severity.CRITICAL
NIGHT = Wishes(quiet_minutes=(22 * 60, 7 * 60))


def slept(frame, for_s):
    """A frame after a suspend: the monotonic clock stood still meanwhile."""
    return replace(frame, wall_s=frame.wall_s + for_s)


# --- login and resume ----------------------------------------------------------


@pytest.mark.parametrize("severity", [Severity.ATTENTION, CRITICAL])
def test_two_minutes_after_a_login_nothing_is_told_and_then_what_still_holds(severity):
    telling = made(after_login=True)

    assert told(telling.update(at(0, severity=severity))) == []
    assert told(telling.update(at(119, severity=severity))) == []
    assert told(telling.update(at(121, severity=severity))) != []


def test_what_is_over_two_minutes_after_a_login_is_never_told():
    telling = made(after_login=True)
    telling.update(at(0))
    telling.update(well(60))

    assert telling.update(well(200)) == []


def test_a_start_by_hand_is_told_at_once():
    assert told(made().update(at(0))) != []


def test_two_minutes_after_the_computer_slept_nothing_is_told():
    telling = made()
    telling.update(well(0))

    assert told(telling.update(slept(at(10, severity=CRITICAL), HOUR))) == []
    assert told(telling.update(slept(at(129, severity=CRITICAL), HOUR))) == []
    assert told(telling.update(slept(at(131, severity=CRITICAL), HOUR))) != []


def test_a_clock_that_is_corrected_is_no_sleep():
    telling = made()
    telling.update(well(0))
    telling.update(slept(well(1), -HOUR))

    assert told(telling.update(slept(at(2), -HOUR + 20))) != []


# --- quiet hours ---------------------------------------------------------------


def test_in_quiet_hours_only_what_is_critical_is_told():
    telling = made(NIGHT)
    assert told(telling.update(at(7 * HOUR + 59 * MINUTE))) != []  # 21:59
    other = at(8 * HOUR, number=7, kind="disk_bound", keys=("2-2",))
    assert told(telling.update(other)) == []

    loud = at(8 * HOUR + 5, 8, "swapping", ("3-3",), severity=CRITICAL)
    assert told(telling.update(together(other, loud))) == [("3-3", "swapping")]


def test_what_still_holds_in_the_morning_is_told_then():
    telling = made(NIGHT)
    telling.update(at(9 * HOUR))

    assert told(telling.update(at(16 * HOUR + 59 * MINUTE))) == []  # 06:59
    assert told(telling.update(at(17 * HOUR))) != []


@pytest.mark.parametrize(
    ("span", "is_told"),
    [
        pytest.param((13 * 60, 15 * 60), False, id="inside"),
        pytest.param((14 * 60, 15 * 60), False, id="from the first minute"),
        pytest.param((13 * 60, 14 * 60), True, id="not in the last"),
        pytest.param((15 * 60, 13 * 60), True, id="outside, over midnight"),
        pytest.param((14 * 60, 14 * 60), True, id="without length"),
        pytest.param(None, True, id="none"),
    ],
)
def test_at_two_in_the_afternoon(span, is_told):
    assert bool(told(made(Wishes(quiet_minutes=span)).update(at(0)))) is is_told


# --- snoozes -------------------------------------------------------------------


def test_a_snoozed_tip_is_taken_back_and_told_again_later():
    telling = made(Wishes(snooze_s=HOUR))
    telling.update(at(0))
    assert telling.snooze(KEY) == [Withdraw(KEY)]

    assert told(telling.update(at(HOUR - 1))) == []
    assert told(telling.update(at(HOUR + 1))) != []


def test_a_snooze_before_anything_was_told_keeps_quiet():
    telling = made()
    telling.update(well(0))
    assert telling.snooze(KEY) == []

    assert told(telling.update(at(10))) == []


def test_a_snooze_is_for_one_run():
    telling = made()
    telling.update(at(0))
    telling.snooze(KEY)

    other = at(10, number=5, kind="disk_bound", keys=("2-2",))
    assert told(telling.update(together(at(10), other))) == [("2-2", "disk_bound")]


def test_a_snooze_of_a_run_lasts_until_it_ends():
    telling = made()
    telling.update(at(0))
    telling.snooze(KEY, Span.THIS_RUN)

    assert told(telling.update(at(9 * 24 * HOUR))) == []


def test_a_snooze_for_today_is_about_everything_and_ends_at_midnight():
    telling = made()
    telling.update(at(0))
    assert telling.snooze(KEY, Span.TODAY) == [Withdraw(KEY)]
    other = at(10, number=5, kind="disk_bound", keys=("2-2",))
    assert told(telling.update(other)) == []

    assert told(telling.update(at(9.9 * HOUR))) == []
    assert told(telling.update(at(10.1 * HOUR))) != []


@pytest.mark.parametrize("span", [Span.FOR_A_WHILE, Span.THIS_RUN, Span.TODAY])
def test_who_snoozed_something_lesser_still_hears_that_memory_runs_out(span):
    telling = made()
    telling.update(at(0))
    telling.snooze(KEY, span)

    loud = at(10, number=2, kind="swapping", severity=CRITICAL)
    assert told(telling.update(loud)) == [(KEY, "swapping")]


def test_what_is_critical_can_be_snoozed_by_itself():
    telling = made()
    loud = at(0, kind="swapping", severity=CRITICAL)
    telling.update(loud)
    assert telling.snooze(KEY) == [Withdraw(KEY)]

    assert told(telling.update(at(10, kind="swapping", severity=CRITICAL))) == []


def test_a_snooze_for_today_leaves_what_is_critical_where_it_is():
    telling = made()
    telling.update(at(0, kind="swapping", severity=CRITICAL))

    assert telling.snooze(KEY, Span.TODAY) == []


def test_to_snooze_a_kind_is_to_mute_it_in_the_settings():
    telling = made()
    telling.update(at(0))

    deeds = telling.snooze(KEY, Span.THIS_KIND)
    assert deeds == [Withdraw(KEY), Mute("too_many_threads")]


def test_whoever_ends_the_snoozes_is_told_what_still_holds():
    telling = made()
    telling.update(at(0))
    telling.snooze(KEY)
    telling.snooze("", Span.TODAY)
    assert len(telling.snoozes) == 2
    telling.wake()

    assert telling.snoozes == ()
    assert told(telling.update(at(10))) != []


def test_a_second_snooze_about_the_same_run_takes_the_place_of_the_first():
    telling = made()
    telling.update(at(0))
    telling.snooze(KEY)
    telling.snooze(KEY, Span.THIS_RUN)

    assert [snooze.until_s for snooze in telling.snoozes] == [None]


# --- over a restart of the app -------------------------------------------------


def reborn(telling):
    """The app as it is after a restart; what it remembers went through a file."""
    import json

    return made(kept=json.loads(json.dumps(telling.remembered())))


def test_a_restart_does_not_end_a_snooze():
    telling = made()
    telling.update(at(0))
    telling.snooze(KEY)

    assert told(reborn(telling).update(at(30))) == []
    assert told(reborn(telling).update(at(HOUR + 30))) != []


def test_a_restart_is_no_reason_to_tell_everything_again():
    telling = made()
    telling.update(at(0))

    assert told(reborn(telling).update(at(30))) == []


def test_a_restart_gives_no_new_budget_for_the_day():
    telling = made(Wishes(tips_a_day=1))
    telling.update(at(0))
    heir = reborn(telling)
    heir.choose(Wishes(tips_a_day=1))
    other = at(30, number=5, kind="disk_bound", keys=("2-2",))

    assert told(heir.update(other)) == []


def test_a_restart_gives_no_more_tips_of_a_kind():
    telling = made()
    for number in range(6):
        begun_s = number * 0.5 * HOUR
        keys = (f"{number}-1",)
        assert told(telling.update(at(begun_s, number, "disk_bound", keys))) != []
        telling.update(well(begun_s + 60))
    heir = reborn(telling)

    assert told(heir.update(at(3 * HOUR, 9, "disk_bound", ("9-1",)))) == []
    assert told(heir.update(at(4 * HOUR, 10, "gpu_idle", ("10-1",)))) != []


@pytest.mark.parametrize(
    "kept",
    [
        pytest.param({}, id="empty"),
        pytest.param({"told": 3, "snoozed": "x", "unread": [1]}, id="wrong types"),
        pytest.param({"told": [[1, 2, 3, 4, 5]], "snoozed": [[1]]}, id="wrong fields"),
        pytest.param({"day": 5, "told_today": -3}, id="wrong numbers"),
        pytest.param({"unread": {"a": "b"}, "more": None}, id="of another version"),
        pytest.param(
            {"day": "2026-03-12", "told_today": 1, "told_by_kind": [7]}, id="no kinds"
        ),
    ],
)
def test_a_memory_that_makes_no_sense_is_left_out(kept):
    assert told(made(kept=kept).update(at(0))) != []
