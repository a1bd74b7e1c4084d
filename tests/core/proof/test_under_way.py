"""Which runs are measured now, since when and until when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.proof.proof_world import (
    CHANGED_AT_S,
    NEW,
    OLD,
    PIECE_S,
    after,
    applied,
    before,
    course,
)
from traintray.core.archive.records import Outcome
from traintray.core.proof.prover import Known, Prover
from traintray.core.proof.under_way import UnderWay

BEGAN_S = CHANGED_AT_S + 15.0
SPEEDS = [10.0] * 72
"""The run before: six minutes of pieces of 5 s, the first from its second 0 on."""
OLD_RUN = before(course(SPEEDS))
CHANGES = (applied(),)


def going_on(kept, watched_s, **changes):
    """The new run, `watched_s` seconds after it was first seen."""
    fields = {
        "outcome": Outcome.RUNNING,
        "ended_at_s": None,
        "seen_at_s": BEGAN_S,
        "last_seen_at_s": BEGAN_S + watched_s,
    }
    moved = None if kept is None else replace(kept, began_at_s=BEGAN_S)
    return after(moved, **{**fields, **changes})


def stepping(watched_s, **changes):
    """The new run, which has told a piece of steps every 5 s since it was seen."""
    count = int(watched_s // PIECE_S)
    return going_on(course([20.0] * count) if count else None, watched_s, **changes)


def at_once(job):
    job()
    return lambda: True


class Archive:
    def __init__(self, *runs) -> None:
        self.saved = runs
        self.spans = []

    def runs(self, since_s, until_s):
        self.spans.append(until_s - since_s)
        seen = [run for run in self.saved if run.last_seen_at_s >= since_s]
        return sorted(seen, key=lambda run: -run.started_at_s)


def found(new, old=OLD_RUN, changes=CHANGES, late_s=0.0):
    now_s = new.last_seen_at_s + late_s
    return UnderWay().find(Archive(old, new), changes, now_s)


def test_a_run_with_a_change_is_measured_after_its_warm_up_as_long_as_the_one_before():
    (case,) = found(stepping(100.0))

    assert (case.run, case.before_run) == ("boot/2-2", "boot/1-1")
    assert (case.run_name, case.change.new) == (OLD_RUN.name, NEW)
    assert case.started_at_s == CHANGED_AT_S + 10
    assert case.since_s == BEGAN_S + 60.0
    assert case.until_s == BEGAN_S + 360.0
    assert not case.is_warming_up


@pytest.mark.parametrize("has_steps", [True, False])
def test_it_is_told_when_the_run_is_judged(has_steps):
    def kept(length_s, speed):
        count = int(length_s // PIECE_S)
        if has_steps:
            return course([speed] * count, usable_busy_fraction=0.5)
        busy = [0.4] * int(length_s // 10)
        return replace(course(), blocks={"gpu_busy_fraction": tuple(busy)})

    old = before(kept(360.0, 10.0))
    prover = Prover(lambda _: Known([old], [applied()]), at_once)
    judged_s, told = None, set()
    for second in range(5, 500, 5):
        new = going_on(kept(second, 20.0), float(second))
        (seen,) = prover.update([new], {}, BEGAN_S + second)
        if seen.proof is not None:
            judged_s = BEGAN_S + second
            break
        told |= {case.until_s for case in found(new, old)}

    assert told == {judged_s}


def test_until_its_first_step_it_is_taken_to_begin_as_late_as_the_run_before():
    late = course(SPEEDS)
    late = replace(late, paces=tuple((at + 40.0, s, v) for at, s, v in late.paces))

    (case,) = found(going_on(None, 20.0), old=before(late))

    assert (case.since_s, case.until_s) == (BEGAN_S + 100.0, BEGAN_S + 400.0)


def test_a_run_that_tells_its_steps_begins_with_its_own_first_one():
    own = course([20.0] * 3)
    own = replace(own, paces=tuple((at + 70.0, s, v) for at, s, v in own.paces))

    (case,) = found(going_on(own, 90.0))

    assert (case.since_s, case.until_s) == (BEGAN_S + 130.0, BEGAN_S + 430.0)
    assert case.is_warming_up


def test_of_a_run_that_was_over_soon_a_quarter_is_left_out():
    (case,) = found(stepping(10.0), old=before(course([10.0] * 16)))

    assert (case.since_s, case.until_s) == (BEGAN_S + 20.0, BEGAN_S + 80.0)


def test_when_its_time_is_past_no_end_is_promised_any_more():
    (case,) = found(going_on(course([20.0] * 10, piece_s=30.0), 365.0))

    assert case.until_s is None
    assert case.since_s == BEGAN_S + 60.0


@pytest.mark.parametrize(
    ("new", "old", "changes", "late_s"),
    [
        pytest.param(stepping(50.0), OLD_RUN, (), 0.0, id="no change"),
        pytest.param(
            stepping(50.0), OLD_RUN, (applied(BEGAN_S + 20),), 0.0, id="changed later"
        ),
        pytest.param(
            stepping(50.0, outcome=Outcome.FINISHED), OLD_RUN, CHANGES, 0.0,
            id="over",
        ),
        pytest.param(stepping(50.0), OLD_RUN, CHANGES, 61.0, id="not watched"),
        pytest.param(
            stepping(50.0, variables=OLD), OLD_RUN, CHANGES, 0.0,
            id="without the change",
        ),
        pytest.param(
            stepping(50.0, usable_cpus=4.0), OLD_RUN, CHANGES, 0.0,
            id="on other CPUs",
        ),
        pytest.param(
            stepping(50.0), before(None), CHANGES, 0.0, id="nothing to compare"
        ),
        pytest.param(
            stepping(50.0, command=("python", "other.py")), OLD_RUN, CHANGES, 0.0,
            id="another command",
        ),
    ],
)  # fmt: skip
def test_nothing_is_promised_that_does_not_come(new, old, changes, late_s):
    assert found(new, old, changes, late_s) == ()


def test_a_run_that_has_its_result_is_not_measured_any_more():
    prover = Prover(lambda _: Known([OLD_RUN], [applied()]), at_once)
    new = stepping(400.0)
    for second in (400.0, 401.0):
        (told,) = prover.update([new], {}, BEGAN_S + second)

    assert told.proof is not None
    assert found(told) == ()


def test_the_runs_before_are_looked_for_once_for_each_run():
    archive, under_way = Archive(OLD_RUN, stepping(50.0)), UnderWay()
    for second in (50.0, 60.0, 70.0):
        assert under_way.find(archive, CHANGES, BEGAN_S + second)
    lookups = [span for span in archive.spans if span > 3600.0]

    assert len(lookups) == 1
