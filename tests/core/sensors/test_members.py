"""Members of a run on a fake `/proc`; real threads are in tests/real."""

from __future__ import annotations

import os

import pytest

from fakeproc.nobody import as_nobody
from fakeproc.nobody import open_to_all as open_to_all
from fakeproc.tree import FakeProc
from traintray.core.readings import GapReason
from traintray.core.sensors.members import MemberProbe

DEMAND = ("demand_threads", "running_cores", "busy_threads")
SWITCHES = ("voluntary_switches_per_s", "involuntary_switches_per_s")


@pytest.fixture
def proc(tmp_path):
    return FakeProc(tmp_path)


@pytest.fixture
def probe(proc):
    probe = MemberProbe(proc.root)
    yield probe
    probe.close()


@pytest.fixture
def pid(proc):
    """A process with one thread."""
    pid = proc.start(name="python")
    proc.thread(pid, pid, run_ns=5_000_000_000, wait_ns=1_000_000_000, slices=10)
    return pid


def reasons(reading):
    return {name: gap.reason for name, gap in reading.gaps.items()}


def test_the_first_look_knows_no_rates_and_says_so(proc, probe, pid):
    reading = probe.read(pid, 1.0)

    assert [getattr(reading, name) for name in DEMAND + SWITCHES] == [None] * 5
    rates = (*DEMAND, *SWITCHES, "read_bytes_per_s")
    assert reasons(reading) == dict.fromkeys(rates, GapReason.FIRST)
    assert (reading.thread_count, reading.swap_bytes) == (1, 0)
    assert reading.thread_names == {"python": 1}


def test_demand_is_what_all_threads_ran_and_waited(proc, probe, pid):
    for tid in (900, 901, 902):
        proc.thread(pid, tid, run_ns=77, wait_ns=88)
    probe.read(pid, 10.0)
    proc.run(pid, pid, run_s=1.0)
    proc.run(pid, 900, run_s=0.25, wait_s=0.5)
    proc.run(pid, 901, run_s=0.01)

    reading = probe.read(pid, 12.0)

    assert reading.demand_threads == pytest.approx((1.0 + 0.75 + 0.01) / 2)
    assert reading.running_cores == pytest.approx(1.26 / 2)
    assert reading.busy_threads == 2
    assert reading.thread_count == 4
    assert not set(DEMAND) & set(reading.gaps)


def test_a_process_that_only_waits_has_demand_but_runs_nothing(proc, probe, pid):
    probe.read(pid, 1.0)
    proc.run(pid, pid, run_s=0.0, wait_s=1.0)

    reading = probe.read(pid, 2.0)

    assert (reading.demand_threads, reading.running_cores) == (1.0, 0.0)
    assert reading.busy_threads == 0


def test_a_new_thread_counts_from_zero(proc, probe, pid):
    probe.read(pid, 1.0)
    proc.thread(pid, 900, run_ns=300_000_000, wait_ns=200_000_000, slices=4)

    reading = probe.read(pid, 2.0)

    assert reading.demand_threads == pytest.approx(0.5)
    assert (reading.thread_count, reading.busy_threads) == (2, 1)


def test_a_thread_that_ended_takes_only_its_last_part_along(proc, probe, pid):
    proc.thread(pid, 900)
    probe.read(pid, 1.0)
    proc.run(pid, 900, run_s=0.5)
    with_it = probe.read(pid, 2.0)
    proc.run(pid, 900, run_s=0.5)
    proc.run(pid, pid, run_s=0.25)
    proc.end_thread(pid, 900)
    without_it = probe.read(pid, 3.0)

    assert with_it.demand_threads == pytest.approx(0.5)
    assert without_it.demand_threads == pytest.approx(0.25)
    assert without_it.thread_count == 1


