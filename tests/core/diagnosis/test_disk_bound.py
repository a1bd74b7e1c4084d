"""The data comes from storage more slowly than it is used up."""

from __future__ import annotations

import pytest

from core.advice.scenes import Seen
from core.diagnosis.loading import READING as READS
from core.diagnosis.seconds import judged
from traintray.core.diagnosis.rules.disk_bound import RULE

READING = {**READS, "io": 0.92}
ON_GPU = {"gpus": 1.0, "gpus_used": 1.0, "maps_cuda": 1.0}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="they read without a pause"),
        pytest.param(
            {"read_bytes_per_s": 4e5}, True, id="small reads that are slow all the same"
        ),
        pytest.param(
            {"disk_waiting_processes": 0.0}, True, id="none waits at this moment"
        ),
        pytest.param(
            {"read_bytes_per_s": 4e5, "disk_waiting_processes": 0.0},
            False,
            id="another program waits for the disk",
        ),
        pytest.param(
            {"read_bytes_per_s": None, "disk_waiting_processes": 0.0},
            None,
            id="what it reads may not be read",
        ),
        pytest.param({"io": 0.19}, False, id="hardly anything waits for the disk"),
        pytest.param(
            {"io": None, "iowait_cpus": 1.0},
            True,
            id="no pressure file: idle CPUs",
        ),
        pytest.param(
            {"io": None, "iowait_cpus": 0.3, "usable_cpus": 16.0},
            True,
            id="a third of one CPU of 16",
        ),
        pytest.param({"io": None, "iowait_cpus": 0.1}, False, id="a tenth of one CPU"),
        pytest.param(
            {"io": None, "iowait_cpus": None},
            None,
            id="waiting is not counted",
        ),
        pytest.param(
            {"worker_demand_threads": 3.3, "demand_threads": 3.4, "usable_cpus": 8.0},
            False,
            id="the workers decode all the time",
        ),
        pytest.param({"swap": 2e6}, False, id="it swaps"),
        pytest.param({"memory": 0.06}, False, id="memory is short"),
        pytest.param(
            {
                "main_demand_threads": 1.9,
                "main_running_cores": 1.9,
                "main_thread_cores": 0.95,
                "other_thread_cores": 0.95,
            },
            False,
            id="the main process computes meanwhile",
        ),
        pytest.param({**ON_GPU, "gpu_busy_fraction": 0.5}, True, id="the GPU waits"),
        pytest.param({**ON_GPU, "gpu_busy_fraction": 0.95}, False, id="the GPU works"),
        pytest.param(
            {
                "workers": 0.0,
                "worker_demand_threads": 0.0,
                "main_demand_threads": 0.2,
                "demand_threads": 0.2,
                "disk_waiting_processes": 1.0,
            },
            True,
            id="the main process reads by itself",
        ),
        pytest.param(
            {"workers": 12.0, "read_bytes_per_s": 1e6, "disk_waiting_processes": 2.0},
            False,
            id="two of twelve workers, few bytes",
        ),
    ],
)
def test_a_consumer_that_waits_for_storage(changes, expected):
    assert judged(RULE, **{**READING, **changes}) is expected


def test_a_healthy_run_does_not_wait_for_storage_whatever_cannot_be_read():
    assert judged(RULE) is False
    assert judged(RULE, io=None, iowait_cpus=None, read_bytes_per_s=None) is False


def evidence(**changes):
    names = {"io": "pressure.io.stalled_fraction"}
    numbers = {**READING, **changes}
    seen = Seen({names.get(n, f"run.{n}"): value for n, value in numbers.items()})
    return {e.key: e for e in RULE.explain(seen.scene(RULE)).evidence}


def test_the_evidence_is_what_told():
    found = evidence()
    assert found["stalled_io_fraction"].measured == 0.92
    assert found["worker_each_threads"].measured == pytest.approx(0.22)
    assert "read_bytes_per_s" in found
    assert "disk_waiting_processes" not in found

    small = evidence(read_bytes_per_s=4e5, io=None, iowait_cpus=1.0)
    assert small["disk_waiting_processes"].measured == 3.0
    assert small["iowait_cpus"].measured == 1.0
    assert all(e.crossed for e in (*found.values(), *small.values()))
