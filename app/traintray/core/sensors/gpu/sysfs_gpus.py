"""All GPUs of a vendor whose driver tells of them in files: who is there, or sleeps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from traintray.core.readings import GpuReading
from traintray.core.sensors.gpu.fdinfo import GpuUse
from traintray.core.sensors.gpu.pci import Bus, PciGpu, gpus_of, on_battery
from traintray.core.sensors.gpu.shared_use import NOBODY, SharedUse


class SysfsGpu(Protocol):
    """One GPU that is read from files."""

    is_busy: bool
    """Whether it worked at the last reading, as far as is known."""

    def may_ask(self, at_s: float, *, is_on_battery: bool) -> bool:
        """Return whether it may be asked now; called once for each reading."""
        ...

    def read(self, at_s: float, use: GpuUse) -> GpuReading:
        """Read now; what has no file costs only that field."""
        ...

    def asleep(self) -> GpuReading:
        """Return its row while it is left alone."""
        ...


class SysfsGpus:
    """Reads them. A GPU that sleeps, or could, is not asked.

    `is_driven` says whether a driver has taken a device up, `make` returns what reads
    it; `root` is the file system.
    """

    def __init__(
        self,
        vendor: str,
        root: Path,
        is_driven: Callable[[PciGpu], bool],
        make: Callable[[PciGpu, Path], SysfsGpu],
    ) -> None:
        self._vendor = vendor
        self._root = root
        self._is_driven = is_driven
        self._make = make
        self._bus = Bus(vendor, root)
        self._use = SharedUse(root)
        self._gpus: dict[str, SysfsGpu] = {}

    def is_here(self) -> bool:
        """Say whether a driver shows a GPU."""
        return any(map(self._is_driven, gpus_of(self._vendor, self._root)))

    def read(self, at_s: float, *, closely: bool = False) -> tuple[GpuReading, ...]:
        """Read every GPU; one that was taken out has no row."""
        self._gpus = {
            pci.bus_id: self._gpus.get(pci.bus_id) or self._make(pci, self._root)
            for pci in self._bus.gpus(at_s)
            if self._is_driven(pci)
        }
        battery = on_battery(self._root)
        awake = {
            bus_id: gpu
            for bus_id, gpu in self._gpus.items()
            if gpu.may_ask(at_s, is_on_battery=battery)
        }
        is_used = any(gpu.is_busy for gpu in awake.values())
        uses = self._use.read(at_s, closely=closely, is_used=is_used) if awake else {}
        return tuple(
            gpu.read(at_s, uses.get(bus_id, NOBODY))
            if bus_id in awake
            else gpu.asleep()
            for bus_id, gpu in self._gpus.items()
        )

    def reset(self) -> None:
        """Begin anew: chips may have other numbers, and counters begin at 0, after a
        sleep of the computer.
        """
        self._gpus = {}

    def rest(self) -> None:
        """Do nothing: no file stays open between two readings."""