def test_a_thread_that_ends_while_we_look_is_not_counted(proc, pid):
    probe = MemberProbe(proc.root, kept_limit=0)
    proc.thread(pid, 900)
    probe.read(pid, 1.0)
    for name in ("schedstat", "stat"):
        (proc.root / f"proc/{pid}/task/900/{name}").unlink()

    counts = [probe.read(pid, at_s).thread_count for at_s in (2.0, 3.0)]

    assert counts == [1, 1]
    probe.close()


def test_a_thread_number_used_again_counts_from_zero(proc, probe, pid):
    proc.thread(pid, 900, run_ns=8_000_000_000)
    probe.read(pid, 1.0)
    proc.end_thread(pid, 900)
    probe.read(pid, 2.0)
    proc.thread(pid, 900, run_ns=100_000_000)

    assert probe.read(pid, 3.0).demand_threads == pytest.approx(0.1)


def test_two_looks_at_the_same_instant_say_the_same(proc, probe, pid):
    probe.read(pid, 1.0)
    proc.run(pid, pid, run_s=0.5)
    first = probe.read(pid, 2.0)
    proc.run(pid, pid, run_s=0.5)

    assert probe.read(pid, 2.0) == first
    assert probe.read(pid, 3.0).demand_threads == pytest.approx(0.5)


def test_names_are_counted(proc, probe, pid):
    for tid in (900, 901):
        proc.thread(pid, tid, name="pt_data_pin")
    proc.thread(pid, 902, name="nasty ) (\t")

    reading = probe.read(pid, 1.0)

    assert reading.thread_names == {"python": 1, "pt_data_pin": 2, "nasty ) (\t": 1}


def test_a_new_name_is_seen_a_second_after_the_thread_and_then_within_five(
    proc, probe, pid
):
    probe.read(pid, 0.0)
    thread = proc.thread(pid, 900, name="python")
    seen = []
    for second in range(1, 20):
        if second == 2:
            thread.name = "worker"
        if second == 6:
            thread.name = "other"
        proc.write_thread(pid, 900)
        names = probe.read(pid, float(second)).thread_names
        seen.append(next(iter(names.keys() - {"python"}), "python"))

    assert seen[:2] == ["python", "worker"]
    assert seen[4] == "worker"
    assert seen[10] == "other"


def test_the_name_of_a_thread_that_ended_is_gone(proc, probe, pid):
    proc.thread(pid, 900, name="helper")
    probe.read(pid, 1.0)
    proc.end_thread(pid, 900)

    assert probe.read(pid, 2.0).thread_names == {"python": 1}


def test_switches_are_rates_over_the_time_between_two_counts(proc, probe, pid):
    thread = proc.thread(pid, 900, voluntary=1000, involuntary=500)
    probe.read(pid, 1.0)
    thread.voluntary += 40
    thread.involuntary += 10
    proc.run(pid, 900, run_s=0.1)

    reading = probe.read(pid, 3.0)

    assert reading.voluntary_switches_per_s == 20.0
    assert reading.involuntary_switches_per_s == 5.0


def test_a_new_thread_brings_all_its_switches(proc, probe, pid):
    probe.read(pid, 1.0)
    proc.thread(pid, 900, voluntary=6, involuntary=2, slices=8)

    reading = probe.read(pid, 3.0)

    assert reading.voluntary_switches_per_s == 3.0
    assert reading.involuntary_switches_per_s == 1.0


def test_switches_are_counted_every_five_seconds(proc, probe, pid):
    thread = proc.processes[pid].threads[pid]
    rates = []
    for second in range(12):
        thread.voluntary += 10 * second
        proc.run(pid, pid, run_s=0.1)
        rates.append(probe.read(pid, float(second)).voluntary_switches_per_s)

    assert rates == [None, *[10.0] * 5, *[40.0] * 5, 90.0]


