from __future__ import annotations

import pytest

from fakes import HOSTS, write_tree
from traintray.core.readings import GapReason
from traintray.core.sensors.load import LoadSensor


def stat(switches, forks, running=1):
    return (
        "cpu  1 2 3 4 5 6 7 8\nintr 99 1 2\n"
        f"ctxt {switches}\nprocesses {forks}\nprocs_running {running}\n"
    )


LOADAVG = "2.61 1.98 1.40 3/1456 90210\n"


def test_what_holds_at_this_instant():
    reading = LoadSensor(HOSTS / "laptop-hybrid").read(1.0)

    assert (reading.load_1min, reading.running_tasks) == (2.61, 3)


def test_the_first_rates_are_missing_not_zero():
    reading = LoadSensor(HOSTS / "laptop-hybrid").read(1.0)

    assert reading.context_switches_per_s is None
    assert reading.forks_per_s is None
    reasons = {field: gap.reason for field, gap in reading.gaps.items()}
    first = GapReason.FIRST
    assert reasons == {"context_switches_per_s": first, "forks_per_s": first}


def test_rates_are_per_second_of_the_time_that_passed(tmp_path):
    sensor = LoadSensor(tmp_path)
    write_tree(tmp_path, {"proc/stat": stat(1000, 10), "proc/loadavg": LOADAVG})
    sensor.read(1.0)
    write_tree(tmp_path, {"proc/stat": stat(2000, 14)})

    reading = sensor.read(3.0)

    assert (reading.context_switches_per_s, reading.forks_per_s) == (500.0, 2.0)
    assert reading.gaps == {}


def test_a_counter_that_went_back_is_a_failure_not_a_first_reading(tmp_path):
    sensor = LoadSensor(tmp_path)
    write_tree(tmp_path, {"proc/stat": stat(1000, 10), "proc/loadavg": LOADAVG})
    sensor.read(1.0)
    write_tree(tmp_path, {"proc/stat": stat(5, 14)})

    reading = sensor.read(2.0)

    assert reading.context_switches_per_s is None
    assert reading.gaps["context_switches_per_s"].reason is GapReason.FAILED
    assert reading.forks_per_s == 4.0


def test_after_a_reset_rates_begin_anew(tmp_path):
    sensor = LoadSensor(tmp_path)
    write_tree(tmp_path, {"proc/stat": stat(1000, 10), "proc/loadavg": LOADAVG})
    sensor.read(1.0)
    sensor.reset()

    assert sensor.read(2.0).gaps["forks_per_s"].reason is GapReason.FIRST


@pytest.mark.parametrize(
    ("files", "name"),
    [
        pytest.param({"proc/loadavg": "\n"}, "loadavg", id="an empty loadavg"),
        pytest.param({"proc/loadavg": "x 1 2 3/4 5"}, "loadavg", id="no number"),
        pytest.param({"proc/stat": "ctxt 5\n"}, "stat", id="no such counters"),
    ],
)
def test_content_that_makes_no_sense_is_an_error_of_the_system(tmp_path, files, name):
    whole = {"proc/stat": stat(1, 1), "proc/loadavg": LOADAVG, **files}

    with pytest.raises(OSError, match=f"proc/{name}: not in the form"):
        LoadSensor(write_tree(tmp_path, whole)).read(1.0)
