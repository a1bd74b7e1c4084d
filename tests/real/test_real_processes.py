"""The process table on the real `/proc`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

from fakeproc.nobody import open_to_all as open_to_all
from real.children import (
    SLEEP,
    SPIN,
    SPIN_WHEN_TOLD,
    child,
    cpu_time_s,
    wait_for_cpu_time,
    wait_for_exec,
)
from traintray.core.sensors.processes import ProcessTable


@pytest.fixture
def table():
    table = ProcessTable()
    yield table
    table.close()


def listed():
    return {int(name) for name in os.listdir("/proc") if name.isdigit()}


def test_every_process_of_this_machine_is_there(table):
    before = listed()
    reading = table.read(time.monotonic())
    after = listed()

    assert before & after <= set(reading.processes)
    assert set(reading.processes) <= before | after
    me = reading.processes[os.getpid()]
    assert me.parent_pid == os.getppid()
    assert me.rss_bytes > 2**20
    assert me.state == "R"


def test_cpu_use_agrees_with_the_kernels_own_clock(table):
    with child(SPIN) as spinner:
        wait_for_cpu_time(spinner.pid, 0.1)
        table.read(time.monotonic())
        first = cpu_time_s(spinner.pid), time.monotonic()
        wait_for_cpu_time(spinner.pid, first[0] + 1.0)
        reading = table.read(time.monotonic())
        last = cpu_time_s(spinner.pid), time.monotonic()

        expected = (last[0] - first[0]) / (last[1] - first[1])
        assert reading.processes[spinner.pid].cpu_cores == pytest.approx(
            expected, abs=0.05
        )
        assert spinner.pid in reading.busy


def test_a_sleeping_child_uses_nothing(table):
    with child(SLEEP) as sleeper:
        wait_for_exec(sleeper.pid)
        table.read(time.monotonic())
        time.sleep(0.2)

        process = table.read(time.monotonic()).processes[sleeper.pid]

        assert process.cpu_cores == 0.0
        assert process.state == "S"


def test_a_child_that_ended_is_gone_at_the_next_read(table):
    with child(SLEEP) as sleeper:
        table.read(1.0)
        sleeper.kill()
        sleeper.wait()

        reading = table.read(2.0)

        assert sleeper.pid in reading.ended
        assert sleeper.pid not in reading.processes


def test_a_child_nobody_waited_for_is_a_zombie(table):
    with child(SLEEP) as sleeper:
        table.read(1.0)
        os.kill(sleeper.pid, signal.SIGKILL)
        os.waitid(os.P_PID, sleeper.pid, os.WEXITED | os.WNOWAIT)

        reading = table.read(2.0)

        assert reading.processes[sleeper.pid].state == "Z"


def test_a_cold_process_that_starts_to_spin_is_found_at_once(table):
    with child(SPIN_WHEN_TOLD) as spinner:
        # A made-up clock makes it cold in no time.
        at_s = 1000.0
        while table.read(at_s).processes[spinner.pid].read_at_s == at_s:
            at_s += 1.0
        started_at_s = time.monotonic()
        os.kill(spinner.pid, signal.SIGUSR1)
        wait_for_cpu_time(spinner.pid, cpu_time_s(spinner.pid) + 0.8)
        at_s += time.monotonic() - started_at_s

        reading = table.read(at_s)

        assert spinner.pid in reading.busy


def test_three_hundred_short_lives_leave_nothing_behind(table):
    before = len(os.listdir("/proc/self/fd"))
    table.read(1.0)
    seen = set()
    started = set()
    for round_number in range(10):
        children = [subprocess.Popen(["true"]) for _ in range(30)]
        started.update(c.pid for c in children)
        reading = table.read(2.0 + round_number)
        seen |= reading.started
        for process in children:
            process.wait()
    last = table.read(20.0)

    assert seen & started
    assert not started & set(last.processes)
    assert set(last.processes) >= {os.getpid(), 1}
    # Tests beside this one start programs of their own, which live.
    assert table.kept_count < len(last.processes) + 20
    open_now = len(os.listdir("/proc/self/fd"))
    assert open_now - before <= table.kept_count + 5
    table.close()
    assert len(os.listdir("/proc/self/fd")) <= before


def test_a_program_that_becomes_another_keeps_its_place(table):
    code = "import os; os.execv('/bin/sleep', ['sleep', '600'])"
    with child(code) as process:
        wait_for_exec(process.pid)
        table.read(1.0)
        seen = table.read(2.0).processes[process.pid]

        assert seen.name == "sleep"


def run_in_child(code: str, *, soft_limit: int) -> str:
    preparation = f"""
        import os, resource, signal, sys, time
        resource.setrlimit(resource.RLIMIT_NOFILE, ({soft_limit}, {soft_limit}))
        from traintray.core.sensors.processes import ProcessTable
        from traintray.core.sensors.members import MemberProbe
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(preparation) + textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_with_few_descriptors_the_table_is_whole_all_the_same():
    code = """
        pids = []
        for _ in range(80):
            pid = os.fork()
            if pid == 0:
                signal.pause()
                os._exit(0)
            pids.append(pid)
        table = ProcessTable()
        for second in range(5):
            reading = table.read(float(second))
        complete = set(pids) <= set(reading.processes)
        for pid in pids[:40]:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        reading = table.read(6.0)
        left = set(pids[40:]) <= set(reading.processes)
        ended = set(pids[:40]) <= reading.ended
        free = len([os.dup(0) for _ in range(20)])
        for pid in pids[40:]:
            os.kill(pid, signal.SIGKILL)
        print(complete, left, ended, table.kept_count <= 32, free)
    """
    assert run_in_child(code, soft_limit=64) == "True True True True 20"


