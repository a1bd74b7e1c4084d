from __future__ import annotations

import pytest

from fakes import HOSTS, write_tree
from traintray.core.readings import Gap, GapReason
from traintray.core.sensors.pressure import RESOURCES, PressureSensor


def some(avg10, total_us):
    return (
        f"some avg10={avg10} avg60=9.00 avg300=8.00 total={total_us}\n"
        "full avg10=77.00 avg60=0.00 avg300=0.00 total=99999999\n"
    )


def test_stalled_time_is_a_share_of_the_time_that_passed(tmp_path):
    sensor = PressureSensor("io", tmp_path)
    write_tree(tmp_path, {"proc/pressure/io": some("0.00", 1_000_000)})
    sensor.read(10.0)
    write_tree(tmp_path, {"proc/pressure/io": some("12.50", 1_500_000)})

    reading = sensor.read(12.0)

    assert reading.stalled_fraction == pytest.approx(0.25)
    assert reading.stalled_10s_fraction == 0.125
    assert reading.gaps == {}


def test_more_than_all_the_time_is_not_possible(tmp_path):
    sensor = PressureSensor("io", tmp_path)
    write_tree(tmp_path, {"proc/pressure/io": some("0.00", 0)})
    sensor.read(10.0)
    write_tree(tmp_path, {"proc/pressure/io": some("99.00", 1_003_000)})

    assert sensor.read(11.0).stalled_fraction == 1.0


def test_the_first_reading_has_the_kernels_mean_only():
    reading = PressureSensor("cpu", HOSTS / "vm-2cpu").read(1.0)

    assert reading.stalled_fraction is None
    assert reading.stalled_10s_fraction == pytest.approx(0.0069)
    assert reading.gaps == {"stalled_fraction": Gap(GapReason.FIRST)}


def test_after_a_reset_the_share_begins_anew(tmp_path):
    sensor = PressureSensor("cpu", tmp_path)
    write_tree(tmp_path, {"proc/pressure/cpu": some("0.00", 5)})
    sensor.read(1.0)
    sensor.reset()

    assert sensor.read(2.0).stalled_fraction is None


def test_each_resource_is_a_sensor_of_its_own():
    sensors = [PressureSensor(resource) for resource in RESOURCES]

    keys = [sensor.key for sensor in sensors]
    assert keys == ["pressure.cpu", "pressure.memory", "pressure.io"]


def test_a_kernel_without_pressure_files_says_so():
    with pytest.raises(FileNotFoundError, match="proc/pressure/memory"):
        PressureSensor("memory", HOSTS / "laptop-hybrid").read(1.0)


def test_other_content_is_an_error_of_the_system(tmp_path):
    write_tree(tmp_path, {"proc/pressure/cpu": "full avg10=1.00 total=5\n"})

    with pytest.raises(OSError, match="not in the form"):
        PressureSensor("cpu", tmp_path).read(1.0)
