from __future__ import annotations

import errno
import logging

import pytest

from fakes import FakeClock, ScriptedSensor
from traintray.core.readings import Gap, GapReason
from traintray.core.sampling.sampler import Sampler

GONE = OSError("no such device")


def test_a_round_brings_every_reading_under_its_key():
    sensors = [ScriptedSensor(1, key="cpu"), ScriptedSensor(2, key="memory")]

    snapshot = Sampler(sensors, FakeClock()).sample(at_s=100.0)

    assert snapshot.at_s == 100.0
    assert snapshot.readings == {"cpu": 1, "memory": 2}
    assert snapshot.gaps == {}


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        pytest.param(PermissionError("no"), GapReason.NO_PERMISSION, id="class"),
        pytest.param(OSError(errno.EPERM, "no"), GapReason.NO_PERMISSION, id="EPERM"),
        pytest.param(FileNotFoundError("x"), GapReason.NOT_PRESENT, id="no file"),
        pytest.param(OSError(errno.ENODEV, "x"), GapReason.NOT_PRESENT, id="no device"),
        pytest.param(OSError(errno.EOPNOTSUPP, "x"), GapReason.NOT_PRESENT, id="psi=0"),
        pytest.param(OSError(errno.EIO, "x"), GapReason.FAILED, id="input/output"),
        pytest.param(OSError("x"), GapReason.FAILED, id="without a number"),
    ],
)
def test_a_sensor_that_fails_leaves_a_gap_and_the_others_answer(error, reason):
    sensors = [ScriptedSensor(error, key="cpu"), ScriptedSensor(2, key="memory")]

    snapshot = Sampler(sensors, FakeClock()).sample(at_s=100.0)

    assert snapshot.readings == {"memory": 2}
    assert snapshot.gaps["cpu"].reason is reason
    assert snapshot.gaps.keys() == {"cpu"}


def test_a_gap_names_the_file_and_no_number():
    refused = PermissionError(errno.EACCES, "Permission denied", "/proc/stat")

    snapshot = Sampler([ScriptedSensor(refused)], FakeClock()).sample(at_s=100.0)

    assert snapshot.gaps["cpu"].detail == "/proc/stat: Permission denied"


def test_a_bug_in_a_sensor_is_not_a_gap():
    sampler = Sampler([ScriptedSensor(KeyError("typo"))], FakeClock())

    with pytest.raises(KeyError):
        sampler.sample(at_s=100.0)


def test_a_silent_sensor_is_logged_once_and_once_more_when_back(caplog):
    sampler = Sampler([ScriptedSensor(1, GONE, GONE, GONE, 2)], FakeClock())

    with caplog.at_level(logging.INFO):
        rounds = [sampler.sample(at_s=t) for t in range(5)]

    assert [r.readings.get("cpu") for r in rounds] == [1, None, None, None, 2]
    assert caplog.messages == ["cpu stopped: no such device", "cpu is back"]


def test_a_sensor_that_fails_for_another_reason_is_logged_again(caplog):
    sampler = Sampler([ScriptedSensor(GONE, PermissionError("no"))], FakeClock())

    with caplog.at_level(logging.INFO):
        for t in range(2):
            sampler.sample(at_s=t)

    assert caplog.messages == ["cpu stopped: no such device", "cpu stopped: no"]


class SlowSensor(ScriptedSensor):
    """Takes a while to answer, or to fail."""

    def __init__(self, clock, takes_s, answer, key):
        super().__init__(answer, key=key)
        self._clock = clock
        self._takes_s = takes_s

    def read(self, at_s):
        self._clock.advance(self._takes_s)
        return super().read(at_s)


def test_every_sensor_is_timed_also_one_that_fails():
    clock = FakeClock()
    slow = SlowSensor(clock, 0.25, 1, key="cpu")
    failing = SlowSensor(clock, 0.5, GONE, key="gpus")

    snapshot = Sampler([slow, failing], clock).sample(at_s=100.0)

    assert snapshot.cost_s == {"cpu": 0.25, "gpus": 0.5}


def test_the_round_after_a_suspend_is_dropped_and_rates_begin_anew():
    clock = FakeClock()
    sensor = ScriptedSensor("before", "after")
    sampler = Sampler([sensor], clock)

    before = sampler.sample(clock.monotonic_s())
    clock.suspend(for_s=3600)
    dropped = sampler.sample(clock.monotonic_s())
    assert (before.suspended_s, dropped.suspended_s) == (0, 3600)
    assert dropped.readings == {}
    assert dropped.gaps == {"cpu": Gap(GapReason.SUSPENDED, "slept for 3600 s")}
    assert sensor.resets == 1

    after = sampler.sample(clock.monotonic_s())
    assert after.readings == {"cpu": "after"}
    assert (after.suspended_s, sensor.resets) == (0, 1)


def test_a_suspend_is_not_taken_for_sensors_that_stopped(caplog):
    clock = FakeClock()
    sampler = Sampler([ScriptedSensor(1, 2)], clock)

    sampler.sample(clock.monotonic_s())
    clock.suspend(for_s=60)
    with caplog.at_level(logging.INFO):
        for _ in range(2):
            sampler.sample(clock.monotonic_s())

    assert caplog.messages == ["the computer slept for 60 s; rates begin anew"]
