"""What becomes of entries while the run goes on, and when it ends."""

from __future__ import annotations

import json
import multiprocessing
from dataclasses import replace

import pytest
from fake_kernel import OTHER
from live_world import MAIN, ONE, PROFILES, SHELL, TWO, LiveWorld

from traintray.core.live_knobs.ledger import KEPT, Ledger
from traintray.core.live_knobs.live_knob import Power
from traintray.core.live_knobs.live_plan import LiveKnobError
from traintray.core.live_knobs.tasks import Attribute


def test_a_process_that_chose_wider_cpus_since_gets_the_same_and_its_own_back(world):
    world.apply("leave-1")
    world.kernel.start(103, 41, parent=MAIN, cpus="0-1")
    world.kernel.clone(MAIN, 120, 42, cpus="0")

    assert world.desk.refresh([world.run(MAIN, ONE, TWO, 103)]) == ()

    assert world.kernel.cpus(103) == "1"
    assert world.kernel.cpus(MAIN, 120) == "1-3"
    world.undo()
    assert world.kernel.cpus(103) == "0-1"
    assert world.kernel.cpus(MAIN, 120) == "0"


def test_what_has_inherited_it_is_not_written_down(world):
    world.apply("leave-1")
    (before,) = world.open_entries()
    world.kernel.clone(MAIN, 120, 42)
    world.kernel.written.clear()

    world.desk.refresh([world.run()])

    assert world.open_entries() == [before]
    assert world.kernel.written == []


def test_a_thread_is_looked_at_once(world):
    world.apply("leave-1")
    world.kernel.clone(MAIN, 120, 42)
    world.kernel.values[MAIN, 110][Attribute.CPUS] = "0"
    world.desk.refresh([world.run()])

    world.kernel.values[MAIN, 120][Attribute.CPUS] = "0"
    world.desk.refresh([world.run()])

    assert world.kernel.cpus(MAIN, 120) == "0", "it chose that after its birth"
    assert world.kernel.cpus(MAIN, 110) == "0"


def test_a_number_that_a_new_thread_was_given_is_a_new_thread(world):
    world.apply("leave-1")
    world.desk.refresh([world.run()])
    world.kernel.end_thread(MAIN, 110)
    world.desk.refresh([world.run()])
    world.kernel.clone(MAIN, 110, 70, cpus="0-2")

    world.desk.refresh([world.run()])

    assert world.kernel.cpus(MAIN, 110) == "1-2"


def test_a_run_that_is_not_told_is_known_by_what_its_processes_started(world):
    world.apply("leave-1")
    world.kernel.start(103, 41, parent=ONE, cpus="0-1")
    world.kernel.start(104, 42, parent=SHELL, cpus="0-1")

    world.desk.refresh()

    assert world.kernel.cpus(103) == "1"
    assert world.kernel.cpus(104) == "0-1"


def test_other_runs_are_left_alone(world):
    world.apply("leave-1")
    world.kernel.start(300, 60, parent=SHELL)

    world.desk.refresh([world.run(300)])

    assert world.kernel.cpus(300) == "0-3"


def test_a_new_process_of_another_user_is_left_alone(world):
    world.apply("leave-1")
    world.kernel.start(103, 41, parent=MAIN, cpus="0")
    world.kernel.processes[103].uid = OTHER

    world.desk.refresh([world.run(MAIN, ONE, TWO, 103)])

    assert world.kernel.cpus(103) == "0"


def test_an_entry_ends_with_the_last_of_its_processes(world):
    world.apply("leave-1")
    world.kernel.end(MAIN)
    world.kernel.end(ONE)
    assert world.desk.refresh([]) == ()

    world.kernel.end(TWO)
    world.kernel.start(TWO, 99, parent=1, cpus="1-3")
    world.now_s = 2000.0
    (ended,) = world.again().refresh([])

    assert (ended.end.value, ended.ended_at_s, ended.saved) == ("ended", 2000.0, ())
    assert world.ends() == ["ended"]
    with pytest.raises(LiveKnobError, match="nothing was applied"):
        world.undo()


def test_undo_of_a_run_that_is_gone_says_so_and_ends_the_entry(world):
    world.apply("leave-1")
    for pid in (MAIN, ONE, TWO):
        world.kernel.end(pid)

    with pytest.raises(LiveKnobError, match="gone"):
        world.undo()

    assert world.ends() == ["ended"]


