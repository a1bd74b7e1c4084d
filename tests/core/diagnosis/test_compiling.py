"""A run that compiles, and one that trains beside a compiler."""

from __future__ import annotations

import pytest

from core.advice.scenes import Seen
from core.detection.runs import member, run
from core.diagnosis.seconds import POLICY, judged
from core.diagnosis.test_rules import HEALTHY
from traintray.core.detection.run import Role
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.engine import Engine
from traintray.core.diagnosis.rule import Rule
from traintray.core.diagnosis.rules.compiling import RULE
from traintray.core.diagnosis.verdict import Clear, Finding, Severity
from traintray.core.discovery import collect
from traintray.core.history.store import Store


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        pytest.param({"compiler_demand_threads": 2.0}, True, id="compilers fill it"),
        pytest.param(
            {"compiler_demand_threads": 1.0, "demand_threads": 2.1},
            False,
            id="less than half of what it wants",
        ),
        pytest.param(
            {"compiler_demand_threads": 0.2, "demand_threads": 0.1},
            False,
            id="a compiler that waits for its next job",
        ),
        pytest.param(
            {"compiler_demand_threads": 40.0, "demand_threads": 8.0},
            True,
            id="on 64 CPUs, beside a main process that waits busily",
        ),
        pytest.param({}, False, id="no compiler"),
        pytest.param(
            {"compiler_demand_threads": None}, False, id="none was looked for"
        ),
    ],
)
def test_a_run_that_compiles(figures, expected):
    assert judged(RULE, **figures) is expected


def test_it_is_a_note_with_the_threads_that_compile():
    compiling = {"run.compiler_demand_threads": 6.0, "run.demand_threads": 1.0}

    finding = RULE.explain(Seen(compiling).scene(RULE))

    assert finding.severity is Severity.NOTE
    (evidence,) = finding.evidence
    assert (evidence.measured, evidence.threshold) == (6.0, 3.0)


class Watched:
    """All real rules over seconds of one run."""

    def __init__(self):
        self.run = run(member(1, Role.MAIN, 2.0))
        self.store = Store(300)
        self.engine = Engine(collect(rules, "RULE", Rule), self.store, POLICY)
        self.at_s = 0.0

    def seconds(self, count, **figures):
        found = []
        for _ in range(count):
            self.at_s += 1
            seen = {**HEALTHY, **{f"run.{k}": v for k, v in figures.items()}}
            series = {
                name.replace("run.", f"run.{self.run.key}.", 1): value
                for name, value in seen.items()
            }
            self.store.append(self.at_s, series)
            found.append(self.engine.judge(self.run, seen, self.at_s).verdict)
        return found


# Inductor's workers want more than the CPUs, and the main process waits for them.
COMPILES = {
    "compiler_demand_threads": 3.9,
    "demand_threads": 0.2,
    "main_demand_threads": 0.2,
}
OVER = {
    "demand_threads": 8.0,
    "main_demand_threads": 8.0,
    "most_demand_threads": 8.0,
    "all_runs_demand_threads": 8.0,
}


def kinds(verdicts):
    return {v.kind for v in verdicts if isinstance(v, Finding)}


def test_it_is_told_after_seconds_even_while_the_run_still_starts():
    verdicts = Watched().seconds(8, least_cpu_s=1.0, **COMPILES)

    assert kinds(verdicts[:5]) == set()
    assert kinds(verdicts[6:]) == {"compiling"}


def test_no_other_rule_is_told_while_it_compiles_nor_of_those_seconds_after_it():
    watched = Watched()

    during = watched.seconds(60, **{**OVER, **COMPILES, "demand_threads": 4.0})
    after = watched.seconds(40, demand_threads=0.1, main_demand_threads=0.1)

    assert kinds(during) == kinds(after[:5]) == {"compiling"}
    assert kinds(after[12:]) == set()
    assert isinstance(after[-1], Clear)


def test_what_is_wrong_after_it_is_told_in_the_usual_time():
    watched = Watched()
    watched.seconds(30, **COMPILES)

    after = watched.seconds(30, **OVER)

    assert kinds(after[:15]) <= {"compiling"}
    assert after[25].kind == "too_many_threads"
