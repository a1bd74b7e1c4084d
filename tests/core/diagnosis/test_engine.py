"""What stands of a run over time: finding, clear or cannot tell."""

from dataclasses import replace

import pytest

from core.detection.runs import member, run
from core.diagnosis.test_rules import HEALTHY
from traintray.core.detection.run import CodeLine, Role
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.engine import MORE_TIME, STARTING, Engine
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule, Window
from traintray.core.diagnosis.verdict import (
    Clear,
    Comparison,
    Evidence,
    Finding,
    Severity,
    Unit,
    Unknown,
)
from traintray.core.discovery import collect
from traintray.core.history.store import Store

OVER = {
    "run.demand_threads": 8.0,
    "run.main_demand_threads": 8.0,
    "run.running_cores": 2.0,
    "run.most_busy_threads": 8.0,
    "run.most_demand_threads": 8.0,
    "run.all_runs_demand_threads": 8.0,
}


class Watched:
    """An engine and its store, fed second by second."""

    def __init__(self, a_run=None):
        self.run = a_run or run(member(1, Role.MAIN, 8.0))
        self.store = Store(300)
        self.engine = Engine(collect(rules, "RULE", Rule), self.store, Policy())
        self.at_s = 0.0

    def seconds(self, count, **numbers):
        judgement = None
        for _ in range(count):
            self.at_s += 1
            seen = {**HEALTHY, **{k.replace("__", "."): v for k, v in numbers.items()}}
            series = {
                name.replace("run.", f"run.{self.run.key}."): value
                for name, value in seen.items()
            }
            self.store.append(self.at_s, series)
            judgement = self.engine.judge(self.run, seen, self.at_s)
        return judgement


def numbers(values):
    return {name.replace(".", "__"): value for name, value in values.items()}


GPUS = ("run.gpus", "run.gpus_used", "run.free_gpus")

IDLE = {"run__demand_threads": 0.1, "run__usable_busy_fraction": 0.1}


def test_at_first_it_cannot_tell_because_more_time_is_needed():
    verdict = Watched().seconds(10).verdict

    assert isinstance(verdict, Unknown)
    assert verdict.missing == (MORE_TIME,)


def test_nothing_found_after_enough_time_is_clear():
    assert isinstance(Watched().seconds(20, **IDLE).verdict, Clear)


def test_a_sustained_condition_is_a_finding_with_its_evidence():
    judgement = Watched().seconds(20, **numbers(OVER))

    finding = judgement.verdict
    assert isinstance(finding, Finding)
    assert (finding.kind, finding.severity) == (
        "too_many_threads",
        Severity.ATTENTION,
    )
    measured = {e.key: (e.measured, e.threshold) for e in finding.evidence}
    assert measured["demand_threads"] == (8.0, 3.0)
    assert measured["waiting_threads"] == (6.0, 1.0)
    assert all(e.crossed for e in finding.evidence)
    assert judgement.onset_at_s == 1.0


def always(kind, rank):
    finding = Finding(kind, Severity.ATTENTION, ())
    return Rule(kind, rank, (), None, lambda n, p, limits: True, lambda scene: finding)


def test_the_cause_is_told_before_the_symptom_whatever_their_order_in_the_list():
    a_run = run(member(1, Role.MAIN, 8.0))
    engine = Engine([always("symptom", 9), always("cause", 1)], Store(9), Policy())
    for at_s in range(20):
        judgement = engine.judge(a_run, {}, float(at_s))

    assert judgement.verdict.kind == "cause"
    assert judgement.also == ("symptom",)


def test_what_could_not_be_read_is_named():
    verdict = Watched().seconds(30, run__demand_threads=None).verdict

    assert isinstance(verdict, Unknown)
    assert verdict.kind is not None
    assert "run.demand_threads" in verdict.missing


def test_a_run_that_still_starts_is_not_judged_however_its_threads_compete():
    watched = Watched()
    verdict = watched.seconds(30, run__least_cpu_s=2.4, **numbers(OVER)).verdict

    assert isinstance(verdict, Unknown)
    assert verdict.missing == (STARTING,)
    later = watched.seconds(17, run__least_cpu_s=2.6, **numbers(OVER)).verdict
    assert isinstance(later, Finding)


def test_an_unreadable_gpu_leaves_cannot_tell_not_clear():
    verdict = Watched().seconds(30, run__gpus=None).verdict

    assert isinstance(verdict, Unknown)
    assert (verdict.kind, verdict.missing) == ("gpu_unused", GPUS)


def test_an_unreadable_gpu_does_not_matter_to_a_run_that_leaves_the_cpu_idle():
    judgement = Watched().seconds(30, run__gpus=None, **IDLE)

    assert isinstance(judgement.verdict, Clear)


def test_after_a_reset_nothing_has_been_sustained():
    watched = Watched()
    watched.seconds(14, **numbers(OVER))
    watched.engine.reset()

    assert isinstance(watched.seconds(5, **numbers(OVER)).verdict, Unknown)


def test_a_run_that_ended_is_forgotten():
    watched = Watched()
    watched.seconds(20, **numbers(OVER))
    watched.engine.forget(watched.run.key)

    assert isinstance(watched.seconds(1, **numbers(OVER)).verdict, Unknown)