def test_status_is_read_only_of_threads_that_were_scheduled_in(proc, probe, pid):
    asleep = proc.thread(pid, 900)
    probe.read(pid, 1.0)
    # The kernel would never do that; so it shows which file was read.
    asleep.voluntary += 1000
    proc.write_thread(pid, 900)
    proc.processes[pid].threads[pid].voluntary += 10
    proc.run(pid, pid, run_s=0.1)
    one = probe.read(pid, 2.0)
    proc.processes[pid].threads[pid].voluntary += 1000
    proc.write_thread(pid, pid)
    none = probe.read(pid, 12.0)

    assert one.voluntary_switches_per_s == 10.0
    assert none.voluntary_switches_per_s == 0.0


@pytest.mark.parametrize(
    ("swap_kib", "expected"),
    [
        pytest.param(0, 0, id="none used is zero"),
        pytest.param(2048, 2 * 2**20, id="in bytes"),
        pytest.param(None, None, id="not counted is unknown"),
    ],
)
def test_swap(proc, probe, swap_kib, expected):
    pid = proc.start(swap_kib=swap_kib)
    proc.thread(pid, pid)

    reading = probe.read(pid, 1.0)

    assert reading.swap_bytes == expected
    known = reading.gaps.get("swap_bytes")
    assert (known is None) == (expected is not None)


def test_swap_and_memory_are_looked_at_every_five_seconds(proc, probe, pid):
    probe.read(pid, 0.0)
    proc.processes[pid].swap_kib, proc.processes[pid].anon_kib = 64, 8000
    proc.write(pid)

    # The second look comes soon, because a rate needs one.
    seen = [probe.read(pid, float(second)) for second in range(1, 4)]
    assert [r.swap_bytes for r in seen] == [65536] * 3
    assert seen[-1].private_bytes == 8000 * 1024

    proc.processes[pid].swap_kib = 0
    proc.write(pid)
    seen = [probe.read(pid, float(second)) for second in range(4, 8)]
    assert [r.swap_bytes for r in seen] == [65536] * 2 + [0] * 2


def test_memory_that_is_not_counted_is_unknown(proc, probe):
    pid = proc.start(anon_kib=None)
    proc.thread(pid, pid)

    reading = probe.read(pid, 1.0)

    assert reading.private_bytes is None
    assert reading.gaps["private_bytes"].reason is GapReason.NOT_PRESENT


def test_reads_from_storage_are_per_second_over_the_time_between_looks(
    proc, probe, pid
):
    probe.read(pid, 0.0)
    proc.processes[pid].read_bytes = 3000
    proc.write(pid)
    first = probe.read(pid, 1.0)
    proc.processes[pid].read_bytes = 13_000
    proc.write(pid)

    second = [probe.read(pid, float(s)).read_bytes_per_s for s in (2, 4, 6)]

    assert first.read_bytes_per_s == 3000.0
    assert second == [3000.0, 3000.0, 2000.0]


def test_reads_that_may_not_be_seen_are_unknown(proc, probe):
    pid = proc.start(read_bytes=None)
    proc.thread(pid, pid)
    probe.read(pid, 0.0)

    reading = probe.read(pid, 1.0)

    assert reading.read_bytes_per_s is None
    assert reading.gaps["read_bytes_per_s"].reason is GapReason.NOT_PRESENT


def test_what_the_first_thread_ran_and_what_each_name_wanted_are_told(proc, probe, pid):
    for tid in (900, 901):
        proc.thread(pid, tid, name="tf_Compute")
    proc.thread(pid, 902, name="idle")
    probe.read(pid, 1.0)
    proc.run(pid, pid, run_s=0.25)
    proc.run(pid, 900, run_s=0.5, wait_s=0.25)
    proc.run(pid, 901, run_s=0.5)

    reading = probe.read(pid, 2.0)

    assert reading.main_thread_cores == 0.25
    assert reading.demand_by_name == {"python": 0.25, "tf_Compute": 1.25}
    assert not reading.is_estimated


def no_counters(proc, pid, *tids):
    for tid in tids:
        (proc.root / f"proc/{pid}/task/{tid}/schedstat").unlink()


