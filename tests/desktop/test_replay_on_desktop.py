"""A recording on a real desktop, beside the app that watches the machine."""

from __future__ import annotations

import sys

from core.replay.recorded import Recorded
from core.test_pipeline import over
from desktop.session import wait_for
from desktop.session.program import WINDOW_CLASS


def test_a_recording_has_a_window_of_its_own_tells_nobody_and_ends_with_it(
    desktop, start, keep, tmp_path
):
    recorded = Recorded(tmp_path / "over.trace", over()).ticks(60)
    recorded.close()
    beside = start(background=True)
    beside.wait_ready()
    command = [sys.executable, "-m", "traintray", "replay", str(recorded.path)]

    replay = desktop.run([*command, "--window", "--speed", "20"], "replay")
    (window,) = wait_for(lambda: desktop.windows(WINDOW_CLASS), 20, "its window")
    keep("window")
    desktop.pointer.close_window(window)

    assert replay.wait(10) == 0
    assert replay.log == ""
    assert beside.process.running
    assert desktop.notes.open() == []
    assert not (desktop.folder / "home/config/traintray/train.env").exists()
