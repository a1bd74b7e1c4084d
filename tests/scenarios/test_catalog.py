"""The catalogue of live scenarios is sound; one short one really runs."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scenarios.catalog import ALL, NOT_PRODUCED
from scenarios.evidence import Difference
from scenarios.outcome import Mark, judge
from scenarios.report import confusion, requirements
from scenarios.scenario import Cage, Group, Scenario
from scenarios.stage import Recording
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.rule import Rule
from traintray.core.discovery import collect

HERE = Path(__file__).parent
WORKLOADS = HERE / "workloads"
PLAIN = [scenario for scenario in ALL if not scenario.in_full_only]
TRAINING = [scenario for scenario in PLAIN if scenario.group is not Group.OTHER]
OTHER = [scenario for scenario in PLAIN if scenario.group is Group.OTHER]


def test_there_are_enough_scenarios_and_each_has_a_name_of_its_own():
    assert len(TRAINING) >= 30
    assert len(OTHER) >= 12
    assert len({scenario.name for scenario in ALL}) == len(ALL)


def test_every_kind_is_brought_about_or_listed_with_the_reason():
    produced = {kind for scenario in TRAINING for kind in scenario.truth}
    kinds = {rule.kind for rule in collect(rules, "RULE", Rule)}

    assert kinds <= produced | set(NOT_PRODUCED)
    assert not produced & set(NOT_PRODUCED)
    assert all(len(reason) > 20 for reason in NOT_PRODUCED.values())


@pytest.mark.parametrize("scenario", ALL, ids=lambda s: s.name)
def test_a_scenario_says_why_its_truth_is_true(scenario):
    assert len(scenario.why) > 20
    assert bool(scenario.truth) == (scenario.group is Group.TRAINING)
    assert len(scenario.truth) <= 2
    assert not scenario.truth & scenario.also_true
    assert scenario.least_s <= scenario.seconds


@pytest.mark.parametrize("scenario", ALL, ids=lambda s: s.name)
def test_a_scenario_starts_workloads_that_are_there(scenario):
    words = (*scenario.command, *scenario.beside)
    scripts = [word for word in words if word.startswith("{here}/")]

    for script in scripts:
        assert (WORKLOADS / script.removeprefix("{here}/")).is_file()
    for option in scenario.vary:
        name = scripts[0].removeprefix("{here}/")
        text = (WORKLOADS / name).read_text()
        assert f"{option}=" in text, f"{name} has no option {option}"


@pytest.mark.parametrize("path", sorted(WORKLOADS.glob("*.py")), ids=lambda p: p.name)
def test_a_workload_compiles_and_says_when_it_begins(path):
    tree = ast.parse(path.read_text(), feature_version=(3, 10))
    is_started = any(
        isinstance(node, ast.FunctionDef) and node.name == "main" for node in tree.body
    )

    if is_started and path.stem != "requests_sent":
        assert ".begin()" in path.read_text()


def test_seeds_change_the_sizes_and_seed_0_is_always_the_same():
    scenario = next(s for s in ALL if s.name == "cnn")

    several = {scenario.arguments(seed) for seed in range(20)}

    assert len(several) > 3
    assert scenario.arguments(0) == ("--batch", "64", "--width", "32")
    assert scenario.arguments(7) == scenario.arguments(7)


def scenario(truth, group=Group.TRAINING, also_true=()):
    return Scenario(
        "made up", frozenset(truth), "", (), group, also_true=frozenset(also_true)
    )


def recording(of, told_by_second, witnessed=()):
    """Return one in which the run was told these kinds, a second each from 100 on."""
    recorded = Recording(of, 0, 100.0, 100.0 + len(told_by_second), (5,))
    recorded.seen = [
        {
            "at_s": 100.0 + second,
            "own_cpu_s": 0.0,
            "runs": []
            if kind is None
            else [
                {
                    "pid": 5,
                    "roles": {"5": "main"},
                    "title": kind,
                    "figures": {},
                    "verdict": {
                        "kind": kind,
                        "state": "clear" if kind == "clear" else "finding",
                        "missing": [],
                    },
                }
            ],
        }
        for second, kind in enumerate(told_by_second)
    ]
    recorded.witnessed = list(witnessed)
    return recorded


def test_the_cause_that_stands_in_the_end_counts_and_the_first_time_it_stood():
    outcome = judge(recording(scenario({"a"}), ["clear"] * 17 + ["a"] * 15))

    assert (outcome.mark, outcome.told) == (Mark.RIGHT, "a")
    assert outcome.delay_s == 17.0
    assert outcome.wrong_tips == ()


def test_what_was_told_before_the_onset_is_no_early_verdict():
    recorded = recording(scenario({"a"}), ["a"] * 10 + ["clear"] * 10 + ["a"] * 10)
    recorded.onset_s = 112.0

    assert judge(recorded).delay_s == 8.0


def test_a_wrong_tip_counts_even_when_the_right_one_follows():
    outcome = judge(recording(scenario({"a"}), ["b"] * 3 + ["a"] * 15))

    assert outcome.mark is Mark.RIGHT
    assert outcome.wrong_tips == ("b (3 s)",)


def test_what_is_true_as_well_is_no_wrong_tip_but_not_the_cause_either():
    outcome = judge(recording(scenario({"a"}, also_true={"b"}), ["b"] * 30))

    assert (outcome.mark, outcome.told) == (Mark.WRONG, "b")
    assert outcome.wrong_tips == ()


def test_saying_nothing_is_to_abstain_where_something_is_wrong_and_right_elsewhere():
    silent = judge(recording(scenario({"a"}), ["clear"] * 30))
    calm = judge(recording(scenario((), Group.CALM), ["clear"] * 30))
    other = judge(recording(scenario((), Group.OTHER), [None] * 30))

    assert silent.mark is Mark.ABSTAINED
    assert (calm.mark, calm.told) == (Mark.RIGHT, "clear")
    assert (other.mark, other.told) == (Mark.RIGHT, "no run")


def test_any_tip_on_work_that_is_no_training_is_wrong():
    outcome = judge(recording(scenario((), Group.OTHER), ["a"] * 2 + [None] * 28))

    assert outcome.wrong_tips == ("a (2 s)",)
    row = next(r for r in requirements([outcome]) if "no training" in r.text)
    assert not row.is_met


def test_the_shares_are_those_of_the_issue():
    right = judge(recording(scenario({"a"}), ["a"] * 30))
    wrong = judge(recording(scenario({"a"}), ["b"] * 30))
    rows = {row.text: row.is_met for row in requirements([right] * 95 + [wrong] * 5)}

    assert rows["the right cause in 95 % of the runs"]
    assert not rows["no wrong tip in 99 % of the runs"]
    assert confusion([right, right, wrong]) == [("a", "a", 2), ("a", "b", 1)]


def test_a_difference_is_a_share_of_the_independent_reading():
    assert Difference("demand_threads", 2.1, 2.0).fraction == pytest.approx(0.05)


def test_a_cage_limits_only_what_it_names():
    assert not Cage().limits
    assert Cage(quota_cpus=0.5).limits


def test_a_real_scenario_is_run_watched_and_ended(tmp_path):
    command = [sys.executable, str(HERE / "run.py"), "--only", "loops_in_python"]
    command += ["--seconds", "6", "--no-lock"]
    command += ["--keep", str(tmp_path), "--write", str(tmp_path)]

    done = subprocess.run(
        command, text=True, capture_output=True, timeout=60, env=dict(os.environ)
    )

    assert done.returncode == 0, done.stdout + done.stderr
    run = json.loads((tmp_path / "scores.json").read_text())["runs"][0]
    assert (run["scenario"], run["told"]) == ("loops_in_python", "no run")
    witnessed = tmp_path / "loops_in_python-0" / "witnessed.jsonl"
    last = json.loads(witnessed.read_text().splitlines()[-1])
    assert len(last["processes"]) >= 1 + len(os.sched_getaffinity(0))
    assert not any(Path(f"/proc/{pid}").exists() for pid in last["processes"])
