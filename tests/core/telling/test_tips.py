"""What is told of findings, and when. No Qt, no bus, no clock."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from traintray.core.diagnosis.verdict import Severity
from traintray.core.frame import State
from traintray.core.telling.deed import Span, Tell, Withdraw
from traintray.core.telling.telling import Telling
from traintray.core.telling.wishes import Wishes, minutes
from ui import frames
from ui.episode_frames import KEY, at, together, well

MINUTE, HOUR = 60.0, 3600.0


def from_two_in_the_afternoon(wall_s):
    """The first frame is at 14:00."""
    return time.gmtime(wall_s - frames.WALL_S + 14 * HOUR)


def made(wishes=None, **how):
    return Telling(wishes or Wishes(), local=from_two_in_the_afternoon, **how)


@pytest.fixture
def telling():
    return made()


def told(deeds):
    return [(deed.run_key, deed.advice.kind) for deed in deeds if type(deed) is Tell]


def test_an_episode_is_told_once(telling):
    assert told(telling.update(at(0))) == [(KEY, "too_many_threads")]
    assert telling.update(at(1)) == []
    assert telling.update(at(600)) == []
    assert telling.update(at(9 * HOUR)) == []  # however long it stands


def test_it_is_taken_back_when_the_episode_ends(telling):
    telling.update(at(0))

    assert telling.update(well(10)) == [Withdraw(KEY)]
    assert telling.update(well(11)) == []


def test_it_is_taken_back_when_the_run_ends(telling):
    telling.update(at(0))

    assert telling.update(well(10, alive=False)) == [Withdraw(KEY)]


def test_a_pause_and_a_suspend_end_nothing(telling):
    """Then no run is in the frame, and yet none has ended."""
    shown = at(0)
    telling.update(shown)
    paused = replace(at(10), runs=(), state=State.PAUSED)
    assert telling.update(paused) == []

    assert telling.update(at(20)) == []
    assert telling.update(well(30)) == [Withdraw(KEY)]


def test_another_cause_takes_the_place_of_the_first(telling):
    telling.update(at(0))
    deeds = telling.update(at(60, number=2, kind="cpu_compute"))

    assert told(deeds) == [(KEY, "cpu_compute")]
    assert len(deeds) == 1  # replaced, not closed and stacked


def test_a_run_that_is_well_is_not_told_of(telling):
    assert telling.update(well(0)) == []


@pytest.mark.parametrize(
    "wishes",
    [
        pytest.param(Wishes(tips=False), id="no tips"),
        pytest.param(Wishes(muted_kinds=frozenset({"too_many_threads"})), id="muted"),
    ],
)
def test_what_is_not_wanted_is_not_told(wishes):
    telling = made(wishes)
    assert telling.update(at(0, severity=Severity.CRITICAL)) == []

    telling.choose(Wishes())
    assert told(telling.update(at(1))) == [(KEY, "too_many_threads")]


# --- the same again ------------------------------------------------------------


def onset(telling, at_s, number):
    """Let a finding come and go; return whether it was told."""
    was_told = bool(told(telling.update(at(at_s, number=number))))
    telling.update(well(at_s + 1))
    return was_told


def test_the_same_that_comes_and_goes_is_told_again_after_growing_times(telling):
    """Half an hour, then twice as long each time, up to eight hours."""
    wanted_s = (0.5 * HOUR, 1 * HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR)
    number, now_s = 1, 0.0
    assert onset(telling, now_s, number)

    for wait_s in wanted_s:
        assert not onset(telling, now_s + wait_s - MINUTE, number + 1)
        now_s += wait_s + 10 * MINUTE
        number += 2
        assert onset(telling, now_s, number), wait_s


def test_what_is_back_soon_after_it_went_was_never_gone(telling):
    """An hour after it was told, but four minutes after it was seen last."""
    telling.update(at(0))
    telling.update(at(HOUR))
    telling.update(well(HOUR + 1))
    assert told(telling.update(at(HOUR + 4 * MINUTE, number=2))) == []

    telling.update(well(HOUR + 5 * MINUTE))
    assert told(telling.update(at(HOUR + 15 * MINUTE, number=3))) != []


def test_an_episode_that_began_too_soon_stays_untold_to_its_end(telling):
    telling.update(at(0))
    telling.update(well(10))
    telling.update(at(20 * MINUTE, number=2))

    assert told(telling.update(at(3 * HOUR, number=2))) == []


def test_of_another_run_the_same_is_told(telling):
    telling.update(at(0))
    telling.update(well(10, alive=False))

    assert told(telling.update(at(20, number=2, keys=("9-9",)))) != []


def test_a_clock_that_was_set_back_makes_nobody_wait(telling):
    telling.update(at(0))
    telling.update(well(10))
    back = at(20, number=2)

    assert told(telling.update(replace(back, wall_s=back.wall_s - 5 * 86_400)))


def test_runs_with_the_same_trouble_are_told_together(telling):
    deeds = telling.update(at(0, keys=(KEY, "2-2", "3-3")))
    assert [(deed.run_key, deed.other_runs) for deed in deeds] == [(KEY, 2)]

    late = at(60, keys=(KEY, "2-2", "3-3", "4-4"))
    assert told(telling.update(late)) == []


def test_runs_with_different_troubles_are_told_one_by_one(telling):
    other = at(0, number=5, kind="input_bound", keys=("2-2",))
    disk = at(0, number=6, kind="disk_bound", keys=("3-3",))

    deeds = telling.update(together(at(0, kind="cpu_compute"), other, disk))
    assert [kind for _, kind in told(deeds)] == [
        "cpu_compute",
        "input_bound",
        "disk_bound",
    ]


# --- how many ------------------------------------------------------------------

KINDS = ("cpu_compute", "disk_bound", "gpu_idle", "gpu_unused", "one_gpu_of_many")


def in_turn(telling, at_s, count=5):
    """Let that many runs get into different trouble, one a second."""
    shown = []
    for place in range(count):
        shown.append(at(at_s + place, 10 + place, KINDS[place], (f"{place}-1",)))
        yield told(telling.update(together(*shown[:-1], shown[-1])))


def test_three_come_at_once_and_then_one_in_five_minutes(telling):
    assert [len(tips) for tips in in_turn(telling, 0)] == [1, 1, 1, 0, 0]
    rest = [at(0, 13, KINDS[3], ("3-1",)), at(0, 14, KINDS[4], ("4-1",))]

    assert told(telling.update(together(*rest, at(298, 12, KINDS[2], ("2-1",))))) == []
    late = together(*rest, at(310, 12, KINDS[2], ("2-1",)))
    assert told(telling.update(late)) == [("3-1", KINDS[3])]


def test_what_must_wait_and_is_over_is_not_told(telling):
    list(in_turn(telling, 0))

    deeds = telling.update(at(900, 12, KINDS[2], ("2-1",)))
    assert told(deeds) == []


def test_after_so_many_tips_in_a_day_the_rest_waits_for_the_next():
    telling = made(Wishes(tips_a_day=2))
    assert [len(tips) for tips in in_turn(telling, 0, 3)] == [1, 1, 0]
    stands = at(9 * HOUR, 12, KINDS[2], ("2-1",))
    assert told(telling.update(stands)) == []

    midnight = at(10 * HOUR, 12, KINDS[2], ("2-1",))
    assert told(telling.update(midnight)) == [("2-1", KINDS[2])]


def one_after_the_other(telling, numbers, apart_s=0.5 * HOUR, kind="disk_bound"):
    """Let runs with the same trouble come and go; return which were told."""
    shown = []
    for number in numbers:
        begun_s = number * apart_s
        key = f"{number}-1"
        deeds = telling.update(at(begun_s, number, kind, (key,)))
        shown += [number for run_key, _ in told(deeds) if run_key == key]
        telling.update(well(begun_s + 60))
    return shown


def test_of_one_kind_six_come_in_a_day_however_many_runs_have_the_trouble(telling):
    assert one_after_the_other(telling, range(1, 10)) == [1, 2, 3, 4, 5, 6]

    other = at(5 * HOUR, 50, "cpu_compute", ("50-1",))
    assert told(telling.update(other)) == [("50-1", "cpu_compute")]
    assert one_after_the_other(telling, range(21, 23)) == [21, 22]  # after midnight


def test_of_a_kind_what_reached_nobody_is_not_counted(telling):
    one_after_the_other(telling, range(1, 6))
    telling.update(at(4 * HOUR, 30, "disk_bound", ("30-1",)))
    telling.undelivered("30-1")

    assert one_after_the_other(telling, [10]) == [10]


def test_critical_tips_of_a_kind_are_told_and_not_counted(telling):
    loud = {"kind": "swapping", "severity": Severity.CRITICAL}
    for number in range(9):
        frame = at(number * HOUR, number, keys=(f"{number}-1",), **loud)
        assert told(telling.update(frame)) == [(f"{number}-1", "swapping")]
        telling.update(well(number * HOUR + 60))


def test_what_is_critical_is_told_beyond_the_budget_and_does_not_use_it_up():
    telling = made(Wishes(tips_a_day=1))
    loud = at(0, kind="swapping", severity=Severity.CRITICAL)
    assert told(telling.update(loud)) == [(KEY, "swapping")]
    other = at(1, number=7, kind="memory_growth", keys=("2-2",))
    assert told(telling.update(together(loud, other))) == [("2-2", "memory_growth")]

    third = at(2, 8, "workers_pile_up", ("3-3",), severity=Severity.CRITICAL)
    assert told(telling.update(together(loud, other, third))) == [
        ("3-3", "workers_pile_up")
    ]


def test_a_finding_that_turns_critical_is_told_again_and_calming_down_is_no_news(
    telling,
):
    telling.update(at(0, kind="memory_growth"))
    loud = at(60, kind="memory_growth", severity=Severity.CRITICAL)

    assert told(telling.update(loud)) == [(KEY, "memory_growth")]
    assert telling.update(at(120, kind="memory_growth")) == []
    assert telling.update(replace(loud, at_s=loud.at_s + 120)) == []


def test_what_was_told_as_critical_is_not_told_again_when_it_calms_down(telling):
    telling.update(at(0, kind="memory_growth", severity=Severity.CRITICAL))

    assert telling.update(at(60, kind="memory_growth")) == []


def test_runs_that_had_to_wait_together_are_told_together():
    telling = made(after_login=True)
    keys = (KEY, "2-2", "3-3")
    telling.update(at(0, keys=keys))

    deeds = telling.update(at(130, keys=keys))
    assert [(deed.run_key, deed.other_runs) for deed in deeds] == [(KEY, 2)]


def test_a_pause_of_minutes_makes_nobody_forget_what_was_told(telling):
    telling.update(at(0))
    telling.update(well(10))
    for second in (60, 120, 300):
        telling.update(replace(well(second, alive=False), state=State.PAUSED))

    assert told(telling.update(at(600, number=2))) == []


# --- what reached nobody -------------------------------------------------------


def test_what_reached_nobody_is_told_again_while_it_lasts(telling):
    telling.update(at(0))
    telling.undelivered(KEY)

    assert told(telling.update(at(5))) != []


def test_what_reached_nobody_and_is_over_needs_no_taking_back(telling):
    telling.update(at(0))
    telling.undelivered(KEY)

    assert telling.update(well(5)) == []


def test_what_reached_nobody_costs_nothing_of_the_day():
    telling = made(Wishes(tips_a_day=1))
    for second in range(20):
        assert told(telling.update(at(second))) != []
        telling.undelivered(KEY)


def test_tips_that_were_closed_unread_three_times_offer_to_be_muted(telling):
    def offers(number):
        tips = telling.update(at(number * 24 * HOUR, number=number))
        telling.update(well(number * 24 * HOUR + 60))
        return tips[0].offers_mute

    for number in range(1, 4):
        assert not offers(number)
        telling.answer("too_many_threads", was_read=False)
    assert offers(4)

    telling.answer("too_many_threads", was_read=True)
    assert not offers(5)


def test_nothing_is_kept_of_runs_that_are_gone(telling):
    """The app may run for months."""
    for number in range(1, 100):
        telling.update(at(number, number=number, keys=(f"{number}-1",)))
        telling.snooze(f"{number}-1", Span.THIS_RUN)
    telling.update(well(1000, alive=False))
    telling.update(well(2000, alive=False))

    assert telling.snoozes == ()
    assert telling.remembered()["told"] == []
    assert (telling._settled, telling._seen, telling._shown) == (set(), set(), {})


@pytest.mark.parametrize(("text", "number"), [("00:00", 0), ("07:30", 450)])
def test_a_time_of_day_is_so_many_minutes(text, number):
    assert minutes(text) == number
