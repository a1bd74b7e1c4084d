"""What was measured at one instant. Values only: nothing here touches hardware.

A value that could not be measured is None; the reading's `gaps` then holds why,
under the field's name. Zero always means a measured zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class GapReason(Enum):
    """Why a value is missing, coarse enough to choose a message by."""

    FIRST = "a rate needs a second reading to compare with"
    NOT_PRESENT = "there is no such device, driver or kernel file here"
    NOT_SUPPORTED = "the device cannot report it"
    NO_PERMISSION = "this user may not read it"
    DEVICE_LOST = "the device stopped answering"
    SUSPENDED = "the computer was suspended in between"
    FAILED = "the read failed"


@dataclass(frozen=True, slots=True)
class Gap:
    """A missing value: `reason` for the program, `detail` for the log."""

    reason: GapReason
    detail: str = ""


NO_GAPS: Mapping[str, Gap] = {}


@dataclass(frozen=True, slots=True)
class CpuShares:
    """How the time of one or all logical CPUs was spent between two readings.

    Shares of the elapsed CPU time, 0..1. They come from the tick counters in
    `/proc/stat`; `mpstat -P ALL 1` prints the same numbers.
    """

    user: float
    """User code, niced code included."""
    system: float
    """The kernel: system calls, interrupts, soft interrupts."""
    iowait: float
    """Idle while at least one task waited for a disk. Not busy time."""
    steal: float
    """Taken by the hypervisor for other guests. Not ours, but not idle either."""

    @property
    def busy(self) -> float:
        """Share of the time in which the CPU ran something, 0..1."""
        return min(1.0, self.user + self.system + self.steal)


@dataclass(frozen=True, slots=True)
class CpuReading:
    """All logical CPUs since the previous reading."""

    total: CpuShares | None
    per_cpu: tuple[CpuShares | None, ...]
    """One entry per logical CPU, in kernel order; None for one that is offline."""
    gaps: Mapping[str, Gap] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MemoryReading:
    """RAM and swap, from `/proc/meminfo` and `/proc/vmstat` (`free -b`, `vmstat 1`)."""

    total_bytes: int
    available_bytes: int
    """What a new program could use without swapping (`MemAvailable`)."""
    swap_total_bytes: int
    swap_used_bytes: int
    swap_in_bytes_per_s: float | None
    swap_out_bytes_per_s: float | None
    gaps: Mapping[str, Gap] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PressureReading:
    """Pressure stall information of one resource: `cat /proc/pressure/<resource>`."""

    stalled_fraction: float | None
    """Share of the time since the previous reading in which at least one task
    waited for the resource, 0..1 (the kernel's `some`)."""
    stalled_10s_fraction: float
    """The kernel's own mean over 10 s (`some avg10`), 0..1."""
    gaps: Mapping[str, Gap] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LoadReading:
    """Scheduler figures from `/proc/loadavg` and `/proc/stat`."""

    load_1min: float
    """Tasks running or waiting, damped over 1 min.  `uptime`"""
    running_tasks: int
    """Tasks runnable at this instant (`procs_running`).  `vmstat`, column r"""
    context_switches_per_s: float | None
    """`vmstat 1`, column cs"""
    forks_per_s: float | None
    gaps: Mapping[str, Gap] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GpuReading:
    """One GPU at one instant."""

    uuid: str
    """The driver's identity of the device; the only key that survives reordering."""
    name: str
    bus_id: str
    busy_fraction: float | None
    """Share of the driver's last sample period in which at least one kernel ran,
    0..1. 1.0 does not mean that the GPU is full.
    `nvidia-smi --query-gpu=utilization.gpu`"""
    memory_used_bytes: int | None
    """`nvidia-smi --query-gpu=memory.used`"""
    memory_total_bytes: int | None
    temperature_celsius: float | None
    """Of the GPU chip.  `nvidia-smi --query-gpu=temperature.gpu`"""
    power_watts: float | None
    """Draw of the whole board.  `nvidia-smi --query-gpu=power.draw`"""
    power_limit_watts: float | None
    """`nvidia-smi --query-gpu=enforced.power.limit`"""
    gaps: Mapping[str, Gap] = field(default_factory=dict)
    temperature_limit_celsius: float | None = None
    """Where the driver starts to slow the chip down.  `nvidia-smi -q -d TEMPERATURE`,
    "GPU Slowdown Temp"."""
    compute_processes: Mapping[int, int | None] | None = None
    """GPU memory in bytes of the processes that compute on it, by pid; None in it
    where the driver does not tell a size.
    `nvidia-smi --query-compute-apps=pid,used_memory --format=csv`
    The pids are the driver's. In a container they may be those of the host, or the
    list may be empty although the GPU is in use."""
    graphics_processes: Mapping[int, int | None] | None = None
    """The same for those that draw.  `nvidia-smi`, rows with type G or C+G"""
    slowed_by: tuple[str, ...] | None = None
    """What holds its clock down now: `sw_power_cap`, `hw_slowdown`,
    `sw_thermal_slowdown`, `hw_thermal_slowdown`, `hw_power_brake_slowdown`. The
    power cap alone is normal under load.
    `nvidia-smi -q -d PERFORMANCE`"""


@dataclass(frozen=True, slots=True)
class GpusReading:
    """All GPUs that one driver library knows; empty when it knows none."""

    gpus: tuple[GpuReading, ...]


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


@dataclass(frozen=True, slots=True)
class ProcessFacts:
    """What hardly changes about one process, read once."""

    command: tuple[str, ...]
    """Command line; empty for kernel threads and zombies. Not trusted text."""
    is_python: bool
    """Its executable is a Python interpreter."""
    mapped_files: frozenset[str]
    """Paths of the files mapped into its memory; empty when `gaps` says why."""
    thread_variables: Mapping[str, str] | None
    """Thread and device variables of its environment; None when unreadable."""
    working_folder: str | None
    gaps: Mapping[str, Gap] = field(default_factory=dict)
