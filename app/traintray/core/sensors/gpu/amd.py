"""Read AMD GPUs from what the amdgpu driver writes into sysfs; no ROCm is needed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from traintray.core.readings import GpuReading
from traintray.core.sensors.gpu.amd_gpu import BUSY, AmdGpu
from traintray.core.sensors.gpu.pci import AMD, Bus, PciGpu, gpus_of, on_battery
from traintray.core.sensors.gpu.shared_use import NOBODY, SharedUse
from traintray.core.sensors.gpu.vendor import VendorPlugin


class AmdGpus:
    """All GPUs that amdgpu drives. `rocm-smi` and `radeontop` print the same.

    `root` is the file system to read. A GPU that sleeps, or could, is not asked.
    """

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root
        self._bus = Bus(AMD, root)
        self._use = SharedUse(root)
        self._gpus: dict[str, AmdGpu] = {}

    def is_here(self) -> bool:
        """Say whether the driver shows a GPU."""
        return bool(_driven(gpus_of(AMD, self._root)))

    def read(self, at_s: float, *, closely: bool = False) -> tuple[GpuReading, ...]:
        """Read every GPU; one that was taken out has no row."""
        on_battery_now = on_battery(self._root)
        gpus = [
            self._gpus.get(pci.bus_id) or AmdGpu(pci, self._root)
            for pci in _driven(self._bus.gpus(at_s))
        ]
        self._gpus = {gpu.pci.bus_id: gpu for gpu in gpus}
        awake = [gpu for gpu in gpus if gpu.may_ask(at_s, is_on_battery=on_battery_now)]
        is_used = any(gpu.is_busy for gpu in awake)
        uses = self._use.read(at_s, closely=closely, is_used=is_used) if awake else {}
        return tuple(
            gpu.read(at_s, uses.get(gpu.pci.bus_id, NOBODY))
            if gpu in awake
            else gpu.asleep()
            for gpu in gpus
        )

    def reset(self) -> None:
        """Begin anew: numbers of chips may have changed while the computer slept."""
        self._gpus = {}

    def rest(self) -> None:
        """Do nothing: no file stays open between two readings."""


def _driven(gpus: Sequence[PciGpu]) -> list[PciGpu]:
    """Return those that the driver reports of; a sleeping one has its files."""
    return [gpu for gpu in gpus if (gpu.folder / BUSY).exists()]


VENDOR = VendorPlugin("amd", lambda kernel: AmdGpus(kernel.root))
