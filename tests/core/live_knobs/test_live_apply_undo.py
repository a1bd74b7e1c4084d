"""A live knob is applied to every thread of a run and taken back exactly."""

from __future__ import annotations

import pytest
from fake_kernel import OTHER
from live_world import MAIN, ONE, SHELL, TWO

from traintray.core.live_knobs.live_plan import LiveKnobError
from traintray.core.live_knobs.tasks import Attribute


def masks(world):
    return world.kernel.all_of(Attribute.CPUS)


def test_every_thread_of_every_member_gets_it_and_nobody_else(world):
    before = masks(world)

    outcome = world.apply("1,3")

    assert outcome.changed_threads == 5
    assert outcome.left == ()
    after = masks(world)
    members = {(MAIN, MAIN), (MAIN, 110), (MAIN, 111), (ONE, ONE), (TWO, TWO)}
    assert {key for key in after if after[key] == "1,3"} == members
    assert {k: v for k, v in after.items() if k not in members} == {
        k: v for k, v in before.items() if k not in members
    }


def test_a_plan_changes_nothing_and_lists_what_would(world):
    before = masks(world)

    plan = world.plan("1-3")

    assert masks(world) == before
    assert world.desk.entries() == ()
    assert {(c.thread.tid, c.before, c.after) for c in plan.changes} == {
        (tid, "0-3", "1-3") for tid in (MAIN, 110, 111, ONE, TWO)
    }
    assert (plan.unchanged_threads, plan.is_undoable) == (0, True)
    world.desk.apply(plan)
    again = world.plan("1-3")
    assert again.is_empty
    assert again.unchanged_threads == 5


def test_undo_gives_each_thread_what_it_had(world):
    world.kernel.values[MAIN, 110][Attribute.CPUS] = "0"
    world.kernel.values[MAIN, 111][Attribute.CPUS] = "1"
    world.kernel.values[TWO, TWO][Attribute.CPUS] = "0-3,8"
    before = masks(world)

    world.apply("0-3")
    assert masks(world)[TWO, TWO] == "0-3"
    outcome = world.undo()

    assert masks(world) == before
    assert outcome.left == ()
    assert world.ends() == ["undone"]
    with pytest.raises(LiveKnobError, match="nothing was applied"):
        world.undo()


def test_undo_works_after_a_restart_of_the_app(world):
    world.kernel.values[MAIN, 110][Attribute.CPUS] = "2"
    before = masks(world)
    world.apply("1-3")

    world.again()
    world.undo()

    assert masks(world) == before


@pytest.mark.parametrize("after", range(6))
def test_an_app_killed_at_any_write_while_applying_can_undo(world, after):
    world.kernel.values[MAIN, 110][Attribute.CPUS] = "0"
    before = masks(world)

    assert world.killed(lambda: world.apply("1-3"), after) == (after < 5)
    assert (masks(world) == before) == (after == 0)
    world.undo()

    assert masks(world) == before


@pytest.mark.parametrize("after", range(6))
def test_an_app_killed_at_any_write_while_undoing_can_undo(world, after):
    world.kernel.values[MAIN, 110][Attribute.CPUS] = "0"
    before = masks(world)
    world.apply("1-3")

    assert world.killed(world.undo, after) == (after < 5)
    if world.open_entries():
        world.undo()

    assert masks(world) == before


def test_threads_born_since_inherit_it_and_lose_it_with_the_undo(world):
    world.apply("1-3")
    world.kernel.clone(MAIN, 120, 40)
    world.kernel.start(103, 41, parent=MAIN)
    world.kernel.start(104, 42, parent=103)
    world.kernel.clone(104, 130, 43)

    world.undo()

    assert set(masks(world).values()) == {"0-3"}


def test_a_thread_born_since_gets_what_its_makers_had(world):
    world.kernel.start(ONE, 30, parent=MAIN, cpus="0-1")
    world.kernel.start(TWO, 31, parent=MAIN, cpus="2-3")
    world.apply("0-3")
    world.kernel.clone(ONE, 140, 40)
    world.kernel.clone(TWO, 141, 40)
    world.kernel.start(105, 41, parent=ONE)

    world.undo()

    assert world.kernel.cpus(ONE, 140) == "0-1"
    assert world.kernel.cpus(TWO, 141) == "2-3"
    assert world.kernel.cpus(105) == "0-1"


def test_a_thread_born_since_is_taken_for_one_of_the_main_thread(world):
    for tid in (110, 111):
        world.kernel.values[MAIN, tid][Attribute.CPUS] = "0"
    world.apply("0-3")
    world.kernel.clone(MAIN, 120, 40)

    world.undo()

    assert world.kernel.cpus(MAIN, 120) == "0-3"


def test_a_thread_born_since_that_chose_its_own_cpus_keeps_them(world):
    world.kernel.values[ONE, ONE][Attribute.CPUS] = "1-2"
    world.apply("leave-1")
    world.kernel.clone(ONE, 140, 40, cpus="1-3")
    world.kernel.clone(MAIN, 120, 40, cpus="2")

    world.undo()

    assert world.kernel.cpus(MAIN) == "0-3"
    assert world.kernel.cpus(ONE, 140) == "1-3"
    assert world.kernel.cpus(MAIN, 120) == "2"


