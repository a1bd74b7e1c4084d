"""Who computes on a GPU, as far as the driver lists it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the tray icon wants no more than this
    from traintray.core.detection.run import TrainingRun
    from traintray.core.readings import GpuReading


def is_on(gpu: GpuReading, pids: Collection[int]) -> bool:
    """Whether one of some processes computes on a GPU."""
    return not (gpu.compute_processes or {}).keys().isdisjoint(pids)


def runs_on(gpu: GpuReading, runs: Iterable[TrainingRun]) -> tuple[TrainingRun, ...]:
    """Return the runs that compute on a GPU."""
    return tuple(
        run for run in runs if is_on(gpu, {member.pid for member in run.members})
    )
