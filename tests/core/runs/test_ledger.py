"""The record of a run: begun once, carried on, closed once."""

from __future__ import annotations

import signal
from dataclasses import replace
from pathlib import Path

import pytest

from core.runs.runs_world import BOOT, WALL_S, World, frame, member, run
from traintray.core.archive.records import Outcome
from traintray.core.detection.run import Role
from traintray.core.diagnosis.verdict import Clear, Finding, Severity, Unknown
from traintray.core.runs.ledger import SAVE_S
from traintray.core.runs.outcome import EXCEPTION, RANK_KILLED, reason
from traintray.core.runs.process_end import UNKNOWN_END, End
from traintray.core.sentence import Sentence


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def workers(*pids: int):
    return [member(pid, Role.WORKER, "pt_data_worker") for pid in pids]


def started(world: World, *pids: int) -> None:
    for pid in pids:
        world.processes.start(pid)


def test_a_run_is_saved_as_soon_as_it_is_seen(world):
    world.look(100.0, run())

    (record,) = world.saved
    assert record.identity == f"{BOOT}/100-5"
    assert (record.outcome, record.ended_at_s) == (Outcome.RUNNING, None)
    assert record.started_at_s == WALL_S + 90.0
    assert record.variables == {"OMP_NUM_THREADS": "8"}


def test_a_run_is_one_record_however_its_workers_come_and_go(world):
    for second in range(60):
        epoch = second // 20
        world.look(100.0 + second, run(100, *workers(200 + epoch, 300 + epoch)))

    assert {record.identity for record in world.saved} == {f"{BOOT}/100-5"}
    assert world.last.roles == {"main": 1, "worker": 2}


def test_an_open_run_is_saved_as_often_as_the_archive_writes(world):
    for second in range(41):
        world.look(100.0 + second, run())

    assert len(world.saved) == 1 + 40 // SAVE_S


def test_mean_and_peak_count_by_time_and_leave_out_what_was_not_measured(world):
    world.look(100.0, run(), figures={"rss_bytes": 7.0})
    for at_s, value in ((101.0, 10.0), (103.0, 40.0), (104.0, None)):
        world.look(at_s, run(), figures={"rss_bytes": value})
    world.look(120.0, run(), figures={"rss_bytes": None})

    spread = world.last.profile["rss_bytes"]
    assert spread.mean == pytest.approx((10.0 * 1 + 40.0 * 2) / 3)
    assert (spread.peak, spread.measured_s) == (40.0, 3.0)


def test_verdicts_are_kept_in_their_order_with_how_long_they_stood(world):
    finding = Finding("too_many_threads", Severity.ATTENTION, ())
    world.look(100.0, run(), verdict=Unknown(None, ()))
    world.look(101.0, run(), verdict=Clear())
    world.look(102.0, run(), verdict=finding)
    world.look(103.0, run(), verdict=finding)
    world.look(104.0, run(), verdict=Clear())
    world.look(120.0, run(), verdict=Clear())

    assert [(v.kind, v.stood_s) for v in world.last.verdicts] == [
        ("unknown", 0.0),
        ("clear", 1.0 + 1.0 + 2.5),
        ("too_many_threads", 2.0),
    ]
    assert world.last.verdicts[2].first_at_s == WALL_S + 102.0


@pytest.mark.parametrize(
    ("end", "outcome"),
    [
        (End(exit_status=0), Outcome.FINISHED),
        (End(exit_status=1), Outcome.FAILED),
        (End(signal=signal.SIGKILL), Outcome.KILLED),
        (End(signal=signal.SIGSEGV), Outcome.KILLED),
        (UNKNOWN_END, Outcome.ENDED),
    ],
)
def test_an_end_is_told_once_and_never_again(world, end, outcome):
    world.look(100.0, run())
    world.ends.told[100] = end
    world.look(101.0)
    for second in range(30):
        world.look(102.0 + second)

    ends = [r for r in world.saved if r.outcome is not Outcome.RUNNING]
    assert [r.outcome for r in ends] == [outcome]
    assert ends[0].ended_at_s == WALL_S + 101.0
    assert (ends[0].exit_status, ends[0].signal) == (end.exit_status, end.signal)
    assert ends[0].outcome_reason


def test_a_run_whose_zombie_is_still_in_the_table_does_not_begin_again(world):
    world.look(100.0, run())
    world.ends.told[100] = End(exit_status=0)
    for second in range(30):
        world.look(101.0 + second, run())

    assert sum(r.outcome is Outcome.RUNNING for r in world.saved) == 1
    assert not world.ends.waiting


