"""The main job with nothing scripted: a real run, a real tray, a real click, a file.

Four ranks with a thread pool each train on this machine; the plain program watches
it. Every step is done with a mouse, and a picture of it is kept in test-artefacts/.
"""

from __future__ import annotations

import os
import time

import pytest

from desktop.session import wait_for
from training.conftest import WORKLOADS, environment_of, ranks_of

pytest_plugins = ["training.conftest"]
pytestmark = [
    pytest.mark.training,
    pytest.mark.desktop(notify="xfce4-notifyd"),
    pytest.mark.timeout(300),
    pytest.mark.skipif(
        len(os.sched_getaffinity(0)) > 3, reason="four pools fit on so many CPUs"
    ),
]
BEFORE = b"# mine\nWANDB_MODE=offline\n"


def test_a_real_run_is_told_clicked_capped_and_the_cap_undone(
    desktop, start, keep, trainings
):
    env_file = desktop.folder / "home/config/traintray/train.env"
    env_file.parent.mkdir(parents=True)
    env_file.write_bytes(BEFORE)
    app = start(scene="machine", background=True)
    desktop.tray.wait("traintray")
    app.wait_ready()
    keep("idle")

    running = trainings.train("four_ranks.py", 240)
    note = desktop.notes.wait("Too many threads", 90)
    keep("notification")

    desktop.notes.press(note, "Show advice")
    app.wait_window("MainWindow")
    app.wait_text("What we saw")
    time.sleep(2)
    keep("advice")
    texts = app.texts()
    assert any("four_ranks.py" in text for text in texts)
    assert any("Cap the thread pools at 1." in text for text in texts)

    app.click("Apply")
    wait_for(lambda: env_file.read_bytes() != BEFORE, 10, "the file to change")
    time.sleep(1)
    keep("applied")
    written = env_file.read_bytes()
    assert BEFORE in written
    assert b"\nOMP_NUM_THREADS=1\n" in written
    assert environment_of(ranks_of(running.pid, 4)[0]).get("OMP_NUM_THREADS") is None

    app.click("Live")
    time.sleep(2)
    keep("live")
    app.click("Advice")
    app.click("Undo")
    wait_for(lambda: env_file.read_bytes() == BEFORE, 10, "the file as it was")
    time.sleep(1)
    keep("undone")

    trainings.end(running)
    wait_for(lambda: not app.places("Snooze"), 30, "the episode to end")
    keep("ended")
    assert app.terminate() == 0


def test_a_number_set_in_code_is_told_with_its_line(desktop, start, keep, trainings):
    app = start(scene="machine", background=True)
    desktop.tray.wait("traintray")
    app.wait_ready()
    running = trainings.train("set_in_code.py", 200)
    desktop.notes.wait("Too many threads", 90)

    desktop.tray.click("traintray")
    app.wait_window("Popover")
    time.sleep(1)
    keep("popover")
    app.click("Show advice")
    app.wait_window("MainWindow")
    time.sleep(2)
    keep("advice")

    texts = "\n".join(app.texts())
    script = (WORKLOADS / "set_in_code.py").read_text().splitlines()
    number = script.index("torch.set_num_threads(16)") + 1
    assert f"Line {number} of set_in_code.py" in texts
    assert "No environment variable overrides" in texts
    assert not app.places("Apply")
    trainings.end(running)
