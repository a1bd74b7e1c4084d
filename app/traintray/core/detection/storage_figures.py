"""What a run does with memory and storage."""

from __future__ import annotations

from traintray.core.detection.run import TrainingRun
from traintray.core.detection.sums import of_threads, whole
from traintray.core.readings import MemoryReading

Figures = dict[str, float | None]


def storage_figures(run: TrainingRun, memory: MemoryReading | None) -> Figures:
    """Return the figures of `run` on memory and storage."""
    members, trends = run.members, run.trends
    return {
        "read_bytes_per_s": whole(
            members, lambda m: m.threads.read_bytes_per_s if m.threads else None
        ),
        "major_faults_per_s": whole(members, lambda m: m.rates.major_faults_per_s),
        "minor_faults_per_s": whole(members, lambda m: m.rates.minor_faults_per_s),
        "swap_bytes": _swap_bytes(run),
        "main_growth_bytes_per_s": trends.main_growth_bytes_per_s,
        "worker_growth_bytes_per_s": trends.worker_growth_bytes_per_s,
        "main_memory_bytes": trends.main_memory_bytes,
        "worker_memory_bytes": trends.worker_memory_bytes,
        "growth_watched_s": trends.growth_watched_s,
        "memory_available_bytes": _available_bytes(run, memory),
    }


def _swap_bytes(run: TrainingRun) -> float | None:
    found = of_threads(run.members, lambda seen: seen.swap_bytes)
    return sum(found) if found else None


def _available_bytes(run: TrainingRun, memory: MemoryReading | None) -> float | None:
    """Return what the run may still take, of the machine's memory and of its group's.

    The machine's part must be known: a group may be allowed more than there is.
    """
    if memory is None:
        return None
    left = run.trends.memory_left_bytes
    available = memory.available_bytes
    return float(available if left is None else min(available, left))
