"""The GPUs of each vendor, and why one cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from traintray.core.discovery import collect
from traintray.core.readings import Gap, GapReason, GpuReading
from traintray.core.sensors import gpu as vendors
from traintray.core.sensors.gpu.background import SILENT_AFTER_S, BackgroundReader
from traintray.core.sensors.gpu.pci import AMD, INTEL, NVIDIA, gpus_of
from traintray.core.sensors.gpu.vendor import VendorPlugin
from traintray.core.sensors.plugin import Kernel
from traintray.core.sensors.procfile import ProcFile
from traintray.core.sensors.refusal import gap_of
from traintray.core.sentence import Sentence
from traintray.platform.doctor.check import Begins, Check, Health, Topic

_TITLES = {"nvidia": "NVIDIA", "amd": "AMD", "intel": "Intel"}
_VENDORS = {"nvidia": NVIDIA, "amd": AMD, "intel": INTEL}
_DRIVER_SAYS = Sentence(
    "Doctor", "See what the driver says: sudo dmesg. Mostly a restart helps."
)
_RESTART = Sentence("Doctor", "Restart the computer.")
_NO_BUS = Sentence("Doctor", "no bus")
_NO_GPU = Sentence("Doctor", "no {vendor} GPU")
_ANSWER_S = SILENT_AFTER_S + 0.1
"""Waited a little longer, so that it has been silent for as long as it may."""
_REFUSED = GapReason.NO_PERMISSION


def _look(root: Path, begins: Begins) -> Iterator[Check]:
    kernel = Kernel(root, ProcFile(root / "proc/stat"))
    for plugin in collect(vendors, "VENDOR", VendorPlugin, everywhere=False):
        begins(f"gpu.{plugin.name}")
        yield from _vendor(plugin, kernel)


def _vendor(plugin: VendorPlugin, kernel: Kernel) -> Iterator[Check]:
    name, title = f"gpu.{plugin.name}", _TITLES.get(plugin.name, plugin.name)
    vendor = plugin.make(kernel)
    if not vendor.is_here():
        yield Check(name, Health.ABSENT, _NO_GPU.filled(vendor=title))
        return
    try:
        gpus = BackgroundReader(vendor, _ANSWER_S).read(0.0, closely=True)
    except OSError as error:
        on_bus = gpus_of(_VENDORS.get(plugin.name, ""), kernel.root)
        places = ", ".join(pci.bus_id for pci in on_bus)
        template = Sentence("Doctor", "{vendor} GPU on {place} cannot be read: {why}")
        gap = gap_of(error)
        found = template.filled(vendor=title, place=places or _NO_BUS, why=gap.detail)
        remedy = _nvidia_remedy if plugin.name == "nvidia" else _other_remedy
        yield Check(name, Health.WRONG, found, remedy(gap))
        return
    if plugin.name == "nvidia":
        yield Check(f"{name}.driver", Health.OK, _driver(kernel.root))
    for gpu in gpus:
        yield _gpu(name, gpu)
    if not gpus:
        yield Check(name, Health.ABSENT, _NO_GPU.filled(vendor=title))


def _nvidia_remedy(gap: Gap) -> str:
    remedy = {
        GapReason.NOT_PRESENT: Sentence(
            "Doctor",
            "Install the driver with its monitoring library: libnvidia-ml1 on Debian,"
            " libnvidia-compute-<version> on Ubuntu, xorg-x11-drv-nvidia-cuda-libs on"
            " Fedora, nvidia-utils on Arch.",
        ),
        GapReason.NO_PERMISSION: Sentence(
            "Doctor",
            "Your user may not open /dev/nvidia*: ask for the group that owns it"
            " (ls -l /dev/nvidia0).",
        ),
        GapReason.DEVICE_LOST: Sentence(
            "Doctor",
            "See what the driver says: sudo dmesg | grep -i nvrm. Mostly a restart"
            " helps.",
        ),
    }.get(gap.reason)
    if "restart the computer" in gap.detail:
        remedy = _RESTART
    return remedy or _RESTART


def _other_remedy(gap: Gap) -> str:
    del gap  # these drivers are part of the kernel: there is nothing to install
    return _DRIVER_SAYS


def _gpu(name: str, gpu: GpuReading) -> Check:
    shown = f"{gpu.name} ({gpu.bus_id})" if gpu.bus_id else gpu.name
    if gpu.is_asleep:
        asleep = Sentence("Doctor", "{gpu} sleeps, and is not woken")
        return Check(name, Health.OK, asleep.filled(gpu=shown))
    gaps = gpu.gaps.values()
    if gaps and all(gap.reason is GapReason.DEVICE_LOST for gap in gaps):
        remedy = Sentence(
            "Doctor", "It fell off the bus or waits for a reset: restart the computer."
        )
        silent = Sentence("Doctor", "{gpu} does not answer")
        return Check(name, Health.WRONG, silent.filled(gpu=shown), remedy)
    refused = sorted(f for f, gap in gpu.gaps.items() if gap.reason is _REFUSED)
    missing = sorted(
        f
        for f, gap in gpu.gaps.items()
        if gap.reason not in (GapReason.FIRST, _REFUSED)
    )
    if refused:
        template = Sentence("Doctor", "{gpu}; not permitted: {names}")
        shown = template.filled(gpu=shown, names=", ".join(refused))
    if missing:
        template = Sentence("Doctor", "{gpu}; not reported: {names}")
        shown = template.filled(gpu=shown, names=", ".join(missing))
    return Check(name, Health.OK, shown)


def _driver(root: Path) -> str:
    """Return the version of the driver and where its library lies."""
    parts: list[str] = []
    try:
        text = (root / "proc/driver/nvidia/version").read_text()
        version = re.search(r"\b\d+\.\d+(\.\d+)?\b", text)
        if version:
            driver = Sentence("Doctor", "driver {version}")
            parts.append(driver.filled(version=version[0]))
    except OSError:
        pass  # it is so in containers and on WSL
    try:
        maps = Path("/proc/self/maps").read_text()
        library = re.search(r"(/\S*libnvidia-ml\.so\S*)", maps)
        if library:
            parts.append(library[1])
    except OSError:
        pass
    if len(parts) == 2:
        both = Sentence("Doctor", "{version}, {library}")
        return both.filled(version=parts[0], library=parts[1])
    return parts[0] if parts else Sentence("Doctor", "its library answers")


CHECKS = Topic(20, _look)
