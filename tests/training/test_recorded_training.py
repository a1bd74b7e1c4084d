"""A real training run, recorded as a user would, gets its verdict again."""

from __future__ import annotations

import json
import os

import pytest

pytestmark = [pytest.mark.training, pytest.mark.timeout(240)]

CPUS = len(os.sched_getaffinity(0))


@pytest.mark.skipif(CPUS > 3, reason="four default pools fit on so many CPUs")
def test_a_recorded_run_replays_to_the_verdicts_that_were_shown_live(
    trainings, tmp_path
):
    running = trainings.train("four_ranks.py", 120)
    files = {name: tmp_path / f"{name}.trace.gz" for name in ("whole", "scrubbed")}

    made = trainings.traintray("record", str(files["whole"]), "--seconds", "38")
    short = trainings.traintray(
        "record", str(files["scrubbed"]), "--seconds", "38", "--scrub"
    )

    assert made.returncode == short.returncode == 0, made.stderr + short.stderr
    for path in files.values():
        done = trainings.traintray("replay", str(path), "--json")
        answer = json.loads(done.stdout)
        assert answer["differences"] == []
        told = [
            change["kind"]
            for change in answer["changes"]
            if change["run"].startswith(f"{running.pid}-")
        ]
        assert "too_many_threads" in told
        run = next(run for run in answer["runs"] if run["pid"] == running.pid)
        assert run["roles"]["ranks"] == 4
        assert run["verdict"]["kind"] == "too_many_threads"
