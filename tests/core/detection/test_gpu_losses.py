"""A GPU is lost when it worked, stopped answering and stays away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from traintray.core.detection.gpu_losses import AFTER_SLEEP_S, STAYS_S, GpuLosses
from traintray.core.readings import Gap, GapReason, GpusReading
from ui.parts import gpu_reading, training_run

WALL_S = 1_700_000_000.0
"""What the clock on the wall shows when the monotonic one shows 0."""
RUN = training_run("train.py", pid=500, workers=1)
GOOD = replace(gpu_reading(), uuid="GPU-1", compute_processes={500: 2**30})
OTHER = replace(gpu_reading(), uuid="GPU-2", compute_processes={})
LOST = replace(gpu_reading(None, None, None, None), uuid="GPU-1")
ASLEEP = replace(LOST, is_asleep=True, gaps={"busy_fraction": Gap(GapReason.ASLEEP)})
STILL = round(STAYS_S) + 1


class Watched:
    """Losses that are fed once a second."""

    def __init__(self):
        self.losses = GpuLosses()
        self.second = 0

    def see(self, *gpus, seconds=1, runs=(), gaps=None):
        return self._feed(GpusReading(gpus, gaps or {}), None, seconds, runs)

    def see_nothing(self, reason, seconds=1):
        gap = None if reason is None else Gap(reason)
        return self._feed(None, gap, seconds, ())

    def _feed(self, reading, gap, seconds, runs):
        for _ in range(seconds):
            self.second += 1
            now = (float(self.second), WALL_S + self.second)
            self.losses.update(reading, gap, runs, now)
        return [lost.uuid for lost in self.losses.sure]


@pytest.fixture
def watched():
    return Watched()


def test_one_that_stays_away_is_lost_and_told_with_its_time_and_its_runs(watched):
    watched.see(GOOD, seconds=5, runs=[RUN])
    assert watched.see(LOST, seconds=STILL - 1) == []

    assert watched.see(LOST) == ["GPU-1"]
    (lost,) = watched.losses.sure
    assert (lost.name, lost.bus_id) == (GOOD.name, GOOD.bus_id)
    assert lost.since_s == WALL_S + 6
    assert lost.run_names == ("train.py",)


def test_the_runs_are_those_of_its_last_answer(watched):
    watched.see(GOOD, runs=[RUN])
    watched.see(replace(GOOD, compute_processes={}), runs=[RUN])
    watched.see(LOST, seconds=STILL, runs=[RUN])

    assert watched.losses.sure[0].run_names == ()


def test_a_driver_that_resets_it_is_no_loss(watched):
    watched.see(GOOD)
    watched.see(LOST, seconds=STILL - 2)
    watched.see(GOOD)

    assert watched.see(LOST, seconds=STILL - 1) == []


def test_it_is_lost_until_it_answers(watched):
    watched.see(GOOD)
    assert watched.see(LOST, seconds=5000) == ["GPU-1"]

    assert watched.see(GOOD) == []


def test_one_that_never_answered_is_none(watched):
    assert watched.see(LOST, seconds=100) == []


def test_one_that_only_slept_before_never_answered(watched):
    watched.see(ASLEEP)

    assert watched.see(LOST, seconds=100) == []


def test_one_that_sleeps_is_none(watched):
    watched.see(GOOD)
    watched.see(LOST, seconds=3)
    assert watched.see(ASLEEP, seconds=100) == []

    watched.see(LOST, seconds=STILL)
    assert watched.see(ASLEEP) == []


@pytest.mark.parametrize(
    "reason", [each for each in GapReason if each is not GapReason.DEVICE_LOST]
)
def test_only_a_device_that_is_lost_is_one(watched, reason):
    watched.see(GOOD)
    silent = replace(LOST, gaps=dict.fromkeys(LOST.gaps, Gap(reason)))

    assert watched.see(silent, seconds=100) == []


def test_what_cannot_be_told_is_neither_lost_nor_back(watched):
    watched.see(GOOD)
    watched.see(LOST, seconds=STILL)
    failed = dict.fromkeys(LOST.gaps, Gap(GapReason.FAILED))

    assert watched.see(replace(LOST, gaps=failed)) == ["GPU-1"]


@pytest.mark.parametrize("reason", [GapReason.NOT_PRESENT, GapReason.FAILED, None])
def test_a_driver_that_is_reloaded_is_no_loss(watched, reason):
    watched.see(GOOD)
    watched.see(LOST, seconds=STILL - 2)
    watched.see_nothing(reason, seconds=60)

    assert watched.see(LOST, seconds=STILL - 1) == []


def test_a_driver_that_hangs_over_a_lost_gpu_does_not_clear_it(watched):
    watched.see(GOOD)
    watched.see(LOST, seconds=STILL - 1)
    assert watched.see_nothing(GapReason.DEVICE_LOST, seconds=60) == []

    assert watched.see(LOST) == ["GPU-1"]
    assert watched.see_nothing(GapReason.DEVICE_LOST, seconds=60) == ["GPU-1"]
    assert watched.see_nothing(GapReason.NOT_PRESENT, seconds=60) == ["GPU-1"]


def test_one_that_was_taken_out_is_none(watched):
    watched.see(GOOD, OTHER)
    watched.see(LOST, OTHER, seconds=5)
    assert watched.see(OTHER, seconds=100) == []

    watched.see(GOOD, OTHER)
    watched.see(LOST, OTHER, seconds=STILL)
    assert watched.see(OTHER) == []


def test_one_whose_vendor_does_not_answer_is_not_taken_out(watched):
    watched.see(GOOD, OTHER)
    watched.see(LOST, OTHER, seconds=STILL)
    hangs = {"nvidia": Gap(GapReason.DEVICE_LOST)}

    assert watched.see(OTHER, gaps=hangs) == ["GPU-1"]


def test_after_the_computer_slept_it_has_time_to_come_back(watched):
    watched.see(GOOD)
    watched.see(LOST, seconds=STILL - 2)
    watched.losses.blind()
    assert watched.see(LOST, seconds=round(AFTER_SLEEP_S)) == []

    assert watched.see(LOST) == ["GPU-1"]


def test_what_was_lost_before_a_sleep_is_lost_after_it(watched):
    watched.see(GOOD)
    watched.see(LOST, seconds=STILL)
    watched.losses.blind()

    assert watched.see(LOST) == ["GPU-1"]


def test_two_that_go_stand_in_the_order_in_which_they_went(watched):
    second = replace(LOST, uuid="GPU-2")
    watched.see(GOOD, OTHER)
    watched.see(GOOD, second, seconds=5)

    assert watched.see(LOST, second, seconds=STILL) == ["GPU-2", "GPU-1"]


@pytest.mark.parametrize(("name", "twin"), [(GOOD.name, True), ("Other", False)])
def test_the_name_is_not_enough_where_another_has_the_same(watched, name, twin):
    other = replace(OTHER, name=name)
    watched.see(GOOD, other)
    watched.see(LOST, other, seconds=STILL)

    assert watched.losses.sure[0].has_twin is twin
