"""Which change waits to be proven by a run, and which run is the one before."""

from __future__ import annotations

from core.proof.proof_world import (
    CHANGED_AT_S,
    NEW,
    OLD,
    after,
    applied,
    before,
    course,
    matched,
    undone,
)
from traintray.core.proof.judging import judge
from traintray.core.proof.match import match

SPEEDS = [10.0] * 40


def test_the_run_before_the_change_is_the_one_to_compare_with():
    first, second = before(None), before(None, identity="boot/1-9")
    second = before(None, identity="boot/1-9", started_at_s=first.started_at_s + 50)

    found = match(after(None), (first, second), (applied(),))

    assert found.before.identity == "boot/1-9"
    assert (found.change.knob, found.change.old, found.change.new) == (
        "thread_cap",
        OLD,
        NEW,
    )
    assert found.alike == (first,)


def test_without_a_change_nothing_is_compared():
    assert match(after(None), (before(None),), ()) is None


def test_a_change_after_the_run_began_is_not_its_own():
    late = applied(at_s=after(None).started_at_s + 60)

    assert match(after(None), (before(None),), (late,)) is None


def test_what_was_taken_back_waits_no_more():
    change = applied()

    assert match(after(None), (before(None),), (change, undone(1e10, change)))
    gone = undone(CHANGED_AT_S + 1, change)
    assert match(after(None), (before(None),), (change, gone)) is None


def test_without_a_run_before_the_change_there_is_nothing_to_say():
    young = before(None, started_at_s=CHANGED_AT_S + 5)

    assert match(after(None), (young,), (applied(),)) is None


def test_a_run_of_other_arguments_is_told_as_such():
    other = before(None, command=("python", "train.py", "--lr", "0.2"))

    found = match(after(None), (other,), (applied(),))

    assert (found.before, found.is_same_command) == (other, False)


def test_the_same_command_in_another_folder_is_another():
    elsewhere = before(None, folder="/tmp/copy")

    assert match(after(None), (elsewhere,), (applied(),)) is None


def told(verdict_speed):
    """The first run after the change, with its proof."""
    old = before(course(SPEEDS))
    new = after(course([verdict_speed] * 40), identity="boot/3-3")
    proof = judge(new, matched(old), None, 0.0)
    return old, after(None, identity="boot/3-3", proof=proof.record())


def test_a_change_is_told_once():
    old, new = told(20.0)
    third = after(None, started_at_s=CHANGED_AT_S + 2000)

    assert match(third, (old, new), (applied(),)) is None
    again = applied(at_s=CHANGED_AT_S + 1500)
    assert match(third, (old, new), (applied(), again)) is not None


def test_a_run_that_could_not_be_compared_leaves_it_to_the_next_one():
    old = before(course(SPEEDS))
    missed = after(course(SPEEDS), identity="boot/3-3", variables=OLD)
    proof = judge(missed, matched(old), None, 0.0)
    kept = after(None, identity="boot/3-3", variables=OLD, proof=proof.record())
    third = after(None, started_at_s=CHANGED_AT_S + 2000)

    found = match(third, (old, kept), (applied(),))

    assert proof.verdict == "not_comparable"
    assert found.before is old


def test_a_run_that_differs_in_the_change_alone_comes_before_a_newer_one():
    alone = before(None, identity="boot/1-1")
    newer = before(
        None,
        identity="boot/1-2",
        started_at_s=alone.started_at_s + 100,
        variables={**OLD, "OMP_PROC_BIND": "close"},
    )

    assert match(after(None), (alone, newer), (applied(),)).before is alone


def test_knobs_that_were_turned_together_are_named_together():
    other = applied(CHANGED_AT_S - 5, {"OMP_WAIT_POLICY": None},
                    {"OMP_WAIT_POLICY": "passive"}, knob="wait_policy")  # fmt: skip
    new = after(None, variables={**NEW, "OMP_WAIT_POLICY": "passive"})

    found = match(new, (before(None),), (other, applied()))

    assert (found.change.knob, found.change.beside) == ("thread_cap", ("wait_policy",))


def test_a_variable_that_no_record_shows_is_not_waited_for():
    mine = applied(old={"MINE": None}, new={"MINE": "1"}, knob="env_file")

    assert match(after(None), (before(None),), (mine,)) is None
