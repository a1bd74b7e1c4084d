"""Which logical CPUs are hardware threads of the same core."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def physical_cores(cpus: Iterable[int], root: Path = Path("/")) -> int:
    """Return how many cores these logical CPUs belong to; `lscpu -e` lists them.

    CPUs of one core have the same list of siblings; the core's number would not do,
    it repeats on the next die or socket. A CPU without a list (hidden sysfs, some
    ARM boards) counts as a core of its own.
    """
    return len({_siblings(root, cpu) or cpu for cpu in cpus})


def _siblings(root: Path, cpu: int) -> str | None:
    """Return the list of the hardware threads of a CPU's core, as text, or None."""
    topology = root / f"sys/devices/system/cpu/cpu{cpu}/topology"
    for name in ("core_cpus_list", "thread_siblings_list"):  # the new, the old name
        try:
            return (topology / name).read_text().strip() or None
        except OSError:
            continue
    return None
