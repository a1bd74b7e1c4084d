"""The tray icon on a real panel, clicked with a real mouse."""

from __future__ import annotations

import re
import time

import pytest

from desktop.session import wait_for

ID = "traintray"


def test_the_icon_appears_and_shows_the_state(desktop, start, keep):
    app = start()
    desktop.tray.wait(ID)
    app.wait_ready()
    wait_for(lambda: "runs well" in desktop.tray.tooltip(ID), 5, "the tooltip")
    well = desktop.tray.picture(ID)
    keep("well")

    app.play("attention")
    wait_for(lambda: "too many threads" in desktop.tray.tooltip(ID), 5, "the tooltip")
    troubled = desktop.tray.picture(ID)
    keep("attention")

    said = r"traintray: too many threads\. CPU \d+%, GPU \d+%\."
    assert re.fullmatch(said, desktop.tray.tooltip(ID))
    assert (196, 118, 0) in troubled.colours()  # the triangle
    assert (196, 118, 0) not in well.colours()


def test_a_left_click_opens_the_popover_under_the_icon(desktop, start, keep):
    app = start()
    desktop.tray.wait(ID)
    app.wait_ready()
    desktop.tray.click(ID)
    popover = app.wait_window("Popover")
    keep("popover")

    assert 32 < popover["y"] <= 48  # below the panel, with a gap
    assert popover["x"] + popover["width"] <= 1280
    icon_x, _ = desktop.tray.where(ID)
    assert popover["x"] <= icon_x <= popover["x"] + popover["width"]
    assert app.windows("MainWindow") == []

    desktop.pointer.key("Escape")
    app.wait_no_window("Popover")


def test_a_click_elsewhere_closes_the_popover(desktop, start):
    app = start()
    desktop.tray.wait(ID)
    app.wait_ready()
    desktop.tray.click(ID)
    app.wait_window("Popover")
    desktop.pointer.click(200, 600)

    app.wait_no_window("Popover")


def test_a_second_click_on_the_icon_closes_the_popover(desktop, start):
    app = start()
    desktop.tray.wait(ID)
    app.wait_ready()
    desktop.tray.click(ID)
    app.wait_window("Popover")
    time.sleep(0.6)  # longer than a double click
    desktop.tray.click(ID)

    app.wait_no_window("Popover")
    time.sleep(0.5)
    assert app.windows() == []


@pytest.mark.parametrize("first_time", [True, False], ids=["cold", "warm"])
def test_a_double_click_opens_the_window(desktop, start, keep, first_time):
    app = start()
    desktop.tray.wait(ID)
    app.wait_ready()
    if not first_time:  # the popover exists already, and is quick
        desktop.tray.click(ID)
        app.wait_window("Popover")
        desktop.pointer.key("Escape")
        app.wait_no_window("Popover")
        time.sleep(0.6)
    desktop.tray.click(ID, times=2)
    app.wait_window("MainWindow")
    time.sleep(0.5)
    keep("window")

    assert app.windows("Popover") == []


def test_a_middle_click_pauses_and_another_goes_on(desktop, start):
    app = start()
    desktop.tray.wait(ID)
    app.wait_ready()
    wait_for(lambda: "runs well" in desktop.tray.tooltip(ID), 5, "the tooltip")
    desktop.tray.click(ID, "middle")
    wait_for(lambda: "paused" in desktop.tray.tooltip(ID), 5, "the pause")
    desktop.tray.click(ID, "middle")

    wait_for(lambda: "runs well" in desktop.tray.tooltip(ID), 5, "the end of it")


def test_the_menu_names_the_finding_and_opens_its_advice(desktop, start, keep):
    app = start(scene="attention")
    desktop.tray.wait(ID)
    app.wait_ready()

    def labels():
        entries = desktop.tray.menu(ID)
        return [e["label"] for e in entries if e["visible"] and not e["separator"]]

    wait_for(lambda: "Show advice" in labels(), 5, "the finding in the menu")
    assert labels() == [
        "Too many threads for 16 cores",
        "Show advice",
        "Cap threads at 8 …",
        "Open traintray",
        "Pause",
        "Quit",
        "Snooze",
        "Undo last change",
        "Launch at login",
    ]
    desktop.tray.open_menu(ID)
    time.sleep(0.3)
    keep("menu")
    desktop.pointer.key("Escape")
    time.sleep(0.3)
    desktop.tray.choose(ID, "Show advice")
    app.wait_window("MainWindow")
    app.wait_text("41 threads compete for 16 cores")
    keep("advice")


def test_quit_ends_the_app(desktop, start):
    app = start()
    desktop.tray.wait(ID)
    app.wait_ready()
    desktop.tray.choose(ID, "Quit")

    assert app.process.wait(5) == 0


def test_launch_at_login_writes_the_entry_and_takes_it_away(desktop, start):
    app = start()
    desktop.tray.wait(ID)
    app.wait_ready()
    entry = (
        desktop.folder / "home/config/autostart/io.github.traintray.Traintray.desktop"
    )
    desktop.tray.choose(ID, "Launch at login")
    wait_for(entry.exists, 5, "the autostart entry")
    assert "--background" in entry.read_text()

    def checked():
        return next(
            e["checked"]
            for e in desktop.tray.menu(ID)
            if e["label"] == "Launch at login"
        )

    wait_for(checked, 5, "the check mark")
    desktop.tray.choose(ID, "Launch at login")
    wait_for(lambda: not entry.exists(), 5, "the entry to go")
