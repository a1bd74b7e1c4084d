"""Look for NVIDIA devices on the PCI bus, without waking or asking a driver."""

from __future__ import annotations

from pathlib import Path

_NVIDIA = "0x10de"
_DISPLAY = "0x03"
"""PCI class of VGA, 3D and other display controllers; the sound chip of a graphics
card is 0x04."""


def has_nvidia_gpu(root: Path = Path("/")) -> bool:
    """Say whether an NVIDIA graphics device is on the bus.

    `lspci -d 10de::03xx` lists the same. False, too, where sysfs is hidden
    (containers) and for GPUs that sit on no PCI bus (Jetson, WSL): the driver's
    library knows those.
    """
    for device in (root / "sys/bus/pci/devices").glob("*"):
        try:
            if (device / "vendor").read_text().strip() != _NVIDIA:
                continue
            if (device / "class").read_text().startswith(_DISPLAY):
                return True
        except OSError:
            continue  # it was unplugged a moment ago
    return False
