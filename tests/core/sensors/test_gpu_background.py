"""A driver that hangs delays nobody, and is told."""

from __future__ import annotations

import threading

import pytest

from traintray.core.readings import GapReason, GpuReading
from traintray.core.sensors.gpu.background import SILENT_AFTER_S, BackgroundReader
from traintray.core.sensors.gpus import LOOK_EVERY_S, GpusSensor
from traintray.core.sensors.plugin import Attention
from traintray.core.sensors.refusal import gap_of


def gpu(uuid: str) -> GpuReading:
    return GpuReading(uuid, "a GPU", "", 0.5, None, None, None, None, None)


class Driver:
    """Answers with the number of the reading; hangs while `may_go` is not set."""

    def __init__(self, name="gpu", is_here=True):
        self.name = name
        self.here = is_here
        self.may_go = threading.Event()
        self.may_go.set()
        self.error = None
        self.reads = []
        self.resets = 0
        self.rested = threading.Event()

    def is_here(self):
        return self.here

    def read(self, at_s, *, closely):
        self.reads.append((at_s, closely))
        assert self.may_go.wait(10)
        if self.error is not None:
            raise self.error
        return (gpu(f"{self.name}-{len(self.reads)}"),)

    def reset(self):
        self.resets += 1

    def rest(self):
        self.rested.set()


class Watch:
    def __init__(self):
        self.now_s = 0.0

    def __call__(self):
        return self.now_s


@pytest.fixture
def driver():
    made = Driver()
    yield made
    made.may_go.set()


def read(reader):
    (found,) = reader.read(0.0, closely=False)
    return found.uuid


def test_a_driver_that_answers_is_read_in_the_same_round(driver):
    reader = BackgroundReader(driver, wait_s=10)

    assert [read(reader), read(reader)] == ["gpu-1", "gpu-2"]


def test_while_a_driver_hangs_what_was_read_last_stands_for_five_seconds(driver):
    watch = Watch()
    reader = BackgroundReader(driver, wait_s=10, now_s=watch)
    read(reader)
    driver.may_go.clear()
    reader._wait_s = 0.01

    assert read(reader) == "gpu-1"
    watch.now_s = SILENT_AFTER_S - 0.1
    assert read(reader) == "gpu-1"
    watch.now_s = SILENT_AFTER_S
    with pytest.raises(TimeoutError, match="not answered for 5 s"):
        read(reader)


def test_a_driver_that_starts_slowly_is_not_called_silent_before_five_seconds(driver):
    driver.may_go.clear()
    watch = Watch()
    merged = sensor(driver)
    reader = BackgroundReader(driver, wait_s=0.01, now_s=watch)
    merged._readers = {"gpu": reader}
    reader._thread = threading.Thread(target=reader._run, daemon=True)
    reader._thread.start()

    with pytest.raises(BlockingIOError) as starting:
        merged.read(0.0)
    watch.now_s = SILENT_AFTER_S
    with pytest.raises(TimeoutError) as silent:
        merged.read(0.0)

    assert gap_of(starting.value).reason is GapReason.FIRST
    assert gap_of(silent.value).reason is GapReason.DEVICE_LOST


def test_a_driver_that_hangs_is_not_asked_again_until_it_answered(driver):
    reader = BackgroundReader(driver, wait_s=10)
    read(reader)
    driver.may_go.clear()
    reader._wait_s = 0.01
    for _ in range(5):
        read(reader)
    assert len(driver.reads) == 2

    driver.may_go.set()
    reader._done.wait(10)
    reader._wait_s = 10
    assert read(reader) == "gpu-3"


def test_what_the_driver_says_is_wrong_comes_through(driver):
    driver.error = PermissionError(13, "not for you")
    reader = BackgroundReader(driver, wait_s=10)

    with pytest.raises(PermissionError, match="not for you"):
        read(reader)

    driver.error = None
    assert read(reader) == "gpu-2"


def test_a_bug_is_not_swallowed(driver):
    driver.error = ZeroDivisionError("a bug")

    with pytest.raises(ZeroDivisionError):
        read(BackgroundReader(driver, wait_s=10))


def test_a_reset_reaches_the_vendor_on_its_own_thread(driver):
    reader = BackgroundReader(driver, wait_s=10)
    read(reader)
    reader.reset()
    assert driver.resets == 0

    read(reader)
    read(reader)
    assert driver.resets == 1


def test_the_program_ends_while_a_driver_hangs(driver):
    reader = BackgroundReader(driver, wait_s=10)
    read(reader)

    assert reader._thread.daemon


def sensor(*drivers, attention=None):
    makers = [(one.name, one) for one in drivers]
    return GpusSensor(makers, attention or Attention())


def test_a_vendor_that_is_not_here_gets_no_thread_and_is_no_gap():
    absent = Driver(is_here=False)

    reading = sensor(absent).read(0.0)

    assert (reading.gpus, reading.gaps, absent.reads) == ((), {}, [])


def test_a_vendor_that_comes_later_is_found_within_a_minute():
    driver = Driver(is_here=False)
    merged = sensor(driver)
    merged.read(0.0)
    driver.here = True

    assert merged.read(LOOK_EVERY_S - 1).gpus == ()
    assert len(merged.read(LOOK_EVERY_S).gpus) == 1


def test_one_vendor_that_fails_does_not_take_the_other_along():
    bad, good = Driver("bad"), Driver("good")
    bad.error = OSError(5, "broken")

    reading = sensor(bad, good).read(0.0)

    assert [one.uuid for one in reading.gpus] == ["good-1"]
    assert reading.gaps["bad"].detail == "broken"
    assert reading.gaps["bad"].reason is GapReason.FAILED


def test_when_nothing_can_be_read_the_sensor_fails():
    driver = Driver()
    driver.error = FileNotFoundError(2, "NVML not found")

    with pytest.raises(FileNotFoundError, match="NVML not found"):
        sensor(driver).read(0.0)


def test_vendors_hear_whether_somebody_looks():
    driver, attention = Driver(), Attention()
    merged = sensor(driver, attention=attention)
    merged.read(0.0)
    attention.is_watched = True
    merged.read(1.0)

    assert driver.reads == [(0.0, False), (1.0, True)]


def test_a_missing_number_is_a_gap_in_its_series():
    merged = sensor(Driver())

    series = merged.series(merged.read(0.0))

    assert series["gpu.gpu-1.busy_fraction"] == 0.5
    assert series["gpu.gpu-1.power_watts"] is None


def test_a_vendor_that_nobody_asks_rests_and_answers_again(driver):
    reader = BackgroundReader(driver, wait_s=10, rest_after_s=0.01)
    read(reader)

    assert driver.rested.wait(10)
    assert read(reader) == "gpu-2"


def test_a_vendor_that_is_asked_does_not_rest(driver):
    reader = BackgroundReader(driver, wait_s=10, rest_after_s=60)
    for _ in range(5):
        read(reader)

    assert not driver.rested.is_set()
