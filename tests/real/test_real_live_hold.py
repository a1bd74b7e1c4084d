"""`traintray knobs apply --stay`: reaches threads born later until the run ends, and
until somebody takes it back.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import pytest
from children import child
from test_real_live_thread import WILFUL, RealLive, give_birth, site_of, wait_for

STAY = (
    "import sys\n"
    "from pathlib import Path\n"
    "sys.path[:0] = sys.argv[3:]\n"
    "from test_real_live_thread import RealLive, site_of\n"
    "from traintray.cli import live_knobs\n"
    "live, site = RealLive(Path(sys.argv[1])), site_of(int(sys.argv[2]))\n"
    "value = str(max(site.place.starter_cpus))\n"
    "plan = live.desk.plan('cpu_affinity', value, site)\n"
    "live.desk.apply(plan)\n"
    "raise SystemExit(live_knobs._stay(plan, site, live))\n"
)

pytestmark = pytest.mark.skipif(
    len(os.sched_getaffinity(0)) < 2, reason="one CPU has no other mask"
)


@pytest.fixture
def staying(tmp_path):
    """A run, and the command line that stays with it."""
    with child(WILFUL, takes_input=True) as run:
        words = [sys.executable, "-c", STAY, str(tmp_path), str(run.pid), *sys.path]
        command = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        timer = threading.Timer(40.0, command.kill)
        timer.start()
        try:
            assert "Ctrl-C ends that" in command.stdout.readline()
            yield run, command
        finally:
            timer.cancel()
            command.kill()
            command.wait()
            command.stdout.close()


def test_it_reaches_a_thread_and_ends_with_the_undo(staying, tmp_path):
    run, command = staying
    last, site = max(os.sched_getaffinity(0)), site_of(run.pid)
    born = give_birth(run)
    assert wait_for(lambda: os.sched_getaffinity(born) == {last})

    RealLive(tmp_path).desk.undo("cpu_affinity", site.run.key)
    assert command.wait(15) == 0


def test_it_ends_with_the_run(staying):
    run, command = staying
    run.kill()
    run.wait()

    assert command.wait(15) == 0


def test_ctrl_c_ends_it_and_the_value_stays(staying, tmp_path):
    run, command = staying
    command.send_signal(signal.SIGINT)

    assert command.wait(15) == 0
    (entry,) = RealLive(tmp_path).desk.entries()
    assert entry.end is None
    assert os.sched_getaffinity(run.pid) == {max(os.sched_getaffinity(0))}
