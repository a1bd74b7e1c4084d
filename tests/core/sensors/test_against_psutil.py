"""The same instant, read by us and by psutil, on the machine that runs the tests."""

from __future__ import annotations

import time

import psutil
import pytest

from traintray.core.sensors.cpu import CpuSensor
from traintray.core.sensors.load import LoadSensor
from traintray.core.sensors.machine import read_machine
from traintray.core.sensors.memory import MemorySensor

pytestmark = pytest.mark.skipif(not psutil.LINUX, reason="reads /proc")
SPIN_S = 0.25


def spent(before, after, *names):
    return sum(getattr(after, name) - getattr(before, name) for name in names)


def test_cpu_shares_are_those_of_psutil():
    sensor = CpuSensor()
    sensor.read(0.0)
    before = psutil.cpu_times()
    until_s = time.monotonic() + SPIN_S
    while time.monotonic() < until_s:
        pass
    total = sensor.read(1.0).total
    after = psutil.cpu_times()

    kinds = ("user", "nice", "system", "irq", "softirq", "steal", "idle", "iowait")
    whole_s = spent(before, after, *kinds)
    assert total is not None
    # Ticks are 10 ms, and the two do not read at quite the same instant.
    near = {"abs": 0.15}
    assert total.user == pytest.approx(
        spent(before, after, "user", "nice") / whole_s, **near
    )
    assert total.system == pytest.approx(
        spent(before, after, "system", "irq", "softirq") / whole_s, **near
    )
    assert total.busy == pytest.approx(
        1 - spent(before, after, "idle", "iowait") / whole_s, **near
    )


def test_every_cpu_that_is_online_has_its_place():
    sensor = CpuSensor()

    reading = sensor.read(0.0)

    online = psutil.cpu_count(logical=True)
    assert len(reading.per_cpu) >= online
    assert read_machine().logical_cpus == online


def test_memory_and_swap_are_those_of_psutil():
    sensor = MemorySensor()
    reading = sensor.read(0.0)
    memory, swap = psutil.virtual_memory(), psutil.swap_memory()

    near = {"abs": 256 * 2**20}  # other programs go on
    assert reading.total_bytes == memory.total
    assert reading.available_bytes == pytest.approx(memory.available, **near)
    assert reading.swap_total_bytes == swap.total
    assert reading.swap_used_bytes == pytest.approx(swap.used, **near)


def test_swap_counters_count_the_bytes_that_psutil_counts():
    sensor = MemorySensor()
    sensor._rates.update(0.0, swap_in_bytes_per_s=0, swap_out_bytes_per_s=0)

    reading = sensor.read(1.0)

    swap = psutil.swap_memory()
    near = {"abs": 16 * 2**20}
    assert reading.swap_in_bytes_per_s == pytest.approx(swap.sin, **near)
    assert reading.swap_out_bytes_per_s == pytest.approx(swap.sout, **near)


def test_context_switches_are_those_of_psutil():
    sensor = LoadSensor()
    sensor._rates.update(0.0, context_switches_per_s=0, forks_per_s=0)

    reading = sensor.read(1.0)

    switches = psutil.cpu_stats().ctx_switches
    assert reading.context_switches_per_s == pytest.approx(switches, rel=0.01)
    assert reading.load_1min == pytest.approx(psutil.getloadavg()[0], abs=0.5)
