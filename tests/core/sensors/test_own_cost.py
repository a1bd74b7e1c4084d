from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from traintray.core.sensors.own_cost import OwnCostSensor


def test_the_cost_of_this_program_is_told_from_two_looks(tmp_path):
    folder = tmp_path / "proc/self"
    folder.mkdir(parents=True)
    (folder / "smaps_rollup").write_text("x\nRss:  9000 kB\nPss:  7000 kB\n")
    (folder / "status").write_text("Name:\tx\nVmRSS:\t    9216 kB\n")
    cpu_s = iter((10.0, 10.02))
    sensor = OwnCostSensor(tmp_path, lambda: next(cpu_s))

    first, second = sensor.read(100.0), sensor.read(105.0)

    assert first.cores is None
    assert second.cores == pytest.approx(0.004)
    assert (second.pss_bytes, second.rss_bytes) == (7000 * 1024, 9216 * 1024)


def test_what_the_kernel_does_not_tell_is_none(tmp_path):
    cost = OwnCostSensor(tmp_path).read(1.0)

    assert (cost.pss_bytes, cost.rss_bytes) == (None, None)


def test_this_process_has_a_size():
    cost = OwnCostSensor().read(1.0)

    assert cost.rss_bytes is not None
    assert 2**20 < cost.rss_bytes < 2**33


def test_the_cost_is_what_the_kernel_counts_for_this_process():
    """By /proc/self/stat, in ticks: all threads, and no program that we start."""
    hertz = os.sysconf("SC_CLK_TCK")

    def counted_s():
        fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / hertz

    def compute():
        while counted_s() - before_s < 0.2:
            sum(range(10_000))

    sensor = OwnCostSensor()
    before_s, began_s = counted_s(), time.monotonic()
    sensor.read(began_s)
    thread = threading.Thread(target=compute)
    thread.start()
    thread.join()
    compute_elsewhere = "import time\nwhile time.process_time() < 0.2: pass"
    subprocess.run([sys.executable, "-c", compute_elsewhere], check=True)
    ended_s = time.monotonic()
    cost = sensor.read(ended_s)
    used_s = counted_s() - before_s

    assert cost.cores * (ended_s - began_s) == pytest.approx(used_s, abs=0.05)
    kilobytes = re.search(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text())
    assert cost.rss_bytes == pytest.approx(int(kilobytes[1]) * 1024, rel=0.05)
    assert cost.pss_bytes is None or 0 < cost.pss_bytes <= 1.05 * cost.rss_bytes
