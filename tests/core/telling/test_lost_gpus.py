"""A GPU that falls off the bus is told once, and taken back when it answers again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.telling.test_tips import HOUR, made
from traintray.core.readings import Gap, GapReason, GpusReading
from traintray.core.telling.deed import Span, TellLostGpu, WithdrawLostGpu
from traintray.core.telling.lost_gpus import STAYS_S
from traintray.core.telling.wishes import Wishes
from ui.episode_frames import well
from ui.parts import GPU_UUID, gpu_reading

LOST = gpu_reading(None, None, None, None)
TOLD = [TellLostGpu(GPU_UUID, LOST.name)]


def with_gpus(second, *gpus):
    return replace(well(second), gpus=GpusReading(gpus))


@pytest.fixture
def telling():
    """A GPU works, then stops answering in the second 10."""
    return lost_at_ten(made())


def lost_at_ten(telling):
    assert telling.update(with_gpus(0, gpu_reading())) == []
    assert telling.update(with_gpus(10, LOST)) == []
    return telling


def test_it_is_told_once_when_it_stays_away(telling):
    assert telling.update(with_gpus(10 + STAYS_S - 1, LOST)) == []
    assert telling.update(with_gpus(10 + STAYS_S, LOST)) == TOLD
    assert telling.update(with_gpus(9 * HOUR, LOST)) == []


def test_a_driver_that_is_reset_is_no_loss(telling):
    telling.update(with_gpus(15, gpu_reading()))
    telling.update(with_gpus(19, LOST))

    assert telling.update(with_gpus(25, LOST)) == []


def test_it_is_taken_back_when_it_answers_and_told_anew_when_it_goes_again(telling):
    telling.update(with_gpus(30, LOST))
    assert telling.update(with_gpus(90, gpu_reading())) == [WithdrawLostGpu(GPU_UUID)]

    telling.update(with_gpus(100, LOST))
    assert telling.update(with_gpus(130, LOST)) == TOLD


def test_one_that_never_worked_is_no_news():
    telling = made()
    telling.update(with_gpus(0, LOST))

    assert telling.update(with_gpus(60, LOST)) == []


@pytest.mark.parametrize("reason", list(GapReason))
def test_only_a_device_that_is_lost_is_one(reason):
    telling = made()
    telling.update(with_gpus(0, gpu_reading()))
    gap = {"busy_fraction": Gap(reason)}
    silent = replace(LOST, gaps=gap)
    telling.update(with_gpus(10, silent))

    lost = reason is GapReason.DEVICE_LOST
    assert telling.update(with_gpus(60, silent)) == TOLD * lost


def test_of_two_the_one_that_is_lost_is_named():
    telling = made()
    other = replace(gpu_reading(), uuid="GPU-2", name="Other")
    telling.update(with_gpus(0, gpu_reading(), other))
    gone = replace(LOST, uuid="GPU-2", name="Other")
    telling.update(with_gpus(10, gpu_reading(), gone))

    found = telling.update(with_gpus(30, gpu_reading(), gone))
    assert found == [TellLostGpu("GPU-2", "Other")]


def test_it_comes_in_quiet_hours_and_on_a_snoozed_day():
    telling = lost_at_ten(made(Wishes(quiet_minutes=(13 * 60, 18 * 60))))
    telling.snooze("", Span.TODAY)

    assert telling.update(with_gpus(30, LOST)) == TOLD


def test_just_after_a_login_it_waits():
    telling = lost_at_ten(made(after_login=True))
    assert telling.update(with_gpus(30, LOST)) == []

    assert telling.update(with_gpus(130, LOST)) == TOLD


def test_who_wants_no_tips_is_not_told():
    telling = lost_at_ten(made(Wishes(tips=False)))

    assert telling.update(with_gpus(30, LOST)) == []


def test_what_reached_nobody_is_told_again(telling):
    assert telling.update(with_gpus(30, LOST)) == TOLD
    telling.undelivered(GPU_UUID)

    assert telling.update(with_gpus(31, LOST)) == TOLD


def test_what_is_not_read_for_a_while_is_neither_lost_nor_back(telling):
    telling.update(with_gpus(30, LOST))

    assert telling.update(replace(well(40), gpus=None)) == []
    assert telling.update(with_gpus(50, LOST)) == []
