"""When GPUs are looked for and asked: against a Python stand-in for pynvml."""

from __future__ import annotations

import logging

import pynvml
import pytest

from fakenvml.in_python import FakeGpu, FakeNvml
from fakes import HOSTS, write_tree
from traintray.core.readings import GapReason
from traintray.core.sensors.gpu.nvidia import NvidiaGpus
from traintray.core.sensors.gpu.nvml import Refusal, ask

WITH_GPU = HOSTS / "laptop-hybrid"
WITHOUT_GPU = HOSTS / "vm-2cpu"
READINGS = (
    "busy_fraction",
    "memory_used_bytes",
    "memory_total_bytes",
    "memory_reserved_bytes",
    "temperature_celsius",
    "temperature_limit_celsius",
    "power_watts",
    "power_limit_watts",
    "compute_processes",
    "graphics_processes",
    "slowed_by",
    "core_clock_hertz",
    "core_clock_limit_hertz",
    "memory_clock_hertz",
    "memory_clock_limit_hertz",
    "performance_state",
    "process_busy_fractions",
)


def sensor_of(nvml, root=WITH_GPU):
    return NvidiaGpus(root, load=lambda: nvml)


def only_gpu(nvml):
    (gpu,) = sensor_of(nvml).read(0.0)
    return gpu


class MissingLibrary:
    """A loader that finds nothing until told otherwise; counts its calls."""

    def __init__(self):
        self.found = None
        self.calls = 0

    def __call__(self):
        self.calls += 1
        if self.found is None:
            raise FileNotFoundError(2, "NVML not found")
        return self.found


def test_units_are_ours():
    gpu = only_gpu(FakeNvml(FakeGpu("GPU-7")))

    assert (gpu.uuid, gpu.name) == ("GPU-7", "NVIDIA RTX Fake")
    assert gpu.bus_id == "00000000:01:00.0"
    assert gpu.busy_fraction == 0.37
    assert gpu.memory_used_bytes == 6 * 2**30
    assert gpu.memory_total_bytes == 24 * 2**30
    assert (gpu.temperature_celsius, gpu.temperature_limit_celsius) == (61, 90)
    assert (gpu.power_watts, gpu.power_limit_watts) == (215.4, 450.0)
    assert gpu.memory_reserved_bytes == 2**28
    assert (gpu.core_clock_hertz, gpu.core_clock_limit_hertz) == (1.41e9, 1.98e9)
    assert (gpu.memory_clock_hertz, gpu.memory_clock_limit_hertz) == (1.215e9, 2.619e9)
    assert gpu.performance_state == 2
    assert gpu.gaps == {}


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        pytest.param(pynvml.NVML_ERROR_NOT_SUPPORTED, GapReason.NOT_SUPPORTED, id="3"),
        pytest.param(pynvml.NVML_ERROR_NO_PERMISSION, GapReason.NO_PERMISSION, id="4"),
        pytest.param(
            pynvml.NVML_ERROR_FUNCTION_NOT_FOUND, GapReason.NOT_SUPPORTED, id="13"
        ),
        pytest.param(pynvml.NVML_ERROR_TIMEOUT, GapReason.FAILED, id="10"),
        pytest.param(4242, GapReason.FAILED, id="a code nobody knows"),
    ],
)
def test_a_gpu_that_hides_its_power_still_reports_the_rest(code, reason):
    gpu = only_gpu(FakeNvml(FakeGpu(refuses={"nvmlDeviceGetPowerUsage": code})))

    assert gpu.power_watts is None
    assert gpu.gaps.keys() == {"power_watts"}
    assert gpu.gaps["power_watts"].reason is reason
    assert (gpu.busy_fraction, gpu.power_limit_watts) == (0.37, 450.0)


def test_what_a_gpu_does_not_support_it_is_asked_once_only():
    nvml = FakeNvml(FakeGpu(refuses={"nvmlDeviceGetPowerUsage": 3}))
    sensor = sensor_of(nvml)

    readings = [sensor.read(t)[0] for t in range(5)]

    assert nvml.calls.count("nvmlDeviceGetPowerUsage") == 1
    assert {gpu.gaps["power_watts"].reason for gpu in readings} == {
        GapReason.NOT_SUPPORTED
    }


