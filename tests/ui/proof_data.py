"""Runs before and after a change, one pair for each verdict; the core judges them."""

from __future__ import annotations

import math
from array import array
from dataclasses import replace

from traintray.core.archive.names import boot_id
from traintray.core.archive.proof_record import Change, Course
from traintray.core.archive.records import RunRecord, Slice
from traintray.core.proof.judging import judge
from traintray.core.proof.match import Match
from traintray.core.proof.outcome import Proof
from ui import frames, past_data, runs_data
from ui.knob_data import CAP, KnobsArchive
from ui.written_advice import READY_THREADS, threads

NOW_S = frames.WALL_S
BEFORE, AFTER = (f"{boot_id()}/{run}" for run in ("41207-7", "42100-9"))
_BEGAN_S = {BEFORE: NOW_S - 430.0, AFTER: NOW_S + 80.0}
_BLOCK_S, _BLOCKS, _STEP_S = 10.0, 36, 2.0
_OLD = {
    "gpu_busy_fraction": 0.41,
    "usable_busy_fraction": 0.97,
    "demand_threads": float(READY_THREADS),
    "switches_per_s": 148_000.0,
    "cpu_pressure_fraction": 0.62,
}
_NEW = {
    "helped": (0.78, 0.47, 15.0, 19_000.0, 0.06),
    "unclear": (0.42, 0.95, 56.0, 141_000.0, 0.60),
    "slower": (0.22, 0.24, 8.0, 7_000.0, 0.01),
    "not-comparable": (0.78, 0.47, 15.0, 19_000.0, 0.06),
}
"""By verdict: the levels of the new run, in the order of those of the old one."""
VERDICTS = tuple(_NEW)


def _level(run: str, figure: str, name: str) -> float:
    return _OLD[figure] if run == BEFORE else _new(name)[figure]


def _new(name: str) -> dict[str, float]:
    return dict(zip(_OLD, _NEW[name], strict=True))


def _value(run: str, figure: str, name: str, second: float) -> float:
    """A figure wanders around its level, from step to step and over a minute; the GPU
    that waits at times the most.
    """
    level = _level(run, figure, name)
    is_fed = figure != "gpu_busy_fraction" or level > 0.7
    swing = 0.04 if is_fed else 0.3
    n = second / _STEP_S
    wander = 0.6 * math.sin(n * 1.7) * math.cos(n * 0.31) + 0.4 * math.sin(n * 0.21)
    value = level * (1 + swing * wander)
    return min(0.99, value) if figure.endswith("_fraction") else value


def _course(run: str, name: str) -> Course:
    def mean(figure: str, number: int) -> float:
        seconds = [_BLOCK_S * number + _STEP_S * n for n in range(5)]
        return sum(_value(run, figure, name, s) for s in seconds) / len(seconds)

    blocks = {f: tuple(mean(f, n) for n in range(_BLOCKS)) for f in _OLD}
    return Course(_BEGAN_S[run], _BLOCK_S, blocks)


def run_of(identity: str, name: str) -> RunRecord:
    """One of the two runs; of those that are not comparable the command differs."""
    batch = "64" if identity == AFTER and name == "not-comparable" else "32"
    return runs_data.ended(
        "train.py",
        0.2,
        0.1,
        identity=identity,
        command=("python", "train.py", "--model", "resnet50", "--batch-size", batch),
        course=_course(identity, name),
        variables=CAP if identity == AFTER else {},
    )


def proof(name: str) -> Proof:
    """What the core finds of the cap of the design, where it ends like this."""
    change = Change("thread_cap", dict.fromkeys(CAP), CAP, NOW_S + 2.0)
    before, after = run_of(BEFORE, name), run_of(AFTER, name)
    found = Match(change, before, before.command == after.command)
    made = judge(after, found, None, _BEGAN_S[AFTER] + 362.0)
    assert made is not None
    return made


class ProofArchive(KnobsArchive):
    """Both runs, what was found of the first, and what came of the change."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        kept = replace(run_of(AFTER, name), proof=proof(name).record())
        self.saved = (kept, run_of(BEFORE, name))

    def series_keys(self):
        return [f"run/{run}/{figure}" for run in _BEGAN_S for figure in _OLD]

    def many(self, keys, since_s, until_s, points):
        times = array("d", range(int(since_s), int(until_s), int(_STEP_S)))
        found = {}
        for key in keys:
            run, _, figure = key.removeprefix("run/").rpartition("/")
            began_s = _BEGAN_S[run]
            line = [_value(run, figure, self.name, at_s - began_s) for at_s in times]
            found[key] = Slice(times, *[array("d", line)] * 3, _STEP_S)
        return found

    def episodes(self, since_s, until_s):
        evidence = {
            one.key: (one.measured, one.threshold, one.unit.value)
            for one in threads().evidence
        }
        times = NOW_S - 400.0, NOW_S + 10.0
        run = self.saved[1]
        return [
            past_data.episode_record(run, "too_many_threads", times, evidence=evidence)
        ]
