"""What the machine's own sensors would read of a simulated second."""

from __future__ import annotations

import random

from core.synthetic.machines import GIB, MachineModel
from core.synthetic.models import Weather, Workload
from core.synthetic.simulation import Second, shaken
from core.synthetic.world import SyntheticWorld
from traintray.core.readings import (
    CpuReading,
    CpuShares,
    GpuReading,
    GpusReading,
    MemoryReading,
)


def cpu_reading(
    machine: MachineModel, second: Second, weather: Weather, rng: random.Random
) -> CpuReading:
    """Spread what was used over the CPUs of each mask, the narrowest first."""
    busy = [0.0] * machine.logical
    for mask, used in sorted(second.load.items(), key=lambda item: len(item[0])):
        _spread(busy, sorted(mask), used)
    shaken_busy = [min(1.0, shaken(rng, b)) for b in busy]
    waits = weather.iowait_cpus / len(machine.mask)
    kept = 1 - weather.stolen_share
    shares = tuple(
        CpuShares(
            0.95 * b * kept,
            0.05 * b * kept,
            min(waits, 1 - b) if number in machine.mask else 0.0,
            b * weather.stolen_share,
        )
        for number, b in enumerate(shaken_busy)
    )
    count = len(shares)
    total = CpuShares(
        sum(s.user for s in shares) / count,
        sum(s.system for s in shares) / count,
        sum(s.iowait for s in shares) / count,
        sum(s.steal for s in shares) / count,
    )
    return CpuReading(total, shares)


def _spread(busy: list[float], cpus: list[int], used: float) -> None:
    """Add to the CPUs so that they end up as equal as they can."""
    level = _level([busy[c] for c in cpus], used)
    for cpu in cpus:
        busy[cpu] = max(busy[cpu], level)


def _level(busy: list[float], used: float) -> float:
    """Return the height to which `used` fills up the lowest of `busy`."""
    lowest, left = sorted(busy), used
    for at in range(1, len(lowest) + 1):
        upper = lowest[at] if at < len(lowest) else 1.0
        room = at * (upper - lowest[at - 1])
        if left <= room or at == len(lowest):
            return min(1.0, lowest[at - 1] + left / at)
        left -= room
    return 1.0


def memory_reading(machine: MachineModel, weather: Weather) -> MemoryReading:
    """Return memory of which a share is left, and swap that moves."""
    available = int(weather.available_share * machine.memory_bytes)
    rate = weather.swap_bytes_per_s
    in_swap = 2 * GIB if rate else 0
    return MemoryReading(
        machine.memory_bytes, available, 8 * GIB, in_swap, 0.7 * rate, 0.3 * rate
    )


def machine_series(
    cpu: CpuReading, memory: MemoryReading, workload: Workload
) -> dict[str, float | None]:
    """Return the series of the machine that rules may ask for."""
    weather = workload.weather
    found: dict[str, float | None] = {
        "cpu.busy_fraction": cpu.total.busy if cpu.total else None,
        "cpu.iowait_fraction": cpu.total.iowait if cpu.total else None,
        "cpu.steal_fraction": cpu.total.steal if cpu.total else None,
        "cpu.frequency_fraction": weather.frequency_fraction,
        "cpu.throttle_events_per_s": weather.throttle_events_per_s,
        "cpu.temperature_celsius": weather.celsius,
        "memory.swap_in_bytes_per_s": memory.swap_in_bytes_per_s,
        "memory.swap_out_bytes_per_s": memory.swap_out_bytes_per_s,
        "memory.swap_used_bytes": float(memory.swap_used_bytes),
        "memory.available_bytes": float(memory.available_bytes),
        "memory.total_bytes": float(memory.total_bytes),
    }
    if weather.has_pressure:
        found["pressure.memory.stalled_fraction"] = weather.memory_stalled
        found["pressure.io.stalled_fraction"] = weather.io_stalled
        found["pressure.cpu.stalled_fraction"] = 0.0
    return found


def gpus_reading(
    machine: MachineModel,
    workload: Workload,
    second: Second,
    world: SyntheticWorld,
) -> GpusReading | None:
    """Return the GPUs, with the runs that compute on them; None without a driver."""
    if machine.gpus and not workload.weather.has_driver:
        return None
    is_open = not workload.weather.hides_gpu_users
    holders: dict[int, dict[int, int | None]] = {n: {} for n in range(machine.gpus)}
    busy = dict.fromkeys(holders, 0.0)
    for at, (model, seen) in enumerate(zip(workload.runs, second.runs, strict=True)):
        pids = world.population.pids_of_run(at)
        # A device that the machine does not have is emulated: nobody can see it.
        seen_gpus = [number for number in model.gpus if number in holders]
        for place, number in enumerate(seen_gpus):
            holders[number][pids[place % len(pids)]] = model.gpu_bytes
            busy[number] = min(1.0, busy[number] + seen.gpu_busy)
    slowed = workload.weather.gpu_slowed_by
    return GpusReading(
        tuple(
            GpuReading(
                uuid=f"GPU-{number:04d}",
                name="NVIDIA RTX Synthetic",
                bus_id=f"00000000:{number + 1:02X}:00.0",
                busy_fraction=min(1.0, shaken(world.rng, busy[number])),
                memory_used_bytes=sum(b or 0 for b in holders[number].values()),
                memory_total_bytes=24 * GIB,
                temperature_celsius=88.0 if slowed else 60.0,
                power_watts=200.0,
                power_limit_watts=450.0,
                compute_processes=holders[number] if is_open else {},
                graphics_processes={},
                slowed_by=slowed if holders[number] else (),
            )
            for number in range(machine.gpus)
        )
    )
