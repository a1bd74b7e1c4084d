"""How fast the CPUs of one run are clocked, and how often heat slows them."""

from __future__ import annotations

from traintray.core.detection.run import TrainingRun
from traintray.core.sensors.cpu_clocks import CpuClocksReading

Figures = dict[str, float | None]


def clock_figures(run: TrainingRun, reading: CpuClocksReading | None) -> Figures:
    """Return the clock of the CPUs that `run` may use, and the throttling of the one
    that was slowed most; None where none of them was asked.
    """
    own = run.usable_cpus.logical_cpus
    if reading is None:
        return {"frequency_fraction": None, "throttle_events_per_s": None}
    clocks = reading.frequency_by_cpu
    shares = [clocks[cpu] for cpu in own if cpu in clocks]
    slowed = reading.throttle_by_cpu
    return {
        "frequency_fraction": sum(shares) / len(shares) if shares else None,
        "throttle_events_per_s": max(
            (slowed[cpu] for cpu in own if cpu in slowed), default=None
        ),
    }