def test_a_limit_that_is_built_in_is_asked_for_once_only():
    nvml = FakeNvml(FakeGpu())
    sensor = sensor_of(nvml)

    readings = [sensor.read(t)[0] for t in range(5)]

    assert nvml.calls.count("nvmlDeviceGetTemperatureThreshold") == 1
    assert readings[-1].temperature_limit_celsius == 90


def test_a_limit_that_nobody_tells_is_a_gap_of_its_own():
    nvml = FakeNvml(FakeGpu(refuses={"nvmlDeviceGetTemperatureThreshold": 3}))
    sensor = sensor_of(nvml)

    gpu = [sensor.read(t)[0] for t in range(3)][-1]

    assert gpu.temperature_limit_celsius is None
    assert gpu.gaps.keys() == {"temperature_limit_celsius"}
    assert gpu.temperature_celsius == 61
    assert nvml.calls.count("nvmlDeviceGetTemperatureThreshold") == 1


def test_a_gpu_without_a_name_is_still_read():
    gpu = only_gpu(FakeNvml(FakeGpu("GPU-7", refuses={"nvmlDeviceGetName": 999})))

    assert (gpu.uuid, gpu.name, gpu.bus_id) == ("GPU-7", "NVIDIA GPU", "")
    assert gpu.busy_fraction == 0.37


def test_an_error_class_outside_the_family_is_a_refusal_too():
    def old_driver():
        raise pynvml.NVMLLibraryMismatchError("function not found")

    with pytest.raises(Refusal) as caught:
        ask(pynvml, old_driver)

    assert caught.value.gap().reason is GapReason.NOT_SUPPORTED


def test_a_library_that_cannot_be_shut_down_is_started_again_all_the_same():
    nvml = FakeNvml()
    sensor = sensor_of(nvml)
    assert sensor.read(0.0) == ()
    nvml.shutdown_error = pynvml.NVML_ERROR_UNINITIALIZED
    nvml.gpus.append(FakeGpu())

    assert len(sensor.read(60.0)) == 1


def test_a_count_that_cannot_be_had_is_asked_for_again_after_a_minute():
    nvml = FakeNvml(FakeGpu(), count_error=999)
    sensor = sensor_of(nvml)
    with pytest.raises(OSError, match="Unknown Error"):
        sensor.read(0.0)
    nvml.count_error = 0

    assert len(sensor.read(60.0)) == 1
    assert nvml.calls.count("nvmlInit") == 2


def test_what_failed_once_is_asked_again():
    gpu = FakeGpu(refuses={"nvmlDeviceGetPowerUsage": pynvml.NVML_ERROR_TIMEOUT})
    sensor = sensor_of(FakeNvml(gpu))
    assert sensor.read(0.0)[0].power_watts is None

    gpu.refuses = {}
    assert sensor.read(1.0)[0].power_watts == 215.4


def test_an_impossible_percentage_is_a_failure():
    gpu = only_gpu(FakeNvml(FakeGpu(busy_percent=4294967295)))

    assert gpu.busy_fraction is None
    assert gpu.gaps["busy_fraction"].reason is GapReason.FAILED
    assert "4294967295" in gpu.gaps["busy_fraction"].detail


@pytest.mark.parametrize("code", [2, 3, 13, 25])
def test_without_version_two_of_the_memory_call_version_one_is_used(code):
    nvml = FakeNvml(FakeGpu(refuses={"nvmlDeviceGetMemoryInfo_v2": code}))
    sensor = sensor_of(nvml)

    readings = [sensor.read(t)[0] for t in range(3)]

    assert readings[-1].memory_used_bytes == 6 * 2**30 + 2**28
    assert readings[-1].gaps == {}
    assert nvml.calls.count("nvmlDeviceGetMemoryInfo_v2") == 1


def test_a_gpu_whose_memory_cannot_be_told_lacks_used_and_total():
    refuses = {"nvmlDeviceGetMemoryInfo_v2": 3, "nvmlDeviceGetMemoryInfo": 3}
    gpu = only_gpu(FakeNvml(FakeGpu(refuses=refuses)))

    assert (gpu.memory_used_bytes, gpu.memory_total_bytes) == (None, None)
    assert gpu.gaps.keys() == {
        "memory_used_bytes",
        "memory_total_bytes",
        "memory_reserved_bytes",
    }


def test_handles_are_fetched_once():
    nvml = FakeNvml(FakeGpu("GPU-1"), FakeGpu("GPU-2"))
    sensor = sensor_of(nvml)

    for t in range(100):
        sensor.read(t)

    assert nvml.calls.count("nvmlDeviceGetHandleByIndex") == 2
    assert nvml.calls.count("nvmlInit") == 1


