"""The same instant of the machine that runs the tests, read by us and by psutil.

Both read a copy of its kernel files, so that the answers can be compared exactly.
"""

from __future__ import annotations

import time
from pathlib import Path

import psutil
import pytest

from traintray.core.sensors.cpu import CpuSensor
from traintray.core.sensors.load import LoadSensor
from traintray.core.sensors.machine import read_machine
from traintray.core.sensors.memory import MemorySensor

pytestmark = pytest.mark.skipif(not psutil.LINUX, reason="reads /proc")
SPIN_S = 0.2


@pytest.fixture
def photograph(tmp_path, monkeypatch):
    """A folder that stands for `/`; calling it copies the kernel's files anew."""
    proc = tmp_path / "proc"
    proc.mkdir()
    monkeypatch.setattr(psutil, "PROCFS_PATH", str(proc))

    def take() -> Path:
        for name in ("stat", "meminfo", "vmstat", "loadavg"):
            (proc / name).write_bytes(Path("/proc", name).read_bytes())
        return tmp_path

    return take


def spin():
    until_s = time.monotonic() + SPIN_S
    while time.monotonic() < until_s:
        pass


def test_cpu_shares_are_those_of_psutil(photograph):
    sensor = CpuSensor(photograph())
    reading = sensor.read(0.0)
    while reading.gaps:  # the first one, and any in which iowait went back
        before, each_before = psutil.cpu_times(), psutil.cpu_times(percpu=True)
        spin()
        photograph()
        reading = sensor.read(time.monotonic())

    after, each_after = psutil.cpu_times(), psutil.cpu_times(percpu=True)
    pairs = [(before, after), *zip(each_before, each_after, strict=True)]
    for ours, (first, last) in zip(
        [reading.total, *reading.per_cpu], pairs, strict=True
    ):
        # guest time is part of user time, so it is left out of the whole
        spent = {
            kind: getattr(last, kind) - getattr(first, kind)
            for kind in first._fields
            if not kind.startswith("guest")
        }
        whole_s = sum(spent.values())
        idle_s = spent["idle"] + spent["iowait"]
        assert ours.user == pytest.approx((spent["user"] + spent["nice"]) / whole_s)
        assert ours.iowait == pytest.approx(spent["iowait"] / whole_s)
        assert ours.busy == pytest.approx(1 - idle_s / whole_s)


def test_every_cpu_that_is_online_has_its_place(photograph):
    root = photograph()

    online = psutil.cpu_count(logical=True)
    assert len(CpuSensor(root).read(0.0).per_cpu) >= online
    assert read_machine(root).logical_cpus == online


def test_memory_and_swap_are_those_of_psutil(photograph):
    sensor = MemorySensor(photograph())
    sensor._rates.update(0.0, swap_in_bytes_per_s=0, swap_out_bytes_per_s=0)

    reading = sensor.read(1.0)

    memory, swap = psutil.virtual_memory(), psutil.swap_memory()
    assert reading.total_bytes == memory.total
    assert reading.available_bytes == memory.available
    assert reading.swap_total_bytes == swap.total
    assert reading.swap_used_bytes == swap.used
    # psutil takes every page for 4 KiB
    pages = (reading.swap_in_bytes_per_s, reading.swap_out_bytes_per_s)
    assert [n // sensor._page_bytes for n in pages] == [
        swap.sin // 4096,
        swap.sout // 4096,
    ]


def test_context_switches_and_load_are_those_of_psutil(photograph):
    sensor = LoadSensor(photograph())
    sensor._rates.update(0.0, context_switches_per_s=0, forks_per_s=0)

    reading = sensor.read(1.0)

    assert reading.context_switches_per_s == psutil.cpu_stats().ctx_switches
    load_1min = float(Path(psutil.PROCFS_PATH, "loadavg").read_text().split()[0])
    assert reading.load_1min == load_1min
