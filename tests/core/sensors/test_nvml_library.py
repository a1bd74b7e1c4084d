"""The real pynvml and ctypes, against a library built here."""

from __future__ import annotations

import ctypes

import pytest

import fakenvml
from fakes import HOSTS

BUS = HOSTS / "laptop-hybrid"
NO_BUS = HOSTS / "vm-2cpu"


@pytest.fixture
def reader(tmp_path):
    with fakenvml.Reader(fakenvml.library_folder(), tmp_path, BUS) as reader:
        yield reader


def has_real_library():
    try:
        ctypes.CDLL("libnvidia-ml.so.1")
    except OSError:
        return False
    return True


TWO = """count=2
0.name=NVIDIA GeForce RTX 4090
0.uuid=GPU-aaaa
0.util.gpu=87
0.mem.total=24576
0.mem.used=20000
0.mem.reserved=400
0.temp=83
0.templimit=87
0.power=441000
0.powerlimit=450000
0.compute=23898:18000,99:-,23898:1000
0.graphics=1:300
0.reasons=0x25
0.pstate=2
0.clock.maxsm=2100
0.clock.maxmem=9000
0.putil=23898:81:20:1000000,4:4294967295:0:1000000
1.uuid=GPU-bbbb
1.util.gpu=3
"""


@pytest.mark.skipif(has_real_library(), reason="this machine has the real library")
@pytest.mark.parametrize(
    ("root", "expected"),
    [
        pytest.param(NO_BUS, {"gpus": []}, id="and no gpu: nothing to say"),
        pytest.param(
            BUS,
            {"error": "FileNotFoundError", "text": "NVML not found"},
            id="but a gpu on the bus: a gap",
        ),
    ],
)
def test_no_library(tmp_path, root, expected):
    with fakenvml.Reader(None, tmp_path, root) as reader:
        assert reader.read(0.0) == {**expected, "imported": False}


def test_two_gpus_in_our_units(reader):
    reader.gpus_are(TWO)

    first, second = reader.read(0.0)["gpus"]

    assert first == {
        "uuid": "GPU-aaaa",
        "name": "NVIDIA GeForce RTX 4090",
        "bus_id": "00000000:01:00.0",
        "busy_fraction": 0.87,
        "memory_used_bytes": 20000 * 2**20,
        "memory_total_bytes": 24576 * 2**20,
        "temperature_celsius": 83.0,
        "temperature_limit_celsius": 87.0,
        "power_watts": 441.0,
        "power_limit_watts": 450.0,
        "compute_processes": {"23898": 19000 * 2**20, "99": None},
        "graphics_processes": {"1": 300 * 2**20},
        "slowed_by": ["sw_power_cap", "sw_thermal_slowdown"],
        "vendor": "nvidia",
        "is_asleep": False,
        "memory_reserved_bytes": 400 * 2**20,
        "host_memory_used_bytes": None,
        "host_memory_total_bytes": None,
        "memory_is_shared": False,
        "core_clock_hertz": 1.5e9,
        "core_clock_limit_hertz": 2.1e9,
        "memory_clock_hertz": 7e9,
        "memory_clock_limit_hertz": 9e9,
        "performance_state": 2,
        "process_busy_fractions": {"23898": 0.81},
        "instances": [],
        "can_train": True,
        "gaps": {},
    }
    assert (second["uuid"], second["busy_fraction"]) == ("GPU-bbbb", 0.03)
    assert second["bus_id"] == "00000000:02:00.0"
    assert (second["compute_processes"], second["slowed_by"]) == ({}, [])


def test_what_is_not_supported_costs_only_its_field(reader):
    reader.gpus_are(TWO + "0.err.nvmlDeviceGetUtilizationRates=3\n")

    first, second = reader.read(0.0)["gpus"]

    assert first["busy_fraction"] is None
    assert first["gaps"] == {"busy_fraction": "NOT_SUPPORTED"}
    assert first["power_watts"] == 441.0
    assert second["busy_fraction"] == 0.03


