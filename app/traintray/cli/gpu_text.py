"""GPUs as lines for a terminal, and as objects for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from traintray.cli.streams import plain
from traintray.core.advice import numerals
from traintray.core.advice.numerals import written
from traintray.core.diagnosis.verdict import Unit
from traintray.core.frame import Frame
from traintray.core.readings import Gap, GapReason, GpuReading

_NAMES = (
    "vendor",
    "uuid",
    "name",
    "bus_id",
    "is_asleep",
    "busy_fraction",
    "memory_used_bytes",
    "memory_total_bytes",
    "memory_reserved_bytes",
    "memory_is_shared",
    "host_memory_used_bytes",
    "host_memory_total_bytes",
    "temperature_celsius",
    "temperature_limit_celsius",
    "power_watts",
    "power_limit_watts",
    "core_clock_hertz",
    "core_clock_limit_hertz",
    "memory_clock_hertz",
    "memory_clock_limit_hertz",
    "performance_state",
    "slowed_by",
)


def gpu_object(gpu: GpuReading) -> dict[str, Any]:
    """Return a GPU for programs: null is a missing value, and `gaps` says why."""
    found = {name: getattr(gpu, name) for name in _NAMES}
    found["instances"] = [asdict(instance) for instance in gpu.instances]
    found["compute_processes"] = _processes(gpu, gpu.compute_processes)
    found["graphics_processes"] = _processes(gpu, gpu.graphics_processes)
    found["gaps"] = {key: gap_object(gap) for key, gap in gpu.gaps.items()}
    return found


def gap_object(gap: Gap) -> dict[str, str]:
    """Return why a value is missing, for programs."""
    return {"reason": gap.reason.name.lower(), "detail": gap.detail}


def gpu_lines(frame: Frame) -> Iterable[str]:
    """Yield a line for each GPU, or why there is none to read."""
    if frame.gpus is None:
        gap = frame.gaps.get("gpus")
        yield f"GPU      – ({plain(_why(gap)) if gap else 'not read'})"
        return
    for gpu in frame.gpus.gpus:
        yield plain(f"GPU      {gpu.name} ({gpu.bus_id}): {_now(gpu)}")
    for vendor, gap in frame.gpus.gaps.items():
        yield plain(f"GPU      – ({vendor}: {_why(gap)})")


def _why(gap: Gap) -> str:
    return gap.detail or gap.reason.value


def _processes(
    gpu: GpuReading, processes: Mapping[int, int | None] | None
) -> list[dict[str, Any]] | None:
    if processes is None:
        return None
    shares = gpu.process_busy_fractions or {}
    return [
        {"pid": pid, "memory_bytes": size, "busy_fraction": shares.get(pid)}
        for pid, size in sorted(processes.items())
    ]


def _now(gpu: GpuReading) -> str:
    if gpu.is_asleep:
        return "asleep"
    gap = gpu.gaps.get("busy_fraction")
    if gap is not None and gap.reason is GapReason.DEVICE_LOST:
        return "does not answer"
    busy = "–" if gpu.busy_fraction is None else numerals.percent(gpu.busy_fraction)
    parts = [f"{busy} busy"]
    if gpu.memory_used_bytes is None:
        parts.append("– used")
    else:
        of = " of the RAM" if gpu.memory_is_shared else ""
        parts.append(f"{written(gpu.memory_used_bytes, Unit.BYTES)}{of} used")
    if gpu.temperature_celsius is not None:
        parts.append(written(gpu.temperature_celsius, Unit.CELSIUS))
    if gpu.power_watts is not None:
        parts.append(f"{gpu.power_watts:.0f} W")
    if gpu.slowed_by:
        parts.append(f"slowed by {', '.join(gpu.slowed_by)}")
    return ", ".join(parts)
