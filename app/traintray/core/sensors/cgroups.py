"""What the control groups of one process allow: CPU quota, throttling, memory.

Both hierarchies are read, the unified one (v2) and the older one folder per
controller (v1), and of each the process's own group with all groups above it: the
strictest one counts.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from traintray.core.readings import CgroupReading

_NO_LIMIT_BYTES = 2**62
"""v1 writes the largest whole number of pages where no limit is set."""


@dataclass(frozen=True, slots=True)
class Group:
    """One control group as a folder."""

    folder: Path
    is_v2: bool

    def number(self, name: str) -> int | None:
        """Return the number in one of its files; None for `max` or no such file."""
        try:
            return int((self.folder / name).read_text())
        except (OSError, ValueError):
            return None

    def table(self, name: str) -> dict[str, int]:
        """Return a file of `name value` lines; empty when it cannot be read."""
        try:
            lines = (self.folder / name).read_text().splitlines()
            return {key: int(value) for key, value in map(str.split, lines)}
        except (OSError, ValueError):
            return {}

    def quota_cpus(self) -> float | None:
        """Return the CPU quota in CPUs, as `cat cpu.max` shows it; None without."""
        try:
            if self.is_v2:
                quota, period = (self.folder / "cpu.max").read_text().split()
            else:
                quota = (self.folder / "cpu.cfs_quota_us").read_text().strip()
                period = (self.folder / "cpu.cfs_period_us").read_text().strip()
        except (OSError, ValueError):
            return None
        if quota in ("max", "-1") or int(period) <= 0:
            return None
        return int(quota) / int(period)

    def memory_left_bytes(self) -> int | None:
        """Return limit minus use, page cache given back; None without a limit."""
        prefix = "" if self.is_v2 else "total_"
        limit = self.number("memory.max" if self.is_v2 else "memory.limit_in_bytes")
        used = self.number("memory.current" if self.is_v2 else "memory.usage_in_bytes")
        if limit is None or used is None or limit >= _NO_LIMIT_BYTES:
            return None
        stat = self.table("memory.stat")
        cache = stat.get(f"{prefix}active_file", 0) + stat.get(
            f"{prefix}inactive_file", 0
        )
        return max(0, limit - max(0, used - cache))


@dataclass(frozen=True, slots=True)
class _Mount:
    """One cgroup hierarchy as mounted here."""

    point: PurePosixPath
    top: PurePosixPath
    """The cgroup that appears at the mount point; not `/` in some containers."""
    is_v2: bool


def groups_of(pid: int, controller: str, root: Path = Path("/")) -> tuple[Group, ...]:
    """Return the groups of a process that `controller` (`cpu`, `memory`) may limit.

    From the top down. Empty when its groups or the mounts cannot be read.
    """
    try:
        memberships = _lines(root / f"proc/{pid}/cgroup")
        mounts = tuple(_mounts(_lines(root / "proc/self/mountinfo"), controller))
    except OSError:
        return ()
    found: list[Group] = []
    for line in memberships:
        _, controllers, path = line.split(":", 2)
        for mount in mounts:
            here = controller in controllers.split(",") if controllers else mount.is_v2
            if here and mount.is_v2 == (not controllers):
                found.extend(_above(mount, PurePosixPath(path), root))
    return tuple(found)


def read_cgroup(pid: int, root: Path = Path("/")) -> CgroupReading:
    """Return what the groups of a process allow; nothing known is None, no error.

    `cat /sys/fs/cgroup/.../cpu.stat` and `memory.max` print the same numbers.
    """
    limited = [
        (quota, group)
        for group in groups_of(pid, "cpu", root)
        if (quota := group.quota_cpus()) is not None
    ]
    periods = throttled = None
    if limited:
        _, strictest = min(limited, key=lambda one: one[0])
        stat = strictest.table("cpu.stat")
        periods, throttled = stat.get("nr_periods"), stat.get("nr_throttled")
    left = [
        bytes_left
        for group in groups_of(pid, "memory", root)
        if (bytes_left := group.memory_left_bytes()) is not None
    ]
    return CgroupReading(periods, throttled, min(left, default=None))


def _lines(path: Path) -> list[str]:
    return path.read_text(errors="surrogateescape").splitlines()


def _mounts(mountinfo: list[str], controller: str) -> Iterator[_Mount]:
    for line in mountinfo:
        left, _, right = line.partition(" - ")
        kind, _, options = right.partition(" ")
        if kind == "cgroup2" or (
            kind == "cgroup" and controller in options.rsplit(" ", 1)[-1].split(",")
        ):
            fields = left.split()
            yield _Mount(
                PurePosixPath(fields[4]), PurePosixPath(fields[3]), kind == "cgroup2"
            )


def _above(mount: _Mount, path: PurePosixPath, root: Path) -> Iterator[Group]:
    """Yield the group at the mount point and all down to `path`."""
    try:
        inside = path.relative_to(mount.top)
    except ValueError:
        inside = PurePosixPath()
    folder = root / os.fspath(mount.point.relative_to("/"))
    for part in dict.fromkeys([PurePosixPath(), *reversed(inside.parents), inside]):
        yield Group(folder / part, mount.is_v2)
