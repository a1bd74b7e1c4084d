"""The process table on a fake `/proc`; real processes are in tests/real."""

from __future__ import annotations

import os

import pytest

from fakeproc.nobody import as_nobody
from fakeproc.tree import FakeProc
from traintray.core.sensors.processes import ProcessTable


@pytest.fixture
def proc(tmp_path):
    return FakeProc(tmp_path)


@pytest.fixture
def table(proc):
    table = ProcessTable(proc.root)
    yield table
    table.close()


def settled(table, proc):
    """Read until everything that was there at the start has gone cold."""
    for second in range(3):
        table.read(float(second))
    return 3.0


def open_descriptors():
    return len(os.listdir("/proc/self/fd"))


def test_a_process_is_read_with_name_parent_state_and_sizes(proc, table):
    pid = proc.start(
        name="train.py",
        parent=7,
        state="D",
        user_ticks=250,
        system_ticks=50,
        started_ticks=4321,
        rss_pages=3,
        major_faults=9,
    )

    process = table.read(1.0).processes[pid]

    assert (process.pid, process.parent_pid, process.name) == (pid, 7, "train.py")
    assert (process.state, process.started_ticks) == ("D", 4321)
    assert (process.user_s, process.system_s) == (2.5, 0.5)
    assert process.rss_bytes == 3 * os.sysconf("SC_PAGE_SIZE")
    assert (process.major_faults, process.thread_count) == (9, 1)
    assert process.read_at_s == 1.0


@pytest.mark.parametrize(
    "name",
    [") (", "a) S 1 (b", "(sd-pam)", "with space", ")))", "", "naïve", "R 2 3"],
)
def test_any_name_is_read_whole(proc, table, name):
    pid = proc.start(name=name, parent=7)

    process = table.read(1.0).processes[pid]

    assert (process.name, process.parent_pid) == (name, 7)


def test_the_first_read_knows_no_cpu_use(proc, table):
    pid = proc.start(user_ticks=500)

    assert table.read(1.0).processes[pid].cpu_cores is None


def test_cpu_use_is_divided_by_the_time_that_passed(proc, table):
    pid = proc.start()
    table.read(1.0)
    proc.burn(pid, 300)

    assert table.read(3.0).processes[pid].cpu_cores == 1.5


def test_cpu_use_of_a_cold_process_is_divided_by_its_own_interval(proc, table):
    pid = proc.start()
    at_s = settled(table, proc)
    seen_at_s = [
        at_s + second
        for second in range(11)
        if table.read(at_s + second).processes[pid].read_at_s == at_s + second
    ]
    proc.burn(pid, 20)
    reading = None
    for second in range(11, 21):
        reading = table.read(at_s + second)
        if reading.processes[pid].cpu_cores:
            break

    process = reading.processes[pid]
    assert process.read_at_s - seen_at_s[-1] == 10.0
    assert process.cpu_cores == pytest.approx(0.02)


def test_a_sleeping_process_uses_no_cpu_rather_than_an_unknown_amount(proc, table):
    pid = proc.start()
    table.read(1.0)

    assert table.read(2.0).processes[pid].cpu_cores == 0.0


def test_no_time_between_two_reads_is_no_rate(proc, table):
    pid = proc.start()
    table.read(1.0)
    proc.burn(pid, 10)

    assert table.read(1.0).processes[pid].cpu_cores is None


def test_cpu_time_that_goes_back_a_tick_is_no_negative_use(proc, table):
    pid = proc.start(user_ticks=100)
    table.read(1.0)
    proc.burn(pid, -1)

    assert table.read(2.0).processes[pid].cpu_cores == 0.0


def test_started_and_ended_tell_the_difference_to_the_read_before(proc, table):
    first, second = proc.start(), proc.start()
    at_start = table.read(1.0)
    proc.end(first)
    third = proc.start()
    later = table.read(2.0)
    at_last = table.read(3.0)

    assert (at_start.started, at_start.ended) == ({first, second}, set())
    assert (later.started, later.ended) == ({third}, {first})
    assert (at_last.started, at_last.ended) == (set(), set())
    assert set(at_last.processes) == {second, third}
    assert len(at_last.processes) == 2
    assert first not in at_last.processes


