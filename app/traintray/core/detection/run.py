"""What a training run is, seen from outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from traintray.core.readings import NO_GAPS, Gap, MemberReading


class Role(Enum):
    """What one process does in its run."""

    LAUNCHER = "launcher"
    """Started the others and computes nothing itself (torchrun, mp.spawn parent)."""
    MAIN = "main"
    RANK = "rank"
    """One of several processes that train together."""
    WORKER = "worker"
    """Loads data for a main process or a rank."""
    SUPPORT = "support"
    """Resource trackers and fork servers: they do no work of their own."""


@dataclass(frozen=True, slots=True)
class UsableCpus:
    """The CPUs that one process may use.

    The smallest of its affinity mask, its cpuset and its cgroup CPU quota; the
    machine's CPU count says nothing about it in a container or a batch job.
    """

    count: float
    """CPUs to compare demand with: min(logical CPUs allowed, quota). Above 0."""
    logical_cpus: tuple[int, ...]
    """Logical CPUs in the affinity mask.  `taskset -cp <pid>`"""
    physical_cores: int
    """Distinct cores among them; equal to the logical count where the kernel
    does not tell."""
    quota_cpus: float | None
    """CPU quota of the strictest cgroup above the process; None without one."""


@dataclass(frozen=True, slots=True)
class Member:
    """One process of a run."""

    pid: int
    role: Role
    name: str
    cpu_cores: float | None
    rss_bytes: int
    threads: MemberReading | None
    """None before the second look, or when its threads may not be read."""


@dataclass(frozen=True, slots=True)
class CodeLine:
    """A line of the user's script that sets a thread count."""

    path: str
    line_number: int
    text: str
    """The line as it stands, stripped. Not trusted text."""


@dataclass(frozen=True, slots=True)
class TrainingRun:
    """A tree of processes that trains one model, grouped under its root."""

    key: str
    """`<pid>-<started ticks>` of the root: stays the same while it lives."""
    root_pid: int
    name: str
    """What the user would call it: the script or module, such as `train.py`."""
    command: tuple[str, ...]
    """Command line of the root process. Not trusted text."""
    framework: str
    """Identifier such as `pytorch`."""
    started_at_s: float
    """When the root process started, on the monotonic clock."""
    usable_cpus: UsableCpus
    members: tuple[Member, ...]
    thread_variables: Mapping[str, str] | None
    """Thread and device variables in the environment of the process that computes;
    None when it may not be read."""
    code_lines: tuple[CodeLine, ...] = ()
    """Lines of the script that set a thread count, when the script can be read."""
    gaps: Mapping[str, Gap] = field(default_factory=lambda: NO_GAPS)

    def count(self, role: Role) -> int:
        """How many members play `role`."""
        return sum(1 for member in self.members if member.role is role)

    def demand_threads(self, *roles: Role) -> float | None:
        """Sum of the members' demand, of the given roles or of all.

        None when there is no such member, or one that cannot be read.
        """
        chosen = [m for m in self.members if not roles or m.role in roles]
        total = 0.0
        for member in chosen:
            if member.threads is None or member.threads.demand_threads is None:
                return None
            total += member.threads.demand_threads
        return total if chosen else None