def denying(kind, rank, measured):
    """A rule that does not hold, and knows the number that says so."""
    evidence = Evidence(
        f"{kind}_cores", measured, 1.0, Comparison.AT_LEAST, Unit.CORES, 2.0
    )
    return Rule(
        kind,
        rank,
        (),
        None,
        lambda n, p, limits: False,
        lambda scene: Finding(kind, Severity.ATTENTION, ()),
        denies=lambda scene: evidence,
    )


def judged(*found, at_most_s=20):
    a_run = run(member(1, Role.MAIN, 8.0))
    engine = Engine(found, Store(99), Policy())
    for at_s in range(at_most_s):
        judgement = engine.judge(a_run, {}, float(at_s))
    return judgement


def test_other_causes_that_were_measured_and_are_not_there_are_ruled_out():
    low, high = denying("low", 2, 0.4), denying("high", 3, 1.2)

    verdict = judged(always("cause", 9), high, low).verdict

    assert [evidence.key for evidence in verdict.ruled_out] == ["low_cores"]


def noting(kind, rank):
    """A rule that holds, and asks for nothing to be done."""
    finding = Finding(kind, Severity.NOTE, ())
    return replace(always(kind, rank), explain=lambda scene: finding)


def test_what_is_only_worth_knowing_does_not_hide_a_cause_that_asks_for_a_deed():
    judgement = judged(noting("note", 1), always("cause", 5), always("symptom", 9))

    assert judgement.verdict.kind == judgement.rule.kind == "cause"
    assert judgement.also == ("note", "symptom")
    assert judged(noting("late", 3), noting("note", 1)).verdict.kind == "note"


def test_a_rule_that_needs_long_to_hold_does_not_keep_a_run_from_being_clear():
    slow = replace(denying("slow", 1, 0.4), sustained_s=60.0, needs=("run.unread",))
    quick = replace(slow, sustained_s=None)

    assert isinstance(judged(slow).verdict, Clear)
    assert isinstance(judged(quick).verdict, Unknown)


def test_a_rule_that_needs_long_to_hold_holds_after_that_time_and_not_before():
    slow = replace(always("slow", 1), sustained_s=60.0)

    assert isinstance(judged(slow, at_most_s=59).verdict, Clear)
    assert judged(slow, at_most_s=62).verdict.kind == "slow"


def worker_run(workers, each):
    loaders = [member(n + 2, Role.WORKER, each) for n in range(workers)]
    return run(member(1, Role.MAIN, 0.1), *loaders)


@pytest.mark.parametrize(
    ("seen", "cause"),
    [
        pytest.param(OVER, "one_process", id="one pool"),
        pytest.param({**OVER, "run.computing_ranks": 4.0}, "ranks", id="four pools"),
        pytest.param(
            {**OVER, "run.workers": 8.0, "run.worker_demand_threads": 7.9},
            "workers",
            id="eight workers with one thread each",
        ),
        pytest.param(
            {
                **OVER,
                "run.demand_threads": 16.2,
                "run.workers": 8.0,
                "run.worker_demand_threads": 16.0,
            },
            "worker_pools",
            id="eight workers with a pool each",
        ),
        pytest.param(
            {**OVER, "run.workers": 4.0, "run.worker_demand_threads": 4.0},
            "mixed",
            id="half and half",
        ),
        pytest.param(
            {"run.active_runs": 2.0, "run.all_runs_demand_threads": 4.0},
            "several_runs",
            id="two runs",
        ),
    ],
)
def test_the_cause_of_too_many_threads_is_told_apart(seen, cause):
    finding = Watched().seconds(20, **numbers(seen)).verdict

    assert finding.facts["cause"] == cause


@pytest.mark.parametrize(
    ("variables", "busy", "in_code"),
    [
        pytest.param({}, 8.0, True, id="more than the CPUs, nothing set"),
        pytest.param({"OMP_NUM_THREADS": "8"}, 8.0, False, id="the variable says so"),
        pytest.param({"OMP_NUM_THREADS": "8,2"}, 8.0, False, id="a list of levels"),
        pytest.param({"OMP_NUM_THREADS": "²"}, 2.0, False, id="no ASCII number"),
        pytest.param({"OMP_NUM_THREADS": "1"}, 8.0, True, id="against the variable"),
        pytest.param({"OMP_NUM_THREADS": "many"}, 2.0, False, id="not a number"),
        pytest.param(None, 8.0, False, id="the environment is unreadable"),
    ],
)
def test_a_number_set_in_code_is_what_nothing_else_explains(variables, busy, in_code):
    line = CodeLine("/x/train.py", 3, "torch.set_num_threads(8)")
    a_run = run(
        member(1, Role.MAIN, 8.0), thread_variables=variables, code_lines=(line,)
    )
    seen = {
        **OVER,
        "run.most_busy_threads": busy,
        "run.most_demand_threads": busy,
    }

    finding = Watched(a_run).seconds(20, **numbers(seen)).verdict

    assert finding.facts["set_in_code"] == float(in_code)


@pytest.mark.parametrize(
    ("values", "median"),
    [([3.0, 1.0, 2.0], 2.0), ([3.0, 1.0, 2.0, 10.0], 2.5), ([4.0], 4.0), ([], None)],
)
def test_the_median_of_a_window_is_the_middle_of_what_was_measured(values, median):
    store = Store(9)
    for at_s, value in enumerate(values):
        store.append(float(at_s), {"cpu.busy_fraction": value})
    store.append(99.0, {})  # a gap is no value

    assert Window(store, "10-1", 0.0).median("cpu.busy_fraction") == median