def test_a_pause_or_a_lost_sensor_ends_no_run(world):
    world.look(100.0, run())
    for second in range(300):
        world.look(101.0 + second)
    world.look(402.0, run())

    assert {r.outcome for r in world.saved} == {Outcome.RUNNING}
    assert world.ledger.records()[0].last_seen_at_s == WALL_S + 402.0


def test_a_worker_killed_while_the_run_goes_on_is_counted(world):
    started(world, 200, 201)
    pool = workers(200, 201)
    world.look(100.0, run(100, *pool))
    world.ends.told[200] = End(signal=signal.SIGKILL)
    for second in range(5):
        world.look(101.0 + second, run(100, pool[1]))
    world.ends.told[100] = End(exit_status=0)
    world.look(110.0)

    assert world.last.workers_died == 1
    assert world.last.outcome is Outcome.FINISHED


def test_a_dead_worker_that_its_parent_does_not_take_dies_once(world):
    started(world, 200)
    world.look(100.0, run(100, *workers(200)))
    world.ends.told[200] = End(signal=signal.SIGKILL)
    for second in range(20):
        world.look(101.0 + second, run(100, *workers(200)))  # a zombie
        world.ends.told[200] = End(signal=signal.SIGKILL)

    assert world.last.workers_died == 1


def test_a_member_that_got_the_pid_of_a_dead_one_may_die_too(world):
    started(world, 200)
    world.look(100.0, run(100, *workers(200)))
    world.ends.told[200] = End(signal=signal.SIGKILL)
    world.look(101.0, run(100, *workers(200)))
    world.processes.write(200, "S", ticks=77)
    world.look(107.0, run(100, *workers(200)))
    world.ends.told[200] = End(signal=signal.SIGKILL)
    for second in range(20):
        world.look(108.0 + second, run(100))

    assert world.last.workers_died == 2


@pytest.mark.parametrize(
    "end", [End(exit_status=0), End(exit_status=None, signal=None)], ids=["well", "?"]
)
def test_a_worker_that_ends_as_it_should_is_no_death(world, end):
    started(world, 200)
    world.look(100.0, run(100, *workers(200)))
    world.ends.told[200] = end
    world.look(101.0, run(100))
    world.look(120.0, run(100))

    assert world.last.workers_died == 0


def test_a_pool_that_its_parent_dismisses_has_not_died(world):
    started(world, 200)
    world.look(100.0, run(100, member(200, Role.WORKER, "python")))
    world.ends.told[200] = End(signal=signal.SIGTERM)
    world.look(101.0, run(100))
    world.look(120.0, run(100))

    assert world.last.workers_died == 0


def test_a_signal_to_the_whole_group_kills_the_run_and_no_worker(world):
    started(world, 200, 201)
    world.look(100.0, run(100, *workers(200, 201)))
    for pid in (200, 201):
        world.ends.told[pid] = End(signal=signal.SIGKILL)
    world.look(101.0, run(100))
    world.ends.told[100] = End(signal=signal.SIGKILL)
    world.look(102.0)

    assert (world.last.outcome, world.last.workers_died) == (Outcome.KILLED, 0)


def test_an_error_after_a_dead_worker_names_the_worker(world):
    started(world, 200)
    world.look(100.0, run(100, *workers(200)))
    world.ends.told.update({200: End(signal=signal.SIGSEGV), 100: End(exit_status=1)})
    world.look(101.0)

    assert (world.last.outcome, world.last.workers_died) == (Outcome.FAILED, 1)
    assert "worker died" in world.last.outcome_reason


def test_a_kill_for_want_of_memory_is_told_from_one_by_hand(world):
    world.look(100.0, run(100), run(101))
    world.look(106.0, run(100), run(101))
    world.ends.told[100] = End(signal=signal.SIGKILL)
    world.look(107.0, run(101))
    by_hand = world.last
    world.processes.tell_kills(1)
    world.ends.told[101] = End(signal=signal.SIGKILL)
    world.look(108.0)

    assert by_hand.outcome is Outcome.KILLED
    assert world.last.outcome is Outcome.OUT_OF_MEMORY


def test_a_kill_that_was_counted_before_the_memory_was_given_back_still_counts(world):
    world.look(100.0, run(100))
    world.processes.tell_kills(1)
    world.look(106.0, run(100))  # counted now; the process is still being torn down
    world.ends.told[100] = End(signal=signal.SIGKILL)
    world.look(109.0)

    assert world.last.outcome is Outcome.OUT_OF_MEMORY


