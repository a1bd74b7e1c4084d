"""Read Intel GPUs from what i915 and xe write into sysfs; no root is needed."""

from __future__ import annotations

from pathlib import Path

from traintray.core.sensors.gpu.intel_gpu import IntelGpu
from traintray.core.sensors.gpu.pci import INTEL, PciGpu
from traintray.core.sensors.gpu.sysfs_gpus import SysfsGpus
from traintray.core.sensors.gpu.vendor import VendorPlugin


class IntelGpus(SysfsGpus):
    """All GPUs that i915 or xe drives."""

    def __init__(self, root: Path = Path("/")) -> None:
        super().__init__(INTEL, root, _is_driven, IntelGpu)


def _is_driven(gpu: PciGpu) -> bool:
    return any(gpu.folder.glob("drm/card[0-9]*"))


VENDOR = VendorPlugin("intel", lambda kernel: IntelGpus(kernel.root))
