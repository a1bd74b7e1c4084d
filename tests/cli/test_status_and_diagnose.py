"""What scripts read from `status` and `diagnose`: keys, schema, exit status."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core.advice.test_book import four_ranks, threads_finding
from core.test_pipeline import Watched, over
from traintray.cli.diagnose import nothing_seen
from traintray.cli.run_json import (
    run_object,
    unreadable_object,
    verdict_object,
    view_object,
)
from traintray.core.detection.unreadable import UnreadableProcess
from traintray.core.diagnosis.tuning import Tuning
from traintray.core.diagnosis.verdict import Clear, Unknown


def traintray(*words):
    return subprocess.run(
        [sys.executable, "-m", "traintray", *words],
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_run_is_written_as_documented():
    (view,) = Watched(over()).ticks(24).runs

    written = json.loads(json.dumps(view_object(view)))

    assert written["pid"] == 10
    assert written["command"] == ["python", "train.py"]
    assert written["framework"] == "pytorch"
    assert written["usable_cpus"] == 2.0
    assert written["roles"] == {"main": 1, "workers": 0}
    assert set(written["verdict"]) == {"kind", "state", "evidence", "missing"}
    assert written["verdict"]["state"] == "finding"
    assert written["verdict"]["evidence"]["demand_threads"] == {
        "measured": 8.0,
        "comparison": ">=",
        "threshold": 3.0,
        "unit": "threads",
        "crossed": True,
        "set_by_user": False,
    }


def test_a_threshold_that_the_user_moved_is_marked_for_programs():
    watched = Watched(over())
    watched.pipeline._parts.engine.tune(Tuning(full_cpu_fraction=0.7))

    (view,) = watched.ticks(24).runs

    evidence = view_object(view)["verdict"]["evidence"]
    assert evidence["usable_busy_fraction"]["threshold"] == 0.7
    assert evidence["usable_busy_fraction"]["set_by_user"] is True
    assert evidence["demand_threads"]["set_by_user"] is False


def test_status_tells_memory_in_the_units_of_the_settings(shell):
    assert re.search(r"^Memory .* GiB of .* GiB$", shell.run("status").stdout, re.M)
    shell.run("settings", "memory_units", "decimal")

    told = shell.run("status").stdout

    assert "GiB" not in told
    total = re.search(r"^Memory .* of ([0-9.]+) GB$", told, re.M)
    kilobytes = re.search(r"MemTotal: *(\d+)", Path("/proc/meminfo").read_text())
    assert float(total[1]) == pytest.approx(int(kilobytes[1]) * 1024 / 1e9, abs=0.06)


def test_a_proposal_names_its_knob_and_its_variables():
    watched = Watched(over(variables={"OMP_NUM_THREADS": "8"}))

    (view,) = watched.ticks(24).runs

    (proposal,) = view_object(view)["proposals"]
    assert proposal["knob"] == "thread_cap"
    assert proposal["variables"]["OMP_NUM_THREADS"] == "2"


def test_ranks_are_counted_under_their_name():
    assert run_object(four_ranks())["roles"] == {
        "launchers": 1,
        "main": 0,
        "ranks": 4,
        "workers": 0,
    }


@pytest.mark.parametrize(
    ("verdict", "state", "kind", "missing"),
    [
        (Clear(), "clear", None, []),
        (Unknown("cpu_compute", ("run.gpus",)), "unknown", "cpu_compute", None),
        (threads_finding(), "finding", "too_many_threads", []),
    ],
)
def test_every_verdict_has_the_same_four_keys(verdict, state, kind, missing):
    written = verdict_object(verdict)

    assert (written["state"], written["kind"]) == (state, kind)
    assert written["missing"] == (missing if missing is not None else ["run.gpus"])


def test_status_as_json_has_the_schema_and_real_numbers():
    done = traintray("status", "--json")

    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["schema"] == 1
    assert answer["memory"]["total_bytes"] > 2**28
    assert 0 <= answer["cpu"]["total"]["busy_fraction"] <= 1
    assert len(answer["cpu"]["per_cpu"]) >= answer["machine"]["logical_cpus"]


def test_status_in_words_says_what_there_is():
    done = traintray("status")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("CPU ")
    assert "Memory" in done.stdout


def test_diagnosing_a_process_that_is_not_there_is_wrong_usage_in_one_line():
    done = traintray("diagnose", "--pid", "4194304", "--seconds", "5")

    assert done.returncode == 2
    assert done.stderr == "traintray diagnose: there is no process 4194304\n"


def test_a_chosen_process_is_judged_or_it_says_that_it_cannot_tell():
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as spinning:
        try:
            done = traintray(
                "diagnose", "--pid", str(spinning.pid), "--seconds", "5", "--json"
            )
        finally:
            spinning.kill()

    assert done.returncode == 0, done.stderr
    (run,) = json.loads(done.stdout)["runs"]
    assert run["framework"] == "unknown"
    assert run["verdict"]["state"] == "unknown"


def test_busy_processes_of_others_are_named_before_saying_that_no_run_was_seen():
    hidden = [UnreadableProcess(pid, "python3", 65534, 1.5) for pid in (41, 42, 43, 44)]

    said = nothing_seen(None, hidden)

    assert "4 busy Python processes" in said
    assert "python3 (PID 41, user nobody)" in said
    assert "and 1 more" in said
    assert not said.startswith("No training run was seen")


def test_without_hidden_processes_no_run_means_no_run():
    assert nothing_seen(None, ()).startswith("No training run was seen.")


def test_a_hidden_process_is_written_with_its_user():
    written = unreadable_object(UnreadableProcess(7, "python", 4_000_000, None))

    assert written == {"pid": 7, "name": "python", "user": "4000000", "cpu_cores": None}


def test_a_shell_above_a_process_stands_for_it():
    shell = ["sh", "-c", f"{sys.executable} -c 'while True: pass'; true"]
    with subprocess.Popen(shell, start_new_session=True) as spinning:
        try:
            done = traintray(
                "diagnose", "--pid", str(spinning.pid), "--seconds", "5", "--json"
            )
        finally:
            os.killpg(spinning.pid, signal.SIGKILL)

    (run,) = json.loads(done.stdout)["runs"]
    assert run["name"] == "python -c"
    assert run["pid"] != spinning.pid
