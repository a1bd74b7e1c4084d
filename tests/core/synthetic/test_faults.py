"""What is wrong is named on every machine on which it is wrong.

What must be told is worked out from the model (how many threads for how many CPUs,
what a consumer could eat and what it gets), never from what was told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from core.synthetic import workloads as w
from core.synthetic.machines import MACHINES, MachineModel
from core.synthetic.models import Workload
from core.synthetic.watch import at_end, kinds, verdicts, watch
from traintray.core.diagnosis.verdict import Finding

THREADS, INPUT, COMPUTE = "too_many_threads", "input_bound", "cpu_compute"


@dataclass(frozen=True)
class Fault:
    """A faulty workload, where its fault exists, and what may be said of it."""

    make: Callable[[MachineModel], Workload]
    kind: str
    exists: Callable[[MachineModel], bool]
    also: tuple[str, ...] = ()
    """Kinds that are true of it too, and may be told on the way."""


def _anywhere(_: MachineModel) -> bool:
    return True


def _has_gpu(m: MachineModel) -> bool:
    return m.gpus > 0


def _no_gpu(m: MachineModel) -> bool:
    return not m.gpus


def _has_quota(m: MachineModel) -> bool:
    return m.quota is not None


def _whole(m: MachineModel) -> bool:
    """A machine of one's own: no quota, no cpuset."""
    return m.quota is None and m.cpuset is None


def _over(threads: Callable[[MachineModel], float]) -> Callable[[MachineModel], bool]:
    """Twice as many threads as CPUs: far from what a healthy run may have."""
    return lambda m: threads(m) >= 2 * max(1.0, m.cpus)


FAULTS = (
    Fault(w.three_threads_per_cpu, THREADS, _anywhere),
    Fault(w.sixteen_threads, THREADS, _over(lambda m: 16)),
    Fault(w.blind_to_the_quota, THREADS, _over(lambda m: m.default_threads)),
    Fault(w.pools_in_workers, THREADS, _anywhere),
    Fault(w.crowd_of_workers, THREADS, lambda m: m.cpus <= 64),
    Fault(w.ranks_times_threads, THREADS, _anywhere),
    Fault(w.two_runs, THREADS, lambda m: m.quota is None and m.cpus >= 2),
    Fault(w.two_runs_in_a_box, THREADS, _has_quota, also=(COMPUTE, "gpu_unused")),
    Fault(w.quota_beside_a_build, "contended", lambda m: (m.quota or 0.0) >= 1),
    Fault(w.hungry_gpu, INPUT, lambda m: m.gpus > 0 and m.cpus >= 2),
    Fault(w.hungry_cpu, INPUT, lambda m: m.cpus >= 2),
    Fault(w.inline_pictures, INPUT, lambda m: m.gpus > 0 and m.cpus >= 2),
    Fault(w.inline_beside_a_pool, INPUT, lambda m: m.cpus >= 2),
    Fault(w.inline_python, "single_core", lambda m: m.gpus > 0 and m.cpus >= 2),
    Fault(w.loop_beside_a_pool, "single_core", lambda m: m.cpus >= 2),
    Fault(w.one_thread, "single_core", lambda m: m.cpus >= 4),
    Fault(w.full, COMPUTE, _no_gpu),
    Fault(w.full, "gpu_unused", _has_gpu),
    Fault(
        w.sized_beside_workers,
        COMPUTE,
        # Elsewhere the second hardware threads of the cores are there for workers.
        lambda m: not m.gpus and m.quota is None and m.cpus == m.physical >= 4,
    ),
    Fault(w.capped, "over_capped", lambda m: min(m.physical, m.cpus) >= 4),
    Fault(w.pinned, "pinned_workers", lambda m: m.quota is None),
    Fault(
        w.beside_a_build,
        "contended",
        _whole,
        also=(COMPUTE, "gpu_unused"),
    ),
    Fault(
        w.starved_by_a_build,
        "contended",
        lambda m: _whole(m) and m.gpus > 0,
        also=(INPUT,),
    ),
    Fault(w.crowd_with_pauses, THREADS, _anywhere),
    Fault(w.full_sockets, COMPUTE, lambda m: m.sockets == 2 and not m.gpus),
    Fault(w.swapping, "swapping", _anywhere),
    Fault(w.compiling, "compiling", _anywhere),
    Fault(w.spinning, "spinning", lambda m: m.physical >= 4 and m.cpus >= 4),
    Fault(w.waiting_for_disk, "disk_bound", lambda m: m.cpus >= 2),
    Fault(w.waiting_uncounted, "disk_bound", lambda m: m.cpus >= 2),
    Fault(w.stolen, "contended", _whole),
    Fault(w.hot, "cpu_throttled", _no_gpu),
    Fault(w.hot_gpu, "gpu_throttled", _has_gpu),
)
SLOW = (
    Fault(w.leaking, "memory_growth", _anywhere, also=(COMPUTE, "gpu_unused")),
    Fault(w.piling_up, "workers_pile_up", lambda m: m.cpus >= 2, also=(THREADS,)),
    Fault(w.one_of_four, "one_gpu_of_many", lambda m: m.gpus >= 2),
    Fault(w.held_gpu, "gpu_idle", lambda m: m.gpus == 1),
)
"""What takes minutes to see is tried on a few machines only."""
_FEW = ("2 CPUs", "laptop with a GPU", "256 CPUs and four GPUs", "one CPU of 16")


def cases() -> Iterator[object]:
    for fault in (*FAULTS, *SLOW):
        for machine in MACHINES:
            if fault in SLOW and machine.name not in _FEW:
                continue
            if fault.exists(machine):
                name = f"{fault.make.__name__} on {machine.name}"
                yield pytest.param(fault, machine, id=name)


@pytest.mark.parametrize(("fault", "machine"), list(cases()))
def test_what_is_wrong_is_named(fault, machine):
    told = verdicts(watch(machine, fault.make(machine)))

    verdict = at_end(told)
    assert isinstance(verdict, Finding)
    assert verdict.kind == fault.kind
    assert kinds(told) <= {fault.kind, *fault.also}


LARGE = [m for m in MACHINES if _whole(m) and m.cpus >= 8]


@pytest.mark.parametrize("machine", LARGE, ids=lambda m: m.name)
def test_one_busy_thread_is_no_trouble_where_the_other_cpus_are_busy_too(machine):
    told = verdicts(watch(machine, w.one_thread_among_many(machine)))

    assert kinds(told) == set()


@pytest.mark.parametrize("machine", MACHINES, ids=lambda m: m.name)
def test_where_two_kinds_meet_one_of_them_is_told(machine):
    told = verdicts(watch(machine, w.on_the_edge(machine)))

    assert isinstance(at_end(told), Finding)
    assert kinds(told) <= {THREADS, INPUT}


@pytest.mark.parametrize("machine", MACHINES, ids=lambda m: m.name)
def test_a_cap_as_this_program_proposes_it_is_not_called_too_low(machine):
    told = verdicts(watch(machine, w.capped_as_proposed(machine)))

    assert kinds(told) <= {COMPUTE, "gpu_unused"}
