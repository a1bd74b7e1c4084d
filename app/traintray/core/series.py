"""Names the numbers of a snapshot, so that graphs and rules can look back at them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from traintray.core.readings import (
    CpuReading,
    GpusReading,
    LoadReading,
    MemoryReading,
    PressureReading,
)

Series = dict[str, float | None]


def series_of(readings: Mapping[str, Any]) -> Series:
    """Return every number of one round by its key; None for a gap."""
    found: Series = {}
    for reading_key, reading in readings.items():
        if isinstance(reading, CpuReading):
            _add_cpu(found, reading)
        elif isinstance(reading, MemoryReading):
            _add_memory(found, reading)
        elif isinstance(reading, PressureReading):
            found[f"{reading_key}.stalled_fraction"] = reading.stalled_fraction
            found[f"{reading_key}.stalled_10s_fraction"] = reading.stalled_10s_fraction
        elif isinstance(reading, LoadReading):
            found["load.1min"] = reading.load_1min
            found["load.context_switches_per_s"] = reading.context_switches_per_s
        elif isinstance(reading, GpusReading):
            _add_gpus(found, reading)
    return found


def _add_cpu(found: Series, cpu: CpuReading) -> None:
    total = cpu.total
    found["cpu.busy_fraction"] = total.busy if total else None
    found["cpu.user_fraction"] = total.user if total else None
    found["cpu.system_fraction"] = total.system if total else None
    found["cpu.iowait_fraction"] = total.iowait if total else None
    for number, shares in enumerate(cpu.per_cpu):
        found[f"cpu.{number}.busy_fraction"] = shares.busy if shares else None


def _add_memory(found: Series, memory: MemoryReading) -> None:
    used_bytes = memory.total_bytes - memory.available_bytes
    found["memory.used_bytes"] = float(used_bytes)
    found["memory.swap_used_bytes"] = float(memory.swap_used_bytes)
    found["memory.swap_in_bytes_per_s"] = memory.swap_in_bytes_per_s
    found["memory.swap_out_bytes_per_s"] = memory.swap_out_bytes_per_s


def _add_gpus(found: Series, gpus: GpusReading) -> None:
    for gpu in gpus.gpus:
        key = f"gpu.{gpu.uuid}"
        found[f"{key}.busy_fraction"] = gpu.busy_fraction
        found[f"{key}.memory_used_bytes"] = gpu.memory_used_bytes
        found[f"{key}.temperature_celsius"] = gpu.temperature_celsius
        found[f"{key}.power_watts"] = gpu.power_watts
