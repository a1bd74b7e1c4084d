"""A phase of its own, such as compiling, says nothing of the run around it."""

import pytest

from core.detection.runs import member, run
from traintray.core.detection.run import Role
from traintray.core.diagnosis.engine import MORE_TIME, Engine
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule
from traintray.core.diagnosis.verdict import (
    Clear,
    Comparison,
    Evidence,
    Finding,
    Severity,
    Unit,
    Unknown,
)
from traintray.core.history.store import Store

LOW = Evidence("low_cores", 0.1, 1.0, Comparison.AT_LEAST, Unit.CORES, 2.0)


def rule(kind, rank, figure, **changes):
    """A rule that holds while `figure` is above 0."""
    return Rule(
        kind,
        rank,
        (figure,),
        None,
        lambda n, policy, limits: n[figure] > 0,
        lambda scene: Finding(kind, Severity.NOTE, ()),
        **changes,
    )


PHASE = rule("phase", 1, "run.phase", sustained_at_most_s=5.0, pauses_others=True)
FAULT = rule("fault", 2, "run.fault")
DENIED = rule("denied", 3, "run.denied", denies=lambda scene: LOW)


class Watched:
    """An engine with the phase, a fault and a rule that knows its denial."""

    def __init__(self, *rules, policy=None):
        self.run = run(member(1, Role.MAIN, 2.0))
        chosen = rules or (FAULT, PHASE, DENIED)
        self.engine = Engine(chosen, Store(9), policy or Policy())
        self.at_s = 0.0

    def seconds(self, count, phase=0.0, fault=0.0):
        for _ in range(count):
            self.at_s += 1
            seen = {"run.phase": phase, "run.fault": fault, "run.denied": 0.0}
            judgement = self.engine.judge(self.run, seen, self.at_s)
        return judgement


def test_a_rule_may_ask_for_a_shorter_time_than_the_setting():
    assert not isinstance(Watched().seconds(5, phase=1.0).verdict, Finding)
    assert Watched().seconds(6, phase=1.0).verdict.kind == "phase"


def test_a_setting_that_is_shorter_still_counts():
    quick = Policy(sustained_s=3.0)

    assert Watched(policy=quick).seconds(4, phase=1.0).verdict.kind == "phase"


def test_a_rule_with_a_shorter_time_does_not_keep_a_run_from_being_clear():
    assert isinstance(Watched(PHASE).seconds(10).verdict, Clear)


def test_a_slow_rule_is_not_waited_for_however_long_the_setting_is():
    unread = rule("slow", 1, "run.unread", sustained_s=20.0)
    watched = Watched(unread, PHASE, policy=Policy(sustained_s=30.0))

    assert isinstance(watched.seconds(40).verdict, Clear)


@pytest.mark.parametrize(
    ("at_least_s", "at_most_s", "held_s"),
    [(None, None, 15.0), (60.0, None, 60.0), (9.0, None, 15.0), (None, 5.0, 5.0)],
)
def test_the_time_a_rule_must_hold_comes_from_it_and_the_setting(
    at_least_s, at_most_s, held_s
):
    asked = rule("x", 1, "run.x", sustained_s=at_least_s, sustained_at_most_s=at_most_s)

    assert asked.held_s(Policy(sustained_s=15.0)) == held_s


def test_what_others_see_during_the_phase_does_not_count():
    watched = Watched()
    watched.seconds(40, phase=1.0, fault=1.0)

    after = [watched.seconds(1, fault=1.0).verdict for _ in range(15)]

    assert not any(isinstance(v, Finding) and v.kind == "fault" for v in after)
    assert watched.seconds(5, fault=1.0).verdict.kind == "fault"


def test_seconds_before_the_phase_do_not_add_up_with_those_after_it():
    slow = rule("fault", 2, "run.fault", sustained_s=60.0)
    watched = Watched(PHASE, slow)
    watched.seconds(50, fault=1.0)
    watched.seconds(7, phase=1.0)

    assert isinstance(watched.seconds(50, fault=1.0).verdict, Clear)
    assert watched.seconds(20, fault=1.0).verdict.kind == "fault"


def test_while_the_phase_lasts_nothing_else_is_told_nor_ruled_out():
    watched = Watched()
    watched.seconds(20, fault=1.0)

    judgement = watched.seconds(7, phase=1.0, fault=1.0)

    assert judgement.verdict.kind == "phase"
    assert judgement.also == ()
    assert judgement.verdict.ruled_out == ()


def test_a_finding_from_before_the_phase_is_there_again_after_it():
    watched = Watched()
    watched.seconds(20, fault=1.0)
    watched.seconds(30, phase=1.0)

    assert watched.seconds(8, fault=1.0).verdict.kind == "fault"


def test_a_short_burst_of_the_phase_costs_the_others_only_its_own_seconds():
    watched = Watched()
    watched.seconds(10, fault=1.0)
    watched.seconds(2, phase=1.0, fault=1.0)

    assert watched.seconds(7, fault=1.0).verdict.kind == "fault"


def test_seconds_of_a_burst_that_is_too_short_to_be_told_do_not_count_either():
    watched = Watched()
    watched.seconds(12, fault=1.0)

    assert not isinstance(watched.seconds(4, phase=1.0, fault=1.0).verdict, Finding)
    assert watched.seconds(5, fault=1.0).verdict.kind == "fault"


def test_while_the_others_are_paused_more_time_is_what_is_missing():
    verdict = Watched().seconds(4, phase=1.0).verdict

    assert isinstance(verdict, Unknown)
    assert verdict.missing == (MORE_TIME,)
