"""What one run does with the GPUs, in numbers for rules and graphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from traintray.core.detection.gpu_users import is_on
from traintray.core.detection.run import TrainingRun
from traintray.core.detection.visible_gpus import VisibleGpus, is_lost, visible_gpus
from traintray.core.readings import GpuReading, GpusReading, ProcessReading

Figures = dict[str, float | None]

SLOWDOWNS = frozenset(
    {
        "hw_slowdown",
        "hw_thermal_slowdown",
        "sw_thermal_slowdown",
        "hw_power_brake_slowdown",
    }
)
"""Heat, or the power supply pulling the brake. A power cap is normal under load."""

_IDLE_BELOW_FRACTION = 0.05
"""A desktop that is drawn by the GPU keeps it below this; a training does not."""

_HIDDEN_ABOVE_BYTES = 2**30
"""More than a GPU without processes can hold: old drivers count what they keep for
themselves as used, up to some hundred megabytes."""

_MPS_SERVER = "nvidia-cuda-mps"
"""Computes in the name of others, whose pids are not listed then."""


@dataclass(frozen=True, slots=True)
class GpuSurroundings:
    """What the GPU figures of a run need from outside it."""

    reading: GpusReading | None
    """None when the GPUs could not be read."""
    is_expected: bool
    """An NVIDIA GPU is on the bus."""
    processes: Mapping[int, ProcessReading]
    """All processes of the machine by pid, as far as they can be seen."""


def gpu_surroundings(
    readings: Mapping[str, Any], *, is_expected: bool
) -> GpuSurroundings:
    """Return what the readings of one round say of GPUs and their users."""
    table = readings.get("processes")
    return GpuSurroundings(
        readings.get("gpus"), is_expected, {} if table is None else table.processes
    )


def gpu_figures(run: TrainingRun, around: GpuSurroundings) -> Figures:
    """Return the GPU figures of `run` by name; None for what could not be measured.

    A GPU is used by the run when a process of its tree computes on it; one that only
    draws (a renderer, the desktop) does not count. Pids are compared with those of
    the driver: where these are of another kind (in a container), nothing is known,
    which is not the same as no use.
    """
    reading = around.reading
    gpus, others = _by_vendor(reading)
    pids = {member.pid for member in run.members}
    if others and (not gpus or any(is_on(gpu, pids) for gpu in others)):
        return _of_others(run, others)
    if not gpus:
        is_there = around.is_expected or (reading is not None and reading.gaps)
        none = 0.0 if reading is not None and not is_there else None
        return _figures(none, none, none, (), set())
    visible = visible_gpus(gpus, run.thread_variables)
    used = [gpu for gpu in gpus if is_on(gpu, pids)]
    if visible.which is not None and any(gpu not in visible.which for gpu in used):
        # A batch system numbers the devices of a job anew: only the number is true.
        visible = VisibleGpus(max(visible.count or 0, len(used)), None)
    count = None if visible.count is None else float(max(visible.count, len(used)))
    maybe = [gpu for gpu in gpus if not is_lost(gpu)]
    if visible.which is not None:
        maybe = list(visible.which)
    is_known = bool(used) or all(_is_accounted(g, around.processes) for g in maybe)
    figures = _figures(
        count, float(len(used)) if is_known else None, _free(visible, maybe), used, pids
    )
    figures["gpu_memory_bytes"] = _memory_bytes(used, pids)
    figures["gpu_own_fraction"] = _own_fraction(used, pids)
    return figures


def _by_vendor(
    reading: GpusReading | None,
) -> tuple[tuple[GpuReading, ...], tuple[GpuReading, ...]]:
    """Return the GPUs that CUDA numbers, and those of others that could train."""
    gpus = () if reading is None else reading.gpus
    nvidia = tuple(gpu for gpu in gpus if gpu.vendor == "nvidia")
    others = tuple(g for g in gpus if g.vendor != "nvidia" and g.can_train)
    return nvidia, others


def _of_others(run: TrainingRun, gpus: Sequence[GpuReading]) -> Figures:
    """Return what is known of GPUs whose processes only we can be told of.

    That the run computes on one is seen. That it does not use one says nothing of
    whether it could: which build of the framework would, the outside does not show.
    """
    pids = {member.pid for member in run.members}
    used = [gpu for gpu in gpus if is_on(gpu, pids)]
    if not used:
        return _figures(None, None, None, (), pids)
    figures = _figures(float(len(gpus)), float(len(used)), None, used, pids)
    figures["gpu_memory_bytes"] = _memory_bytes(used, pids)
    figures["gpu_own_fraction"] = _own_fraction(used, pids)
    return figures


def _figures(
    count: float | None,
    used_count: float | None,
    free: float | None,
    used: Sequence[GpuReading],
    pids: set[int],
) -> Figures:
    slowed = [None if g.slowed_by is None else _is_slowed(g) for g in used]
    celsius = [g.temperature_celsius for g in used if g.temperature_celsius is not None]
    return {
        "gpus": count,
        "gpus_used": used_count,
        "free_gpus": free,
        "gpu_busy_fraction": _mean([_busy(gpu, pids) for gpu in used]),
        "gpu_memory_bytes": None,
        "gpu_own_fraction": None,
        "gpu_throttled_fraction": _mean(slowed),
        "gpu_temperature_celsius": max(celsius, default=None),
    }


def _is_slowed(gpu: GpuReading) -> float:
    return float(not SLOWDOWNS.isdisjoint(gpu.slowed_by or ()))


def _mean(values: Sequence[float | None]) -> float | None:
    """Return the mean; None without values, or when one of them is missing."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None