@pytest.mark.parametrize("code", [15, 16, 28, 999, 6, 2])
def test_a_lost_gpu_is_named_and_left_alone_while_another_answers(code):
    lost = FakeGpu("GPU-1")
    nvml = FakeNvml(lost, FakeGpu("GPU-2"))
    sensor = sensor_of(nvml)
    sensor.read(0.0)
    lost.refuses_all = code

    for t in range(1, 10):
        gpus = sensor.read(t)
    asked = len(nvml.calls)
    sensor.read(10.0)

    assert [gpu.uuid for gpu in gpus] == ["GPU-1", "GPU-2"]
    assert [getattr(gpus[0], field) for field in READINGS] == [None] * len(READINGS)
    assert {gap.reason for gap in gpus[0].gaps.values()} == {GapReason.DEVICE_LOST}
    assert gpus[0].gaps.keys() == set(READINGS)
    assert gpus[1].busy_fraction == 0.37
    assert nvml.calls[asked:].count("nvmlDeviceGetUtilizationRates") == 1
    assert len(nvml.calls) - asked <= 14  # the questions to the other one


def test_an_unknown_error_in_one_question_is_not_a_lost_gpu():
    nvml = FakeNvml(FakeGpu(refuses={"nvmlDeviceGetPowerUsage": 999}))
    sensor = sensor_of(nvml)

    readings = [sensor.read(t)[0] for t in range(3)]

    assert [gpu.busy_fraction for gpu in readings] == [0.37] * 3
    assert readings[-1].gaps["power_watts"].reason is GapReason.FAILED


def test_a_gpu_whose_driver_reset_it_is_found_after_seconds():
    gpu = FakeGpu("GPU-1")
    nvml = FakeNvml(gpu, FakeGpu("GPU-2"))
    sensor = sensor_of(nvml)
    sensor.read(0.0)
    gpu.refuses_all = 15
    sensor.read(1.0)
    gpu.refuses_all = None

    assert sensor.read(4.9)[0].busy_fraction is None
    assert sensor.read(5.0)[0].busy_fraction == 0.37
    assert nvml.calls.count("nvmlInit") == 1  # the other one was left in peace


def test_a_gpu_that_stays_lost_is_looked_for_ever_more_seldom():
    gpu = FakeGpu("GPU-1")
    nvml = FakeNvml(gpu, FakeGpu("GPU-2"))
    sensor = sensor_of(nvml)
    sensor.read(0.0)
    gpu.refuses_all = 15
    looks = []
    for second in range(1, 200):
        before = nvml.calls.count("nvmlDeviceGetHandleByIndex")
        sensor.read(float(second))
        if nvml.calls.count("nvmlDeviceGetHandleByIndex") > before:
            looks.append(second)
    assert looks == [5, 13, 29, 61, 121, 181]

    gpu.refuses_all = None
    sensor.read(241.0)
    gpu.refuses_all = 15
    sensor.read(242.0)
    gpu.refuses_all = None
    assert sensor.read(246.0)[0].busy_fraction == 0.37


@pytest.mark.parametrize("code", [999, 6, 2])
def test_one_that_answered_and_whose_handle_cannot_be_had_is_lost(code):
    """`Unable to determine the device handle for GPU: Unknown Error`."""
    gpu = FakeGpu("GPU-1")
    sensor = sensor_of(FakeNvml(gpu, FakeGpu("GPU-2")))
    sensor.read(0.0)
    gpu.refuses_all = code
    sensor.read(1.0)

    lost, other = sensor.read(61.0)
    assert (lost.uuid, other.uuid) == ("GPU-1", "GPU-2")
    assert lost.gaps["busy_fraction"].reason is GapReason.DEVICE_LOST


def test_one_that_may_not_be_asked_any_more_is_not_lost():
    gpu = FakeGpu("GPU-1")
    sensor = sensor_of(FakeNvml(gpu, FakeGpu("GPU-2")))
    sensor.read(0.0)
    gpu.refuses_all = 15
    sensor.read(1.0)
    gpu.refuses_all = pynvml.NVML_ERROR_NO_PERMISSION

    lost = sensor.read(61.0)[0]
    assert lost.gaps["busy_fraction"].reason is GapReason.NO_PERMISSION


