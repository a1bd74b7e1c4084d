"""How real runs end is told apart, and told once.

The processes are small Python programs that map a file with a framework's name; they
are children of a shell that takes their exit status, as those of a user are.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator

import pytest

from real.memory_group import MemoryGroup
from real.outcomes_world import Started, Watching
from traintray.core.archive.records import Outcome, RunRecord
from traintray.core.runs.ends import MOST, Ends
from traintray.core.runs.process_end import open_process, started_ticks, told_by

TAKES_MEMORY = "work()\nheld = [bytearray(2**20) for _ in range(4096)]\n"
# What a training does whose loader worker has died: its main process raises.
MINDS_WORKERS = """
found = workers(2)
while all(one.is_alive() for one in found):
    work(0.05)
raise RuntimeError("a worker died")
"""
GOES_ON = "workers(2)\nwork()\n"


def _tells_ends() -> bool:
    pid = os.fork()
    if pid == 0:
        os._exit(3)
    descriptor = open_process(pid)
    os.waitpid(pid, 0)
    if descriptor is None:
        return False
    end = told_by(descriptor)
    os.close(descriptor)
    return end is not None and end.exit_status == 3


needs_ends = pytest.mark.skipif(
    not _tells_ends(), reason="this kernel tells no exit status of others (6.15 does)"
)


@pytest.fixture(scope="module")
def group() -> Iterator[MemoryGroup | None]:
    try:
        found = MemoryGroup(120 * 2**20)
    except OSError:
        yield None
        return
    yield found
    found.remove()


@pytest.fixture(scope="module")
def ends(tmp_path_factory, group) -> Iterator[dict[str, RunRecord]]:
    """Start one run for each way to end, and watch them all at once."""
    base = tmp_path_factory.mktemp("runs")
    runs = {
        "well": Started(base / "well", "work()\n"),
        "raises": Started(base / "raises", "work()\nraise ValueError(1)\n"),
        "killed": Started(base / "killed", "work()\n"),
        "interrupted": Started(
            base / "interrupted",
            "signal.signal(signal.SIGINT, signal.default_int_handler)\nwork()\n",
        ),
        "worker": Started(base / "worker", MINDS_WORKERS),
        "goes_on": Started(base / "goes_on", GOES_ON),
    }
    if group is not None:
        runs["memory"] = Started(base / "memory", TAKES_MEMORY, group.enter)
    watching = Watching()
    try:
        watching.until(lambda: all(map(watching.is_seen, runs.values())))
        os.kill(runs["goes_on"].worker_pids()[0], signal.SIGKILL)
        watching.until(lambda: watching.of(runs["goes_on"])[-1].workers_died == 1)
        for name in ("well", "raises", "goes_on", "memory"):
            if name in runs:
                runs[name].go()
        os.kill(runs["killed"].pid, signal.SIGKILL)
        os.kill(runs["interrupted"].pid, signal.SIGINT)
        os.kill(runs["worker"].worker_pids()[0], signal.SIGKILL)
        watching.until(lambda: all(map(watching.has_ended, runs.values())))
        for _ in range(3):  # nothing comes after the end
            watching.until(iter([False, True]).__next__)
        yield {name: watching.last(run) for name, run in runs.items()}
    finally:
        watching.keeper.close()
        for run in runs.values():
            run.end()


@needs_ends
def test_a_run_that_ends_well_has_finished(ends):
    run = ends["well"]

    assert (run.outcome, run.exit_status, run.signal) == (Outcome.FINISHED, 0, None)
    assert run.started_at_s <= run.seen_at_s <= run.last_seen_at_s <= run.ended_at_s
    assert run.profile["cpu_cores"].peak > 0.1


@needs_ends
def test_a_run_that_raises_has_failed(ends):
    run = ends["raises"]

    assert (run.outcome, run.exit_status, run.signal) == (Outcome.FAILED, 1, None)
    assert "exception" in run.outcome_reason


@needs_ends
def test_a_run_that_was_killed_is_told_with_its_signal(ends):
    run = ends["killed"]

    assert (run.outcome, run.exit_status, run.signal) == (Outcome.KILLED, None, 9)
    assert "no kill for want of memory" in run.outcome_reason


@needs_ends
def test_a_run_that_was_interrupted_is_told_so(ends):
    assert (ends["interrupted"].outcome, ends["interrupted"].signal) == (
        Outcome.KILLED,
        signal.SIGINT,
    )


@needs_ends
def test_a_run_killed_by_a_memory_limit_ran_out_of_memory(ends):
    if "memory" not in ends:
        pytest.skip("no control group with a memory limit can be made here (not root?)")
    run = ends["memory"]

    assert (run.outcome, run.signal) == (Outcome.OUT_OF_MEMORY, 9)


@needs_ends
def test_a_run_whose_worker_dies_is_told_apart_from_one_that_just_raises(ends):
    run = ends["worker"]

    assert (run.outcome, run.exit_status) == (Outcome.FAILED, 1)
    assert run.workers_died == 1
    assert "worker died" in run.outcome_reason
    assert ends["raises"].workers_died == ends["killed"].workers_died == 0


@needs_ends
def test_a_run_that_goes_on_without_a_worker_finishes_and_remembers_it(ends):
    run = ends["goes_on"]

    assert (run.outcome, run.workers_died) == (Outcome.FINISHED, 1)
    assert run.roles["worker"] == 2


@needs_ends
def test_a_run_keeps_its_record_over_a_restart_of_the_app(tmp_path):
    run = Started(tmp_path / "on", "work()\n")
    gone = Started(tmp_path / "gone", "work()\n")
    first = Watching()
    try:
        first.until(lambda: first.is_seen(run) and first.is_seen(gone))
        first.keeper.close()
        before = first.of(run)[-1], first.of(gone)[-1]
        os.kill(gone.pid, signal.SIGKILL)
        gone.process.wait()  # the shell has taken its exit status

        second = Watching()
        second.keeper.go_on_with(before)
        second.until(lambda: second.has_ended(gone) and second.is_seen(run))
        run.go()
        second.until(lambda: second.has_ended(run))
        second.keeper.close()
    finally:
        run.end()
        gone.end()

    last = second.last(run)
    assert last.identity == before[0].identity
    assert last.seen_at_s == before[0].seen_at_s
    assert last.outcome is Outcome.FINISHED
    assert (
        last.profile["cpu_cores"].measured_s > before[0].profile["cpu_cores"].measured_s
    )
    unseen = second.last(gone)
    assert (unseen.outcome, unseen.signal) == (Outcome.ENDED, None)
    assert "not running" in unseen.outcome_reason
    assert unseen.ended_at_s == before[1].last_seen_at_s


def test_a_zombie_that_nobody_takes_still_tells_how_it_ended():
    pid = os.fork()
    if pid == 0:
        os._exit(7)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    ends = Ends(told_by=lambda _descriptor: None)  # as on an older kernel
    ends.watch(pid, started_ticks(pid) or 0, is_root=True)

    found = ends.take(0.0)
    os.waitpid(pid, 0)

    assert found[pid].exit_status == 7
    assert ends.take(1.0) == {}


def test_watching_ends_lets_go_of_every_descriptor():
    before = set(os.listdir("/proc/self/fd"))
    ends = Ends()
    children = [subprocess.Popen(["sleep", "60"]) for _ in range(MOST + 5)]
    for number, child in enumerate(children):
        ends.watch(child.pid, started_ticks(child.pid) or 0, is_root=number < 2)
    most = len(os.listdir("/proc/self/fd"))
    for child in children:
        child.kill()
        child.wait()
    found = ends.take(0.0)
    ends.close()

    assert most <= len(before) + MOST + 1  # and the folder that is being listed
    assert len(found) == MOST
    assert set(os.listdir("/proc/self/fd")) == before
