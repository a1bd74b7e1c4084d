"""Ending, being ended, and going on when something breaks."""

from __future__ import annotations

import re
import signal
import time

import pytest

from desktop.session import wait_for
from desktop.session.program import WINDOW_CLASS

ID = "traintray"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_it_within_two_seconds(desktop, start, number):
    app = start()
    desktop.tray.wait(ID)
    app.wait_ready()
    before_s = time.monotonic()
    app.process.send_signal(number)

    assert app.process.wait(5) == 0
    assert time.monotonic() - before_s < 2
    left = [path.name for path in (desktop.folder / "run/traintray").iterdir()]
    assert left == []


def test_a_signal_ends_it_with_every_window_open(desktop, start):
    app = start(scene="attention")
    desktop.tray.wait(ID)
    app.wait_ready()
    note = desktop.notes.wait("Too many threads")
    desktop.notes.press(note, "Apply cap")
    app.wait_window("ApplyPreview")
    desktop.pointer.key("Escape")
    app.wait_no_window("ApplyPreview")
    desktop.tray.click(ID)
    app.wait_window("Popover")
    before_s = time.monotonic()

    assert app.terminate() == 0
    assert time.monotonic() - before_s < 2
    assert desktop.notes.open() == []


def test_after_a_kill_the_next_start_works(desktop, start):
    app = start()
    desktop.tray.wait(ID)
    app.wait_ready()
    app.process.send_signal(signal.SIGKILL)
    app.process.wait(5)
    heir = start(name="heir")
    heir.wait_ready()
    desktop.tray.wait(ID)

    assert heir.process.running


def test_a_bug_in_the_sampling_thread_is_logged_and_shown(desktop, start):
    app = start()
    desktop.tray.wait(ID)
    app.wait_ready()
    app.break_down()
    wait_for(lambda: "no data" in desktop.tray.tooltip(ID), 15, "the tooltip")

    assert "ZeroDivisionError: asked for by the test" in app.log()
    assert app.process.running


def test_a_broken_settings_file_is_told_and_kept(desktop, start):
    path = desktop.folder / "home/config/traintray/settings.json"
    path.parent.mkdir(parents=True)
    path.write_text("{ not json")
    app = start()
    app.wait_ready()
    note = desktop.notes.wait("settings")

    assert str(path) in note["body"]
    assert path.read_text() == "{ not json"


def test_without_a_session_bus_it_runs_all_the_same(desktop, start):
    app = start(DBUS_SESSION_BUS_ADDRESS="unix:path=/nonexistent")
    app.wait_ready()
    app.play("attention")
    time.sleep(2)
    start(
        name="second",
        scene=None,
        DBUS_SESSION_BUS_ADDRESS="unix:path=/nonexistent",
    ).process.wait(10)

    app.wait_window("MainWindow")
    assert app.terminate() == 0


def test_hidden_again_it_hardly_wakes(desktop, start):
    app = start()
    desktop.tray.wait(ID)
    app.wait_ready()
    start(name="raise", scene=None).process.wait(10)
    app.wait_window("MainWindow")
    desktop.pointer.close_window(desktop.windows(WINDOW_CLASS)[0])
    app.wait_no_window("MainWindow")
    time.sleep(12)  # until the icon shows the load to the pixel
    before, before_s = wakeups(desktop, app), time.monotonic()
    time.sleep(12)
    after, lasted_s = wakeups(desktop, app), time.monotonic() - before_s
    by_thread = {name: after[name] - before.get(name, 0) for name in after}

    # 1 for each sample and 0.2 for the watchdog; with every frame it would be 2.
    assert sum(by_thread.values()) / lasted_s <= 1.5, by_thread


def wakeups(desktop, app):
    """How often each thread has gone to sleep of its own accord: not for a page that
    the kernel took from it and has to read again.
    """
    found = {}
    for task in (desktop.proc(app.process.pid) / "task").iterdir():
        status, stat = (task / "status").read_text(), (task / "stat").read_text()
        slept = re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status, re.M)
        major_faults = int(stat.rpartition(")")[2].split()[9])
        name = (task / "comm").read_text().strip()
        found[f"{name} {task.name}"] = int(slept[1]) - major_faults
    return found


def test_ctrl_q_asks_before_it_ends_the_app(desktop, start, keep):
    app = start()
    desktop.tray.wait(ID)
    app.wait_ready()
    start(name="raise", scene=None).process.wait(10)
    app.wait_window("MainWindow")
    wait_for(lambda: app.windows("MainWindow")[0]["active"], 5, "the focus")
    desktop.pointer.key("ctrl+q")
    app.wait_window("QuitQuestion")
    time.sleep(0.5)
    keep("question")
    desktop.pointer.key("Escape")
    app.wait_no_window("QuitQuestion")
    assert app.windows("MainWindow")

    desktop.pointer.key("ctrl+q")
    app.wait_window("QuitQuestion")
    desktop.pointer.key("Return")
    assert app.process.wait(5) == 0