def test_a_restart_of_the_computer_ends_all_entries(world):
    world.apply("leave-1")
    world.kernel.world = ("boot-2", "pid:[1]")

    world.desk.refresh([])

    assert world.ends() == ["ended"]


def test_entries_of_another_container_are_left_to_it(world):
    world.apply("leave-1")
    for pid in (MAIN, ONE, TWO):
        world.kernel.end(pid)
    world.kernel.world = ("boot-1", "pid:[2]")

    assert world.desk.refresh([]) == ()
    assert len(world.open_entries()) == 1


def test_rows_tell_how_many_threads_have_what_and_what_was_applied(world):
    world.kernel.values[MAIN, 110][Attribute.CPUS] = "0"
    world.apply("idle", "io_priority")

    rows = {row.knob.name: row for row in world.desk.rows(world.site())}

    assert list(rows) == ["cpu_affinity", "io_priority", "power_profile", "nice"]
    assert rows["cpu_affinity"].now == {"0-3": 4, "0": 1}
    assert rows["cpu_affinity"].applied is None
    assert rows["io_priority"].now == {"idle:0": 5}
    assert rows["io_priority"].applied == "idle"
    assert rows["power_profile"].now == {"balanced": 0}
    assert (rows["nice"].is_undoable, rows["io_priority"].is_undoable) == (False, True)
    assert not any(row.suggestion for row in rows.values())


# --- what cannot be undone


def test_nice_is_raised_only_with_consent_and_says_that_it_is_for_good(world):
    world.kernel.values[ONE, ONE][Attribute.NICE] = "15"
    plan = world.plan("10", "nice")
    assert not plan.is_undoable
    assert "cannot be undone without root" in plan.cautions[0]
    assert "sudo renice -n 0" in plan.cautions[0]

    with pytest.raises(LiveKnobError, match="consent"):
        world.desk.apply(plan)
    assert world.kernel.written == []
    assert world.desk.entries() == ()

    world.desk.apply(plan, agreed=True)
    nice = world.kernel.all_of(Attribute.NICE)
    assert (nice[MAIN, 110], nice[ONE, ONE]) == ("10", "15"), "never lowered"
    with pytest.raises(LiveKnobError, match="Permission denied"):
        world.undo("nice")
    assert len(world.open_entries()) == 1


def test_where_nice_may_be_lowered_it_is_undone_like_the_others(world):
    world.kernel.may_lower_nice = True
    before = world.kernel.all_of(Attribute.NICE)
    plan = world.plan("10", "nice")
    assert plan.is_undoable
    assert plan.cautions == ()

    world.desk.apply(plan)
    world.undo("nice")

    assert world.kernel.all_of(Attribute.NICE) == before


# --- the power profile


def test_a_hold_is_released_by_undo(world):
    world.apply("performance", "power_profile")
    ((profile, reason),) = world.profiles.held.values()
    assert (profile, reason) == ("performance", "Training: train.py")

    world.undo("power_profile")

    assert world.profiles.held == {}
    assert world.ends() == ["undone"]


def test_a_hold_is_released_when_the_run_ends(world):
    world.apply("performance", "power_profile")
    world.desk.refresh([world.run()])
    assert len(world.profiles.held) == 1
    world.kernel.end(MAIN)

    world.desk.refresh([])

    assert world.profiles.held == {}
    assert world.ends() == ["ended"]


def test_a_second_value_takes_the_place_of_the_first_hold(world):
    world.apply("performance", "power_profile")
    world.apply("power-saver", "power_profile")

    assert [profile for profile, _ in world.profiles.held.values()] == ["power-saver"]
    assert len(world.open_entries()) == 1


def test_a_hold_that_the_user_overrode_ends_by_hand(world):
    world.apply("performance", "power_profile")
    world.profiles.held.clear()

    world.desk.refresh([world.run()])

    assert world.ends() == ["by_hand"]


def test_the_hold_of_a_program_that_is_gone_ends_itself(world):
    world.apply("performance", "power_profile")
    world.kernel.end(world.kernel.own_pid())
    world.kernel.start(world.kernel.own_pid(), 77, parent=1)

    world.again().refresh([world.run()])

    assert world.ends() == ["released"]