def test_a_birth_and_a_death_in_the_same_second_are_both_seen(proc, table):
    first = proc.start()
    table.read(1.0)
    proc.end(first)
    second = proc.start()

    reading = table.read(2.0)

    assert (reading.started, reading.ended) == ({second}, {first})


@pytest.mark.parametrize("reused", range(101, 111))
def test_a_number_given_to_another_process_is_seen_at_once(proc, reused):
    table = ProcessTable(proc.root, kept_limit=0)
    for pid in range(101, 131):
        proc.start(pid)
    proc.last_pid = 100  # the numbers went round and begin again
    proc.write_totals()
    at_s = settled(table, proc)
    proc.end(reused)
    proc.start(reused, started_ticks=2000, name="other")

    reading = table.read(at_s)

    assert reading.processes[reused].name == "other"
    assert reused in reading.started & reading.ended
    table.close()


def test_a_reused_number_is_found_when_the_numbers_went_round(proc):
    table = ProcessTable(proc.root, kept_limit=0)
    for pid in range(101, 131):
        proc.start(pid)
    at_s = settled(table, proc)
    proc.end(117)
    proc.start(117, started_ticks=9999)
    proc.last_pid = 90
    proc.write_totals()

    reading = table.read(at_s)

    assert reading.processes[117].started_ticks == 9999
    assert 117 in reading.started & reading.ended
    table.close()


def test_nothing_is_listed_while_no_task_was_born_or_died(proc, table):
    proc.start()
    table.read(1.0)
    (proc.root / "proc/777").mkdir()
    (proc.root / "proc/777/stat").write_text("no line at all")

    assert table.read(2.0).processes.keys() == {101}


def test_a_process_that_no_counter_told_of_is_found_within_ten_seconds(proc, table):
    proc.start()
    at_s = settled(table, proc)
    forks = proc.forks
    hidden = proc.start()
    proc.forks = forks
    proc.processes[hidden].threads = {}
    (proc.root / "proc/loadavg").write_text("0.1 0.2 0.3 1/1 101\n")
    (proc.root / "proc/stat").write_text("cpu  10000 0 0 9 0 0 0 0\nprocesses 5001\n")

    seen_at = [s for s in range(12) if hidden in table.read(at_s + s).processes]

    assert seen_at[0] <= 10


def test_without_a_fork_counter_it_is_listed_each_time(proc, table):
    proc.has_fork_counter = False
    first = proc.start()
    table.read(1.0)
    second = proc.start()
    proc.end(first)

    reading = table.read(2.0)

    assert (reading.started, reading.ended) == ({second}, {first})


def test_sleepers_are_read_once_in_ten_seconds(proc, table):
    for _ in range(100):
        proc.start()
    at_s = settled(table, proc)

    counts = [table.read(at_s + second).read_count for second in range(10)]

    assert counts == [10] * 10


def test_a_late_round_reads_as_many_slices_as_seconds_passed(proc, table):
    for _ in range(100):
        proc.start()
    at_s = settled(table, proc)

    assert table.read(at_s + 3).read_count == 40


def test_a_process_that_used_cpu_is_read_each_time_for_five_seconds(proc, table):
    for _ in range(20):
        proc.start()
    table.read(0.0)
    proc.burn(101, 1)

    read_at_s = [
        second
        for second in range(1, 17)
        if table.read(float(second)).processes[101].read_at_s == second
    ]

    # Seen at 1 s; the read at 6 s is the last before it takes its turn with others.
    assert read_at_s[:6] == [1, 2, 3, 4, 5, 6]
    assert len(read_at_s) == 7


def test_a_process_kept_hot_is_read_each_time(proc, table):
    for _ in range(20):
        proc.start()
    at_s = settled(table, proc)
    table.keep_hot([105, 4242])

    for second in range(12):
        now = at_s + second
        assert table.read(now).processes[105].read_at_s == now


