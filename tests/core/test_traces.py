"""Recorded runs get the verdict of what was really wrong with them."""

from __future__ import annotations

from collections import Counter

import pytest

from core.trace_world import FOLDER, Trace
from traintray.core.detection import frameworks
from traintray.core.detection.detector import Detector
from traintray.core.detection.figures import Surroundings, figures
from traintray.core.detection.framework import Framework
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.engine import Engine
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule
from traintray.core.diagnosis.verdict import Finding
from traintray.core.discovery import collect
from traintray.core.history.store import Store

THREADS, COMPUTE = "too_many_threads", "cpu_compute"
# What was wrong, by the recording's own word, and the kind that says so.
EXPECTED = {
    "C3_THREADS": THREADS,
    "C3_WORKERS": THREADS,
    "C3_RUNS": THREADS,
    "C3_QUOTA": THREADS,
    "C2_COMPUTE": COMPUTE,
    "C2_GBDT": COMPUTE,
    "C3_EXTERNAL": COMPUTE,
    "C4_LEAK": COMPUTE,  # it leaks while it computes; both are true
    "C2_PYTHON": COMPUTE,  # spinning OpenMP threads look like work from outside
    "C1_INPUT": "input_bound",
    "C1_IO": "disk_bound",
    "C1_PINNED": "pinned_workers",
    "C4_SWAP": None,
    "NONE": None,
    "NONML": None,
}
NAMES = sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.gz"))


def replay(trace: Trace) -> tuple[list[tuple[float, str | None]], set[str]]:
    """Return what was told in each second with a run, and every kind ever told."""
    detector = Detector(trace, collect(frameworks, "FRAMEWORK", Framework))
    store = Store(200)
    engine = Engine(collect(rules, "RULE", Rule), store, Policy())
    told, kinds = [], set()
    for second in trace.seconds:
        at_s = second["t"]
        runs = detector.update(trace.step(second), at_s)
        around = Surroundings(trace.cpu(second), runs, trace.memory(second))
        machine = trace.machine_series(second)
        # All were recorded on a machine without a GPU.
        by_run = {run.key: {**figures(run, around), "gpus": 0.0} for run in runs}
        values = dict(machine)
        for key, numbers in by_run.items():
            values.update({f"run.{key}.{n}": v for n, v in numbers.items()})
        store.append(at_s, values)
        found = set()
        for run in runs:
            numbers = {f"run.{n}": v for n, v in by_run[run.key].items()}
            verdict = engine.judge(run, {**machine, **numbers}, at_s).verdict
            if isinstance(verdict, Finding):
                found.add(verdict.kind)
        kinds |= found
        if runs or not told:
            told.append(
                (at_s, THREADS if THREADS in found else min(found, default=None))
            )
    return told, kinds


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_run_gets_its_true_verdict(name):
    trace = Trace.load(name)

    told, kinds = replay(trace)

    expected = EXPECTED[trace.truth]
    at_the_end = Counter(kind for _, kind in told[-6:])
    assert at_the_end.most_common(1)[0][0] == expected
    assert kinds <= {expected}


@pytest.mark.parametrize(
    "name", ["oversub_threads", "oversub_workers", "two_runs", "healthy_train"]
)
def test_the_verdict_comes_within_30_s_of_the_start(name):
    trace = Trace.load(name)

    told, _ = replay(trace)

    first = next(at_s for at_s, kind in told if kind)
    assert first <= 30