def test_when_others_took_all_descriptors_some_are_given_back():
    code = """
        table = ProcessTable(kept_limit=10_000)
        table.read(1.0)
        kept = table.kept_count
        taken = []
        try:
            while True:
                taken.append(os.dup(0))
        except OSError:
            pass
        pid = os.fork()
        if pid == 0:
            signal.pause()
            os._exit(0)
        table.read(2.0)
        table.read(3.0)
        fewer = table.kept_count < kept
        room = os.dup(0)
        for fd in taken:
            os.close(fd)
        found = pid in table.read(20.0).processes
        os.kill(pid, signal.SIGKILL)
        print(fewer, found)
    """
    assert run_in_child(code, soft_limit=200) == "True True"


@pytest.fixture
def look_through_hidepid(open_to_all):
    """Return what nobody sees in a `/proc` that is mounted with hidepid."""

    def look(level: int) -> str:
        code = f"""
            import os, pathlib
            from traintray.core.sensors.members import MemberProbe
            from traintray.core.sensors.processes import ProcessTable
            root = pathlib.Path({str(open_to_all)!r})
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            table = ProcessTable(root)
            table.read(1.0)
            reading = table.read(2.0)
            try:
                refusal = MemberProbe(root).read(1, 1.0)
            except OSError as error:
                refusal = type(error).__name__
            print(os.getpid() in reading.processes, 1 in reading.processes,
                  reading.unreadable_count, refusal)
        """
        (open_to_all / "proc").mkdir()
        (open_to_all / "look.py").write_text(textwrap.dedent(code))
        shell = (
            f"mount -t proc -o hidepid={level} proc {open_to_all}/proc || exit 77\n"
            f"{sys.executable} {open_to_all}/look.py"
        )
        done = subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "sh", "-c", shell],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        if done.returncode == 77 or "unshare" in done.stderr:
            pytest.skip(f"no right to mount: {done.stderr}")
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return look


def test_processes_that_hidepid_closes_are_counted(look_through_hidepid):
    assert look_through_hidepid(1) == "True False 1 PermissionError"


def test_processes_that_hidepid_makes_invisible_are_not(look_through_hidepid):
    assert look_through_hidepid(2) == "True False 0 ProcessLookupError"