def test_a_gpu_that_stays_lost_keeps_its_name():
    gpu = FakeGpu("GPU-1")
    nvml = FakeNvml(gpu, FakeGpu("GPU-2"))
    sensor = sensor_of(nvml)
    sensor.read(0.0)
    gpu.refuses_all = 15

    gpus = [sensor.read(t) for t in (1.0, 61.0, 121.0, 181.0)][-1]

    assert [g.uuid for g in gpus] == ["GPU-1", "GPU-2"]
    assert (gpus[0].name, gpus[0].busy_fraction) == ("NVIDIA RTX Fake", None)


def test_when_no_gpu_answers_nvml_is_started_anew():
    gpu = FakeGpu("GPU-1")
    nvml = FakeNvml(gpu)
    sensor = sensor_of(nvml)
    sensor.read(0.0)
    gpu.refuses_all = 15
    sensor.read(1.0)
    gpu.refuses_all = None
    sensor.read(61.0)

    starts = [call for call in nvml.calls if call in ("nvmlInit", "nvmlShutdown")]
    assert starts == ["nvmlInit", "nvmlShutdown", "nvmlInit"]


def test_a_gpu_that_was_lost_before_we_came_has_a_row_all_the_same():
    nvml = FakeNvml(FakeGpu("GPU-1", refuses_all=15), FakeGpu("GPU-2"))

    gpus = sensor_of(nvml).read(0.0)

    assert [gpu.uuid for gpu in gpus] == ["unidentified-0", "GPU-2"]
    assert gpus[0].gaps["busy_fraction"].reason is GapReason.DEVICE_LOST
    assert gpus[1].busy_fraction == 0.37


def test_a_gpu_that_was_taken_out_goes_from_the_list():
    first, second = FakeGpu("GPU-1"), FakeGpu("GPU-2")
    nvml = FakeNvml(first, second)
    sensor = sensor_of(nvml)
    sensor.read(0.0)
    first.refuses_all = 15
    sensor.read(1.0)
    nvml.gpus.remove(first)

    assert [gpu.uuid for gpu in sensor.read(61.0)] == ["GPU-2"]


def test_gpus_are_told_apart_by_uuid_when_their_order_changes():
    first, second = FakeGpu("GPU-1", busy_percent=10), FakeGpu("GPU-2")
    nvml = FakeNvml(first, second)
    sensor = sensor_of(nvml)
    sensor.read(0.0)
    second.refuses_all = 15
    sensor.read(1.0)
    second.refuses_all = None
    nvml.gpus.reverse()

    gpus = {gpu.uuid: gpu.busy_fraction for gpu in sensor.read(61.0)}

    assert gpus == {"GPU-1": 0.10, "GPU-2": 0.37}


def test_a_machine_without_gpu_or_library_has_no_gpus_and_no_gap():
    sensor = NvidiaGpus(WITHOUT_GPU, load=MissingLibrary())

    assert sensor.read(0.0) == ()


def test_a_gpu_on_the_bus_without_a_library_is_a_gap():
    sensor = NvidiaGpus(WITH_GPU, load=MissingLibrary())

    for t in range(3):
        with pytest.raises(FileNotFoundError, match="NVML not found"):
            sensor.read(t)


def test_a_library_that_answers_is_believed_against_the_bus():
    gpus = sensor_of(FakeNvml(FakeGpu()), root=WITHOUT_GPU).read(0.0)

    assert [gpu.busy_fraction for gpu in gpus] == [0.37]


def test_a_missing_library_is_looked_for_once_a_minute():
    library = MissingLibrary()
    sensor = NvidiaGpus(WITHOUT_GPU, load=library)
    for t in range(60):
        sensor.read(t)
    assert library.calls == 1

    library.found = FakeNvml(FakeGpu())
    assert len(sensor.read(60.0)) == 1


def test_a_driver_that_is_loaded_later_is_found_after_a_minute():
    nvml = FakeNvml(FakeGpu(), init_error=pynvml.NVML_ERROR_DRIVER_NOT_LOADED)
    sensor = sensor_of(nvml)
    with pytest.raises(FileNotFoundError, match="Driver Not Loaded"):
        sensor.read(0.0)
    nvml.init_error = 0

    with pytest.raises(FileNotFoundError):
        sensor.read(59.0)
    assert len(sensor.read(60.0)) == 1


