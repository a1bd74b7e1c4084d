"""Contrast and motion are followed through the portal, on a real bus of its own."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import threading
import time

import pytest
from jeepney import (
    DBusAddress,
    HeaderFields,
    MessageType,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

from traintray.platform.desktop_portal import (
    ANIMATIONS,
    CONTRAST,
    INTERFACE,
    PORTAL,
    REDUCED_MOTION,
)
from traintray.platform.desktop_portal import PATH as PORTAL_PATH
from traintray.ui import contrast, style
from traintray.ui.desktop_wishes import (
    PortalWatch,
    portal_wants_contrast,
    portal_wants_stillness,
)
from traintray.ui.session_bus import SessionBus

_BUS = """<busconfig><type>session</type><listen>unix:path={folder}/bus</listen>
<auth>EXTERNAL</auth><policy context="default"><allow send_destination="*"/>
<allow eavesdrop="true"/><allow own="*"/></policy></busconfig>"""
_SIGNATURES = {int: "u", bool: "b"}


class Portal:
    """Has the settings that a test says, from `start` to `stop`."""

    def __init__(self, address, settings):
        self._address, self.settings = address, dict(settings)
        self.asked = []

    def __enter__(self):
        self._bus = open_dbus_connection(bus=self._address)
        assert self._bus.send_and_get_reply(message_bus.RequestName(PORTAL)).body == (
            1,
        )
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *about):
        self._bus.sock.shutdown(2)
        self._thread.join(5)
        self._bus.close()

    def change(self, key, value, interface=INTERFACE):
        """Tell everybody, as the real one does."""
        emitter = DBusAddress(PORTAL_PATH, interface=interface)
        body = (*key, _variant(value))
        self._bus.send(new_signal(emitter, "SettingChanged", "ssv", body))

    def _serve(self):
        with contextlib.suppress(OSError, EOFError, AttributeError):
            while True:
                call = self._bus.receive()
                if call.header.message_type is MessageType.method_call:
                    self._bus.send(self._answer(call))

    def _answer(self, call):
        self.asked.append(call.body)
        if call.header.fields[HeaderFields.member] != "Read":
            return new_error(call, "org.freedesktop.DBus.Error.UnknownMethod")
        if call.body not in self.settings:
            return new_error(call, "org.freedesktop.portal.Error.NotFound")
        inner = _variant(self.settings[call.body])  # `Read` wraps it once more
        return new_method_return(call, "v", (("v", inner),))


def _variant(value):
    return _SIGNATURES[type(value)], value


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    if shutil.which("dbus-daemon") is None:
        pytest.fail("Run: apt-get install -y dbus", pytrace=False)
    folder = tmp_path_factory.mktemp("bus")
    (folder / "bus.conf").write_text(_BUS.format(folder=folder))
    daemon = subprocess.Popen(
        ["dbus-daemon", "--nofork", "--nopidfile", f"--config-file={folder}/bus.conf"],
        stderr=subprocess.DEVNULL,
    )
    while not (folder / "bus").exists():
        assert daemon.poll() is None
        time.sleep(0.01)
    yield f"unix:path={folder}/bus"
    daemon.terminate()
    daemon.wait(5)


@pytest.fixture
def dressed(qtbot, qapp, address, monkeypatch):
    """How often the app was dressed anew; it listens on the bus."""
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    found = []
    bus = SessionBus()
    PortalWatch(bus, lambda: found.append(contrast.is_wanted()))
    bus.start()
    yield found
    bus.close()
    for name in ("traintray_portal_contrast", "traintray_portal_stillness"):
        qapp.setProperty(name, None)


def test_contrast_is_followed_while_the_app_runs(qtbot, address, dressed):
    plain = style.resolve("light")
    with Portal(address, {CONTRAST: 0}) as portal:
        qtbot.waitUntil(lambda: CONTRAST in portal.asked)
        portal.change(CONTRAST, 1)
        qtbot.waitUntil(lambda: dressed == [True])
        assert style.resolve("light") == contrast.strong(plain)

        portal.change(CONTRAST, 0)
        qtbot.waitUntil(lambda: dressed == [True, False])
        assert style.resolve("light") == plain


def test_what_was_chosen_before_the_app_came_is_asked_for(qtbot, address, dressed):
    settings = {CONTRAST: 1, ANIMATIONS: False}
    with Portal(address, settings):
        qtbot.waitUntil(lambda: dressed == [True])
        qtbot.waitUntil(portal_wants_stillness)


@pytest.mark.parametrize(
    ("key", "values"), [(ANIMATIONS, (False, True)), (REDUCED_MOTION, (1, 0))]
)
def test_motion_is_followed_too_and_dresses_nothing(
    qtbot, address, dressed, key, values
):
    still, moving = values
    with Portal(address, {}) as portal:
        qtbot.waitUntil(lambda: key in portal.asked)
        portal.change(key, still)
        qtbot.waitUntil(portal_wants_stillness)
        portal.change(key, moving)
        qtbot.waitUntil(lambda: not portal_wants_stillness())
    assert dressed == []


def test_a_portal_that_is_started_anew_is_asked_anew(qtbot, address, dressed):
    with Portal(address, {CONTRAST: 1}):
        qtbot.waitUntil(lambda: dressed == [True])
    with Portal(address, {CONTRAST: 0}):
        qtbot.waitUntil(lambda: dressed == [True, False])


def test_the_same_words_of_another_interface_are_not_the_portals(
    qtbot, address, dressed
):
    with Portal(address, {}) as portal:
        qtbot.waitUntil(lambda: len(portal.asked) == 3)
        portal.change(CONTRAST, 1, interface="org.example.Settings")
        portal.change(REDUCED_MOTION, 1)
        qtbot.waitUntil(portal_wants_stillness)
    assert not portal_wants_contrast()
