"""A live knob on a real training run with loader workers, turned as a user would."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from training.conftest import until_it_trained


def masks(root_pid):
    """The mask of each thread of the run, as the kernel prints it."""
    found = {}
    waiting = [root_pid]
    while waiting:
        pid = waiting.pop()
        for task in Path(f"/proc/{pid}/task").iterdir():
            try:
                lines = (task / "status").read_text().splitlines()
                waiting += map(int, (task / "children").read_text().split())
            except OSError:
                continue  # threads come and go in this run
            (mask,) = (x for x in lines if x.startswith("Cpus_allowed_list"))
            found[int(task.name)] = mask.split()[1]
    return found


def until_it_loads(pid, workers):
    """Wait until the workers are there and have computed as well."""
    end_s = time.monotonic() + 60
    children = Path(f"/proc/{pid}/task/{pid}/children")
    while len(children.read_text().split()) < workers:
        assert time.monotonic() < end_s, "it started no workers"
        time.sleep(0.2)
    time.sleep(2)


@pytest.mark.training
@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="no other mask to give")
def test_every_thread_of_a_run_is_turned_and_turned_back(trainings):
    running = trainings.train("loading.py", 60)
    until_it_trained(running.pid)
    until_it_loads(running.pid, workers=3)
    before = masks(running.pid)
    last, who = str(max(os.sched_getaffinity(0))), ("--run", str(running.pid))

    out = trainings.traintray("knobs", "apply", "cpu_affinity", last, *who)
    assert out.returncode == 0, out.stderr
    assert set(masks(running.pid).values()) == {last}

    out = trainings.traintray("knobs", "undo", "cpu_affinity", *who)
    assert out.returncode == 0, out.stderr
    after = masks(running.pid)
    staying = before.keys() & after.keys()
    assert {tid: after[tid] for tid in staying} == {tid: before[tid] for tid in staying}
    assert set(after.values()) == set(before.values())
    os.killpg(running.pid, signal.SIGKILL)