def test_an_old_kill_for_want_of_memory_explains_no_later_end(world):
    world.look(100.0, run(100))
    world.processes.tell_kills(1)
    for second in range(40):
        world.look(101.0 + second, run(100))
    world.ends.told[100] = End(signal=signal.SIGKILL)
    world.look(141.0)

    assert world.last.outcome is Outcome.KILLED


def test_a_worker_killed_for_want_of_memory_makes_it_the_outcome(world):
    started(world, 200)
    world.look(100.0, run(100, *workers(200)))
    world.processes.tell_kills(1)
    world.ends.told[200] = End(signal=signal.SIGKILL)
    world.look(101.0, run(100))
    world.ends.told[100] = End(exit_status=1)
    world.look(102.0)

    assert world.last.outcome is Outcome.OUT_OF_MEMORY
    assert (world.last.exit_status, world.last.workers_died) == (1, 1)


def test_of_a_launcher_it_is_told_what_became_of_its_ranks(world):
    started(world, 200, 201)
    ranks = [member(200, Role.RANK), member(201, Role.RANK)]
    launched = run(100, *ranks)
    world.look(100.0, launched)
    world.ends.told[200] = End(signal=signal.SIGKILL)
    world.look(101.0, launched)
    world.ends.told[201] = End(signal=signal.SIGTERM)  # the launcher ends the others
    world.ends.told[100] = End(exit_status=1)
    world.look(103.0)

    assert (world.last.outcome, world.last.signal) == (Outcome.KILLED, signal.SIGKILL)
    assert world.last.exit_status == 1
    assert "rank" in world.last.outcome_reason


def test_a_record_goes_on_over_a_restart_of_the_app(world, tmp_path):
    for second in range(31):
        world.look(100.0 + second, run(), figures={"rss_bytes": 10.0})
    before = world.last

    again = World(tmp_path / "again")
    again.ledger.carry([before])
    for second in range(11):
        again.look(200.0 + second, run(), figures={"rss_bytes": 40.0})

    after = again.last
    assert after.identity == before.identity
    assert after.seen_at_s == before.seen_at_s
    assert after.started_at_s == before.started_at_s
    assert after.profile["rss_bytes"].measured_s == 40.0
    assert after.profile["rss_bytes"].mean == pytest.approx((30 * 10 + 10 * 40) / 40)
    assert after.verdicts[0].stood_s == 40.0


def test_a_record_that_comes_after_the_run_was_seen_again_is_taken_up(world):
    earlier = World(world.root / "earlier")
    for second in range(31):
        earlier.look(100.0 + second, run(), figures={"rss_bytes": 10.0})
    world.look(200.0, run())
    world.ledger.carry([earlier.last])
    world.look(210.0, run())

    assert world.last.seen_at_s == earlier.last.seen_at_s
    assert world.last.profile["rss_bytes"].measured_s == 30.0


def test_a_run_that_ended_while_the_app_was_off_is_closed_when_it_was_seen_last(world):
    earlier = World(world.root / "earlier")
    earlier.look(100.0, run())
    world.ledger.carry([earlier.last])
    world.ends.told[100] = UNKNOWN_END
    world.look(500.0)

    assert world.last.outcome is Outcome.ENDED
    assert world.last.ended_at_s == earlier.last.last_seen_at_s
    assert "not running" in world.last.outcome_reason


def test_a_run_of_another_boot_is_closed(world):
    earlier = World(world.root / "earlier")
    earlier.look(100.0, run())
    world.ledger.carry([replace(earlier.last, identity="other/100-5")])
    world.look(500.0)

    assert (world.last.identity, world.last.outcome) == ("other/100-5", Outcome.ENDED)
    assert "started anew" in world.last.outcome_reason


def test_a_run_that_was_closed_is_not_opened_again(world):
    earlier = World(world.root / "earlier")
    earlier.look(100.0, run())
    earlier.ends.told[100] = End(exit_status=0)
    earlier.look(101.0)
    world.ledger.carry([earlier.last])
    world.look(500.0)

    assert world.saved == []


def test_a_run_that_turns_out_to_be_part_of_another_is_closed(world):
    world.look(100.0, run(100))
    world.look(101.0, run(50, member(100, Role.RANK)))

    closed = next(r for r in world.saved if r.outcome is not Outcome.RUNNING)
    assert (closed.root_pid, closed.outcome) == (100, Outcome.ENDED)
    assert "part of another" in closed.outcome_reason


