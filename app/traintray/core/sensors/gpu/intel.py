"""Read Intel GPUs from what i915 and xe write into sysfs; no root is needed."""

from __future__ import annotations

from pathlib import Path

from traintray.core.readings import GpuReading
from traintray.core.sensors.gpu.intel_gpu import IntelGpu
from traintray.core.sensors.gpu.pci import INTEL, Bus, gpus_of, on_battery
from traintray.core.sensors.gpu.shared_use import NOBODY, SharedUse
from traintray.core.sensors.gpu.vendor import VendorPlugin


class IntelGpus:
    """All GPUs that i915 or xe drives; `root` is the file system to read."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root
        self._bus = Bus(INTEL, root)
        self._use = SharedUse(root)
        self._gpus: dict[str, IntelGpu] = {}

    def is_here(self) -> bool:
        """Say whether a driver has taken up a GPU."""
        return any(_is_driven(pci.folder) for pci in gpus_of(INTEL, self._root))

    def read(self, at_s: float, *, closely: bool = False) -> tuple[GpuReading, ...]:
        """Read every GPU; one that was taken out has no row."""
        on_bus = [p for p in self._bus.gpus(at_s) if _is_driven(p.folder)]
        gpus = [self._gpus.get(p.bus_id) or IntelGpu(p, self._root) for p in on_bus]
        self._gpus = {gpu.pci.bus_id: gpu for gpu in gpus}
        on_battery_now = on_battery(self._root)
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
        """Begin anew: counters may have begun anew while the computer slept."""
        self._gpus = {}

    def rest(self) -> None:
        """Do nothing: no file stays open between two readings."""


def _is_driven(folder: Path) -> bool:
    return any(folder.glob("drm/card[0-9]*"))


VENDOR = VendorPlugin("intel", lambda kernel: IntelGpus(kernel.root))
