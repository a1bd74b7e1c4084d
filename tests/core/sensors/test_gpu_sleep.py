"""A GPU that may sleep is let sleep."""

from __future__ import annotations

import pytest

from fakenvml.in_python import FakeGpu, FakeNvml
from fakes import write_tree
from traintray.core.readings import GapReason
from traintray.core.sensors.gpu.letting_go import (
    ALONE_S,
    BATTERY_TIMES,
    HELD_S,
    IDLE_S,
    LettingGo,
    Power,
)
from traintray.core.sensors.gpu.nvidia import NvidiaGpus
from traintray.core.sensors.gpu.pci import AMD, NVIDIA, gpus_of, on_battery

AWAKE_IDLE = Power(may_sleep=True, is_suspended=False, is_idle=True)
AWAKE_BUSY = Power(may_sleep=True, is_suspended=False, is_idle=False)
SUSPENDED = Power(may_sleep=True, is_suspended=True, is_idle=False)
ALWAYS_ON = Power(may_sleep=False, is_suspended=False, is_idle=True)


def asked(decision, powers, *, battery=False):
    """Ask once a second; return the seconds in which the device may be asked."""
    return [
        at_s
        for at_s, power in powers
        if decision.may_ask(float(at_s), power, is_on_battery=battery)
    ]


def test_a_gpu_that_never_sleeps_is_always_asked():
    seconds = [(t, ALWAYS_ON) for t in range(1000)]

    assert asked(LettingGo(), seconds) == list(range(1000))


def test_an_idle_gpu_is_let_go_after_ten_seconds_and_left_alone_for_thirty():
    seconds = asked(LettingGo(), [(t, AWAKE_IDLE) for t in range(60)])

    assert seconds[: int(IDLE_S)] == list(range(10))
    assert seconds[10] == IDLE_S + ALONE_S


def test_on_battery_the_times_are_doubled():
    seconds = asked(LettingGo(), [(t, AWAKE_IDLE) for t in range(120)], battery=True)

    last = IDLE_S * BATTERY_TIMES
    assert seconds[: int(last)] == list(range(int(last)))
    assert seconds[int(last)] == last + ALONE_S * BATTERY_TIMES


def test_a_gpu_that_is_held_awake_by_others_is_read_for_ten_minutes():
    seconds = asked(LettingGo(), [(t, AWAKE_IDLE) for t in range(700)])

    back_s = IDLE_S + ALONE_S
    again = [t for t in seconds if t >= back_s]
    assert again[: int(HELD_S)] == [back_s + t for t in range(int(HELD_S))]
    assert back_s + HELD_S + IDLE_S not in seconds


def test_a_busy_gpu_is_never_let_go():
    assert len(asked(LettingGo(), [(t, AWAKE_BUSY) for t in range(100)])) == 100


def test_a_sleeping_gpu_is_not_asked_and_one_that_woke_is_at_once():
    decision = LettingGo()
    nights = [(t, SUSPENDED) for t in range(100)]

    assert asked(decision, nights) == []
    assert asked(decision, [(100, AWAKE_BUSY)]) == [100]
    assert decision.woke_at_s == 100


def pci(root, bus_id, vendor, control="auto", status="active"):
    folder = f"sys/bus/pci/devices/{bus_id}"
    files = {"vendor": f"{vendor}\n", "class": "0x030200\n"}
    if control is not None:
        files |= {"power/control": control, "power/runtime_status": status}
    write_tree(root, {f"{folder}/{name}": text for name, text in files.items()})


@pytest.fixture
def laptop(tmp_path):
    pci(tmp_path, "0000-01-00.0", NVIDIA)
    pci(tmp_path, "0000-00-02.0", "0x8086")
    return tmp_path


def status(root, text):
    path = "sys/bus/pci/devices/0000-01-00.0/power/runtime_status"
    write_tree(root, {path: text})


def test_the_devices_of_one_vendor_are_listed_with_their_power(laptop):
    (gpu,) = gpus_of(NVIDIA, laptop)

    assert (gpu.bus_id, gpu.may_sleep, gpu.is_suspended) == (
        "0000:01:00.0",
        True,
        False,
    )
    assert gpus_of(AMD, laptop) == ()


