"""Which CPUs a process may use: affinity, cpuset and cgroup quota of *that* process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from traintray.core.readings import UsableCpus
from traintray.core.sensors.topology import physical_cores


def parse_cpu_list(text: str) -> tuple[int, ...]:
    """Return the CPUs of a kernel list such as `0-3,8`; empty for an empty list."""
    cpus: list[int] = []
    for part in text.strip().split(","):
        if part:
            first, _, last = part.partition("-")
            cpus.extend(range(int(first), int(last or first) + 1))
    return tuple(cpus)


def allowed_cpus(pid: int, root: Path = Path("/")) -> tuple[int, ...]:
    """Return the CPUs in the affinity mask, cpuset applied.

    `taskset -cp <pid>` prints the same. Raises OSError when the process is gone.
    """
    status = (root / f"proc/{pid}/status").read_bytes()
    at = status.index(b"Cpus_allowed_list:") + len(b"Cpus_allowed_list:")
    return parse_cpu_list(status[at : status.index(b"\n", at)].decode())


def read_usable_cpus(
    pid: int, root: Path = Path("/"), mask_of: int | None = None
) -> UsableCpus:
    """Return the CPUs that process `pid` may use.

    `mask_of`: take the affinity mask of this process instead, where `pid` narrowed
    its own. Raises OSError when the process is gone. A quota that cannot be read counts
    as none: the mask then is the best that is known.
    """
    cpus = allowed_cpus(pid if mask_of is None else mask_of, root)
    quota = _quota_cpus(pid, root)
    count = float(len(cpus)) if quota is None else min(float(len(cpus)), quota)
    return UsableCpus(count, cpus, physical_cores(cpus, root), quota)


@dataclass(frozen=True)
class _Mount:
    """One cgroup hierarchy as mounted here."""

    point: PurePosixPath
    top: PurePosixPath
    """The cgroup that appears at the mount point; not `/` in some containers."""
    is_v2: bool


def _quota_cpus(pid: int, root: Path) -> float | None:
    """Return the smallest quota of the process's cgroup and all its ancestors."""
    try:
        memberships = (
            (root / f"proc/{pid}/cgroup")
            .read_text(errors="surrogateescape")
            .splitlines()
        )
        mounts = list(
            _cpu_mounts(
                (root / "proc/self/mountinfo").read_text(errors="surrogateescape")
            )
        )
    except OSError:
        return None
    quotas: list[float] = []
    for line in memberships:
        _, controllers, path = line.split(":", 2)
        for mount in mounts:
            here = "cpu" in controllers.split(",") if controllers else mount.is_v2
            if here and mount.is_v2 == (not controllers):
                quotas.extend(_quotas_above(mount, PurePosixPath(path), root))
    return min(quotas, default=None)


def _cpu_mounts(mountinfo: str) -> Iterator[_Mount]:
    for line in mountinfo.splitlines():
        left, _, right = line.partition(" - ")
        kind, _, options = right.partition(" ")
        if kind == "cgroup2" or (
            kind == "cgroup" and "cpu" in options.rsplit(" ", 1)[-1].split(",")
        ):
            fields = left.split()
            yield _Mount(
                PurePosixPath(fields[4]), PurePosixPath(fields[3]), kind == "cgroup2"
            )


def _quotas_above(mount: _Mount, path: PurePosixPath, root: Path) -> Iterator[float]:
    """Yield the quota of `path` and of every ancestor up to the mount point."""
    try:
        inside = path.relative_to(mount.top)
    except ValueError:
        inside = PurePosixPath()
    folder = root / os.fspath(mount.point.relative_to("/"))
    for part in [PurePosixPath(), *reversed(inside.parents), inside]:
        quota = _read_quota(folder / part, mount.is_v2)
        if quota is not None:
            yield quota


def _read_quota(folder: Path, is_v2: bool) -> float | None:
    """Return the quota of one cgroup in CPUs; None without one."""
    try:
        if is_v2:
            quota, period = (folder / "cpu.max").read_text().split()
        else:
            quota = (folder / "cpu.cfs_quota_us").read_text().strip()
            period = (folder / "cpu.cfs_period_us").read_text().strip()
    except (OSError, ValueError):
        return None
    if quota in ("max", "-1") or int(period) <= 0:
        return None
    return int(quota) / int(period)
