"""Which logical CPUs are hardware threads of the same core, and which are fast."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def parse_cpu_list(text: str) -> tuple[int, ...]:
    """Return the CPUs of a kernel list such as `0-3,8`; empty for an empty list."""
    cpus: list[int] = []
    for part in text.strip().split(","):
        if part:
            first, _, last = part.partition("-")
            cpus.extend(range(int(first), int(last or first) + 1))
    return tuple(cpus)


def physical_cores(cpus: Iterable[int], root: Path = Path("/")) -> int:
    """Return how many cores these logical CPUs belong to; `lscpu -e` lists them.

    CPUs of one core have the same list of siblings; the core's number would not do,
    it repeats on the next die or socket. A CPU without a list (hidden sysfs, some
    ARM boards) counts as a core of its own.
    """
    return len({_siblings(root, cpu) or cpu for cpu in cpus})


def cores_of(
    cpus: Iterable[int], root: Path = Path("/")
) -> tuple[tuple[int, ...], ...]:
    """Return these logical CPUs, those of one core together; `lscpu -e`."""
    groups: dict[str | int, list[int]] = {}
    for cpu in sorted(cpus):
        groups.setdefault(_siblings(root, cpu) or cpu, []).append(cpu)
    return tuple(tuple(group) for group in groups.values())


def fast_cpus(cpus: Iterable[int], root: Path = Path("/")) -> frozenset[int]:
    """Return those on fast cores; empty where all are alike or nobody tells."""
    allowed = set(cpus)
    fast = allowed & _fast_cpus(allowed, root)
    return frozenset() if fast == allowed else frozenset(fast)


def performance_cores(cpus: Iterable[int], root: Path = Path("/")) -> int | None:
    """Return how many of the cores are fast ones, or None where all are alike.

    `/sys/devices/cpu_core/cpus` lists the fast CPUs of a hybrid Intel processor; on
    others with cores of two speeds their `cpu_capacity` differs, as on most ARM
    boards. None also where these CPUs are only of one kind: then no other waits.
    """
    fast = fast_cpus(cpus, root)
    return physical_cores(fast, root) if fast else None


def _fast_cpus(allowed: set[int], root: Path) -> set[int]:
    try:
        listed = (root / "sys/devices/cpu_core/cpus").read_text()
    except OSError:
        return _strongest(allowed, root)
    return set(parse_cpu_list(listed))


def _strongest(allowed: set[int], root: Path) -> set[int]:
    """Return the CPUs of the highest capacity; none where one does not tell its own."""
    capacities = {}
    for cpu in allowed:
        path = root / f"sys/devices/system/cpu/cpu{cpu}/cpu_capacity"
        try:
            capacities[cpu] = int(path.read_text())
        except (OSError, ValueError):
            return set()
    strongest = max(capacities.values(), default=0)
    # Fast cores of one chip differ by their turbo bins: a few per cent are no kind.
    return {cpu for cpu, value in capacities.items() if value >= 0.9 * strongest}


def _siblings(root: Path, cpu: int) -> str | None:
    """Return the list of the hardware threads of a CPU's core, as text, or None."""
    topology = root / f"sys/devices/system/cpu/cpu{cpu}/topology"
    for name in ("core_cpus_list", "thread_siblings_list"):  # the new, the old name
        try:
            return (topology / name).read_text().strip() or None
        except OSError:
            continue
    return None