def test_undo_by_another_program_is_heard_by_the_holder(world):
    world.apply("performance", "power_profile")
    other = LiveWorld.again
    holder = world.desk
    world.kernel.own_pid = lambda: 51
    world.kernel.start(51, 6, parent=1)
    second = other(world)
    with pytest.raises(LiveKnobError, match=r"another traintray \(PID 50\)"):
        world.apply("power-saver", "power_profile")

    second.undo("power_profile", world.key)
    assert len(world.profiles.held) == 1

    holder.refresh([world.run()])
    assert world.profiles.held == {}


def test_a_refused_hold_leaves_no_entry(world):
    world.profiles.refuses = "not allowed"

    with pytest.raises(LiveKnobError, match="not allowed"):
        world.apply("performance", "power_profile")

    assert world.desk.entries() == ()


def test_closing_lets_go_of_holds(world):
    world.apply("performance", "power_profile")

    world.desk.close()

    assert world.profiles.held == {}


# --- the journal


def test_without_a_journal_nothing_is_changed(world):
    (world.state_dir / "live").write_text("in the way")

    with pytest.raises(LiveKnobError, match="nothing was changed"):
        world.apply("1-3")

    assert world.kernel.written == []


def test_a_journal_that_others_may_write_is_not_used(world):
    (world.state_dir / "live").mkdir()
    (world.state_dir / "live").chmod(0o777)

    with pytest.raises(LiveKnobError, match="every user may write"):
        world.apply("1-3")

    assert world.kernel.written == []


@pytest.mark.parametrize("text", ["{", '{"schema": 9, "entries": []}', "[]", "\0"])
def test_a_damaged_journal_is_kept_aside_and_said(world, text):
    world.apply("1-3")
    journal = world.state_dir / "live/journal.json"
    journal.write_text(text)

    assert world.desk.entries() == ()
    with pytest.raises(LiveKnobError, match="was damaged and is now"):
        world.undo()

    (aside,) = journal.parent.glob("journal.json.broken-*")
    assert aside.read_text() == text
    world.apply("1-2")
    assert len(world.open_entries()) == 1


@pytest.mark.parametrize(
    ("was", "text"),
    [
        ('"holder":null', '"holder":[1]'),
        ('"number":1', '"number":Infinity'),
        ('"threads":{', '"threads":' + "[" * 100_000 + "{"),
    ],
    ids=["half a holder", "a number without end", "deeper than can be read"],
)
def test_half_a_journal_is_one_that_is_damaged(world, was, text):
    world.apply("1-3")
    journal = world.state_dir / "live/journal.json"
    journal.write_text(journal.read_text().replace(was, text))

    assert world.desk.entries() == ()
    assert "was damaged and is now" in str(world.desk.damage())
    assert world.desk.damage() is None


def test_ended_entries_are_dropped_and_open_ones_kept(world):
    world.apply("idle", "io_priority")
    for _ in range(KEPT + 5):
        world.apply("1-3")
        world.undo()

    assert len(world.ends()) == KEPT
    assert [entry.knob for entry in world.open_entries()] == ["io_priority"]
    numbers = [entry.number for entry in world.desk.entries()]
    assert len(set(numbers)) == len(numbers)


def test_the_journal_is_readable_by_nobody_else(world):
    world.apply("1-3")

    journal = world.state_dir / "live/journal.json"
    assert journal.stat().st_mode & 0o777 == 0o600
    assert json.loads(journal.read_text())["schema"] == 1


def hold_journal(state_dir, held, done):
    with Ledger(state_dir).held():
        held.set()
        done.wait(20)


def test_one_program_at_a_time_turns_a_knob(world):
    context = multiprocessing.get_context("fork")
    held, done = context.Event(), context.Event()
    other = context.Process(target=hold_journal, args=(world.state_dir, held, done))
    other.start()
    assert held.wait(20)
    try:
        with pytest.raises(LiveKnobError, match="another traintray is turning"):
            world.apply("1-3")
    finally:
        done.set()
        other.join()
    world.apply("1-3")


def test_what_the_service_says_is_in_the_row(world):
    slow = Power("power-saver", PROFILES)
    world.place = replace(world.place, power=slow)

    row = world.desk.rows(world.site())[2]

    assert row.now == {"power-saver": 0}
    assert row.suggestion.value == "performance"
