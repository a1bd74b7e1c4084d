"""The whole path on real training runs: seen, named, capped, seen again."""

from __future__ import annotations

import json
import os
import sys
import time

import pytest

from training.conftest import (
    WORKLOADS,
    environment_of,
    ranks_of,
    thread_count,
    until_it_trained,
)

pytestmark = [pytest.mark.training, pytest.mark.timeout(240)]

CPUS = len(os.sched_getaffinity(0))
WATCH_S = 38


def diagnose(trainings, pid):
    done = trainings.traintray("diagnose", "--seconds", str(WATCH_S), "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["schema"] == 1
    return next(run for run in answer["runs"] if run["pid"] == pid)


def most_threads(pids, seconds):
    """Return the most threads any of the processes had while they computed."""
    most, end_s = 0, time.monotonic() + seconds
    while time.monotonic() < end_s:
        most = max([most, *(thread_count(pid) for pid in pids)])
        time.sleep(0.2)
    return most


@pytest.mark.skipif(CPUS > 3, reason="four default pools fit on so many CPUs")
def test_four_ranks_are_named_and_the_cap_is_seen_in_the_next_run(trainings):
    before = trainings.train("four_ranks.py", 120)

    run = diagnose(trainings, before.pid)

    assert run["framework"] == "pytorch"
    assert run["usable_cpus"] == CPUS
    assert run["roles"]["ranks"] == 4
    assert run["roles"]["workers"] == 0
    assert run["verdict"]["kind"] == "too_many_threads"
    assert run["verdict"]["state"] == "finding"
    demand = run["verdict"]["evidence"]["demand_threads"]
    assert demand["crossed"]
    assert demand["threshold"] == 1.5 * CPUS
    assert 1.5 * CPUS < demand["measured"] <= 4 * CPUS + 1

    proposal = run["proposals"][0]
    assert proposal["knob"] == "thread_cap"
    cap = proposal["variables"]["OMP_NUM_THREADS"]
    assert cap == str(max(1, CPUS // 4))
    uncapped = most_threads(ranks_of(before.pid, 4), seconds=2)
    trainings.end(before)

    pairs = [f"{name}={value}" for name, value in proposal["variables"].items()]
    assert trainings.traintray("env", "set", *pairs).returncode == 0
    after = trainings.start(
        *(sys.executable, "-m", "traintray", "run", "--"),
        *(sys.executable, str(WORKLOADS / "four_ranks.py"), "60"),
    )
    ranks = ranks_of(after.pid, 4)
    for rank in ranks:
        assert environment_of(rank)["OMP_NUM_THREADS"] == cap
    for rank in ranks:
        until_it_trained(rank)
    assert uncapped > int(cap)
    assert most_threads(ranks, seconds=3) == int(cap) == 1


def test_a_number_set_in_code_is_named_with_its_line(trainings):
    running = trainings.train("set_in_code.py", 120)

    run = diagnose(trainings, running.pid)

    assert run["verdict"]["kind"] == "too_many_threads"
    assert run["proposals"] == []
    step = run["steps"][0]
    assert "No environment variable overrides" in step["text"]
    script = (WORKLOADS / "set_in_code.py").read_text().splitlines()
    number = script.index("torch.set_num_threads(16)") + 1
    assert f"Line {number} of set_in_code.py" in step["text"]
    assert "torch.set_num_threads(16)" in step["snippet"]
    assert f"torch.set_num_threads({CPUS})" in step["snippet"]


def test_a_run_that_fits_is_not_told_to_cap_its_threads(trainings):
    running = trainings.train("fitting.py", 120)

    run = diagnose(trainings, running.pid)

    assert run["verdict"]["kind"] == "cpu_compute"
    assert run["roles"] == {"main": 1, "workers": 0}
    assert run["proposals"] == []