def test_a_lost_gpu_does_not_take_the_other_along(reader):
    reader.gpus_are(TWO)
    reader.read(0.0)
    reader.gpus_are(TWO + "0.err=15\n")
    lost, other = reader.read(1.0)["gpus"]
    assert set(lost["gaps"].values()) == {"DEVICE_LOST"}
    assert (lost["uuid"], lost["busy_fraction"]) == ("GPU-aaaa", None)
    assert other["busy_fraction"] == 0.03

    reader.gpus_are(TWO)
    assert reader.read(4.0)["gpus"][0]["busy_fraction"] is None
    assert reader.read(5.0)["gpus"][0]["busy_fraction"] == 0.87


def test_a_gpu_that_was_unplugged_is_not_asked_by_its_old_handle(reader):
    reader.gpus_are(TWO)
    reader.read(0.0)
    reader.gpus_are(TWO + "count=1\n")
    assert reader.read(1.0)["gpus"][1]["gaps"]["busy_fraction"] == "DEVICE_LOST"

    assert [gpu["uuid"] for gpu in reader.read(61.0)["gpus"]] == ["GPU-aaaa"]


def test_a_gpu_that_was_taken_out_and_put_back_is_read_again(reader):
    reader.gpus_are(TWO)
    reader.read(0.0)
    reader.gpus_are(TWO + "count=1\n")
    reader.read(1.0)
    reader.read(61.0)
    reader.gpus_are(TWO)

    (read,) = (g for g in reader.read(200.0)["gpus"] if g["uuid"] == "GPU-bbbb")
    assert read["busy_fraction"] == 0.03


def test_success_without_samples_of_processes_is_no_error(reader):
    reader.gpus_are(
        "count=1\n0.util.gpu=50\n0.compute=9:10\n0.putil=\n0.putil_empty=0\n"
    )

    (gpu,) = reader.read(0.0)["gpus"]

    assert gpu["process_busy_fractions"] == {}
    assert gpu["gaps"] == {}


def test_a_percentage_that_cannot_be_is_a_gap(reader):
    reader.gpus_are("count=1\n0.util.gpu=4294967295\n")

    (gpu,) = reader.read(0.0)["gpus"]

    assert (gpu["busy_fraction"], gpu["gaps"]) == (None, {"busy_fraction": "FAILED"})


def test_a_driver_updated_without_a_restart_is_told_in_words(reader):
    reader.gpus_are("init=18\n")

    answer = reader.read(0.0)

    assert answer["error"] == "OSError"
    assert "restart the computer" in answer["text"]


def test_a_driver_that_is_not_loaded_is_asked_again_after_a_minute(reader):
    reader.gpus_are("init=9\n")
    assert reader.read(0.0)["text"] == "Driver Not Loaded"
    reader.gpus_are(TWO)

    assert "error" in reader.read(59.0)
    assert len(reader.read(60.0)["gpus"]) == 2


def test_a_count_that_cannot_be_had_starts_the_library_anew(reader):
    reader.gpus_are("err.nvmlDeviceGetCount_v2=999\n")
    assert reader.read(0.0)["text"] == "Unknown Error"
    reader.gpus_are(TWO)

    assert len(reader.read(60.0)["gpus"]) == 2
    assert reader.calls("nvmlInitWithFlags") == 2


def test_an_older_driver_counts_its_own_memory_as_used(tmp_path):
    old = fakenvml.library_folder("old")
    with fakenvml.Reader(old, tmp_path, BUS) as reader:
        reader.gpus_are(TWO)
        first = reader.read(0.0)["gpus"][0]

    assert first["memory_used_bytes"] == 20400 * 2**20
    assert first["compute_processes"] == {"23898": 19000 * 2**20, "99": None}
    assert first["slowed_by"] == ["sw_power_cap", "sw_thermal_slowdown"]
    assert first["gaps"] == {}