def test_after_a_resume_what_was_missing_is_looked_for_at_once():
    library = MissingLibrary()
    sensor = NvidiaGpus(WITHOUT_GPU, load=library)
    sensor.read(0.0)
    library.found = FakeNvml(FakeGpu())
    sensor.reset()

    assert len(sensor.read(1.0)) == 1


def test_a_resume_is_no_reason_to_fetch_good_handles_again():
    nvml = FakeNvml(FakeGpu())
    sensor = sensor_of(nvml)
    sensor.read(0.0)
    sensor.reset()
    sensor.read(1.0)

    assert nvml.calls.count("nvmlDeviceGetHandleByIndex") == 1


@pytest.mark.parametrize(
    ("code", "error", "text"),
    [
        pytest.param(18, OSError, "restart the computer", id="updated, not restarted"),
        pytest.param(4, PermissionError, "Insufficient Permissions", id="not allowed"),
        pytest.param(999, OSError, "Unknown Error", id="anything else"),
    ],
)
@pytest.mark.parametrize("root", [WITH_GPU, WITHOUT_GPU], ids=["bus", "no bus"])
def test_a_library_that_does_not_start_says_why(code, error, text, root):
    nvml = FakeNvml(init_error=code)
    sensor = sensor_of(nvml, root)

    for t in range(3):
        with pytest.raises(error, match=text):
            sensor.read(t)
    assert nvml.calls == ["nvmlInit"]


def test_losing_a_gpu_and_finding_it_is_logged_once_each(caplog):
    gpu = FakeGpu("GPU-1")
    sensor = sensor_of(FakeNvml(gpu, FakeGpu("GPU-2")))
    with caplog.at_level(logging.INFO):
        sensor.read(0.0)
        gpu.refuses_all = 15
        for t in range(1, 9):
            sensor.read(t)
        gpu.refuses_all = None
        for t in range(61, 69):
            sensor.read(t)

    name = "NVIDIA RTX Fake (00000000:01:00.0)"
    assert caplog.messages == [f"{name} stopped answering", f"{name} is back"]


LISTS = "nvmlDeviceGetComputeRunningProcesses"


def lists_within(sensor, nvml, seconds, *, closely=False):
    """Read once a second; return how often it was asked who uses the GPU."""
    before = nvml.calls.count(LISTS)
    for at_s in seconds:
        sensor.read(float(at_s), closely=closely)
    return nvml.calls.count(LISTS) - before


def test_who_uses_a_gpu_is_told_with_the_memory_of_each():
    gpu = FakeGpu(compute={7: 2**30}, graphics={8: None}, reasons=0x40 | 0x04)

    (read,) = sensor_of(FakeNvml(gpu)).read(0.0)

    assert read.compute_processes == {7: 2**30}
    assert read.graphics_processes == {8: None}
    assert read.slowed_by == ("sw_power_cap", "hw_thermal_slowdown")


def test_who_uses_a_gpu_is_asked_every_ten_seconds_while_somebody_does():
    nvml = FakeNvml(FakeGpu(compute={7: 2**30}))

    assert lists_within(sensor_of(nvml), nvml, range(40)) == 4


def test_who_uses_a_gpu_is_asked_every_two_seconds_while_somebody_looks():
    nvml = FakeNvml(FakeGpu(compute={7: 2**30}))

    assert lists_within(sensor_of(nvml), nvml, range(40), closely=True) == 20


def test_nobody_is_asked_for_while_nobody_uses_the_gpu():
    gpu = FakeGpu(busy_percent=0)
    nvml = FakeNvml(gpu)
    sensor = sensor_of(nvml)

    assert lists_within(sensor, nvml, range(40), closely=True) == 1
    assert sensor.read(40.0)[0].compute_processes == {}


@pytest.mark.parametrize("change", ["busy_percent", "used_bytes"])
def test_who_comes_to_an_idle_gpu_is_seen_within_two_seconds(change):
    gpu = FakeGpu(busy_percent=0)
    nvml = FakeNvml(gpu)
    sensor = sensor_of(nvml)
    lists_within(sensor, nvml, range(40))

    gpu.compute = {7: 2**28}
    setattr(gpu, change, getattr(gpu, change) + (2**28 if change[0] == "u" else 50))

    assert sensor.read(41.0)[0].compute_processes == {7: 2**28}


