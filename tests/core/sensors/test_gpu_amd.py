"""AMD GPUs, from a tree of files like that of amdgpu."""

from __future__ import annotations

import shutil

import pytest

from fakes import host_with_links, write_tree
from traintray.core.readings import GapReason
from traintray.core.sensors.gpu.amd import AmdGpus
from traintray.core.sensors.gpu.amd_gpu import SETTLES_S
from traintray.core.sensors.gpu.letting_go import IDLE_S

CARD = "sys/bus/pci/devices/0000-03-00.0"


@pytest.fixture
def root(tmp_path):
    return host_with_links("workstation-amd", tmp_path / "root")


def only(root, at_s=0.0):
    (gpu,) = AmdGpus(root).read(at_s)
    return gpu


def test_figures_are_in_our_units(root):
    gpu = only(root)

    assert (gpu.vendor, gpu.uuid) == ("amd", "amd-4d1e5b00c0ffee11")
    assert (gpu.name, gpu.bus_id) == ("Radeon RX 7900 XT/7900 XTX", "0000:03:00.0")
    assert gpu.busy_fraction == 0.87
    assert gpu.memory_used_bytes == 9_663_676_416
    assert gpu.memory_total_bytes == 21_458_059_264
    assert gpu.host_memory_used_bytes == 2 * 2**30
    assert gpu.host_memory_total_bytes == 33_554_432_000
    assert (gpu.temperature_celsius, gpu.temperature_limit_celsius) == (62.0, 100.0)
    assert gpu.power_watts == pytest.approx(281.0)
    assert gpu.power_limit_watts == pytest.approx(339.0)
    assert (gpu.core_clock_hertz, gpu.memory_clock_hertz) == (2.371e9, 1.249e9)
    assert gpu.gaps == {}


def test_a_machine_without_the_driver_has_no_gpu(root):
    assert AmdGpus(root).is_here()

    (root / CARD / "gpu_busy_percent").unlink()

    assert not AmdGpus(root).is_here()


@pytest.mark.parametrize(
    ("field", "file"),
    [
        ("busy_fraction", "gpu_busy_percent"),
        ("memory_used_bytes", "mem_info_vram_used"),
        ("temperature_celsius", "hwmon/hwmon3/temp1_input"),
    ],
)
def test_what_cannot_be_read_costs_only_its_field(root, field, file):
    write_tree(root, {f"{CARD}/{file}": "\n"})

    gpu = only(root)

    assert getattr(gpu, field) is None
    assert gpu.gaps.keys() == {field}
    assert gpu.gaps[field].reason is GapReason.FAILED


def test_what_a_chip_does_not_report_is_not_supported(root):
    (root / CARD / "hwmon/hwmon3/power1_average").unlink()

    gap = only(root).gaps["power_watts"]

    assert gap.reason is GapReason.NOT_SUPPORTED


def test_a_newer_chip_reports_its_power_of_now(root):
    folder = root / CARD / "hwmon/hwmon3"
    (folder / "power1_average").rename(folder / "power1_input")

    assert only(root).power_watts == pytest.approx(281.0)


def test_without_the_compute_device_it_cannot_train(root):
    assert only(root).can_train

    (root / "dev/kfd").unlink()

    assert not only(root).can_train


def test_who_computes_is_told_from_who_draws_with_the_memory_of_each(root):
    gpu = only(root)

    assert gpu.compute_processes == {4000: 8 * 2**30}
    assert gpu.graphics_processes == {2000: 512 * 2**20}


def test_a_file_that_two_processes_share_is_counted_once(root):
    # 4001 was forked off 4000 and holds the same opening of the device.
    assert 4001 not in only(root).compute_processes