def test_threads_that_have_ended_and_numbers_given_to_others_are_left_alone(world):
    world.apply("1-3")
    world.kernel.end_thread(MAIN, 110)
    world.kernel.end_thread(MAIN, 111)
    world.kernel.clone(MAIN, 111, 90, cpus="2")
    world.kernel.end(ONE)
    world.kernel.start(ONE, 95, parent=SHELL, cpus="1-3")

    world.undo()

    assert world.kernel.cpus(MAIN) == world.kernel.cpus(TWO) == "0-3"
    assert world.kernel.cpus(MAIN, 111) == "2"
    assert world.kernel.cpus(ONE) == "1-3", "another program has this pid now"


def test_a_pid_given_to_another_program_between_plan_and_apply_is_left_alone(world):
    plan = world.plan("1-3")
    world.kernel.end(ONE)
    world.kernel.start(ONE, 95, parent=SHELL)

    world.desk.apply(plan)

    assert world.kernel.cpus(ONE) == "0-3"
    assert world.kernel.cpus(TWO) == "1-3"
    (entry,) = world.open_entries()
    assert {one.thread.pid for one in entry.saved} == {MAIN, TWO}


def test_a_member_whose_start_the_detector_did_not_see_is_left_alone(world):
    site = world.site()
    world.kernel.end(ONE)
    world.kernel.start(ONE, 95, parent=SHELL, uid=OTHER)

    outcome = world.desk.apply(world.desk.plan("cpu_affinity", "1-3", site))

    assert world.kernel.cpus(ONE) == "0-3"
    assert outcome.left == (), "it is no member, so it is not spoken of"


def test_processes_of_another_user_are_left_alone_and_named(world):
    world.kernel.processes[ONE].uid = OTHER

    outcome = world.apply("1-3")

    assert world.kernel.cpus(ONE) == "0-3"
    (told,) = outcome.left
    assert str(ONE) in told
    world.kernel.processes[MAIN].uid = world.kernel.processes[TWO].uid = OTHER
    with pytest.raises(LiveKnobError, match="another user's"):
        world.plan("1-2")


def test_a_process_below_that_belongs_to_another_user_keeps_what_it_has(world):
    world.apply("1-3")
    world.kernel.start(103, 41, parent=MAIN)
    world.kernel.processes[103].uid = OTHER

    world.undo()

    assert world.kernel.cpus(103) == "1-3"
    assert world.kernel.cpus(MAIN) == "0-3"


def test_this_program_is_never_changed_although_it_is_below_the_run(world):
    own = world.kernel.own_pid()
    world.kernel.processes[own].parent = MAIN

    world.desk.apply(
        world.desk.plan("cpu_affinity", "1-3", world.site(MAIN, ONE, TWO, own))
    )

    assert world.kernel.cpus(own) == "0-3"


def test_what_another_hand_changed_since_is_left_and_counted(world):
    world.apply("1-3")
    world.kernel.values[MAIN, 110][Attribute.CPUS] = "2"

    outcome = world.undo()

    assert world.kernel.cpus(MAIN, 110) == "2"
    assert world.kernel.cpus(MAIN) == "0-3"
    assert [one for one in outcome.left if one.startswith("1 of the threads")]


def test_a_second_value_starts_from_what_was_there_before_the_first(world):
    world.kernel.values[MAIN, 110][Attribute.CPUS] = "0"
    before = masks(world)
    world.apply("leave-2")
    assert world.kernel.cpus(MAIN) == "2-3"
    world.kernel.clone(MAIN, 120, 40)

    world.apply("leave-1")
    assert world.kernel.cpus(MAIN) == world.kernel.cpus(MAIN, 120) == "1-3"
    assert len(world.open_entries()) == 1
    world.undo()

    assert masks(world) == {**before, (MAIN, 120): "0-3"}


def test_threads_that_begin_while_it_is_applied_are_reached(world):
    left = iter(range(200, 206))

    def fork(thread):
        number = next(left, None)
        if number:
            world.kernel.clone(MAIN, number, number, cpus="0-3")

    world.kernel.on_write = fork
    world.apply("1-3")
    world.kernel.on_write = lambda thread: None

    assert {world.kernel.cpus(MAIN, tid) for tid in range(200, 206)} == {"1-3"}
    world.undo()
    assert {world.kernel.cpus(MAIN, tid) for tid in range(200, 206)} == {"0-3"}


def test_a_mask_that_a_cpuset_cuts_is_still_ours_at_the_undo(world):
    world.kernel.cpuset = {"1-3": "1-2"}
    before = masks(world)
    world.apply("1-3")
    assert world.kernel.cpus(MAIN) == "1-2"

    outcome = world.undo()

    assert outcome.left == ()
    assert masks(world) == before


def test_what_the_kernel_refuses_is_said_and_leaves_no_entry(world):
    world.kernel.cpuset = {"3": ""}

    with pytest.raises(LiveKnobError, match="refused it for 5 threads: Invalid arg"):
        world.apply("3")

    assert world.open_entries() == []


def test_a_refused_second_value_leaves_the_first_to_be_undone(world):
    before = masks(world)
    world.apply("1-3")
    world.kernel.cpuset = {"3": ""}
    with pytest.raises(LiveKnobError, match="refused"):
        world.apply("3")
    world.kernel.cpuset = None

    world.undo()

    assert masks(world) == before
