"""A GPU that is lost is told once, and taken back when it answers again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.telling.test_tips import HOUR, made
from traintray.core.detection.gpu_losses import LostGpu
from traintray.core.telling.absence import FORGET_S
from traintray.core.telling.deed import Span, TellLostGpu, WithdrawLostGpu
from traintray.core.telling.wishes import Wishes
from ui.episode_frames import well

FIRST = LostGpu("GPU-1", "NVIDIA RTX Fake", "00000000:01:00.0", 1_000.0)
SECOND = replace(FIRST, uuid="GPU-2")
TOLD = [TellLostGpu(FIRST)]
BACK = [WithdrawLostGpu("GPU-1")]


def lost(second, *gpus):
    return replace(well(second), lost_gpus=gpus)


@pytest.fixture
def telling():
    return made()


def test_it_is_told_once(telling):
    assert telling.update(lost(0, FIRST)) == TOLD
    assert telling.update(lost(1, FIRST)) == []
    assert telling.update(lost(9 * HOUR, FIRST)) == []


def test_it_is_taken_back_when_it_answers_and_told_anew_when_it_goes_again(telling):
    telling.update(lost(0, FIRST))
    assert telling.update(lost(60)) == BACK
    assert telling.update(lost(61)) == []

    assert telling.update(lost(100, FIRST)) == TOLD


def test_each_of_two_is_told_and_taken_back_by_itself(telling):
    telling.update(lost(0, FIRST))
    assert telling.update(lost(5, FIRST, SECOND)) == [TellLostGpu(SECOND)]

    assert telling.update(lost(9, SECOND)) == BACK


def test_it_comes_in_quiet_hours_and_on_a_snoozed_day():
    telling = made(Wishes(quiet_minutes=(13 * 60, 18 * 60)))
    telling.update(lost(0))
    telling.snooze("", Span.TODAY)

    assert telling.update(lost(1, FIRST)) == TOLD


def test_just_after_a_login_it_waits():
    telling = made(after_login=True)
    assert telling.update(lost(0, FIRST)) == []

    assert telling.update(lost(130, FIRST)) == TOLD


def test_one_that_is_back_is_taken_back_at_once_also_after_a_sleep(telling):
    telling.update(lost(0, FIRST))
    slept = lost(10)

    assert telling.update(replace(slept, wall_s=slept.wall_s + 3600)) == BACK


def test_who_wants_no_tips_is_not_told():
    assert made(Wishes(tips=False)).update(lost(0, FIRST)) == []


def test_what_reached_nobody_is_told_again(telling):
    telling.update(lost(0, FIRST))
    telling.undelivered("GPU-1")

    assert telling.update(lost(1, FIRST)) == TOLD


def test_a_snooze_takes_it_back_and_it_is_told_again_when_that_is_over(telling):
    telling.update(lost(0, FIRST))
    assert telling.snooze("GPU-1") == BACK
    minutes = range(60, 3600, 60)
    assert [telling.update(lost(second, FIRST)) for second in minutes] == [[]] * 59
    assert Wishes().snooze_s > FORGET_S  # then those about runs that have gone end

    assert telling.update(lost(3601, FIRST)) == TOLD


def test_a_snooze_of_one_does_not_hide_another(telling):
    telling.update(lost(0, FIRST))
    telling.snooze("GPU-1")

    assert telling.update(lost(5, FIRST, SECOND)) == [TellLostGpu(SECOND)]


def test_to_end_all_snoozes_tells_it_again(telling):
    telling.update(lost(0, FIRST))
    telling.snooze("GPU-1")
    telling.wake()

    assert telling.update(lost(5, FIRST)) == TOLD
