"""Threads are told apart by the order in which they were started."""

from __future__ import annotations

import pytest

from fakeproc.tree import FakeProc
from traintray.core.sensors.members import MemberProbe


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
    pid = proc.start(name="python")
    proc.thread(pid, pid, run_ns=5_000_000_000, name="python")
    return pid


def test_neighbours_of_one_name_are_one_entry_also_where_they_rest(proc, probe, pid):
    for at, name in enumerate(["python", "tf_Compute", "tf_Compute", "python"]):
        proc.thread(pid, pid + 100 + at, name=name)
    probe.read(pid, 1.0)
    proc.run(pid, pid, run_s=0.25)
    proc.run(pid, pid + 100, run_s=0.5)
    proc.run(pid, pid + 103, run_s=0.5, wait_s=0.5)

    reading = probe.read(pid, 2.0)

    assert reading.demand_in_order == (
        ("python", 0.75),
        ("tf_Compute", 0.0),
        ("python", 1.0),
    )


def test_a_number_below_that_of_the_process_was_given_after_the_highest(
    proc, probe, pid
):
    proc.thread(pid, pid - 1, name="late")
    proc.thread(pid, pid + 100, name="early")
    probe.read(pid, 1.0)

    reading = probe.read(pid, 2.0)

    assert [name for name, _ in reading.demand_in_order] == ["python", "early", "late"]


def test_a_thread_that_starts_later_comes_last(proc, probe, pid):
    proc.thread(pid, pid + 1000, name="early")
    probe.read(pid, 1.0)
    proc.thread(pid, pid + 1001, name="late")
    probe.read(pid, 2.0)

    reading = probe.read(pid, 3.0)

    assert [name for name, _ in reading.demand_in_order] == ["python", "early", "late"]


def test_the_whole_time_of_the_first_thread_is_known_at_the_first_look(
    proc, probe, pid
):
    proc.thread(pid, pid + 1, run_ns=9_000_000_000)

    assert probe.read(pid, 1.0).main_thread_s == 5.0

    proc.run(pid, pid, run_s=0.5)
    assert probe.read(pid, 2.0).main_thread_s == 5.5


def test_without_scheduler_counters_neither_is_known(proc, probe, pid):
    (proc.root / f"proc/{pid}/task/{pid}/schedstat").unlink()
    probe.read(pid, 1.0)

    reading = probe.read(pid, 2.0)

    assert reading.demand_in_order == ()
    assert reading.main_thread_s is None
