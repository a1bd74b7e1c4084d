"""A thread that chooses its own CPUs at its birth is reached by the app without a
window, after its restart too.
"""

from __future__ import annotations

import os
import threading
import time
from dataclasses import replace

import pytest
from children import child

from core.detection.runs import member, run
from traintray.core.detection.run import Role
from traintray.core.live_knobs.desk import LiveDesk
from traintray.core.live_knobs.kernel_tasks import KernelTasks
from traintray.core.live_knobs.ledger import Ledger
from traintray.core.live_knobs.live_knob import Place, Site
from traintray.ui.live_thread import LiveThread

WILFUL = (
    "import os, sys, threading\n"
    "first = {min(os.sched_getaffinity(0))}\n"
    "def choose():\n"
    "    os.sched_setaffinity(0, first)\n"
    "    print('born', flush=True)\n"
    "    threading.Event().wait(600)\n"
    "print('ready', flush=True)\n"
    "for line in sys.stdin:\n"
    "    threading.Thread(target=choose, daemon=True).start()\n"
)
WITHIN_S = 15.0
"""The thread looks every two seconds; a busy machine makes it late."""


class RealLive:
    """The kernel and the journal, without D-Bus."""

    def __init__(self, state_dir):
        self.desk = LiveDesk(KernelTasks(), Ledger(state_dir))

    def close(self):
        self.desk.close()


def site_of(pid):
    ticks = KernelTasks().process(pid).started_ticks
    only = replace(member(pid, Role.MAIN, 1.0), started_ticks=ticks)
    cpus = sorted(os.sched_getaffinity(0))
    place = Place(cores=tuple((cpu,) for cpu in cpus), starter_cpus=tuple(cpus))
    return Site(run(only, cpus=max(cpus) + 1, key=f"{pid}-{ticks}"), place)


def masks(pid):
    return {
        int(tid): os.sched_getaffinity(int(tid))
        for tid in os.listdir(f"/proc/{pid}/task")
    }


def give_birth(process):
    """Return the thread that was born; it is on the first CPU by its own will."""
    before = masks(process.pid)
    process.stdin.write("\n")
    process.stdin.flush()
    assert process.stdout.readline() == "born\n"
    (born,) = masks(process.pid).keys() - before.keys()
    assert os.sched_getaffinity(born) == {min(os.sched_getaffinity(0))}
    return born


def wait_for(true):
    end_s = time.monotonic() + WITHIN_S
    while not true() and time.monotonic() < end_s:
        time.sleep(0.05)
    return true()


@pytest.fixture
def apps():
    """Starts the part of the app that turns knobs, and ends it."""
    started = []

    def start(folder):
        started.append(LiveThread(folder, RealLive))
        return started[-1]

    yield start
    for one in started:
        one.close()


@pytest.mark.skipif(
    len(os.sched_getaffinity(0)) < 2, reason="one CPU has no other mask"
)
def test_a_wilful_thread_is_reached_without_a_window_and_after_a_restart(
    tmp_path, apps
):
    last = max(os.sched_getaffinity(0))
    with child(WILFUL, takes_input=True) as process:
        command_line, site = RealLive(tmp_path).desk, site_of(process.pid)
        command_line.apply(command_line.plan("cpu_affinity", str(last), site))
        app = apps(tmp_path)
        app.look()
        looked = threading.Event()
        app.put(lambda _: looked.set())
        assert looked.wait(WITHIN_S)
        first = give_birth(process)
        assert wait_for(lambda: os.sched_getaffinity(first) == {last})

        app.close()
        second = give_birth(process)
        again = apps(tmp_path)
        again.look()
        assert wait_for(lambda: os.sched_getaffinity(second) == {last})

        command_line.undo("cpu_affinity", site.run.key)
        wide = os.sched_getaffinity(0)
        assert masks(process.pid)[process.pid] == wide
        third = give_birth(process)
        time.sleep(2.5)
        assert os.sched_getaffinity(third) == {min(wide)}, "nothing is in force"
