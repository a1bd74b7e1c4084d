"""Machines that nobody here owns: 2 to 256 logical CPUs, in containers and without."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.readings import UsableCpus

GIB = 2**30


@dataclass(frozen=True)
class MachineModel:
    """What one machine, and the container on it, gives to a run."""

    name: str
    logical: int
    cores: int
    """Physical cores. Of one with two hardware threads the second is numbered
    `cores` higher, as Linux does on most machines."""
    fast: int | None = None
    """Fast cores of a hybrid CPU; only these have a second hardware thread."""
    sockets: int = 1
    cpuset: tuple[int, ...] | None = None
    quota: float | None = None
    gpus: int = 0
    memory_bytes: int = 64 * GIB

    @property
    def mask(self) -> tuple[int, ...]:
        """Logical CPUs that a run may use."""
        return self.cpuset or tuple(range(self.logical))

    @property
    def cpus(self) -> float:
        """CPUs that a run may use at once."""
        return min(float(len(self.mask)), self.quota or float(len(self.mask)))

    @property
    def physical(self) -> int:
        """Cores among the logical CPUs that a run may use."""
        return len({self._core(cpu) for cpu in self.mask})

    @property
    def best_threads(self) -> int:
        """Threads that compute best: one per core, none beyond the quota."""
        return max(1, int(min(self.fast or self.physical, self.cpus)))

    @property
    def default_threads(self) -> int:
        """Threads that a library opens by itself: it does not look at a quota."""
        return self.physical

    def socket(self, number: int) -> tuple[int, ...]:
        """Logical CPUs of one socket."""
        each = self.cores // self.sockets
        return tuple(c for c in self.mask if self._core(c) // each == number)

    def usable(self, mask: tuple[int, ...] | None = None) -> UsableCpus:
        """Return what the sensor would read, for a process with a mask of its own."""
        cpus = mask or self.mask
        physical = len({self._core(cpu) for cpu in cpus})
        count = min(float(len(cpus)), self.quota or float(len(cpus)))
        fast = self.fast and len({c for c in map(self._core, cpus) if c < self.fast})
        return UsableCpus(count, cpus, physical, self.quota, fast or None)

    def _core(self, cpu: int) -> int:
        return cpu if cpu < self.cores else cpu - self.cores


MACHINES = (
    MachineModel("2 CPUs", 2, 2),
    MachineModel("laptop, 4 cores, SMT", 8, 4),
    MachineModel("16 cores", 16, 16),
    MachineModel("hybrid, 6 fast and 8 slow cores", 20, 14, fast=6),
    MachineModel("two sockets, 64 cores, SMT", 128, 64, sockets=2),
    MachineModel("256 CPUs", 256, 128, sockets=2),
    MachineModel("half a CPU", 8, 4, quota=0.5),
    MachineModel("one CPU of 16", 16, 16, quota=1.0),
    MachineModel("two and a half CPUs of 32", 32, 16, quota=2.5),
    MachineModel("four CPUs of 64", 64, 32, cpuset=(4, 5, 6, 7)),
    MachineModel("two cores with SMT of 64", 64, 32, cpuset=(4, 5, 36, 37)),
    MachineModel("2 CPUs and a GPU", 2, 2, gpus=1),
    MachineModel("laptop with a GPU", 8, 4, gpus=1),
    MachineModel("workstation with a GPU", 32, 16, gpus=1),
    MachineModel("two and a half CPUs and a GPU", 64, 32, quota=2.5, gpus=1),
    MachineModel("four GPUs, two sockets", 64, 32, sockets=2, gpus=4),
    MachineModel("256 CPUs and four GPUs", 256, 128, sockets=2, gpus=4),
)
WITHOUT_GPU = tuple(m for m in MACHINES if not m.gpus)
WITH_GPU = tuple(m for m in MACHINES if m.gpus)
