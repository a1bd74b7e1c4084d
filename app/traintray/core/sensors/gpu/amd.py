"""Read AMD GPUs from what the amdgpu driver writes into sysfs; no ROCm is needed."""

from __future__ import annotations

from pathlib import Path

from traintray.core.sensors.gpu.amd_gpu import BUSY, AmdGpu
from traintray.core.sensors.gpu.pci import AMD, PciGpu
from traintray.core.sensors.gpu.sysfs_gpus import SysfsGpus
from traintray.core.sensors.gpu.vendor import VendorPlugin


class AmdGpus(SysfsGpus):
    """All GPUs that amdgpu drives. `rocm-smi` and `radeontop` print the same."""

    def __init__(self, root: Path = Path("/")) -> None:
        super().__init__(AMD, root, _is_driven, AmdGpu)


def _is_driven(gpu: PciGpu) -> bool:
    """Say whether the driver reports of it; a sleeping one has its files."""
    return (gpu.folder / BUSY).exists()


VENDOR = VendorPlugin("amd", lambda kernel: AmdGpus(kernel.root))
