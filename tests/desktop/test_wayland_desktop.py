"""The app on a real Wayland compositor (sway, headless), with a tray and without."""

from __future__ import annotations

import os
import sys
import time

import pytest

from desktop.conftest import ARTEFACTS
from desktop.session import wait_for
from desktop.session.program import Traintray
from desktop.wayland import Sway
from desktop.wayland.sway import WIDTH, apt_line
from notification_server import NotificationServer

TITLE = "traintray"
HEADLINE = "Too many threads for 16 cores"


@pytest.fixture
def sway(request):
    missing = apt_line()
    if missing is not None:
        if os.environ.get("TRAINTRAY_SKIP_DESKTOP") == "1":
            pytest.skip(f"no Wayland desktop: {missing}")
        pytest.fail(f"Run:\n  {missing}\nor set TRAINTRAY_SKIP_DESKTOP=1", False)
    with Sway(tray=getattr(request, "param", True)) as session:
        yield session


@pytest.fixture
def server(sway):
    with NotificationServer(sway.env["DBUS_SESSION_BUS_ADDRESS"]) as running:
        yield running


def start(sway, scene="attention", **how):
    app = Traintray(sway, scene=scene, WAYLAND_DEBUG="client", **how)
    app.wait_ready()
    return app


def another_window(sway, title="another"):
    """A window of another program takes the focus."""
    code = (
        "from PySide6.QtWidgets import QApplication, QLabel\n"
        "app = QApplication(['other'])\n"
        f"shown = QLabel('x'); shown.setWindowTitle({title!r}); shown.show()\n"
        "app.exec()"
    )
    sway.run([sys.executable, "-c", code], "another")
    sway.wait_window(title)
    wait_for(lambda: sway.focused() == title, 5, "its focus")


def items(sway):
    name = "org.kde.StatusNotifierWatcher"
    path, property_name = "/StatusNotifierWatcher", "RegisteredStatusNotifierItems"
    return sway.bus.read_property(name, path, name, property_name)


def click_icon(sway):
    wait_for(lambda: items(sway), 10, "the icon")
    time.sleep(0.5)  # the bar draws it
    sway.click(WIDTH - 12, 12)


def test_a_click_on_the_icon_opens_the_popover_where_the_compositor_puts_it(sway):
    app = start(sway)
    click_icon(sway)
    app.wait_window("Popover")
    node = sway.wait_window(TITLE)
    rect = node["rect"]
    time.sleep(0.5)
    picture = sway.screen()
    picture.save(ARTEFACTS / "wayland/popover.png")

    # It keeps its size: a window that is tiled over the screen would be torn apart.
    assert (rect["width"], rect["height"]) == (380, 520)
    inside = rect["x"] + 8, rect["y"] + 40
    corner = rect["x"], rect["y"]
    assert picture.pixel(*inside) == (255, 255, 255)
    assert picture.pixel(*corner) == (0x40, 0x50, 0x60)  # round, and no black there

    another_window(sway)
    app.wait_no_window("Popover")


def test_a_notification_that_is_clicked_brings_the_window_up_with_its_token(
    sway, server
):
    app = start(sway)
    (note,) = wait_for(lambda: server.shown, 10, "the notification")
    assert note["summary"] == HEADLINE
    another_window(sway)
    token = sway.token()
    server.invoke(note, "default", token)

    app.wait_window("MainWindow")
    wait_for(lambda: sway.focused() not in ("", "another"), 5, "the focus")
    assert f'.activate("{token}"' in app.process.log
    time.sleep(0.5)
    sway.shot(ARTEFACTS / "wayland/advice.png")


def test_a_window_comes_up_for_a_second_start_only_with_a_token_of_the_compositor(sway):
    app = start(sway, scene="ok")
    assert Traintray(sway, name="first", scene=None).process.wait(10) == 0
    app.wait_window("MainWindow")
    another_window(sway)

    def start_again(token):
        again = Traintray(sway, name="again", scene=None, XDG_ACTIVATION_TOKEN=token)
        assert again.process.wait(10) == 0
        handed_on = f'.activate("{token}"'
        wait_for(lambda: handed_on in app.process.log, 5, "the token on its way")

    start_again("made-up")
    time.sleep(0.3)
    assert sway.focused() == "another"
    start_again(sway.token())
    wait_for(lambda: sway.focused() != "another", 5, "the focus")


def test_a_panel_that_hands_over_a_token_lets_the_popover_come_up_with_it(sway):
    app = start(sway)
    (entry,) = wait_for(lambda: items(sway), 10, "the icon")
    service, slash, path = entry.partition("/")
    item = (service, slash + path, "org.kde.StatusNotifierItem")
    token = sway.token()
    sway.bus.call(*item, "ProvideXdgActivationToken", "s", token)
    sway.bus.call(*item, "Activate", "ii", 0, 0)
    app.wait_window("Popover")

    wait_for(lambda: f'.activate("{token}"' in app.process.log, 5, "the token")


@pytest.mark.parametrize("sway", [False], indirect=True)
def test_without_a_tray_it_shows_its_window_says_why_and_keeps_telling(sway, server):
    app = start(sway)
    app.wait_window("MainWindow")
    wait_for(lambda: any("no tray" in t for t in app.texts()), 5, "the reason")
    wait_for(lambda: server.shown, 10, "the notification")
    time.sleep(0.3)
    sway.shot(ARTEFACTS / "wayland/no-tray.png")


def test_when_the_compositor_ends_the_app_ends_soon_and_leaves_no_lock(sway):
    app = start(sway)
    sway.end_session()

    app.process.wait(5)
    assert "Traceback" not in app.process.log
