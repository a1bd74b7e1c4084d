from __future__ import annotations

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