def test_the_share_of_a_process_is_what_its_busiest_engine_worked(root):
    gpus = AmdGpus(root)
    gpus.read(100.0, closely=True)
    info = root / "proc/2000/fdinfo/7"
    text = info.read_text()
    assert "drm-engine-gfx:\t5000000000 ns" in text
    info.write_text(text.replace("gfx:\t5000000000", "gfx:\t6000000000"))

    (gpu,) = gpus.read(104.0, closely=True)

    assert gpu.process_busy_fractions[2000] == pytest.approx(0.25)


def test_a_suspended_gpu_is_not_touched(root):
    write_tree(
        root,
        {
            f"{CARD}/power/control": "auto\n",
            f"{CARD}/power/runtime_status": "suspended\n",
        },
    )

    gpu = only(root)

    assert gpu.is_asleep
    assert (gpu.busy_fraction, gpu.compute_processes) == (None, None)
    assert {gap.reason for gap in gpu.gaps.values()} == {GapReason.ASLEEP}


def test_the_load_that_a_waking_chip_invents_is_dropped(root):
    power = f"{CARD}/power"
    write_tree(
        root, {f"{power}/control": "auto", f"{power}/runtime_status": "suspended"}
    )
    gpus = AmdGpus(root)
    gpus.read(0.0)
    write_tree(root, {f"{power}/runtime_status": "active"})

    (waking,) = gpus.read(1.0)
    (settled,) = gpus.read(1.0 + SETTLES_S)

    assert (waking.busy_fraction, settled.busy_fraction) == (None, 0.87)


def test_an_idle_gpu_that_may_sleep_is_let_go(root):
    write_tree(
        root,
        {
            f"{CARD}/power/control": "auto",
            f"{CARD}/power/runtime_status": "active",
            f"{CARD}/gpu_busy_percent": "0",
        },
    )
    shutil.rmtree(root / "proc")
    (root / "proc").mkdir()
    gpus = AmdGpus(root)

    asleep = [gpus.read(float(t))[0].is_asleep for t in range(int(IDLE_S) + 3)]

    assert asleep[int(IDLE_S)] is False
    assert asleep[-1] is True


def test_a_desktop_that_has_every_gpu_open_does_not_keep_one_awake(root):
    write_tree(
        root,
        {
            f"{CARD}/power/control": "auto",
            f"{CARD}/power/runtime_status": "active",
            f"{CARD}/gpu_busy_percent": "0",
        },
    )
    shutil.rmtree(root / "proc/4000")
    shutil.rmtree(root / "proc/4001")
    info = root / "proc/2000/fdinfo/7"
    info.write_text(info.read_text().replace("524288 KiB", "4096 KiB"))
    gpus = AmdGpus(root)

    read = [gpus.read(float(t))[0] for t in range(int(IDLE_S) + 3)]

    assert read[0].graphics_processes == {2000: 4 * 2**20}
    assert read[-1].is_asleep


def test_the_load_of_a_waking_chip_is_no_reason_to_let_it_go(root):
    power = f"{CARD}/power"
    write_tree(
        root, {f"{power}/control": "auto", f"{power}/runtime_status": "suspended"}
    )
    shutil.rmtree(root / "proc")
    (root / "proc").mkdir()
    gpus = AmdGpus(root)
    gpus.read(0.0)
    write_tree(root, {f"{power}/runtime_status": "active"})

    read = [gpus.read(float(t))[0] for t in range(1, int(SETTLES_S) + 5)]

    assert not any(one.is_asleep for one in read)


def test_the_share_of_a_process_under_rocm_is_not_told_since_it_is_not_counted(root):
    gpus = AmdGpus(root)
    gpus.read(0.0, closely=True)

    (gpu,) = gpus.read(4.0, closely=True)

    assert gpu.process_busy_fractions.keys() == {2000}


def test_a_file_of_the_device_that_names_no_client_is_nobodys(root):
    info = root / "proc/2000/fdinfo/7"
    lines = info.read_text().splitlines(keepends=True)
    info.write_text("".join(one for one in lines if "client-id" not in one))

    assert only(root).graphics_processes == {}
