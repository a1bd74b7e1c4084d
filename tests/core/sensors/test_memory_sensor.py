from __future__ import annotations

import pytest

from fakes import HOSTS, write_tree
from traintray.core.readings import GapReason
from traintray.core.sensors.memory import MemorySensor

MEMINFO = """MemTotal:       1000 kB
MemFree:         100 kB
MemAvailable:    600 kB
SwapCached:        5 kB
SwapTotal:       400 kB
SwapFree:        250 kB
"""


def vmstat(pages_in, pages_out):
    return f"nr_free_pages 3\nzpswpin 999\npswpin {pages_in}\npswpout {pages_out}\n"


def test_memory_is_in_bytes():
    reading = MemorySensor(HOSTS / "laptop-hybrid").read(1.0)

    assert reading.total_bytes == 32606900 * 1024
    assert reading.available_bytes == 9876544 * 1024
    assert reading.swap_total_bytes == 8388604 * 1024
    assert reading.swap_used_bytes == (8388604 - 6291452) * 1024


def test_a_machine_without_swap_has_none_in_use():
    reading = MemorySensor(HOSTS / "vm-2cpu").read(1.0)

    assert (reading.swap_total_bytes, reading.swap_used_bytes) == (0, 0)


def test_swapping_is_in_bytes_per_second_of_the_time_that_passed(tmp_path):
    sensor = MemorySensor(tmp_path, page_bytes=4096)
    write_tree(tmp_path, {"proc/meminfo": MEMINFO, "proc/vmstat": vmstat(100, 50)})
    sensor.read(10.0)
    write_tree(tmp_path, {"proc/vmstat": vmstat(150, 60)})

    reading = sensor.read(12.0)

    assert reading.swap_in_bytes_per_s == 25 * 4096
    assert reading.swap_out_bytes_per_s == 5 * 4096
    assert reading.gaps == {}


def test_the_first_swap_rates_are_missing_not_zero():
    reading = MemorySensor(HOSTS / "laptop-hybrid").read(1.0)

    assert reading.swap_in_bytes_per_s is None
    assert reading.swap_out_bytes_per_s is None
    assert {gap.reason for gap in reading.gaps.values()} == {GapReason.FIRST}


def test_after_a_reset_swap_rates_begin_anew(tmp_path):
    sensor = MemorySensor(tmp_path)
    write_tree(tmp_path, {"proc/meminfo": MEMINFO, "proc/vmstat": vmstat(1, 1)})
    sensor.read(1.0)
    sensor.reset()

    assert sensor.read(2.0).gaps["swap_in_bytes_per_s"].reason is GapReason.FIRST


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"proc/meminfo": MEMINFO}, id="a container without the file"),
        pytest.param(
            {"proc/meminfo": MEMINFO, "proc/vmstat": "nr_free_pages 3\n"},
            id="a kernel without swap",
        ),
    ],
)
def test_without_swap_counters_memory_is_still_read(tmp_path, files):
    reading = MemorySensor(write_tree(tmp_path, files)).read(1.0)

    assert reading.available_bytes == 600 * 1024
    assert reading.swap_in_bytes_per_s is None
    reasons = {field: gap.reason for field, gap in reading.gaps.items()}
    assert reasons == {
        "swap_in_bytes_per_s": GapReason.NOT_PRESENT,
        "swap_out_bytes_per_s": GapReason.NOT_PRESENT,
    }


def test_without_what_is_available_there_is_no_reading(tmp_path):
    write_tree(tmp_path, {"proc/meminfo": "MemTotal: 5 kB\nSwapTotal: 0 kB\n"})

    with pytest.raises(OSError, match="proc/meminfo"):
        MemorySensor(tmp_path).read(1.0)


def test_what_is_left_and_what_there_is_have_a_series_each(tmp_path):
    sensor = MemorySensor(tmp_path)
    write_tree(tmp_path, {"proc/meminfo": MEMINFO, "proc/vmstat": vmstat(1, 1)})

    series = sensor.series(sensor.read(10.0))

    assert series["memory.available_bytes"] == 600 * 1024
    assert series["memory.total_bytes"] == 1000 * 1024