def test_a_process_no_longer_kept_hot_cools_down(proc, table):
    for _ in range(20):
        proc.start()
    at_s = settled(table, proc)
    table.keep_hot([105])
    table.read(at_s)
    table.keep_hot([])

    read_at_s = []
    for second in range(1, 17):
        now = at_s + second
        if table.read(now).processes[105].read_at_s == now:
            read_at_s.append(second)

    assert read_at_s[:5] == [1, 2, 3, 4, 5]
    assert len(read_at_s) <= 7


def test_all_that_a_new_process_used_was_used_since_the_round_before(proc, table):
    proc.start()
    table.read(1.0)
    new = proc.start(user_ticks=50)
    proc.burn_unseen(50)

    reading = table.read(2.0)

    assert reading.busy == {new}
    assert reading.processes[new].cpu_cores == 0.5


def test_what_uses_more_than_its_threads_can_was_not_born_just_now(proc, table):
    proc.start()
    table.read(1.0)
    old = proc.start(user_ticks=90_000)
    proc.burn_unseen(50)

    assert table.read(2.0).processes[old].cpu_cores is None
    proc.burn(old, 50)
    assert table.read(3.0).processes[old].cpu_cores == 0.5


def test_busy_are_those_that_used_a_tenth_of_a_cpu(proc, table):
    little, enough = proc.start(), proc.start()
    table.read(1.0)
    proc.burn(little, 9)
    proc.burn(enough, 10)

    assert table.read(2.0).busy == {enough}


def test_a_cold_process_that_starts_to_burn_cpu_is_found_at_once(proc, table):
    for _ in range(100):
        proc.start()
    at_s = settled(table, proc)
    # One whose turn is not now.
    now = table.read(at_s)
    sleeper = next(pid for pid, p in now.processes.items() if p.read_at_s < at_s)
    proc.burn(sleeper, 100)

    reading = table.read(at_s + 1)

    assert sleeper in reading.busy
    assert reading.read_count == 100


def test_cpu_that_hot_processes_used_asks_for_no_full_read(proc, table):
    for _ in range(100):
        proc.start()
    table.read(0.0)
    proc.burn(101, 100)
    table.read(1.0)
    table.read(2.0)
    proc.burn(101, 200)

    assert table.read(3.0).read_count <= 11


def test_cpu_of_children_that_ended_explains_itself(proc, table):
    for _ in range(100):
        proc.start()
    table.read(0.0)
    proc.burn(101, 1)
    table.read(1.0)
    table.read(2.0)
    proc.processes[101].children_ticks += 180
    proc.write(101)
    proc.burn_unseen(180)

    assert table.read(3.0).read_count <= 11


def test_cpu_that_nobody_explains_is_looked_for_ever_more_rarely(proc, table):
    for _ in range(100):
        proc.start()
    at_s = settled(table, proc)

    full = []
    for second in range(120):
        proc.burn_unseen(100)
        if table.read(at_s + second).read_count == 100:
            full.append(second)

    assert full[0] == 0
    assert 4 <= len(full) <= 7


def test_more_unexplained_cpu_than_before_is_looked_into_at_once(proc, table):
    for _ in range(100):
        proc.start()
    at_s = settled(table, proc)
    for second in range(60):
        proc.burn_unseen(100)
        table.read(at_s + second)
    now = table.read(at_s + 60)
    # Its turn has just been: without suspicion it would wait for ten seconds.
    sleeper = next(pid for pid, p in now.processes.items() if p.read_at_s == at_s + 60)
    proc.burn(sleeper, 100)
    proc.burn_unseen(100)

    assert sleeper in table.read(at_s + 61).busy


def test_after_a_suspend_there_is_nothing_to_compare_with(proc, table):
    pid = proc.start()
    table.read(1.0)
    table.reset()
    proc.burn(pid, 50)

    reading = table.read(9000.0)

    assert reading.processes[pid].cpu_cores is None
    assert reading.busy == set()
    assert (reading.started, reading.ended) == (set(), set())
    proc.burn(pid, 50)
    assert table.read(9001.0).processes[pid].cpu_cores == 0.5


