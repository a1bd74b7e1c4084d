"""Which CPUs a process may use: affinity, cpuset and cgroup quota of *that* process."""

from __future__ import annotations

from pathlib import Path

from traintray.core.readings import UsableCpus
from traintray.core.sensors.cgroups import groups_of
from traintray.core.sensors.topology import (
    parse_cpu_list,
    performance_cores,
    physical_cores,
)


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
    its own; the cpuset of `pid` still counts, since its parent may live in another
    one (a container's shim, a batch system's daemon). Raises OSError when the process
    is gone. A quota that cannot be read counts as none: the mask then is the best that
    is known.
    """
    cpus = allowed_cpus(pid, root)
    if mask_of is not None:
        within = _cpuset(pid, root)
        wider = allowed_cpus(mask_of, root)
        cpus = tuple(c for c in wider if within is None or c in within) or cpus
    quota = min(
        (
            quota
            for group in groups_of(pid, "cpu", root)
            if (quota := group.quota_cpus()) is not None
        ),
        default=None,
    )
    count = float(len(cpus)) if quota is None else min(float(len(cpus)), quota)
    cores, fast = physical_cores(cpus, root), performance_cores(cpus, root)
    return UsableCpus(count, cpus, cores, quota, fast)


def _cpuset(pid: int, root: Path) -> frozenset[int] | None:
    """Return the CPUs of the innermost cpuset of a process; None when not told.

    `cat /sys/fs/cgroup/.../cpuset.cpus.effective`
    """
    for group in reversed(groups_of(pid, "cpuset", root)):
        names = ("cpuset.effective_cpus", "cpuset.cpus")
        for name in ("cpuset.cpus.effective",) if group.is_v2 else names:
            try:
                cpus = parse_cpu_list((group.folder / name).read_text())
            except (OSError, ValueError):
                continue
            if cpus:
                return frozenset(cpus)
    return None
