"""All that a screen needs for one instant: frozen, so it may cross threads."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from traintray.core.advice.advice import Advice
from traintray.core.detection.gpu_losses import LostGpu
from traintray.core.detection.run import Consumer, TrainingRun
from traintray.core.detection.tree import ACTIVE_THREADS
from traintray.core.detection.unreadable import UnreadableProcess
from traintray.core.diagnosis.verdict import Finding, Severity, Verdict
from traintray.core.readings import (
    CpuReading,
    Gap,
    GpusReading,
    LoadReading,
    MemoryReading,
    PressureReading,
)
from traintray.core.state import State as State


@dataclass(frozen=True, slots=True)
class Machine:
    """Facts that do not change while the app runs."""

    physical_cores: int
    logical_cpus: int
    memory_bytes: int
    swap_bytes: int
    gpu_names: tuple[str, ...]
    gpu_expected: bool
    """An NVIDIA device is on the bus, whether or not its library answers."""


@dataclass(frozen=True, slots=True)
class Episode:
    """One stretch of time in which a finding held for one run."""

    number: int
    """Counts up from 1 in this session; identifies the episode."""
    run_key: str
    run_name: str
    kind: str
    chip: str
    """What the finding is called, in the words of its advice."""
    severity: Severity
    onset_at_s: float
    """When the condition began, on the monotonic clock; before it was noticed."""
    noticed_at_s: float
    ended_at_s: float | None
    """None while it is open."""


@dataclass(frozen=True, slots=True)
class RunView:
    """A run with what is said of it."""

    run: TrainingRun
    verdict: Verdict
    advice: Advice | None
    """None unless the verdict is a finding."""
    episode: Episode | None
    """The open episode of the finding."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One instant. Readings are None where the sensor failed; `gaps` says why."""

    at_s: float
    """Monotonic clock."""
    wall_s: float
    """The same instant in seconds since 1970."""
    state: State
    machine: Machine
    cpu: CpuReading | None
    memory: MemoryReading | None
    pressure: Mapping[str, PressureReading]
    """By resource: `cpu`, `memory`, `io`; a resource the kernel does not report
    is absent."""
    load: LoadReading | None
    gpus: GpusReading | None
    runs: tuple[RunView, ...]
    """The busiest first."""
    episodes: tuple[Episode, ...]
    """Open and ended ones of the last hour, oldest first."""
    gaps: Mapping[str, Gap] = field(default_factory=dict)
    sensor_cost_s: Mapping[str, float] = field(default_factory=dict)
    """How long each sensor took in this round."""
    missed_ticks: int = 0
    """Rounds skipped since the previous frame because they came too late."""
    unreadable: tuple[UnreadableProcess, ...] = ()
    """Busy Python processes, mostly of other users, that could not be looked into:
    one of them may be a training run. The busiest first."""
    period_s: float = 1.0
    """How often a round is due, as chosen: a longer pause is a hole."""
    paused_until_s: float | None = None
    """When a pause ends by itself, in seconds since 1970; None: when the user says."""
    others: tuple[Consumer, ...] = ()
    """Programs outside all runs that use the CPU, the largest first."""
    lost_gpus: tuple[LostGpu, ...] = ()
    """GPUs that worked and have stopped answering for good, the first one first."""


def demand_of(view: RunView) -> float:
    """Return how many threads of a run are ready; 0 while it is not known."""
    return view.run.demand_threads() or 0.0


def state_of(
    measured: Collection[str],
    views: Sequence[RunView],
    lost_gpus: Collection[LostGpu] = (),
) -> State:
    """Put the machine in one word. `measured` are the keys of the readings."""
    if "cpu" not in measured:
        return State.NO_DATA
    severities = {
        view.verdict.severity for view in views if isinstance(view.verdict, Finding)
    }
    if Severity.CRITICAL in severities or lost_gpus:
        return State.CRITICAL
    if Severity.ATTENTION in severities:
        return State.ATTENTION
    if any(demand_of(view) >= ACTIVE_THREADS for view in views):
        return State.OK
    return State.IDLE
