"""Look for graphics devices on the PCI bus, without waking or asking a driver."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

NVIDIA = "0x10de"
AMD = "0x1002"
INTEL = "0x8086"
_DISPLAY = "0x03"
"""PCI class of VGA, 3D and other display controllers; the sound chip of a graphics
card is 0x04."""
LOOK_EVERY_S = 10.0
_GIVEN_AWAY = "vfio-pci"
"""The driver of a device that was handed to a virtual machine: it is not ours."""
_SUSPENDED = ("suspended", "suspending")


@dataclass(frozen=True, slots=True)
class PciGpu:
    """One graphics device on the bus."""

    bus_id: str
    """As sysfs writes it: `0000:01:00.0`."""
    folder: Path
    driver: str = ""
    """What drives it now, such as `nvidia`; empty when nothing does.
    `lspci -k -s <bus id>`"""

    @property
    def may_sleep(self) -> bool:
        """Whether the kernel powers it down when nobody uses it.

        `cat /sys/bus/pci/devices/<bus id>/power/control` says `auto`.
        """
        return _text(self.folder / "power/control") == "auto"

    @property
    def is_suspended(self) -> bool:
        """Whether it is powered down now. A file that is missing says no.

        `cat /sys/bus/pci/devices/<bus id>/power/runtime_status`
        """
        return _text(self.folder / "power/runtime_status") in _SUSPENDED


def gpus_of(vendor: str, root: Path = Path("/")) -> tuple[PciGpu, ...]:
    """Return the graphics devices of one vendor, by bus id.

    `lspci -d <vendor>::03xx` lists the same. None where sysfs is hidden
    (containers), and not those that sit on no PCI bus (Jetson, WSL) or were handed to
    a virtual machine.
    """
    folders = sorted((root / "sys/bus/pci/devices").glob("*"))
    found = (
        # A recorded tree cannot have a colon in a name on every file system.
        PciGpu(folder.name.replace("-", ":"), folder, _driver(folder))
        for folder in folders
        if _text(folder / "vendor") == vendor
        and (_text(folder / "class") or "").startswith(_DISPLAY)
    )
    return tuple(gpu for gpu in found if gpu.driver != _GIVEN_AWAY)


class Bus:
    """The graphics devices of one vendor, looked for every now and then: a bus has
    some fifty devices, and a card in a box is plugged in once a day.
    """

    def __init__(self, vendor: str, root: Path) -> None:
        self._vendor = vendor
        self._root = root
        self._look_at_s = -math.inf
        self._gpus: tuple[PciGpu, ...] = ()

    def gpus(self, at_s: float) -> tuple[PciGpu, ...]:
        """Return them, by bus id; those that came or went lately may be missing."""
        if at_s >= self._look_at_s:
            self._look_at_s = at_s + LOOK_EVERY_S
            self._gpus = gpus_of(self._vendor, self._root)
        return self._gpus


def has_nvidia_gpu(root: Path = Path("/")) -> bool:
    """Say whether an NVIDIA graphics device is on the bus.

    False, too, where sysfs is hidden (containers) and for GPUs that sit on no PCI bus
    (Jetson, WSL): the driver's library knows those.
    """
    return bool(gpus_of(NVIDIA, root))


def on_battery(root: Path = Path("/")) -> bool:
    """Say whether no mains adapter feeds the computer.

    `cat /sys/class/power_supply/*/online`, those whose `type` is Mains.
    """
    plugs = [
        folder
        for folder in (root / "sys/class/power_supply").glob("*")
        if _text(folder / "type") == "Mains"
    ]
    return bool(plugs) and all(_text(plug / "online") == "0" for plug in plugs)


def _driver(folder: Path) -> str:
    try:
        return (folder / "driver").readlink().name
    except OSError:
        return ""


def _text(path: Path) -> str | None:
    try:
        return path.read_text().strip()
    except OSError:
        return None  # it was unplugged a moment ago, or there is no such file
