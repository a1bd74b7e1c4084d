"""Every clearly healthy workload on every machine it fits, each simulated once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.synthetic import workloads as w
from core.synthetic.machines import MACHINES, WITH_GPU, MachineModel
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
    w.evaluating,
    w.beside_light_work,
    w.poor_kernel,
)
_ANYWHERE = (w.light_thread, w.light_pool, w.resting, w.small_loader)
_LARGE_ENOUGH = 2.0
"""CPUs below which a GPU cannot be fed with slack by these loaders."""


def _fits(machine: MachineModel, make: Callable[[MachineModel], Workload]) -> bool:
    """One GPU run on a machine with four leaves three free, which is worth a note."""
    return machine.gpus == 1 or make in (w.every_gpu, w.own_gpu_each)


HEALTHY = (
    *(Healthy(m, make) for m in WITH_GPU for make in _ON_A_GPU if _fits(m, make)),
    *(Healthy(m, make) for m in MACHINES for make in _ANYWHERE),
)