def _is_accounted(gpu: GpuReading, processes: Mapping[int, ProcessReading]) -> bool:
    """Whether the driver's list of who computes on a GPU can be believed.

    Its pids must be processes that we know. An empty list beside a GPU that works
    or holds memory hides somebody.
    """
    if gpu.compute_processes is None:
        return False
    listed = gpu.compute_processes or gpu.graphics_processes
    if not listed:
        return not _is_held(gpu)
    return all(
        pid in processes and not processes[pid].name.startswith(_MPS_SERVER)
        for pid in listed
    )


def _is_held(gpu: GpuReading) -> bool:
    """Whether a GPU on which nobody is listed to compute is in use all the same."""
    if (gpu.busy_fraction or 0.0) >= _IDLE_BELOW_FRACTION:
        return True
    drawing = sum(size or 0 for size in (gpu.graphics_processes or {}).values())
    return (gpu.memory_used_bytes or 0) - drawing > _HIDDEN_ABOVE_BYTES


def _free(visible: VisibleGpus, maybe: Sequence[GpuReading]) -> float | None:
    """Return how many of the visible GPUs nobody computes on.

    None when the lists cannot be read, or when it depends on which are visible.
    """
    free = []
    for gpu in maybe:
        if gpu.compute_processes is None and not _is_held(gpu):
            return None
        free.append(gpu.compute_processes == {} and not _is_held(gpu))
    if visible.which is not None:
        return float(sum(free))
    if visible.count is not None and len(set(free)) == 1:
        return float(visible.count if free[0] else 0)
    return None


def _memory_bytes(used: Sequence[GpuReading], pids: set[int]) -> float | None:
    """Return what the run's processes hold; None when the driver gives no sizes."""
    total = 0.0
    for gpu in used:
        drawing = gpu.graphics_processes or {}
        for pid, size in (gpu.compute_processes or {}).items():
            if pid not in pids:
                continue
            if size is None:
                return None
            total += max(size, drawing.get(pid) or 0)  # listed twice when it does both
    return total if used else None


def _busy(gpu: GpuReading, pids: set[int]) -> float | None:
    """Return how busy the run keeps a GPU.

    None where somebody else computes on it, too: neither is a busy GPU the run's
    doing then, nor does a small share of its own say that it waits for anything but
    its turn.
    """
    busy = gpu.busy_fraction
    strangers = set(gpu.compute_processes or {}) - pids
    if not strangers or busy is None or busy < _IDLE_BELOW_FRACTION:
        return busy
    theirs = _share_of(gpu, strangers)
    is_theirs = theirs is None or theirs >= _IDLE_BELOW_FRACTION
    return None if is_theirs else busy


def _own_fraction(used: Sequence[GpuReading], pids: set[int]) -> float | None:
    """Return for what share of the time the run's own kernels ran, over its GPUs."""
    return _mean([_share_of(gpu, pids) for gpu in used])


def _share_of(gpu: GpuReading, pids: set[int]) -> float | None:
    """Return the share of a GPU that some processes took; None when it is not told.

    NVIDIA leaves out a process that did not compute; a busy GPU on which nobody did
    has a driver that does not count (MIG, WSL). amdgpu does not count the queues of
    ROCm, so that a process left out says nothing.
    """
    shares = gpu.process_busy_fractions
    if shares is None:
        return None
    computing = pids & (gpu.compute_processes or {}).keys()
    if gpu.vendor != "nvidia" and not computing <= shares.keys():
        return None
    if not shares and (gpu.busy_fraction is None or gpu.busy_fraction > 0):
        return None
    return min(1.0, sum(shares.get(pid, 0.0) for pid in pids))
