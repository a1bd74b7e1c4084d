"""Recorded runs get the verdict of what was really wrong with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

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
from traintray.core.diagnosis.verdict import Finding, Verdict
from traintray.core.discovery import collect
from traintray.core.history.store import Store

Numbers = Mapping[str, float | None]
THREADS, COMPUTE, LEAK = "too_many_threads", "cpu_compute", "memory_growth"
# What was wrong, by the recording's own word, and the kind that says so.
EXPECTED = {
    "C3_THREADS": THREADS,
    "C3_WORKERS": THREADS,
    "C3_RUNS": THREADS,
    "C3_QUOTA": THREADS,
    "C2_COMPUTE": COMPUTE,
    "C2_GBDT": COMPUTE,
    "C3_EXTERNAL": "contended",
    "C4_LEAK": COMPUTE,  # a leak needs two minutes; it computes meanwhile
    "C2_PYTHON": COMPUTE,  # spinning OpenMP threads look like work from outside
    "C1_INPUT": "input_bound",
    "C1_IO": "disk_bound",
    "C1_PINNED": "pinned_workers",
    "C4_SWAP": "swapping",
    "NONE": None,
    "NONML": None,
}
# Beside these runs other work took 1.0 to 1.3 of the two CPUs all the time (research,
# B.4, "foreign"): what was wrong with them is true, and that they had to share too.
SHARED = {
    "heavy_compute": None,
    "input_bound_spawn": "input_bound",
    "jupyter_busy": None,
    "leak_graph": None,
    "leak_slow": None,
    "lightgbm": None,
    "plateau": None,
    "sklearn_loky": None,
    "sklearn_rf": None,
    "xgboost": None,
}
"""The kind that is told beside it."""
NAMES = sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.gz"))


def watch(trace: Trace) -> Iterator[tuple[float, list[tuple[Verdict, Numbers]]]]:
    """Yield each second, with what is told of each run and its numbers."""
    detector = Detector(trace, collect(frameworks, "FRAMEWORK", Framework))
    store = Store(200)
    engine = Engine(collect(rules, "RULE", Rule), store, Policy())
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
        found = []
        for run in runs:
            numbers = {f"run.{n}": v for n, v in by_run[run.key].items()}
            numbers.update(machine)
            found.append((engine.judge(run, numbers, at_s).verdict, numbers))
        yield at_s, found


def replay(trace: Trace) -> tuple[list[tuple[float, str | None]], set[str]]:
    """Return what was told in each second with a run, and every kind ever told."""
    told, kinds = [], set()
    for at_s, runs in watch(trace):
        found = {verdict.kind for verdict, _ in runs if isinstance(verdict, Finding)}
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

    expected = "contended" if name in SHARED else EXPECTED[trace.truth]
    at_the_end = Counter(kind for _, kind in told[-6:])
    assert at_the_end.most_common(1)[0][0] == expected
    also = {LEAK} if trace.truth == "C4_LEAK" else set()
    assert kinds <= {expected} | also


@pytest.mark.parametrize("name", [name for name, also in SHARED.items() if also])
def test_what_is_wrong_beside_other_programs_is_told_too(name):
    verdicts = [runs[0][0] for _, runs in watch(Trace.load(name)) if runs]

    assert verdicts[-1].kind == "contended"
    assert SHARED[name] in verdicts[-1].also


@pytest.mark.parametrize("name", ["leak_graph", "leak_slow"])
def test_a_recorded_leak_counts_from_the_first_minute_on(name):
    last = growth_judged(name)[-10:]

    assert last.count(True) >= 7  # the condition may miss 3 of 10 seconds


def test_a_recorded_leak_that_goes_on_is_told():
    *_, (_, last) = watch(Trace.load("leak_slow"))

    assert last[0][0].kind == LEAK


def test_memory_that_levels_off_does_not_count():
    assert True not in growth_judged("plateau")


def growth_judged(name: str) -> list[bool | None]:
    """What the rule says of each second of the main run."""
    rule = next(rule for rule in collect(rules, "RULE", Rule) if rule.kind == LEAK)
    seconds = [runs[0][1] for _, runs in watch(Trace.load(name)) if runs]
    return [
        rule.judge({k: v for k, v in numbers.items() if v is not None}, Policy())
        for numbers in seconds
    ]


@pytest.mark.parametrize(
    "name", ["oversub_threads", "oversub_workers", "two_runs", "healthy_train"]
)
def test_the_verdict_comes_within_30_s_of_the_start(name):
    trace = Trace.load(name)

    told, _ = replay(trace)

    first = next(at_s for at_s, kind in told if kind)
    assert first <= 30
