"""Members of a run on the real `/proc`."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from real.children import SLEEP, SPINNING_THREADS, child, cpu_time_s, wait_for_exec
from traintray.core.readings import GapReason
from traintray.core.sensors.members import MemberProbe

pytestmark = pytest.mark.skipif(
    not os.path.exists("/proc/self/schedstat"), reason="kernel without schedstat"
)

SHORT_THREADS = (
    "import hashlib, threading, time\n"
    "def work(): hashlib.pbkdf2_hmac('sha256', b'x', b'y', 30000)\n"
    "print('ready', flush=True)\n"
    "while True:\n"
    "    threads = [threading.Thread(target=work) for _ in range(8)]\n"
    "    for t in threads: t.start()\n"
    "    for t in threads: t.join()\n"
)
RESTLESS = "import time\nprint('ready', flush=True)\nwhile True: time.sleep(0.002)\n"
STARVED = (
    "import os, time\n"
    "os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
    "if os.fork():\n"
    "    time.sleep(0.3)\n"
    "    print('ready', flush=True)\n"
    "    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))\n"
    "while os.getppid() > 1: pass\n"
)


@pytest.fixture
def probe():
    probe = MemberProbe()
    yield probe
    probe.close()


def looks(probe, pid, count):
    """Look at a process once a second, on the real clock."""
    probe.read(pid, time.monotonic())
    readings = []
    for _ in range(count):
        time.sleep(1.0)
        readings.append(probe.read(pid, time.monotonic()))
    return readings


def test_five_spinning_threads_want_five_cpus_however_many_there_are(probe):
    with child(SPINNING_THREADS, "5") as process:
        first = cpu_time_s(process.pid), time.monotonic()
        readings = looks(probe, process.pid, 3)
        last = cpu_time_s(process.pid), time.monotonic()

    mean = sum(r.demand_threads for r in readings) / 3
    running = sum(r.running_cores for r in readings) / 3
    assert mean == pytest.approx(5.0, abs=0.35)
    assert running == pytest.approx(
        (last[0] - first[0]) / (last[1] - first[1]), abs=0.25
    )
    assert readings[-1].thread_count == 6
    assert sum(readings[-1].thread_names.values()) == 6
    assert readings[-1].busy_threads == 5
    assert all(r.demand_threads <= 6 for r in readings)


def test_a_sleeping_process_wants_nothing(probe):
    with child(SLEEP) as process:
        wait_for_exec(process.pid)
        reading = looks(probe, process.pid, 1)[0]

    assert reading.demand_threads < 0.05
    assert reading.busy_threads == 0
    assert reading.swap_bytes is not None


def test_threads_that_live_for_a_moment_are_seen_in_part(probe):
    with child(SHORT_THREADS) as process:
        readings = looks(probe, process.pid, 3)

    assert all(0 <= r.demand_threads <= 20 for r in readings)
    assert probe.kept_count < 30


def test_a_restless_thread_switches_of_its_own_will(probe):
    with child(RESTLESS) as process:
        reading = looks(probe, process.pid, 2)[-1]

    assert reading.voluntary_switches_per_s > 30
    assert reading.voluntary_switches_per_s > reading.involuntary_switches_per_s


def test_a_starved_thread_wants_one_cpu_though_it_hardly_ever_gets_one(probe):
    with child(STARVED) as process:
        readings = looks(probe, process.pid, 8)

    wanted = [r.demand_threads for r in readings]
    assert all(w <= 1.0 for w in wanted)
    assert sum(wanted[2:]) / 6 > 0.6
    assert sum(r.running_cores for r in readings) / 8 < 0.5


def test_a_process_that_ended_is_told_from_its_kept_files(probe):
    with child(SPINNING_THREADS, "3") as process:
        probe.read(process.pid, 1.0)
        assert probe.kept_count == 4
        process.kill()
        process.wait()

        with pytest.raises(ProcessLookupError):
            probe.read(process.pid, 2.0)
        assert probe.kept_count == 0
        with pytest.raises(ProcessLookupError):
            probe.read(process.pid, 3.0)


def test_another_users_threads_can_be_looked_at(probe):
    if os.geteuid() != 0:
        pytest.skip("only root can start a process of another user")
    with child(
        "import os; os.setuid(65534)\nprint('ready', flush=True)\nwhile True: pass"
    ) as process:
        reading = looks(probe, process.pid, 1)[0]

    assert reading.demand_threads == pytest.approx(1.0, abs=0.2)


def test_a_kernel_thread_has_no_swap(probe):
    kernel = Path("/proc/2/stat")  # a container has no kernel threads to show
    if not (kernel.exists() and "kthreadd" in kernel.read_text()):
        pytest.skip("no kernel threads in sight")
    reading = probe.read(2, 1.0)

    assert reading.swap_bytes is None
    assert reading.gaps["swap_bytes"].reason is GapReason.NOT_PRESENT