def test_where_memory_cannot_be_told_the_rest_is(reader):
    reader.gpus_are(
        TWO
        + "0.err.nvmlDeviceGetMemoryInfo_v2=3\n"
        + "0.err.nvmlDeviceGetMemoryInfo=3\n"
    )

    first = reader.read(0.0)["gpus"][0]

    assert first["memory_used_bytes"] is None
    assert first["gaps"] == {
        "memory_used_bytes": "NOT_SUPPORTED",
        "memory_total_bytes": "NOT_SUPPORTED",
        "memory_reserved_bytes": "NOT_SUPPORTED",
    }
    assert first["temperature_celsius"] == 83.0


def test_a_library_without_gpus_is_an_empty_reading(reader):
    reader.gpus_are("count=0\n")

    assert reader.read(0.0)["gpus"] == []


def test_a_process_that_starts_or_ends_is_seen_within_two_seconds(reader):
    reader.gpus_are(TWO)
    reader.read(0.0)
    reader.gpus_are(TWO + "1.compute=4242:512\n1.mem.used=1536\n")
    assert reader.read(1.0)["gpus"][1]["compute_processes"] == {}
    assert reader.read(2.0)["gpus"][1]["compute_processes"] == {"4242": 512 * 2**20}


def test_ten_seconds_ask_five_questions_a_second_and_the_dear_ones_once(reader):
    reader.gpus_are(TWO)
    reader.read(0.0)
    reader.calls_file.unlink()
    for t in range(1, 11):
        reader.read(t)

    calls = reader.calls_file.read_text().splitlines()
    rounds = {name: calls.count(name) / 2 for name in set(calls)}
    assert rounds == {
        "nvmlDeviceGetUtilizationRates": 10,
        "nvmlDeviceGetMemoryInfo_v2": 10,
        "nvmlDeviceGetTemperature": 10,
        "nvmlDeviceGetPowerUsage": 10,
        "nvmlDeviceGetEnforcedPowerLimit": 10,
        # every other second, two clocks
        "nvmlDeviceGetCurrentClocksEventReasons": 5,
        "nvmlDeviceGetClockInfo": 10,
        "nvmlDeviceGetPerformanceState": 5,
        # once; a list that is not empty takes two calls, that of the first GPU
        "nvmlDeviceGetComputeRunningProcesses_v3": 1.5,
        "nvmlDeviceGetGraphicsRunningProcesses_v3": 1.5,
        # both are busy; one that has no samples says so at the first call
        "nvmlDeviceGetProcessUtilization": 1,
    }


def test_an_idle_machine_is_never_asked_for_its_processes(reader):
    reader.gpus_are("count=1\n0.util.gpu=0\n")
    reader.read(0.0)
    reader.calls_file.unlink()
    for t in range(1, 61):
        reader.read(t)

    calls = set(reader.calls_file.read_text().splitlines())
    assert not [name for name in calls if "Process" in name]


def test_a_gpu_that_is_cut_up_lists_its_parts(reader):
    reader.gpus_are(TWO + "0.mig=1\n0.migs=2\n0.err.nvmlDeviceGetUtilizationRates=3\n")

    first, second = reader.read(0.0)["gpus"]

    assert [part["memory_total_bytes"] for part in first["instances"]] == [
        24576 * 2**20 // 7
    ] * 2
    assert all(part["uuid"].startswith("MIG-") for part in first["instances"])
    assert (first["busy_fraction"], second["instances"]) == (None, [])


def test_the_library_is_believed_where_the_bus_is_empty(tmp_path):
    with fakenvml.Reader(fakenvml.library_folder(), tmp_path, NO_BUS) as reader:
        reader.gpus_are(TWO)

        assert len(reader.read(0.0)["gpus"]) == 2


def test_a_name_that_is_no_text_does_not_take_the_gpu_along(reader):
    reader.state_file.write_bytes(b"count=1\n0.name=NVIDIA \xff\n0.util.gpu=5\n")

    (gpu,) = reader.read(0.0)["gpus"]

    assert (gpu["name"], gpu["busy_fraction"]) == ("NVIDIA GPU", 0.05)
