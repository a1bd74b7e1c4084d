"""Threads and queues over time: what each process does in each second."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.synthetic.fair import Threads, share_out
from core.synthetic.flow import DT_S, TICKS_PER_S, Flow, Mean, RunSecond, of_one
from core.synthetic.machines import MachineModel
from core.synthetic.models import Workload

SECOND_THREAD_GAIN = 0.25
"""What the second hardware thread of a core adds to its speed."""
STOPPED_SHARE = 0.85
"""Share of the periods in which a quota stops those who want more (measured)."""
NOISE = 0.02


@dataclass
class Second:
    """What a machine did in one second."""

    at_s: float
    runs: list[RunSecond]
    foreign: list[Mean]
    load: dict[frozenset[int], float]
    """CPUs used, by the mask of those who used them."""


def simulate(machine: MachineModel, workload: Workload) -> Iterator[Second]:
    """Yield what happens in each second."""
    flows = [Flow(model, machine) for model in workload.runs]
    foreign = [
        Threads(f.processes, f.wants, frozenset(range(machine.logical)))
        for f in workload.foreign
    ]
    quotas = {} if machine.quota is None else {"box": machine.quota}
    for number in range(workload.seconds):
        second = Second(number + 1.0, [RunSecond() for _ in flows], [], {})
        second.foreign = [Mean() for _ in foreign]
        for tick in range(TICKS_PER_S):
            for flow in flows:
                flow.want(number + tick * DT_S)
            everyone = [*_parts(flows), *foreign]
            share_out(everyone, quotas)
            _pass(number + tick * DT_S, _speed(machine, everyone), flows, second)
            _count_periods(machine, flows, second)
            _note(flows, foreign, second)
        yield second


def _parts(flows: Sequence[Flow]) -> list[Threads]:
    return [part for flow in flows for part in flow.parts()]


def _pass(at_s: float, speed: float, flows: Sequence[Flow], second: Second) -> None:
    """Let the tick pass for every run."""
    for flow, result in zip(flows, second.runs, strict=True):
        flow.run(speed, at_s, result)


def _count_periods(
    machine: MachineModel, flows: Sequence[Flow], second: Second
) -> None:
    """Note whether the quota stopped the runs; they are in one control group."""
    wanted = sum(part.demand * part.count for part in _parts(flows))
    is_stopped = machine.quota is not None and wanted > 1.1 * machine.quota
    for result in second.runs:
        result.throttled_share += STOPPED_SHARE * is_stopped / TICKS_PER_S


def _note(flows: Sequence[Flow], foreign: Sequence[Threads], second: Second) -> None:
    """Take down who used which CPUs."""
    for threads, mean in zip(foreign, second.foreign, strict=True):
        mean.add(of_one(threads, threads.count), first=True)
    for t in [*_parts(flows), *foreign]:
        now = second.load.get(t.mask, 0.0)
        second.load[t.mask] = now + t.got * t.count / TICKS_PER_S


def _speed(machine: MachineModel, everyone: Sequence[Threads]) -> float:
    """Return how fast a CPU second is, when hardware threads share their cores."""
    used = sum(t.got * t.count for t in everyone)
    if used <= machine.cores:
        return 1.0
    return (machine.cores + SECOND_THREAD_GAIN * (used - machine.cores)) / used


def shaken(rng: random.Random, value: float) -> float:
    """Return a value as it would be measured."""
    return value * (1 + rng.uniform(-NOISE, NOISE))
