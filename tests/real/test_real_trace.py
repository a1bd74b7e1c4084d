"""This very machine, recorded and replayed: the same frames, to the last digit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from traintray.core.assembly import Wishes, build_recorded, build_replay
from traintray.core.replay.trace_file import LineWriter
from traintray.core.sampling.clock import SystemClock

POOL = """
import os, sys
for _ in range(2):
    if os.fork() == 0:
        break
while True:
    pass
"""


@pytest.fixture
def spinning():
    """A program with two children that use the CPU."""
    running = subprocess.Popen([sys.executable, "-c", POOL], start_new_session=True)
    yield running.pid
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()


def test_the_replay_of_this_machine_is_what_was_seen_live(spinning, tmp_path):
    path, clock, live = tmp_path / "t.gz", SystemClock(), []
    lines = LineWriter(path)
    wishes = Wishes(sustained_s=5.0, forced_pid=spinning, min_active_s=0.5)
    pipeline = build_recorded(wishes, lines, lambda value: value)
    for _ in range(14):
        live.append(pipeline.tick(clock.monotonic_s(), clock.wall_s()))
        time.sleep(0.4)
    lines.close()

    replay, frames = build_replay(path), []
    while (frame := replay.step()) is not None:
        frames.append(frame)
    replay.trace.close()

    assert [replace(one, sensor_cost_s={}) for one in frames] == [
        replace(one, sensor_cost_s={}) for one in live
    ]
    assert replay.differences == []
    chosen = [view.run for view in frames[-1].runs if view.run.traits.is_chosen]
    assert len(chosen[0].members) == 3
    assert chosen[0].demand_threads() > 0.5