def test_without_scheduler_counters_demand_is_estimated_from_states(proc, probe, pid):
    for tid in (900, 901):
        proc.thread(pid, tid, name="helper", state="R")
    no_counters(proc, pid, pid, 900, 901)
    first = probe.read(pid, 1.0)
    for tid, ticks in ((900, 60), (901, 40)):
        proc.processes[pid].threads[tid].ticks = ticks
        proc.write_thread(pid, tid)
        (proc.root / f"proc/{pid}/task/{tid}/schedstat").unlink()

    reading = probe.read(pid, 2.0)

    assert first.gaps["demand_threads"].reason is GapReason.FIRST
    assert (reading.demand_threads, reading.running_cores) == (2.0, 1.0)
    assert (reading.busy_threads, reading.main_thread_cores) == (2, 0.0)
    assert reading.is_estimated
    assert reading.gaps["demand_threads"].reason is GapReason.NOT_PRESENT
    assert reading.demand_by_name == {"helper": 2.0}


def test_the_estimate_is_the_mean_of_the_last_five_looks(proc, probe, pid):
    no_counters(proc, pid, pid)
    probe.read(pid, 0.0)
    thread = proc.processes[pid].threads[pid]
    seen = []
    for second, state in enumerate("RSRSSSSSS", start=1):
        thread.state = state
        proc.write_thread(pid, pid)
        (proc.root / f"proc/{pid}/task/{pid}/schedstat").unlink()
        seen.append(probe.read(pid, float(second)).demand_threads)

    assert seen[3:5] == [0.5, 0.4]
    assert seen[-1] == 0.0


def test_what_ran_was_wanted_whatever_the_looks_have_missed(proc, probe, pid):
    no_counters(proc, pid, pid)
    probe.read(pid, 0.0)
    proc.processes[pid].threads[pid].ticks = 70
    proc.write_thread(pid, pid)
    (proc.root / f"proc/{pid}/task/{pid}/schedstat").unlink()

    assert probe.read(pid, 1.0).demand_threads == pytest.approx(0.7)


def test_a_kernel_without_scheduler_counters_leaves_the_rest(proc, probe, pid):
    proc.thread(pid, 900, name="helper")
    no_counters(proc, pid, pid, 900)
    for tid in (pid, 900):
        (proc.root / f"proc/{pid}/task/{tid}/stat").write_text("hidden\n")
    probe.read(pid, 1.0)
    thread = proc.processes[pid].threads[pid]
    thread.voluntary += 30
    (proc.root / f"proc/{pid}/task/{pid}/status").write_text(
        "Name:\tpython\nvoluntary_ctxt_switches:\t30\nnonvoluntary_ctxt_switches:\t0\n"
    )

    reading = probe.read(pid, 2.0)

    assert [getattr(reading, name) for name in DEMAND] == [None] * 3
    assert reasons(reading) == dict.fromkeys(DEMAND, GapReason.NOT_PRESENT)
    assert not reading.is_estimated
    assert reading.thread_count == 2
    assert reading.thread_names == {"python": 1, "helper": 1}
    assert reading.voluntary_switches_per_s == 30.0


def test_a_kernel_that_counts_nothing_for_anybody_is_not_a_process_at_rest(
    proc, probe, pid
):
    (proc.root / "proc/self").mkdir()
    (proc.root / "proc/self/schedstat").write_text("0 0 0\n")
    proc.processes[pid].threads[pid].state = "R"
    proc.write_thread(pid, pid)
    probe.read(pid, 1.0)

    reading = probe.read(pid, 2.0)

    assert (reading.demand_threads, reading.is_estimated) == (1.0, True)
    assert reasons(reading) == dict.fromkeys(DEMAND, GapReason.NOT_SUPPORTED)