@pytest.mark.parametrize("kept_limit", [0, 1, 7, 1000])
def test_any_number_of_kept_files_gives_the_same_table(proc, kept_limit):
    for _ in range(20):
        proc.start()
    table = ProcessTable(proc.root, kept_limit=kept_limit)
    table.read(1.0)
    proc.burn(113, 70)
    proc.end(104)
    new = proc.start()

    reading = table.read(2.0)

    assert reading.processes[113].cpu_cores == 0.7
    assert set(reading.processes) == set(proc.processes)
    assert (reading.started, reading.ended) == ({new}, {104})
    assert table.kept_count == min(kept_limit, 20)
    table.close()


def test_room_that_others_leave_is_used(proc):
    pids = [proc.start() for _ in range(6)]
    table = ProcessTable(proc.root, kept_limit=4)
    table.read(0.0)
    for pid in pids[:3]:
        proc.end(pid)
    for second in range(1, 12):
        table.read(float(second))

    assert table.kept_count == 3
    table.close()


def test_ended_processes_leave_no_descriptor_behind(proc):
    before = open_descriptors()
    table = ProcessTable(proc.root)
    for second in range(30):
        pids = [proc.start() for _ in range(10)]
        table.read(float(second))
        for pid in pids:
            proc.end(pid)
    table.read(31.0)
    assert table.kept_count == 0
    table.close()
    del table

    assert open_descriptors() == before


def test_a_process_that_may_not_be_read_is_counted_and_tried_again(proc, table):
    table.read(1.0)
    seen, hidden = proc.start(), proc.start()
    folder = proc.root / f"proc/{hidden}"
    folder.chmod(0)
    with as_nobody():
        refused = table.read(2.0)
    readable = set(refused.processes)
    folder.chmod(0o755)
    soon = table.read(3.0)
    readable_soon = set(soon.processes)
    asked_again = table.read(12.5)

    assert (readable, refused.unreadable_count) == ({seen}, 1)
    assert (readable_soon, soon.unreadable_count) == ({seen}, 1)
    assert hidden in asked_again.processes
    assert asked_again.started == {hidden}
    assert asked_again.unreadable_count == 0


def test_a_process_that_could_not_be_read_and_ended_is_no_longer_counted(proc, table):
    table.read(1.0)
    hidden = proc.start()
    folder = proc.root / f"proc/{hidden}"
    folder.chmod(0)
    with as_nobody():
        table.read(2.0)
    folder.chmod(0o755)
    proc.end(hidden)

    reading = table.read(3.0)

    assert reading.unreadable_count == 0
    assert reading.ended == set()


@pytest.mark.parametrize(
    "line", ["", "nonsense", "1 (x) S 1 2", "1 (x", "5 (x) " + "z " * 30]
)
def test_a_line_that_makes_no_sense_costs_only_that_process(proc, table, line):
    good, bad = proc.start(), proc.start()
    (proc.root / f"proc/{bad}/stat").write_text(line)

    reading = table.read(1.0)

    assert set(reading.processes) == {good}
    assert reading.started == {good}


def test_no_proc_is_an_error_that_names_the_file(tmp_path):
    table = ProcessTable(tmp_path)

    with pytest.raises(OSError, match="proc/stat"):
        table.read(1.0)


def test_a_table_that_was_closed_starts_from_nothing(proc, table):
    pid = proc.start()
    table.read(1.0)
    table.close()

    assert table.read(2.0).started == {pid}


def test_no_reading_is_built_before_somebody_asks(proc, table):
    """Cost by count, not by clock: nobody asked, so nothing is built."""
    for _ in range(100):
        proc.start()
    table.read(0.0)
    reading = table.read(1.0)

    assert all(row._reading is None for row in table._rows.values())
    assert reading.processes[101] is reading.processes[101]