def test_a_missing_power_file_does_not_mean_asleep(tmp_path):
    pci(tmp_path, "0000-01-00.0", NVIDIA, control=None)

    (gpu,) = gpus_of(NVIDIA, tmp_path)

    assert (gpu.may_sleep, gpu.is_suspended) == (False, False)


@pytest.mark.parametrize(
    ("supplies", "expected"),
    [
        ({}, False),
        ({"AC": ("Mains", "1"), "BAT0": ("Battery", "0")}, False),
        ({"AC": ("Mains", "0"), "BAT0": ("Battery", "0")}, True),
        ({"BAT0": ("Battery", "0")}, False),
    ],
)
def test_a_laptop_is_on_battery_when_its_plug_says_so(tmp_path, supplies, expected):
    for name, (kind, online) in supplies.items():
        folder = f"sys/class/power_supply/{name}"
        write_tree(tmp_path, {f"{folder}/type": kind, f"{folder}/online": online})

    assert on_battery(tmp_path) is expected


def sleeping(nvml, root):
    return NvidiaGpus(root, load=lambda: nvml)


def test_a_suspended_gpu_is_shown_asleep_without_a_single_call(laptop):
    status(laptop, "suspended")
    nvml = FakeNvml(FakeGpu())

    (gpu,) = sleeping(nvml, laptop).read(0.0)

    assert nvml.calls == []
    assert gpu.is_asleep
    assert gpu.busy_fraction is None
    assert {gap.reason for gap in gpu.gaps.values()} == {GapReason.ASLEEP}


def test_an_idle_gpu_is_let_go_by_ending_nvml_and_keeps_its_name(laptop):
    nvml = FakeNvml(FakeGpu("GPU-7", busy_percent=0))
    gpus = sleeping(nvml, laptop)

    read = [gpus.read(float(t))[0] for t in range(12)]

    assert not read[9].is_asleep
    assert read[11].is_asleep
    assert (read[11].uuid, read[11].name) == ("GPU-7", "NVIDIA RTX Fake")
    assert nvml.calls.count("nvmlShutdown") == 1
    before = len(nvml.calls)
    status(laptop, "suspended")
    gpus.read(20.0)
    assert len(nvml.calls) == before


def test_a_gpu_that_wakes_is_read_again_and_its_first_load_is_dropped(laptop):
    status(laptop, "suspended")
    gpus = sleeping(FakeNvml(FakeGpu("GPU-7")), laptop)
    gpus.read(0.0)
    status(laptop, "active")

    first, later = gpus.read(1.0)[0], gpus.read(3.0)[0]

    assert (first.uuid, first.busy_fraction) == ("GPU-7", None)
    assert first.gaps["busy_fraction"].reason is GapReason.FIRST
    assert first.memory_used_bytes == 6 * 2**30
    assert later.busy_fraction == 0.37


def test_one_gpu_sleeps_while_another_is_read_and_is_not_woken(laptop):
    pci(laptop, "0000-02-00.0", NVIDIA, control="on")
    status(laptop, "suspended")
    other = FakeGpu("GPU-2", bus_id="00000000:02:00.0")
    nvml = FakeNvml(FakeGpu("GPU-1"), other)

    first, second = sleeping(nvml, laptop).read(0.0)

    assert (first.is_asleep, second.is_asleep) == (True, False)
    assert second.busy_fraction == 0.37
    # By bus id, since to go through all of them would wake the first.
    assert "nvmlDeviceGetHandleByIndex" not in nvml.calls


def test_a_gpu_that_computes_is_never_let_go(laptop):
    nvml = FakeNvml(FakeGpu(busy_percent=0, compute={7: 2**30}))
    gpus = sleeping(nvml, laptop)

    for t in range(60):
        assert not gpus.read(float(t))[0].is_asleep
    assert "nvmlShutdown" not in nvml.calls


@pytest.mark.parametrize(
    "gpu",
    [
        # What a desktop holds of a GPU that shows no picture.
        pytest.param({"graphics": {5: 4 * 2**20, 6: 2 * 2**20}}, id="a desktop"),
        pytest.param(
            {"refuses": {"nvmlDeviceGetComputeRunningProcesses": 4}}, id="no list"
        ),
        pytest.param(
            {"refuses": {"nvmlDeviceGetUtilizationRates": 3}}, id="no busy share"
        ),
    ],
)
def test_what_is_no_use_of_a_gpu_does_not_keep_it_awake(laptop, gpu):
    nvml = FakeNvml(FakeGpu(busy_percent=0, **gpu))
    gpus = sleeping(nvml, laptop)

    read = [gpus.read(float(t))[0] for t in range(12)]

    assert (read[9].is_asleep, read[11].is_asleep) == (False, True)
    assert nvml.calls[-1] == "nvmlShutdown"


