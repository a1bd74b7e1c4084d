"""The simulated machine shows what was measured on a real one (two CPUs).

The numbers are those of the recordings in tests/traces: demand, CPU time and the
share of time that a consumer was busy.
"""

from __future__ import annotations

import pytest

from core.synthetic import workloads as w
from core.synthetic.machines import MACHINES, MachineModel
from core.synthetic.models import ForeignModel, Loader, RunModel, Workload
from core.synthetic.watch import watch

TWO = MACHINES[0]
ROOM = 0.06
"""Relative: noise of single seconds, and what the recordings differ by."""


def last(machine, *runs, foreign=()):
    """The figures of the first run in the last second."""
    record = watch(machine, Workload("measured", runs, foreign, seconds=12))
    return {name.removeprefix("run."): v for name, v in record.last.items()}


def device(workers, cpu_s, step_s, threads=1):
    """A run with an emulated device: its main process sleeps while that works."""
    loader = Loader(workers, cpu_s, threads=threads)
    return RunModel("run", step_s, gpus=(0,), launch_share=0.05, loader=loader)


def test_two_threads_on_two_cpus_alone():
    seen = last(TWO, w.computing(2))

    assert seen["demand_threads"] == pytest.approx(2.0, rel=ROOM)
    assert seen["running_cores"] == pytest.approx(1.98, rel=ROOM)
    assert seen["waiting_threads"] < 0.1


def test_a_busy_program_beside_two_threads():
    """external_load: one foreign CPU, 0.91 of two for the run, 1.05 threads wait."""
    seen = last(TWO, w.computing(2), foreign=(ForeignModel("loop", 1),))

    assert seen["demand_threads"] == pytest.approx(1.99, rel=ROOM)
    # The kernel of the recording's machine gave half to either program (autogroup);
    # here each of the three threads gets the same.
    assert seen["running_cores"] == pytest.approx(4 / 3, rel=ROOM)
    assert seen["foreign_cores"] == pytest.approx(2 / 3, rel=2 * ROOM)


@pytest.mark.parametrize(("threads", "demand"), [(4, 2.91), (16, 13.0)])
def test_pools_that_are_too_large_for_two_cpus(threads, demand):
    seen = last(TWO, w.computing(threads))

    assert seen["demand_threads"] == pytest.approx(demand, rel=0.15)
    assert seen["running_cores"] == pytest.approx(1.9, rel=0.1)
    assert seen["switches_per_s"] > 3000


def test_two_workers_that_cannot_feed_their_device():
    """input_bound: 2.03 threads ready, 0.02 of them the main process; busy 29 %."""
    seen = last(MachineModel("two", 2, 2, gpus=1), device(2, 0.0345 * 2, 0.29 * 0.0345))

    assert seen["worker_demand_threads"] == pytest.approx(2.0, rel=ROOM)
    assert seen["main_demand_threads"] < 0.1
    assert seen["gpu_busy_fraction"] == pytest.approx(0.29, rel=0.1)


def test_eight_workers_on_two_cpus():
    """loaders_8: 8.08 threads are ready, 1.98 CPUs are used."""
    seen = last(TWO, device(8, 0.2, 0.01))

    assert seen["demand_threads"] == pytest.approx(8.08, rel=ROOM)
    assert seen["running_cores"] == pytest.approx(1.98, rel=ROOM)


def test_workers_with_pools_of_their_own():
    """oversub_workers: 16.2 threads for 8 workers of two."""
    seen = last(TWO, device(8, 0.2, 0.01, threads=2))

    assert seen["demand_threads"] == pytest.approx(16.2, rel=ROOM)


def test_two_threads_under_a_quota_of_one_cpu():
    """cpu_quota: 2.0 ready, 1.0 running, stopped in 85 % of the periods."""
    seen = last(MachineModel("quota", 2, 2, quota=1.0), w.computing(2))

    assert seen["demand_threads"] == pytest.approx(2.0, rel=0.25)
    assert seen["running_cores"] == pytest.approx(1.0, rel=ROOM)
    assert seen["throttled_fraction"] == pytest.approx(0.85, rel=0.15)


def workers_with_cores(machine):
    """Up to four workers that have a core each beside the main process."""
    return min(4, int(min(machine.physical, machine.cpus)) - 1)


ROOMY = [m for m in MACHINES if workers_with_cores(m) >= 1]


@pytest.mark.parametrize("machine", ROOMY, ids=lambda m: m.name)
@pytest.mark.parametrize("share", [0.25, 0.5, 2.0])
def test_a_device_is_fed_for_what_its_workers_make(machine, share):
    """Worked out: each batch takes `step_s` of the device, and the workers make
    `share` of that many, as long as each has a core of its own.
    """
    workers = workers_with_cores(machine)
    run = device(workers, workers * 0.1 / share, 0.1)
    record = watch(machine, Workload("fed", (run,), seconds=14))

    gpu = [s.gpu_busy for s in record.activity[-5:]]
    assert sum(gpu) / 5 == pytest.approx(min(1.0, share), abs=0.06)
    wanted = workers * min(1.0, 1 / share)
    assert record.last["run.worker_demand_threads"] == pytest.approx(wanted, rel=0.12)
