"""Killed at any moment, the history opens and lacks the last batch at most."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

LOOP = Path(__file__).with_name("kill_loop.py")
TIMES = 300


@pytest.mark.timeout(900)  # on a machine that does other work as well
def test_of_300_sudden_deaths_none_costs_more_than_the_last_batch(tmp_path):
    done = subprocess.run(
        [sys.executable, LOOP, tmp_path / "history.sqlite", str(TIMES)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{TIMES} deaths")