def test_a_gpu_that_shows_a_picture_is_not_let_go(laptop):
    gpus = sleeping(FakeNvml(FakeGpu(busy_percent=0, graphics={5: 2**24})), laptop)

    assert not any(gpus.read(float(t))[0].is_asleep for t in range(30))


def test_a_lost_gpu_that_may_sleep_stays_lost_and_is_not_called_asleep(laptop):
    gpu = FakeGpu(busy_percent=0)
    gpus = sleeping(FakeNvml(gpu), laptop)
    gpus.read(0.0)
    gpu.refuses_all = 15

    read = [gpus.read(float(t))[0] for t in range(1, 40)]

    assert not any(one.is_asleep for one in read)
    assert read[-1].gaps["busy_fraction"].reason is GapReason.DEVICE_LOST


def test_a_card_that_is_plugged_in_is_found_by_starting_nvml_anew(tmp_path):
    pci(tmp_path, "0000-01-00.0", NVIDIA, control="on")
    nvml = FakeNvml(FakeGpu("GPU-1"))
    gpus = sleeping(nvml, tmp_path)
    gpus.read(0.0)
    pci(tmp_path, "0000-02-00.0", NVIDIA, control="on")
    nvml.gpus.append(FakeGpu("GPU-2", bus_id="00000000:02:00.0"))

    read = gpus.read(10.0)

    assert [gpu.uuid for gpu in read] == ["GPU-1", "GPU-2"]
    # The real library learns of new devices only when it starts.
    starts = [call for call in nvml.calls if call in ("nvmlInit", "nvmlShutdown")]
    assert starts == ["nvmlInit", "nvmlShutdown", "nvmlInit"]


def test_a_card_whose_driver_comes_later_is_found_when_it_does(tmp_path):
    pci(tmp_path, "0000-01-00.0", NVIDIA, control="on")
    pci(tmp_path, "0000-02-00.0", NVIDIA, control="on")
    nvml = FakeNvml(FakeGpu("GPU-1"))
    gpus = sleeping(nvml, tmp_path)
    assert len(gpus.read(0.0)) == 1
    nvml.gpus.append(FakeGpu("GPU-2", bus_id="00000000:02:00.0"))
    link = tmp_path / "sys/bus/pci/devices/0000-02-00.0/driver"
    link.symlink_to("../../../bus/pci/drivers/nvidia")

    assert len(gpus.read(10.0)) == 2


def test_a_card_that_was_unplugged_is_not_looked_for_every_minute(tmp_path):
    pci(tmp_path, "0000-01-00.0", NVIDIA, control="on")
    pci(tmp_path, "0000-02-00.0", NVIDIA, control="on")
    gone = FakeGpu("GPU-2", bus_id="00000000:02:00.0")
    nvml = FakeNvml(FakeGpu("GPU-1"), gone)
    gpus = sleeping(nvml, tmp_path)
    gpus.read(0.0)
    gone.refuses_all = 15
    gpus.read(1.0)
    nvml.gpus.remove(gone)
    (tmp_path / "sys/bus/pci/devices/0000-02-00.0/vendor").unlink()

    assert [gpu.uuid for gpu in gpus.read(10.0)] == ["GPU-1"]
    starts = nvml.calls.count("nvmlInit")
    for t in range(11, 400):
        gpus.read(float(t))
    assert nvml.calls.count("nvmlInit") == starts


def driven(root, slot, driver):
    """Let a driver hold a card; None: take its driver away."""
    link = root / f"sys/bus/pci/devices/{slot}/driver"
    link.unlink(missing_ok=True)
    if driver is not None:
        link.symlink_to(f"../../../bus/pci/drivers/{driver}")


