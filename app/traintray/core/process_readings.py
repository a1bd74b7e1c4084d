"""What was measured of processes at one instant. Values only.

A value that could not be measured is None; the reading's `gaps` then holds why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from traintray.core.gap import Gap


@dataclass(frozen=True, slots=True)
class ProcessReading:
    """One process, from `/proc/<pid>/stat`."""

    pid: int
    parent_pid: int
    name: str
    """The kernel's short name (`comm`), 15 bytes at most. Not trusted text."""
    state: str
    """One letter: R running, S sleeping, D waiting for a disk, Z zombie, ..."""
    started_ticks: int
    """Clock ticks after boot; with the pid it identifies the process for good."""
    user_s: float
    system_s: float
    """CPU time used so far, in seconds.  `ps -o cputime`"""
    thread_count: int
    rss_bytes: int
    """Resident memory; pages shared with other processes are counted too."""
    major_faults: int
    """Page faults so far that had to read from a disk or from swap."""
    read_at_s: float
    """When it was read, on the monotonic clock."""
    cpu_cores: float | None
    """Logical CPUs used on average between the last two reads; None at the first."""
    minor_faults: int | None = None
    """Page faults so far that needed no disk.  `ps -o min_flt`"""
    children_s: float | None = None
    """CPU time of its children that ended and were waited for, in seconds."""


@dataclass(frozen=True, slots=True)
class MemberReading:
    """One process of a training run, looked at thread by thread.

    Rates are means over the time since the previous reading of this process.
    """

    pid: int
    demand_threads: float | None
    """How many of its threads were running or waiting to run, on average: run time
    plus run-queue wait from `/proc/<pid>/task/*/schedstat`, divided by the time."""
    running_cores: float | None
    """The part of the demand that got a CPU."""
    busy_threads: int | None
    """Threads that ran for more than 5 % of the time."""
    thread_count: int
    thread_names: Mapping[str, int]
    """How many threads bear each name. Not trusted text."""
    voluntary_switches_per_s: float | None
    involuntary_switches_per_s: float | None
    swap_bytes: int | None
    gaps: Mapping[str, Gap] = field(default_factory=dict)
    is_estimated: bool = False
    """The scheduler's counters could not be read (`gaps` says why): demand then is
    estimated from which threads were found running, `ps -L -o stat -p <pid>`."""
    demand_by_name: Mapping[str, float] = field(default_factory=dict)
    """The demand, by the name of the threads that have some. Not trusted text."""
    demand_in_order: tuple[tuple[str, float], ...] = ()
    """Names of threads and their demand, in the order in which they were started;
    neighbours of one name are one entry. Empty when not measured. Not trusted text."""
    main_thread_cores: float | None = None
    """Logical CPUs that its first thread used; the others used the rest."""
    main_thread_s: float | None = None
    """CPU time that its first thread has used so far, in seconds.
    `cat /proc/<pid>/task/<pid>/schedstat`, the first number, in nanoseconds"""
    private_bytes: int | None = None
    """Resident memory without files and shared memory (`RssAnon` in its `status`).
    What a fork still shares with its parent is in it."""
    read_bytes_per_s: float | None = None
    """Bytes fetched from storage, over the last 5 s; what the page cache holds is
    not fetched.  `pidstat -d`, `/proc/<pid>/io`"""


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
    """CPU quota of the strictest cgroup above the process; None without one.
    `cat /sys/fs/cgroup/.../cpu.max`"""
    performance_cores: int | None = None
    """Distinct fast cores among them, where the CPU has cores of two speeds; None
    where all are alike or the kernel does not tell.
    `cat /sys/devices/cpu_core/cpus`"""


@dataclass(frozen=True, slots=True)
class CgroupReading:
    """What the control groups of one process allow, counted since they were made."""

    periods: int | None
    """Quota periods in which it wanted to run (`nr_periods` in `cpu.stat`) of the
    group with the strictest quota; None without a quota."""
    throttled_periods: int | None
    """Those in which the quota ran out (`nr_throttled`)."""
    memory_left_bytes: int | None
    """What its groups may still take before the kernel has to swap or kill: limit
    minus use, where page cache is no use; None without a limit."""


@dataclass(frozen=True, slots=True)
class ProcessFacts:
    """What hardly changes about one process, read once."""

    command: tuple[str, ...]
    """Command line, secrets masked; empty for kernel threads and zombies. Not
    trusted text."""
    is_python: bool
    """Its executable is a Python interpreter."""
    mapped_files: frozenset[str]
    """Paths of the files mapped into its memory; empty when `gaps` says why."""
    thread_variables: Mapping[str, str] | None
    """Thread and device variables of its environment; None when unreadable."""
    working_folder: str | None
    gaps: Mapping[str, Gap] = field(default_factory=dict)
    owner_uid: int | None = None
    """Number of the user it belongs to.  `ps -o uid`"""
