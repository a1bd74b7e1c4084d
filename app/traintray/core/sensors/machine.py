"""Read the facts about the machine that stay the same while the app runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from traintray.core.sensors.cpu import parse
from traintray.core.sensors.gpu.pci import has_nvidia_gpu
from traintray.core.sensors.memory import MemorySensor
from traintray.core.sensors.procfile import ProcFile
from traintray.core.sensors.topology import physical_cores


@dataclass(frozen=True, slots=True)
class MachineFacts:
    """What is built in and switched on."""

    physical_cores: int
    """`lscpu`, "Core(s) per socket" times "Socket(s)"; equal to the logical CPUs
    where the kernel does not tell."""
    logical_cpus: int
    """CPUs that are online.  `lscpu`"""
    memory_bytes: int
    swap_bytes: int
    gpu_expected: bool
    """An NVIDIA graphics device is on the PCI bus, whether or not it answers."""


def read_machine(root: Path = Path("/")) -> MachineFacts:
    """Read now; OSError when `/proc/stat` or `/proc/meminfo` cannot be read.

    `root` is the file system to read; a test hands in a folder.
    """
    stat = ProcFile(root / "proc/stat")
    try:
        _, online = parse(stat.read())
    except ValueError as error:
        raise stat.unreadable() from error
    memory = MemorySensor(root).read(at_s=0.0)
    return MachineFacts(
        physical_cores=physical_cores(online, root),
        logical_cpus=len(online),
        memory_bytes=memory.total_bytes,
        swap_bytes=memory.swap_total_bytes,
        gpu_expected=has_nvidia_gpu(root),
    )
