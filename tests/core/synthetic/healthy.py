"""Every clearly healthy workload on every machine it fits, each simulated once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.synthetic import workloads as w
from core.synthetic.machines import MACHINES, MachineModel
from core.synthetic.models import Workload
from core.synthetic.watch import Record, watch


@dataclass(frozen=True)
class Healthy:
    """One workload on one machine."""

    machine: MachineModel
    make: Callable[[MachineModel], Workload]

    def __str__(self) -> str:
        return f"{self.make.__name__} on {self.machine.name}"

    @property
    def record(self) -> Record:
        """What was seen of it; simulated at the first use."""
        if self not in _RECORDS:
            _RECORDS[self] = watch(self.machine, self.make(self.machine))
        return _RECORDS[self]


_RECORDS: dict[Healthy, Record] = {}
_ON_A_GPU = (
    w.slack_loaders,
    w.polling_main,
    w.data_on_the_gpu,
    w.every_gpu,
    w.own_gpu_each,
    w.rank_per_socket,
    w.evaluating,
    w.beside_light_work,
    w.beside_a_build_it_can_afford,
    w.poor_kernel,
)
_ANYWHERE = (w.light_thread, w.light_pool, w.half_pool, w.resting, w.small_loader)


def _fits(machine: MachineModel, make: Callable[[MachineModel], Workload]) -> bool:
    """Tell whether the workload is healthy there.

    One GPU run on a machine with four leaves three free, which is worth a note. A
    thread that works 40 % of the time is not light on half a CPU, and two runs'
    loaders have no slack on two and a half.
    """
    if make is w.rank_per_socket:
        return machine.gpus == 4
    if make is w.light_thread:
        return machine.cpus >= 1
    return (
        not machine.gpus
        or make not in _ON_A_GPU
        or (machine.gpus == 1 or make in (w.every_gpu, w.own_gpu_each))
    )


HEALTHY = tuple(
    Healthy(machine, make)
    for machine in MACHINES
    for make in (*(_ON_A_GPU if machine.gpus else ()), *_ANYWHERE)
    if _fits(machine, make)
)

CLEARLY_HEALTHY = tuple(
    case for case in HEALTHY if case.make is not w.beside_a_build_it_can_afford
)
"""Those that are far from every trouble; a machine full of compilers is not."""