def test_counters_that_may_not_be_read_leave_a_gap(open_to_all):
    proc = FakeProc(open_to_all)
    pid = proc.start()
    proc.thread(pid, pid)
    (proc.root / f"proc/{pid}/task/{pid}/schedstat").chmod(0)
    (proc.root / f"proc/{pid}/io").chmod(0)
    probe = MemberProbe(proc.root)
    with as_nobody():
        probe.read(pid, 1.0)
        reading = probe.read(pid, 2.0)

    assert reading.is_estimated
    assert reading.gaps["demand_threads"].reason is GapReason.NO_PERMISSION
    assert reading.gaps["read_bytes_per_s"].reason is GapReason.NO_PERMISSION
    assert (reading.thread_count, reading.thread_names) == (1, {"python": 1})
    probe.close()


def test_threads_that_may_not_even_be_listed_are_an_error(open_to_all):
    proc = FakeProc(open_to_all)
    pid = proc.start()
    (proc.root / f"proc/{pid}/task").chmod(0)

    with as_nobody(), pytest.raises(PermissionError):
        MemberProbe(proc.root).read(pid, 1.0)


def test_counters_that_make_no_sense_leave_a_gap(proc, probe, pid):
    (proc.root / f"proc/{pid}/task/{pid}/schedstat").write_text("what is this\n")

    probe.read(pid, 1.0)
    reading = probe.read(pid, 2.0)

    assert reading.gaps["demand_threads"].reason is GapReason.FAILED
    assert reading.is_estimated


def test_a_process_that_ended_is_an_error_and_forgotten(proc, probe, pid):
    probe.read(pid, 1.0)
    proc.end(pid)

    with pytest.raises(ProcessLookupError):
        probe.read(pid, 2.0)
    with pytest.raises(ProcessLookupError):
        probe.read(pid, 3.0)
    assert probe.kept_count == 0


def test_a_process_that_follows_under_the_same_number_is_looked_at_anew(
    proc, probe, pid
):
    probe.read(pid, 1.0)
    proc.end(pid)
    with pytest.raises(ProcessLookupError):
        probe.read(pid, 2.0)
    proc.start(pid)
    proc.thread(pid, pid, run_ns=9_000_000_000)

    reading = probe.read(pid, 3.0)

    assert reading.gaps["demand_threads"].reason is GapReason.FIRST


def test_after_a_suspend_there_is_nothing_to_compare_with(proc, probe, pid):
    probe.read(pid, 1.0)
    probe.read(pid, 2.0)
    probe.reset()
    proc.run(pid, pid, run_s=1.0, wait_s=5000.0)

    first = probe.read(pid, 9000.0)
    second = probe.read(pid, 9001.0)

    assert first.demand_threads is None
    assert first.gaps["demand_threads"].reason is GapReason.FIRST
    assert second.demand_threads == 0.0


@pytest.mark.parametrize("kept_limit", [0, 2, 100])
def test_any_number_of_kept_files_gives_the_same_answer(proc, kept_limit):
    pid = proc.start()
    for tid in range(900, 910):
        proc.thread(pid, tid)
    probe = MemberProbe(proc.root, kept_limit=kept_limit)
    probe.read(pid, 1.0)
    for tid in range(900, 910):
        proc.run(pid, tid, run_s=0.3)

    reading = probe.read(pid, 2.0)

    assert reading.demand_threads == pytest.approx(3.0)
    assert probe.kept_count == min(kept_limit, 10)
    probe.close()


def test_what_is_forgotten_leaves_no_descriptor_behind(proc, pid):
    before = len(os.listdir("/proc/self/fd"))
    probe = MemberProbe(proc.root)
    for second in range(20):
        for tid in range(900, 905):
            proc.thread(pid, tid)
        probe.read(pid, float(second))
        for tid in range(900, 905):
            proc.end_thread(pid, tid)
    probe.read(pid, 20.0)
    assert probe.kept_count == 1
    probe.forget(pid)
    probe.forget(4242)

    assert len(os.listdir("/proc/self/fd")) == before
