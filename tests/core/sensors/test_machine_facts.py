from __future__ import annotations

import pytest

from fakes import HOSTS, write_tree
from traintray.core.sensors.gpu.pci import has_nvidia_gpu
from traintray.core.sensors.machine import MachineFacts, read_machine
from traintray.core.sensors.topology import performance_cores, physical_cores


def test_a_laptop_with_hardware_threads_and_a_gpu():
    assert read_machine(HOSTS / "laptop-hybrid") == MachineFacts(
        physical_cores=3,
        logical_cpus=5,
        memory_bytes=32606900 * 1024,
        swap_bytes=8388604 * 1024,
        gpu_expected=True,
    )


def test_a_virtual_machine_without_swap_or_gpu():
    assert read_machine(HOSTS / "vm-2cpu") == MachineFacts(
        physical_cores=2,
        logical_cpus=2,
        memory_bytes=24684096 * 1024,
        swap_bytes=0,
        gpu_expected=False,
    )


def test_where_the_kernel_does_not_tell_every_cpu_is_a_core(tmp_path):
    assert physical_cores([0, 1, 2, 3], tmp_path) == 4


def test_an_older_kernel_calls_the_list_of_siblings_by_another_name(tmp_path):
    folder = "sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"
    write_tree(tmp_path, {folder.format(n): f"{n % 2},{n % 2 + 2}\n" for n in range(4)})

    assert physical_cores([0, 1, 2, 3], tmp_path) == 2
    assert physical_cores([0, 2], tmp_path) == 1


def test_a_machine_whose_cpus_cannot_be_read_is_an_error(tmp_path):
    write_tree(tmp_path, {"proc/stat": "nothing\n"})

    with pytest.raises(OSError, match="proc/stat"):
        read_machine(tmp_path)


def bus(**devices):
    """Files of a PCI bus; each device as (vendor, class)."""
    files = {}
    for name, (vendor, kind) in devices.items():
        files[f"sys/bus/pci/devices/{name}/vendor"] = f"{vendor}\n"
        files[f"sys/bus/pci/devices/{name}/class"] = f"{kind}\n"
    return files


@pytest.mark.parametrize(
    ("devices", "expected"),
    [
        pytest.param({"a": ("0x10de", "0x030000")}, True, id="a VGA controller"),
        pytest.param({"a": ("0x10de", "0x030200")}, True, id="a 3D controller"),
        pytest.param({"a": ("0x10de", "0x040300")}, False, id="only its sound chip"),
        pytest.param({"a": ("0x1002", "0x030000")}, False, id="another maker's GPU"),
        pytest.param({}, False, id="no bus at all"),
    ],
)
def test_an_nvidia_gpu_on_the_bus(tmp_path, devices, expected):
    assert has_nvidia_gpu(write_tree(tmp_path, bus(**devices))) is expected


def test_a_device_that_vanishes_while_looked_at_is_passed_over(tmp_path):
    (tmp_path / "sys/bus/pci/devices/a").mkdir(parents=True)
    assert not has_nvidia_gpu(tmp_path)

    write_tree(tmp_path, bus(b=("0x10de", "0x030000")))
    assert has_nvidia_gpu(tmp_path)


def siblings(pairs, singles):
    """Topology files: hardware threads 2n and 2n+1 share a core, then single ones."""
    folder = "sys/devices/system/cpu/cpu{}/topology/core_cpus_list"
    files = {}
    for core in range(pairs):
        for cpu in (2 * core, 2 * core + 1):
            files[folder.format(cpu)] = f"{2 * core}-{2 * core + 1}\n"
    for cpu in range(2 * pairs, 2 * pairs + singles):
        files[folder.format(cpu)] = f"{cpu}\n"
    return files


def test_fast_cores_of_a_hybrid_cpu_are_counted_once_each(tmp_path):
    write_tree(tmp_path, siblings(8, 16))
    write_tree(tmp_path, {"sys/devices/cpu_core/cpus": "0-15\n"})

    assert performance_cores(range(32), tmp_path) == 8
    assert performance_cores([0, 1, 2, 16, 17], tmp_path) == 2


@pytest.mark.parametrize("cpus", [range(16), range(16, 32)], ids=["fast", "slow"])
def test_cpus_of_one_kind_only_are_all_alike(tmp_path, cpus):
    write_tree(tmp_path, siblings(8, 16))
    write_tree(tmp_path, {"sys/devices/cpu_core/cpus": "0-15\n"})

    assert performance_cores(cpus, tmp_path) is None


def capacities(*values):
    return {
        f"sys/devices/system/cpu/cpu{n}/cpu_capacity": f"{value}\n"
        for n, value in enumerate(values)
    }


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param(capacities(1024, 1024, 446, 446), 2, id="big and little"),
        pytest.param(capacities(1024, 1009, 446, 446), 2, id="turbo bins differ"),
        pytest.param(capacities(1024, 1024, 1024, 1024), None, id="all alike"),
        pytest.param(capacities(1024, 1024, 446), None, id="one does not tell"),
        pytest.param({}, None, id="the kernel does not tell"),
    ],
)
def test_fast_cores_are_told_by_their_capacity_elsewhere(tmp_path, files, expected):
    write_tree(tmp_path, files)

    assert performance_cores(range(4), tmp_path) == expected