def test_who_leaves_is_seen_within_two_seconds():
    gpu = FakeGpu(compute={7: 2**30})
    sensor = sensor_of(FakeNvml(gpu))
    sensor.read(0.0)
    gpu.compute, gpu.used_bytes = {}, gpu.used_bytes - 2**30

    assert sensor.read(2.0)[0].compute_processes == {}


def test_what_slows_a_gpu_is_asked_every_two_seconds():
    nvml = FakeNvml(FakeGpu())
    sensor = sensor_of(nvml)

    for t in range(10):
        sensor.read(float(t))

    assert nvml.calls.count("nvmlDeviceGetCurrentClocksEventReasons") == 5


def test_the_share_of_a_process_is_the_mean_of_its_new_samples():
    gpu = FakeGpu(compute={7: 2**30}, samples=[(7, 20, 1000), (7, 40, 2000)])
    sensor = sensor_of(FakeNvml(gpu))

    first = sensor.read(0.0)[0].process_busy_fractions
    gpu.samples = [(7, 40, 2000), (7, 90, 3000)]
    second = sensor.read(10.0)[0].process_busy_fractions

    assert (first, second) == ({7: 0.3}, {7: 0.9})


def test_impossible_shares_and_processes_that_are_not_listed_are_dropped():
    samples = [(7, 4294967295, 1000), (99, 50, 1000)]
    gpu = FakeGpu(compute={7: 2**30}, samples=samples)

    (read,) = sensor_of(FakeNvml(gpu)).read(0.0)

    assert read.process_busy_fractions == {}


@pytest.mark.parametrize("code", [0, 6])
def test_a_driver_without_samples_of_processes_is_no_gap(code):
    refuses = {"nvmlDeviceGetProcessUtilization": code}
    gpu = FakeGpu(compute={7: 2**30}, refuses=refuses)

    (read,) = sensor_of(FakeNvml(gpu)).read(0.0)

    assert read.process_busy_fractions == {}
    assert read.gaps == {}


def test_the_parts_of_a_gpu_that_is_cut_up_are_listed_with_their_memory():
    gpu = FakeGpu(
        parts=["MIG-1", "MIG-2"], refuses={"nvmlDeviceGetUtilizationRates": 3}
    )

    (read,) = sensor_of(FakeNvml(gpu)).read(0.0)

    assert [part.uuid for part in read.instances] == ["MIG-1", "MIG-2"]
    assert {part.memory_total_bytes for part in read.instances} == {24 * 2**30}
    # How busy it is nobody can tell, and it is not 0.
    assert read.busy_fraction is None
    assert read.gaps["busy_fraction"].reason is GapReason.NOT_SUPPORTED


def test_a_gpu_without_memory_of_its_own_shows_that_of_the_machine(tmp_path):
    write_tree(
        tmp_path,
        {"proc/meminfo": "MemTotal: 1000 kB\nMemFree: 1 kB\nMemAvailable: 400 kB\n"},
    )
    refuses = {"nvmlDeviceGetMemoryInfo_v2": 3, "nvmlDeviceGetMemoryInfo": 3}
    nvml = FakeNvml(FakeGpu(refuses=refuses, name="NVIDIA GB10"))

    (read,) = sensor_of(nvml, tmp_path).read(0.0)

    assert read.memory_is_shared
    assert read.memory_total_bytes == 1000 * 1024
    assert read.memory_used_bytes == 600 * 1024


def test_more_memory_used_than_there_is_is_not_believed():
    (read,) = sensor_of(FakeNvml(FakeGpu(used_bytes=2**60))).read(0.0)

    assert read.memory_used_bytes is None
    assert read.gaps["memory_used_bytes"].reason is GapReason.FAILED


def test_a_list_that_may_not_be_read_is_missing_and_not_empty():
    nvml = FakeNvml(
        FakeGpu(
            refuses={
                "nvmlDeviceGetComputeRunningProcesses": 4,
                "nvmlDeviceGetCurrentClocksEventReasons": 3,
            }
        )
    )
    sensor = sensor_of(nvml)

    gpu = [sensor.read(float(t), closely=True)[0] for t in range(5)][-1]

    assert (gpu.compute_processes, gpu.slowed_by) == (None, None)
    assert gpu.gaps["compute_processes"].reason is GapReason.NO_PERMISSION
    assert gpu.gaps["slowed_by"].reason is GapReason.NOT_SUPPORTED
    assert (gpu.graphics_processes, gpu.busy_fraction) == ({}, 0.37)
    # What is not supported is not asked again; what is not allowed may be, later.
    assert nvml.calls.count("nvmlDeviceGetCurrentClocksEventReasons") == 1
    assert nvml.calls.count("nvmlDeviceGetComputeRunningProcesses") == 3


