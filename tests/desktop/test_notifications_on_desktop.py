"""Notifications on real daemons, clicked with a real mouse."""

from __future__ import annotations

import json
import time

import pytest

from desktop.session import wait_for

ID = "traintray"
HEADLINE = "Too many threads for 16 cores"
DAEMONS = [
    pytest.param(name, marks=pytest.mark.desktop(notify=name), id=name)
    for name in ("xfce4-notifyd", "dunst")
]


def ready(start, **how):
    app = start(**how)
    app.wait_ready()
    return app


@pytest.mark.parametrize("daemon", DAEMONS)
def test_a_finding_is_told_once_and_taken_back_when_it_is_over(
    desktop, start, keep, daemon
):
    app = ready(start)
    app.play("attention")
    note = desktop.notes.wait(HEADLINE)
    keep("told")

    assert note["app_name"] == "traintray"
    assert note["hints"]["urgency"] == 1
    assert note["hints"]["desktop-entry"] == "io.github.traintray.Traintray"
    assert "Show advice" in note["actions"].values()
    time.sleep(3)
    assert len(desktop.notes.all()) == 1

    app.play("ok")
    wait_for(lambda: desktop.notes.open() == [], 10, "it to be taken back")


@pytest.mark.parametrize("daemon", DAEMONS)
def test_another_finding_about_another_run_is_told_beside_it(desktop, start, daemon):
    app = ready(start, scene="attention")
    desktop.notes.wait(HEADLINE)
    app.play("small_attention")
    desktop.notes.wait("Too many threads for 2 cores")

    wait_for(lambda: len(desktop.notes.open()) == 1, 5, "the first to be taken back")
    # GNOME ends what a program showed with the program's connection to the bus.
    assert len({note["sender"] for note in desktop.notes.all()}) == 1


def test_snooze_takes_it_away_and_keeps_quiet(desktop, start):
    app = ready(start, scene="attention")
    desktop.notes.press(desktop.notes.wait(HEADLINE), "Snooze")
    wait_for(lambda: desktop.notes.open() == [], 5, "it to go")
    app.play("attention")
    time.sleep(3)

    assert desktop.notes.open() == []
    assert app.windows() == []


def test_apply_cap_opens_the_preview_and_writes_nothing_by_itself(desktop, start, keep):
    app = ready(start, scene="attention")
    desktop.notes.press(desktop.notes.wait(HEADLINE), "Apply cap")
    app.wait_window("ApplyPreview")
    time.sleep(0.5)
    keep("preview")

    assert not (desktop.folder / "home/config/traintray/train.env").exists()


@pytest.mark.desktop(without=["notify"])
def test_without_a_daemon_nothing_breaks_and_the_tip_waits(desktop, start):
    app = ready(start, scene="attention")
    time.sleep(3)
    assert app.process.running
    assert desktop.notes.all() == []
    wait_for(lambda: "too many" in desktop.tray.tooltip(ID), 5, "the tooltip")

    desktop.start("notify")
    desktop.notes.wait(HEADLINE)


@pytest.mark.parametrize("daemon", DAEMONS)
def test_after_the_daemon_restarted_the_next_notification_works(desktop, start, daemon):
    app = ready(start, scene="attention")
    desktop.notes.wait(HEADLINE)
    desktop.kill("notify")
    desktop.start("notify")
    time.sleep(2)
    # The tip was seen, so it is not told a second time.
    assert desktop.notes.open() == []

    app.play("small_attention")
    note = desktop.notes.wait("Too many threads for 2 cores")
    desktop.notes.press(note, "Show advice")
    app.wait_window("MainWindow")
    app.wait_text("8 threads compete for 2 cores")


def test_when_the_bus_dies_the_app_lives_on(desktop, start):
    app = ready(start, scene="attention")
    desktop.notes.wait(HEADLINE)
    desktop.kill("bus")
    app.play("critical")
    time.sleep(3)
    start(name="second", scene=None).process.wait(10)

    app.wait_window("MainWindow")
    assert app.terminate() == 0


@pytest.mark.desktop(just_logged_in=True)
def test_what_the_desktop_starts_at_login_keeps_quiet_at_first(desktop, start):
    app = start(scene="critical", background=True)
    app.wait_ready()
    wait_for(lambda: "traintray" in desktop.tray.tooltip(ID), 10, "the icon")
    time.sleep(3)

    assert desktop.notes.all() == []
    assert app.process.running


def test_in_quiet_hours_nothing_is_told_and_what_still_holds_is_told_after(
    desktop, start
):
    path = desktop.folder / "home/config/traintray/settings.json"
    path.parent.mkdir(parents=True)
    now = time.time()
    clock = [time.strftime("%H:%M", time.localtime(now + s)) for s in (-3600, 3600)]
    quiet = {"quiet_hours": True, "quiet_from": clock[0], "quiet_until": clock[1]}
    path.write_text(json.dumps(quiet))
    app = ready(start, scene="attention")
    app.wait_ready()
    wait_for(lambda: "too many" in desktop.tray.tooltip(ID).lower(), 10, "the finding")
    time.sleep(3)
    assert desktop.notes.all() == []

    path.write_text(json.dumps({**quiet, "quiet_hours": False}))

    assert desktop.notes.wait(HEADLINE)["hints"]["urgency"] == 1
    assert len(desktop.notes.all()) == 1


def test_the_menu_of_snoozes_in_the_popover_works_by_mouse_and_keys(desktop, start):
    app = ready(start, scene="attention")
    desktop.notes.wait(HEADLINE)
    desktop.tray.click(ID)
    app.wait_window("Popover")
    app.click("Snooze this tip")
    app.wait_window("SnoozeMenu")
    desktop.pointer.key("Down", "Return")

    wait_for(lambda: desktop.notes.open() == [], 5, "the tip to be taken back")
    app.wait_no_window("SnoozeMenu")
    assert app.windows("Popover")
