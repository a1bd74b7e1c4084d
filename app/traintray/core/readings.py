"""What was measured at one instant. Values only: nothing here touches hardware.

A value that could not be measured is None; the reading's `gaps` then holds why,
under the field's name. Zero always means a measured zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from traintray.core.gap import NO_GAPS as NO_GAPS
from traintray.core.gap import Gap as Gap
from traintray.core.gap import GapReason as GapReason
from traintray.core.process_readings import CgroupReading as CgroupReading
from traintray.core.process_readings import MemberReading as MemberReading
from traintray.core.process_readings import ProcessFacts as ProcessFacts
from traintray.core.process_readings import ProcessReading as ProcessReading
from traintray.core.process_readings import UsableCpus as UsableCpus


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

    vendor: str = "nvidia"
    """`nvidia`, `amd`, `intel`."""
    is_asleep: bool = False
    """Powered down by the kernel, or left alone so that it can be: it is not asked."""
    memory_reserved_bytes: int | None = None
    """What the driver keeps for itself, not counted as used.
    `nvidia-smi --query-gpu=memory.reserved`"""
    host_memory_used_bytes: int | None = None
    """Memory of the machine that an AMD GPU holds beside its own (GTT).
    `cat /sys/class/drm/card*/device/mem_info_gtt_used`"""
    host_memory_total_bytes: int | None = None
    """How much it may take.  `cat /sys/class/drm/card*/device/mem_info_gtt_total`"""
    memory_is_shared: bool = False
    """Its memory is that of the machine: used and total are those of the RAM."""
    core_clock_hertz: float | None = None
    """Of the multiprocessors.  `nvidia-smi --query-gpu=clocks.sm`"""
    core_clock_limit_hertz: float | None = None
    """`nvidia-smi --query-gpu=clocks.max.sm`"""
    memory_clock_hertz: float | None = None
    """`nvidia-smi --query-gpu=clocks.mem`"""
    memory_clock_limit_hertz: float | None = None
    """`nvidia-smi --query-gpu=clocks.max.mem`"""
    performance_state: int | None = None
    """0 is the fastest, 15 the slowest.  `nvidia-smi --query-gpu=pstate`"""
    process_busy_fractions: Mapping[int, float] | None = None
    """Share of the time in which kernels of a process ran, 0..1, by pid.
    `nvidia-smi pmon`, column sm"""
    instances: tuple[GpuInstance, ...] = ()
    """The parts that it is cut into (MIG).  `nvidia-smi -L`"""
    can_train: bool = True
    """Whether a build of the frameworks could compute on it; not so for one that only
    draws."""


@dataclass(frozen=True, slots=True)
class GpuInstance:
    """One part of a GPU that is cut into several (MIG); how busy it is nobody tells."""

    uuid: str
    memory_used_bytes: int | None
    memory_total_bytes: int | None


@dataclass(frozen=True, slots=True)
class GpusReading:
    """All GPUs of the machine; empty when there are none."""

    gpus: tuple[GpuReading, ...]
    gaps: Mapping[str, Gap] = field(default_factory=dict)
    """By vendor (`nvidia`), why its GPUs are missing beside those of another."""

    @property
    def to_train_on(self) -> tuple[GpuReading, ...]:
        """Those that a framework could compute on; all where none could.

        What draws the desktop of a laptop would halve the load of the card beside it.
        """
        return tuple(gpu for gpu in self.gpus if gpu.can_train) or self.gpus
