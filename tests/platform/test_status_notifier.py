"""The collector of tray icons comes and goes on the bus, and so does who shows them."""

from __future__ import annotations

import contextlib
import select
import time

import pytest
from jeepney import DBusAddress, HeaderFields, new_error, new_method_return, new_signal

from traintray.platform.bus_question import has_tray
from traintray.platform.session_bus import open_session_bus
from traintray.platform.status_notifier import WATCHER, WatcherPresence
from tray_watcher import TrayWatcher

BUS = DBusAddress("/org/freedesktop/DBus", interface="org.freedesktop.DBus")
NONE, ALONE, WHOLE = (False, False), (True, False), (True, True)


class Wire:
    def __init__(self):
        self.sent, self.heard = [], []
        self.presence = WatcherPresence(
            self.send, lambda present, has_host: self.heard.append((present, has_host))
        )

    def send(self, message):
        self.sent.append(message)
        message.header.serial = len(self.sent)
        return len(self.sent)

    def owner(self, name, old, new, sender="org.freedesktop.DBus"):
        message = new_signal(BUS, "NameOwnerChanged", "sss", (name, old, new))
        message.header.fields[HeaderFields.sender] = sender
        self.presence.take(message)

    def host_is(self, present):
        self.presence.take(new_method_return(self.sent[-1], "v", (("b", present),)))


@pytest.fixture
def wire():
    return Wire()


@pytest.mark.parametrize(("has_host", "heard"), [(True, WHOLE), (False, ALONE)])
def test_of_a_collector_it_asks_whether_a_panel_shows_the_icons(wire, has_host, heard):
    question = wire.sent[-1]
    assert question.body == (WATCHER,)

    wire.presence.take(new_method_return(question, "b", (True,)))
    assert wire.heard == []
    wire.host_is(has_host)
    assert wire.heard == [heard]


def test_without_a_collector_nobody_shows_anything(wire):
    wire.presence.take(new_method_return(wire.sent[-1], "b", (False,)))

    assert wire.heard == [NONE]


def test_the_answer_to_another_question_is_not_ours(wire):
    wire.presence.take(new_method_return(wire.sent[0], "b", (True,)))

    assert wire.heard == []


def test_it_hears_of_a_collector_that_comes_and_goes(wire):
    wire.owner(WATCHER, "", ":1.5")
    wire.host_is(True)
    wire.owner(WATCHER, ":1.5", "")

    assert wire.heard == [WHOLE, NONE]


def test_an_answer_of_a_collector_that_has_gone_meanwhile_does_not_count(wire):
    wire.owner(WATCHER, "", ":1.5")
    late = new_method_return(wire.sent[-1], "v", (("b", True),))
    wire.owner(WATCHER, ":1.5", "")
    wire.presence.take(late)

    assert wire.heard == [NONE]


def test_a_collector_that_cannot_tell_is_taken_for_a_whole_tray(wire):
    wire.owner(WATCHER, "", ":1.5")
    unknown = "org.freedesktop.DBus.Error.UnknownProperty"
    wire.presence.take(new_error(wire.sent[-1], unknown))

    assert wire.heard == [WHOLE]


def test_other_names_and_other_senders_do_not_count(wire):
    asked = len(wire.sent)
    wire.owner("org.example.Other", "", ":1.5")
    wire.owner(WATCHER, "", ":1.5", sender=":1.66")

    assert wire.heard == []
    assert len(wire.sent) == asked


def test_on_a_real_bus_a_panel_that_comes_and_goes_is_told(address, monkeypatch):
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    heard = []

    def until(known):
        end_s = time.monotonic() + 5
        while known not in heard[-1:]:
            assert time.monotonic() < end_s, heard
            select.select([bus], [], [], 0.02)
            while (message := bus.receive()) is not None:
                presence.take(message)

    with contextlib.closing(open_session_bus()) as bus:
        presence = WatcherPresence(bus.send, lambda *known: heard.append(known))
        until(NONE)
        assert has_tray() is False
        with TrayWatcher(address) as watcher:
            until(ALONE)
            assert has_tray() is False
            watcher.host(True)
            until(WHOLE)
            assert has_tray() is True
            watcher.host(False)
            until(ALONE)
        until(NONE)
        with TrayWatcher(address, has_host=None):
            until(WHOLE)
            assert has_tray() is True