@pytest.mark.parametrize("beside", [[], [FakeGpu("GPU-2")]])
def test_a_card_that_its_driver_lists_no_more_is_lost_and_can_come_back(
    tmp_path, beside
):
    """`No devices were found`, while the kernel shows it and the driver holds it."""
    pci(tmp_path, "0000-03-00.0", NVIDIA, control="on")
    driven(tmp_path, "0000-03-00.0", "nvidia")
    card = FakeGpu("GPU-1", bus_id="00000000:03:00.0")
    nvml = FakeNvml(*beside, card)
    gpus = sleeping(nvml, tmp_path)
    gpus.read(0.0)
    card.refuses_all = 15
    gpus.read(1.0)
    nvml.gpus.remove(card)

    lost = [gpus.read(float(t))[-1] for t in range(2, 200)]
    assert {one.uuid for one in lost} == {"GPU-1"}
    assert lost[-1].gaps["busy_fraction"].reason is GapReason.DEVICE_LOST

    nvml.gpus.append(card)
    card.refuses_all = None
    starts = nvml.calls.count("nvmlInit")
    assert gpus.read(300.0)[-1].busy_fraction == 0.37
    # The real library learns of new devices only when it starts.
    assert nvml.calls.count("nvmlInit") == starts + 1


@pytest.mark.parametrize("driver", [None, "vfio-pci", "nouveau"])
def test_a_card_that_another_driver_has_taken_is_not_missed(tmp_path, driver):
    pci(tmp_path, "0000-01-00.0", NVIDIA, control="on")
    pci(tmp_path, "0000-03-00.0", NVIDIA, control="on")
    driven(tmp_path, "0000-03-00.0", "nvidia")
    card = FakeGpu("GPU-2", bus_id="00000000:03:00.0")
    nvml = FakeNvml(FakeGpu("GPU-1"), card)
    gpus = sleeping(nvml, tmp_path)
    gpus.read(0.0)
    card.refuses_all = 15
    gpus.read(1.0)
    nvml.gpus.remove(card)
    driven(tmp_path, "0000-03-00.0", driver)

    assert [gpu.uuid for gpu in gpus.read(20.0)] == ["GPU-1"]


def test_a_card_that_a_virtual_machine_has_is_none_of_ours(laptop):
    folder = laptop / "sys/bus/pci/devices/0000-01-00.0"
    (folder / "driver").symlink_to("../../../bus/pci/drivers/vfio-pci")

    assert gpus_of(NVIDIA, laptop) == ()


def test_who_does_not_answer_is_not_given_the_name_of_one_that_sleeps(laptop):
    pci(laptop, "0000-02-00.0", NVIDIA, control="on")
    other = FakeGpu("GPU-2", bus_id="00000000:02:00.0")
    gpus = sleeping(FakeNvml(FakeGpu("GPU-1"), other), laptop)
    gpus.read(0.0)
    status(laptop, "suspended")
    other.refuses_all = 15

    read = gpus.read(1.0)

    assert [(gpu.uuid, gpu.is_asleep) for gpu in read] == [
        ("GPU-1", True),
        ("GPU-2", False),
    ]
    assert read[1].gaps["busy_fraction"].reason is GapReason.DEVICE_LOST


def test_while_nobody_asks_a_gpu_that_may_sleep_is_let_go(laptop):
    nvml = FakeNvml(FakeGpu("GPU-7", compute={7: 2**30}))
    gpus = sleeping(nvml, laptop)
    gpus.read(0.0)

    gpus.rest()

    assert nvml.calls[-1] == "nvmlShutdown"
    assert gpus.read(600.0)[0].busy_fraction == 0.37
    assert nvml.calls.count("nvmlInit") == 2


def test_a_gpu_that_never_sleeps_is_not_let_go_of_while_nobody_asks(tmp_path):
    pci(tmp_path, "0000-01-00.0", NVIDIA, control="on")
    nvml = FakeNvml(FakeGpu())
    gpus = sleeping(nvml, tmp_path)
    gpus.read(0.0)

    gpus.rest()

    assert "nvmlShutdown" not in nvml.calls


def test_a_gpu_that_may_not_sleep_any_more_is_read_like_any_other(laptop):
    status(laptop, "suspended")
    gpus = sleeping(FakeNvml(FakeGpu("GPU-7")), laptop)
    gpus.read(0.0)
    write_tree(
        laptop,
        {
            "sys/bus/pci/devices/0000-01-00.0/power/control": "on",
            "sys/bus/pci/devices/0000-01-00.0/power/runtime_status": "active",
        },
    )

    (gpu,) = gpus.read(1.0)

    assert (gpu.uuid, gpu.is_asleep, gpu.busy_fraction) == ("GPU-7", False, 0.37)