def test_a_gpu_lost_while_its_users_are_asked_for_is_lost_as_a_whole():
    gpu = FakeGpu("GPU-1")
    sensor = sensor_of(FakeNvml(gpu, FakeGpu("GPU-2")))
    sensor.read(0.0)
    gpu.refuses = {"nvmlDeviceGetGraphicsRunningProcesses": 15}

    (first, _) = sensor.read(2.0, closely=True)

    assert first.busy_fraction is None
    assert first.gaps.keys() == set(READINGS)
    assert {gap.reason for gap in first.gaps.values()} == {GapReason.DEVICE_LOST}


def test_more_memory_of_a_process_than_there_is_is_not_believed():
    gpu = FakeGpu(compute={7: 2**60, 8: 2**30})

    (read,) = sensor_of(FakeNvml(gpu)).read(0.0)

    assert read.compute_processes == {7: None, 8: 2**30}


def test_a_gpu_without_memory_of_its_own_is_asked_for_it_once_only(tmp_path):
    write_tree(tmp_path, {"proc/meminfo": "MemTotal: 9 kB\nMemAvailable: 4 kB\n"})
    refuses = {"nvmlDeviceGetMemoryInfo_v2": 3, "nvmlDeviceGetMemoryInfo": 3}
    nvml = FakeNvml(FakeGpu(refuses=refuses, name="NVIDIA GB10"))
    sensor = sensor_of(nvml, tmp_path)

    read = [sensor.read(float(t))[0] for t in range(5)]

    assert [gpu.memory_used_bytes for gpu in read] == [5 * 1024] * 5
    assert nvml.calls.count("nvmlDeviceGetMemoryInfo_v2") == 1
    assert nvml.calls.count("nvmlDeviceGetMemoryInfo") == 1


def test_shared_memory_that_cannot_be_read_costs_only_its_fields(tmp_path):
    refuses = {"nvmlDeviceGetMemoryInfo_v2": 3, "nvmlDeviceGetMemoryInfo": 3}
    nvml = FakeNvml(FakeGpu(refuses=refuses, name="NVIDIA GB10"))

    (gpu,) = sensor_of(nvml, tmp_path).read(0.0)

    assert (gpu.memory_used_bytes, gpu.busy_fraction) == (None, 0.37)
    assert gpu.gaps["memory_used_bytes"].reason is GapReason.NOT_SUPPORTED


def test_no_memory_at_all_is_not_believed():
    (gpu,) = sensor_of(FakeNvml(FakeGpu(total_bytes=0, used_bytes=0))).read(0.0)

    assert (gpu.memory_used_bytes, gpu.memory_total_bytes) == (None, None)
    assert gpu.gaps["memory_total_bytes"].reason is GapReason.FAILED


def test_gpus_that_never_answered_are_told_apart_when_one_more_comes():
    good, silent = FakeGpu("GPU-1"), FakeGpu("GPU-2", refuses_all=15)
    nvml = FakeNvml(good, silent)
    sensor = sensor_of(nvml)
    sensor.read(0.0)
    nvml.gpus = [FakeGpu("GPU-3", refuses_all=15), silent, good]

    uuids = [gpu.uuid for gpu in sensor.read(60.0)]

    assert sorted(uuids) == ["GPU-1", "unidentified-0", "unidentified-1"]


def test_a_limit_that_could_not_be_had_once_is_asked_for_again():
    gpu = FakeGpu(refuses={"nvmlDeviceGetTemperatureThreshold": 10})
    sensor = sensor_of(FakeNvml(gpu))
    assert sensor.read(0.0)[0].temperature_limit_celsius is None

    gpu.refuses = {}

    assert sensor.read(1.0)[0].temperature_limit_celsius == 90


def test_a_driver_that_was_unloaded_leaves_no_gpus_behind():
    gpu = FakeGpu()
    nvml = FakeNvml(gpu)
    sensor = sensor_of(nvml, root=WITHOUT_GPU)
    sensor.read(0.0)
    gpu.refuses_all = 15
    sensor.read(1.0)
    nvml.init_error = pynvml.NVML_ERROR_DRIVER_NOT_LOADED

    assert sensor.read(61.0) == ()
