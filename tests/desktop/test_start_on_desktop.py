"""Starting, starting twice, starting too early, closing and ending."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest

from desktop.session import wait_for
from desktop.session.program import WINDOW_CLASS
from tray_watcher import TrayWatcher

ID = "traintray"


@pytest.mark.desktop(without=["panel"])
def test_an_icon_whose_panel_comes_later_turns_up(desktop, start, keep):
    app = start(background=True)
    app.wait_ready()
    time.sleep(1)
    assert app.windows() == []

    desktop.start("panel")
    desktop.tray.wait(ID, 15)
    keep("icon")
    desktop.tray.click(ID)
    app.wait_window("Popover")


def test_an_icon_survives_the_panels_crash(desktop, start):
    app = start()
    desktop.tray.wait(ID)
    app.wait_ready()
    desktop.kill("panel")
    time.sleep(1)
    desktop.start("panel")
    desktop.tray.wait(ID, 15)
    assert "Quit" in [entry["label"] for entry in desktop.tray.menu(ID)]
    desktop.tray.click(ID)

    app.wait_window("Popover")


@pytest.mark.desktop(without=["panel"])
def test_icons_that_are_collected_and_not_shown_are_no_tray(desktop, start, keep):
    with TrayWatcher(desktop.env["DBUS_SESSION_BUS_ADDRESS"]) as watcher:
        app = start()
        app.wait_ready()
        app.wait_window("MainWindow")
        assert any("no tray" in text for text in app.texts())
        assert len(watcher.items) == 1  # Qt takes it for one
        keep("no-panel")

        watcher.host(True)  # a panel comes up, and the window may go
        time.sleep(0.5)
        desktop.pointer.close_window(desktop.windows(WINDOW_CLASS)[0])
        desktop.notes.wait("keeps watching")
        assert app.process.running
        assert len(watcher.items) == 1


@pytest.mark.desktop(without=["panel"])
def test_without_a_tray_the_window_opens_and_says_so_once(desktop, start, keep):
    app = start()
    app.wait_ready()
    app.wait_window("MainWindow")
    notice = "This desktop has no tray, so traintray cannot show its icon and"
    assert any(text.startswith(notice) for text in app.texts())
    keep("no-tray")
    window = desktop.windows(WINDOW_CLASS)[0]
    desktop.pointer.close_window(window)
    # Nothing of it could be seen any more, so it ends.
    assert app.process.wait(5) == 0

    again = start(name="again")
    again.wait_ready()
    again.wait_window("MainWindow")
    assert not any(text.startswith(notice) for text in again.texts())


@pytest.mark.desktop(without=["panel"])
def test_at_login_without_a_tray_it_stays_out_of_sight_and_says_so_once(
    desktop, start, keep
):
    app = start(background=True)
    app.wait_ready()
    note = desktop.notes.wait("without an icon", 30)
    keep("notice")
    assert app.windows() == []
    assert "start traintray again" in note["body"]

    desktop.notes.press(note, "Open traintray")
    app.wait_window("MainWindow")


def test_the_first_start_opens_the_window_on_its_first_page(desktop, start, keep):
    app = start(first_time=True)
    desktop.tray.wait(ID)
    app.wait_ready()
    app.wait_window("MainWindow")
    app.click("Show the graphs")
    keep("first")
    assert app.terminate() == 0

    again = start(name="again", first_time=True)
    again.wait_ready()
    desktop.tray.wait(ID)
    assert again.windows() == []


def test_a_second_start_raises_the_window_of_the_first(desktop, start):
    app = start(background=True)
    desktop.tray.wait(ID)
    app.wait_ready()
    assert app.windows() == []

    second = start(name="second", scene=None)
    assert second.process.wait(10) == 0
    app.wait_window("MainWindow")
    wait_for(lambda: app.windows("MainWindow")[0]["active"], 5, "the focus")
    assert [item["Id"] for item in desktop.tray.items()] == [ID]


def test_a_second_start_brings_a_covered_window_to_the_front(desktop, start):
    app = start()
    desktop.tray.wait(ID)
    app.wait_ready()
    start(name="second", scene=None).process.wait(10)
    app.wait_window("MainWindow")
    cover = desktop.run([sys.executable, "-c", COVER], "cover", QT_QPA_PLATFORM="xcb")
    wait_for(lambda: desktop.windows("cover"), 10, "the window that covers it")
    wait_for(lambda: not app.windows("MainWindow")[0]["active"], 5, "it to be behind")
    start(name="third", scene=None).process.wait(10)

    wait_for(lambda: app.windows("MainWindow")[0]["active"], 5, "the focus")
    cover.end()


COVER = """
from PySide6.QtWidgets import QApplication, QWidget
app = QApplication(["cover"])
window = QWidget()
window.setGeometry(0, 40, 1200, 740)
window.show()
app.exec()
"""


def test_closing_the_window_hides_it_and_says_so_the_first_time(desktop, start, keep):
    app = start()
    desktop.tray.wait(ID)
    app.wait_ready()
    for number in range(2):
        start(name=f"raise{number}", scene=None).process.wait(10)
        app.wait_window("MainWindow")
        desktop.pointer.close_window(desktop.windows(WINDOW_CLASS)[0])
        app.wait_no_window("MainWindow")
        if number == 0:
            desktop.notes.wait("keeps watching")
            keep("closed")
    time.sleep(1)

    assert app.process.running
    told = [n for n in desktop.notes.all() if "keeps watching" in n["summary"]]
    assert len(told) == 1


def test_the_real_app_imports_nothing_heavy_while_it_is_hidden(desktop, start):
    trace = desktop.folder / "trace"
    app = start(scene=None, TRAINTRAY_STARTUP_TRACE=str(trace))
    desktop.tray.wait(ID, 20)
    wait_for(lambda: trace.exists() and trace.read_text(), 10, "the trace")
    traced = json.loads(trace.read_text())
    wait_for(lambda: "CPU" in desktop.tray.tooltip(ID), 10, "the first sample")

    assert traced["heavy_modules"] == []
    mapped = (desktop.proc(app.process.pid) / "maps").read_text()
    assert "numpy" not in mapped
    assert app.terminate() == 0
    assert "CRITICAL" not in app.log()


def test_without_a_screen_one_line_says_what_to_do(desktop):
    env = {k: v for k, v in desktop.env.items() if k != "DISPLAY"}
    done = subprocess.run(
        [sys.executable, "-m", "traintray"], env=env, capture_output=True, text=True
    )

    assert done.returncode == 1
    assert done.stderr.startswith("traintray: there is no screen here")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
