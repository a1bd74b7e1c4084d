"""Live knobs on real threads: applied, killed half-way, undone to the last mask."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
import traceback
from dataclasses import replace
from pathlib import Path

import pytest
from children import child, stop

from core.detection.runs import member, run
from traintray.core.detection.run import Role
from traintray.core.live_knobs.desk import LiveDesk
from traintray.core.live_knobs.io_priority import io_priority
from traintray.core.live_knobs.kernel_tasks import KernelTasks
from traintray.core.live_knobs.ledger import Ledger
from traintray.core.live_knobs.live_knob import Place, Site
from traintray.core.live_knobs.live_plan import LiveKnobError
from traintray.core.live_knobs.shelf import all_live_knobs
from traintray.core.live_knobs.tasks import Attribute, Thread

KILLS = int(os.environ.get("TRAINTRAY_KILLS", "100")) // 5
"""`TRAINTRAY_KILLS=1000` before a release."""
NOBODY = 65534

MANY_THREADS = (
    "import os, sys, threading\n"
    "narrow = {min(os.sched_getaffinity(0))}\n"
    "def rest(number):\n"
    "    if number % 3 == 0: os.sched_setaffinity(0, narrow)\n"
    "    threading.Event().wait(600)\n"
    "for number in range(int(sys.argv[1])):\n"
    "    threading.Thread(target=rest, args=(number,), daemon=True).start()\n"
    "if os.fork() == 0:\n"
    "    for number in range(20):\n"
    "        threading.Thread(target=rest, args=(number,), daemon=True).start()\n"
    "    threading.Event().wait(600)\n"
    "def restless():\n"
    "    while True:\n"
    "        short = threading.Thread(target=threading.Event().wait, args=(0.005,))\n"
    "        short.start(); short.join()\n"
    "if len(sys.argv) > 2: threading.Thread(target=restless, daemon=True).start()\n"
    "import time; time.sleep(0.3)\n"
    "print('ready', flush=True)\n"
    "threading.Event().wait(600)"
)
needs_two_cpus = pytest.mark.skipif(
    len(os.sched_getaffinity(0)) < 2, reason="one CPU has no other mask"
)


@pytest.fixture
def family():
    """Processes of many threads, every third of them on one CPU."""
    with child(MANY_THREADS, "60") as process:
        below = _child_of(process.pid)
        yield process.pid, below
        os.kill(below, signal.SIGKILL)


def _child_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return int(file.read().split()[0])


def site_of(*pids):
    tasks = KernelTasks()
    members = [
        replace(
            member(pid, Role.MAIN, 1.0),
            started_ticks=tasks.process(pid).started_ticks,
        )
        for pid in pids
    ]
    cpus = sorted(os.sched_getaffinity(0))
    key = f"{pids[0]}-{members[0].started_ticks}"
    made = run(*members, cpus=max(cpus) + 1, key=key)
    place = Place(cores=tuple((cpu,) for cpu in cpus), starter_cpus=tuple(cpus))
    return Site(made, place)


def masks(*pids):
    """What the kernel says of each thread, read here and not by our code."""
    found = {}
    for pid in pids:
        for tid in os.listdir(f"/proc/{pid}/task"):
            try:
                with open(f"/proc/{pid}/task/{tid}/status") as file:
                    lines = dict(line.split(":", 1) for line in file)
            except OSError:
                continue
            found[int(tid)] = lines["Cpus_allowed_list"].strip()
    return found


def desk(folder):
    return LiveDesk(KernelTasks(), Ledger(folder))


def last_cpu():
    return str(max(os.sched_getaffinity(0)))


@needs_two_cpus
def test_masks_come_back_exactly_thread_by_thread(family, tmp_path):
    before = masks(*family)
    assert len(before) == 82
    assert len(set(before.values())) == 2
    site = site_of(*family)

    live = desk(tmp_path)
    outcome = live.apply(live.plan("cpu_affinity", last_cpu(), site))
    assert outcome.changed_threads == 82
    assert set(masks(*family).values()) == {last_cpu()}

    desk(tmp_path).undo("cpu_affinity", site.run.key)
    assert masks(*family) == before


@needs_two_cpus
def test_a_turner_killed_at_any_moment_loses_no_mask(family, tmp_path):
    before, site, chance = masks(*family), site_of(*family), random.Random(7)
    half_way = 0

    def turn_for_ever():
        live = desk(tmp_path)
        while True:
            live.apply(live.plan("cpu_affinity", last_cpu(), site))
            live.undo("cpu_affinity", site.run.key)

    for _ in range(KILLS):
        turner = os.fork()
        if turner == 0:
            try:
                turn_for_ever()
            finally:
                os._exit(1)
        time.sleep(chance.uniform(0.01, 0.25))
        stop(turner)
        half_way += masks(*family) != before
        live = desk(tmp_path)
        if any(entry.end is None for entry in live.entries()):
            live.undo("cpu_affinity", site.run.key)
        assert masks(*family) == before
    assert half_way, "it was never caught at work"


@needs_two_cpus
def test_threads_that_come_and_go_have_it_and_lose_it(tmp_path):
    with child(MANY_THREADS, "4", "restless") as process:
        below = _child_of(process.pid)
        before = masks(process.pid)
        live, site = desk(tmp_path), site_of(process.pid)
        live.apply(live.plan("cpu_affinity", last_cpu(), site))
        time.sleep(0.1)
        born = masks(process.pid)
        assert set(born.values()) == {last_cpu()}
        assert born.keys() != before.keys()

        live.undo("cpu_affinity", site.run.key)
        time.sleep(0.1)

        after = masks(process.pid)
        staying = before.keys() & after.keys()
        assert {t: after[t] for t in staying} == {t: before[t] for t in staying}
        wide = before[process.pid]
        assert {after[t] for t in after.keys() - staying} <= {wide}
        os.kill(below, signal.SIGKILL)


def test_io_priorities_are_what_ionice_prints(family, tmp_path):
    live, site = desk(tmp_path), site_of(*family)

    def printed():
        words = ["ionice", "-p", *map(str, masks(*family))]
        out = subprocess.run(words, capture_output=True, text=True, check=True)
        return out.stdout.splitlines()

    before = printed()
    for value, told in (("idle", "idle"), ("best-effort-6", "best-effort: prio 6")):
        live.apply(live.plan("io_priority", value, site))
        assert set(printed()) == {told}
    live.undo("io_priority", site.run.key)
    assert printed() == before


def test_a_number_that_another_process_has_now_is_not_touched(tmp_path):
    tasks = KernelTasks()
    with child("import time; print('ready', flush=True); time.sleep(60)") as process:
        look = tasks.process(process.pid)
        ticks = tasks.thread_ticks(process.pid, process.pid)
        former = Thread(process.pid, look.started_ticks - 1, process.pid, ticks)
        other = Thread(process.pid, look.started_ticks, process.pid, ticks - 1)
        before = masks(process.pid)

        for thread in (former, other):
            with pytest.raises(ProcessLookupError, match="another thread"):
                tasks.write(thread, Attribute.CPUS, last_cpu())
        assert masks(process.pid) == before


def test_a_process_that_nobody_waited_for_is_gone():
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    while b") Z" not in Path(f"/proc/{pid}/stat").read_bytes():
        time.sleep(0.01)

    with pytest.raises(ProcessLookupError):
        KernelTasks().process(pid)
    os.waitpid(pid, 0)
    with pytest.raises(FileNotFoundError):
        KernelTasks().process(pid)


def as_a_plain_user(folder):
    """What a user without privileges may do."""
    own = os.fork()
    if own == 0:
        signal.pause()
    try:
        turn_and_undo(folder, own)
    finally:
        os.kill(own, signal.SIGKILL)


def turn_and_undo(folder, own):
    live, site = desk(folder), site_of(own)
    plan = live.plan("nice", "15", site)
    assert not plan.is_undoable
    live.apply(plan, agreed=True)
    assert os.getpriority(os.PRIO_PROCESS, own) == 15
    with pytest.raises(LiveKnobError, match="refused"):
        live.undo("nice", site.run.key)
    before = masks(own)
    live.apply(live.plan("cpu_affinity", last_cpu(), site))
    live.apply(live.plan("io_priority", "idle", site))
    live.undo("cpu_affinity", site.run.key)
    live.undo("io_priority", site.run.key)
    assert masks(own) == before
    with pytest.raises(LiveKnobError, match="another user"):
        live.plan("cpu_affinity", last_cpu(), site_of(os.getppid()))


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")
def test_a_plain_user_can_undo_all_but_nice_and_reaches_nobody_else():
    # Python itself may lie where nobody else may look, so all is imported before.
    io_priority(os.getpid())
    all_live_knobs()
    folder = Path(tempfile.mkdtemp(prefix="traintray-test-"))
    os.chown(folder, NOBODY, NOBODY)

    plain = os.fork()
    if plain == 0:
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            as_a_plain_user(folder)
        except BaseException:  # noqa: BLE001
            traceback.print_exc()
            os._exit(1)
        os._exit(0)

    assert os.waitpid(plain, 0)[1] == 0
    shutil.rmtree(folder)