def test_the_records_of_open_runs_can_be_asked_for_at_the_end(world):
    world.look(100.0, run(100), run(101))
    world.look(103.0, run(100), run(101))

    assert {r.last_seen_at_s for r in world.ledger.records()} == {WALL_S + 103.0}


def test_a_secret_in_a_command_never_gets_into_a_record(world):
    secret = run(command=("python", "train.py", "--api-key", "Zq8w0rd41xKp"))
    world.look(100.0, secret)

    assert "Zq8w0rd41xKp" not in repr(world.saved)


def test_a_secret_that_a_folder_is_called_after_never_gets_into_a_record(world):
    folder = world.root / "proc/100/cwd"
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.symlink_to("/runs/lr=0.1,logger.api_key=Zq8w0rd41xKp,seed=7")
    world.look(100.0, run())

    assert world.last.folder == "/runs/lr=0.1,logger.api_key=***,seed=7"


def test_the_reason_of_a_record_can_be_said_in_another_language(world):
    world.look(100.0, run())
    world.ends.told[100] = End(signal=signal.SIGINT)
    world.look(101.0)

    found = reason(str(world.last.outcome_reason))

    assert isinstance(found, Sentence)
    assert reason("Something of a newer version.") == "Something of a newer version."


def test_a_command_line_of_megabytes_is_kept_by_its_beginning(world):
    words = ("python", "train.py", *(f"--option-{n}=yes" for n in range(100_000)))
    world.look(100.0, run(command=words))

    kept = world.last.command
    assert kept[:2] == ("python", "train.py")
    assert sum(map(len, kept)) < 40_000
    assert kept[-1].endswith("…")


@pytest.mark.parametrize("role", [Role.WORKER, Role.RANK])
def test_a_death_of_hours_ago_does_not_name_the_cause_of_the_end(world, role):
    started(world, 200)
    world.look(100.0, run(100, member(200, role, "pt_data_worker")))
    world.ends.told[200] = End(signal=signal.SIGKILL)
    world.look(101.0, run(100))
    world.look(101.0 + 3 * 3600.0, run(100))
    world.ends.told[100] = End(exit_status=1)
    world.look(102.0 + 3 * 3600.0)

    assert (world.last.outcome, world.last.signal) == (Outcome.FAILED, None)
    assert world.last.outcome_reason == EXCEPTION


def test_a_rank_whose_peers_wait_half_an_hour_for_it_names_the_cause(world):
    started(world, 200)
    world.look(100.0, run(100, member(200, Role.RANK)))
    world.ends.told[200] = End(signal=signal.SIGSEGV)
    world.look(101.0, run(100))
    world.ends.told[100] = End(exit_status=1)
    world.look(101.0 + 1830.0)

    assert world.last.outcome_reason == RANK_KILLED


@pytest.mark.parametrize("jump_s", [7200.0, -7200.0, 31_536_000.0])
def test_a_clock_that_is_set_changes_neither_start_nor_length(world, jump_s):
    world.look(100.0, run())
    for second in range(1, 30):
        at = frame(100.0 + second, run())
        jumped = replace(at, wall_s=at.wall_s + (jump_s if second > 10 else 0.0))
        world.saved += world.ledger.update(jumped, {})
    world.ends.told[100] = End(exit_status=0)
    last = frame(130.0)
    world.saved += world.ledger.update(replace(last, wall_s=last.wall_s + jump_s), {})

    assert {record.started_at_s for record in world.saved} == {WALL_S + 90.0}
    assert {record.identity for record in world.saved} == {f"{BOOT}/100-5"}
    assert world.last.ended_at_s == WALL_S + 130.0
    assert world.last.last_seen_at_s == WALL_S + 129.0


def test_a_clock_that_is_set_while_the_app_is_away_changes_no_length(world):
    world.look(100.0, run())
    other = World(world.root)
    other.ledger.carry(world.saved)
    late = replace(frame(200.0, run()), wall_s=WALL_S + 50_000.0)
    other.saved += other.ledger.update(late, {})
    other.ends.told[100] = End(exit_status=0)
    other.saved += other.ledger.update(
        replace(frame(201.0), wall_s=WALL_S + 50_001.0), {}
    )

    assert other.last.started_at_s == WALL_S + 90.0
    assert other.last.ended_at_s == WALL_S + 201.0
