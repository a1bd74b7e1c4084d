"""The main job with a scripted machine: from the notification to the file and back.

Every step is done with a mouse, and a picture of it is kept in test-artefacts/.
"""

from __future__ import annotations

import time

import pytest

from desktop.session import wait_for

ID = "traintray"
BEFORE = b"# mine\nWANDB_MODE=offline\n"
AFTER_NAMES = (
    b"OMP_NUM_THREADS=8\n",
    b"MKL_NUM_THREADS=8\n",
    b"OPENBLAS_NUM_THREADS=8\n",
)


@pytest.mark.parametrize(
    "click",
    [
        pytest.param(
            lambda notes, note: notes.press(note, "Show advice"),
            marks=pytest.mark.desktop(notify="xfce4-notifyd"),
            id="xfce4-notifyd-button",
        ),
        pytest.param(
            lambda notes, note: notes.click(note),
            marks=pytest.mark.desktop(notify="dunst"),
            id="dunst-text",
        ),
        pytest.param(
            lambda notes, note: notes.press(note, "Show advice"),
            marks=pytest.mark.desktop(notify="dunst"),
            id="dunst-menu",
        ),
    ],
)
def test_a_tip_is_told_clicked_applied_and_undone(desktop, start, keep, click):
    env_file = desktop.folder / "home/config/traintray/train.env"
    env_file.parent.mkdir(parents=True)
    env_file.write_bytes(BEFORE)
    app = start(background=True)
    desktop.tray.wait(ID)
    app.wait_ready()
    keep("training")

    app.play("attention")
    note = desktop.notes.wait("Too many threads")
    keep("notification")

    click(desktop.notes, note)
    app.wait_window("MainWindow")
    app.wait_text("41 threads compete for 16 cores")
    time.sleep(0.5)
    keep("advice")
    assert desktop.notes.open() == []

    app.click("Apply")
    wait_for(lambda: env_file.read_bytes() != BEFORE, 5, "the file to change")
    time.sleep(0.5)
    keep("applied")
    written = env_file.read_bytes()
    assert BEFORE in written
    assert all(line in written for line in AFTER_NAMES)

    app.click("Undo")
    wait_for(lambda: env_file.read_bytes() == BEFORE, 5, "the file to be as before")
    time.sleep(0.5)
    keep("undone")


def test_the_cap_is_applied_from_the_popover_and_undone_from_the_tray(
    desktop, start, keep
):
    env_file = desktop.folder / "home/config/traintray/train.env"
    app = start(scene="attention")
    desktop.tray.wait(ID)
    app.wait_ready()
    desktop.tray.click(ID)
    app.wait_window("Popover")
    time.sleep(0.3)
    keep("popover")

    app.click("Cap threads at 8 …")
    app.wait_window("ApplyPreview")
    time.sleep(0.5)
    keep("preview")
    app.click("Write file")
    wait_for(env_file.exists, 5, "the file")
    app.wait_no_window("ApplyPreview")
    keep("written")

    desktop.tray.choose(ID, "Undo last change")
    app.wait_window("UndoPreview")
    time.sleep(0.5)
    keep("undo-preview")
    app.click("Undo the change")
    wait_for(lambda: not env_file.exists(), 5, "the file to go, as it was not there")

    app.wait_no_window("UndoPreview")
    app.click("Knobs")
    app.wait_text("for train.py · resnet50, PID 41207")
    time.sleep(0.5)
    keep("knobs")
    app.click("Apply … MKL_NUM_THREADS")
    app.wait_window("ApplyPreview")
    time.sleep(0.5)
    app.click("Write file")
    wait_for(env_file.exists, 5, "the file, written from the Knobs page")
    assert b"MKL_NUM_THREADS=8\n" in env_file.read_bytes()
    time.sleep(0.5)
    keep("knobs-written")
