"""Lets the real detector, figures and rules watch a simulated machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from core.synthetic.flow import RunSecond
from core.synthetic.machines import MachineModel
from core.synthetic.models import Workload
from core.synthetic.simulation import simulate
from core.synthetic.surroundings import (
    cpu_reading,
    gpus_reading,
    machine_series,
    memory_reading,
)
from core.synthetic.world import SyntheticWorld
from traintray.core.detection import frameworks
from traintray.core.detection.detector import Detector
from traintray.core.detection.figures import Surroundings, figures
from traintray.core.detection.framework import Framework
from traintray.core.detection.gpu_figures import GpuSurroundings, gpu_figures
from traintray.core.detection.run import TrainingRun
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.engine import Engine
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule
from traintray.core.diagnosis.verdict import Finding, Verdict
from traintray.core.discovery import collect
from traintray.core.history.store import Store

FRAMEWORKS = tuple(collect(frameworks, "FRAMEWORK", Framework))
RULES: tuple[Rule[Any], ...] = tuple(collect(rules, "RULE", Rule))
Numbers = dict[str, float | None]


@dataclass
class Record:
    """What was seen of one workload on one machine."""

    machine: MachineModel
    workload: Workload
    store: Store
    seconds: list[tuple[float, list[tuple[TrainingRun, Numbers]]]] = field(
        default_factory=list
    )
    activity: list[RunSecond] = field(default_factory=list)
    """What the first run really did in each second."""

    @property
    def last(self) -> Numbers:
        """The numbers of the first run in the last second."""
        return self.seconds[-1][1][0][1]


def watch(machine: MachineModel, workload: Workload) -> Record:
    """Run the workload, and take down every number that a rule may ask for."""
    world = SyntheticWorld(machine, workload)
    detector = Detector(world, FRAMEWORKS)
    record = Record(machine, workload, Store(workload.seconds + 1))
    for second in simulate(machine, workload):
        world.count_periods(second.runs[0].throttled_share if second.runs else 0.0)
        table = world.step(second)
        runs = detector.update(table, second.at_s)
        cpu = cpu_reading(machine, second, workload.weather, world.rng)
        memory = memory_reading(machine, workload.weather)
        gpus = GpuSurroundings(
            gpus_reading(machine, workload, second, world),
            machine.gpus > 0,
            table.processes,
        )
        series = machine_series(cpu, memory, workload)
        around = Surroundings(cpu, runs, memory)
        seen: list[tuple[TrainingRun, Numbers]] = []
        values = dict(series)
        for run in runs:
            found = {**figures(run, around), **gpu_figures(run, gpus)}
            values.update({f"run.{run.key}.{n}": v for n, v in found.items()})
            seen.append((run, {**series, **{f"run.{n}": v for n, v in found.items()}}))
        record.activity.append(second.runs[0])
        record.store.append(second.at_s, values)
        seen.sort(key=lambda one: one[0].root_pid)
        record.seconds.append((second.at_s, seen))
    return record


def verdicts(
    record: Record, judging: Sequence[Rule[Any]] = RULES, policy: Policy | None = None
) -> list[tuple[float, list[Verdict]]]:
    """Let the rules judge what was seen; return what stood in each second."""
    engine = Engine(judging, record.store, policy or Policy())
    return [
        (at_s, [engine.judge(run, numbers, at_s).verdict for run, numbers in seen])
        for at_s, seen in record.seconds
    ]


def kinds(told: list[tuple[float, list[Verdict]]]) -> set[str]:
    """Return every kind that was ever told of any run."""
    return {v.kind for _, all_of in told for v in all_of if isinstance(v, Finding)}


def at_end(told: list[tuple[float, list[Verdict]]], run: int = 0) -> Verdict:
    """Return what stands of one run in the last second."""
    return told[-1][1][run]
