"""Notifications over a real session bus, to servers that do what servers do."""

from __future__ import annotations

import contextlib
import select
import time

import pytest

from notification_server import ALL, NotificationServer
from traintray.platform.note import Action, CloseReason, Note, Urgency
from traintray.platform.notifications import Notifications
from traintray.platform.session_bus import BusConnection, open_session_bus

TIP = Note(
    "Too many threads",
    "train.py keeps 41 threads ready.",
    actions=(Action("default", "Show advice"), Action("snooze", "Snooze")),
    without_actions="Open traintray for advice.",
)


class App:
    """Our side: the connection, and what becomes of the notes."""

    def __init__(self, connection: BusConnection) -> None:
        self._connection = connection
        self.heard: list[tuple[object, ...]] = []
        self.notes = Notifications(connection.send, self, "traintray", "io.x.Y")

    def note_invoked(self, key, action, token):
        self.heard.append(("invoked", key, action, token))

    def note_closed(self, key, reason):
        self.heard.append(("closed", key, reason))

    def note_undelivered(self, key, why):
        self.heard.append(("undelivered", key, why))

    def daemon_started(self):
        self.heard.append(("daemon started",))

    def until(self, condition):
        """Take what arrives until it is so."""
        end_s = time.monotonic() + 5
        while not condition():
            assert time.monotonic() < end_s, self.heard
            select.select([self._connection], [], [], 0.02)
            while (message := self._connection.receive()) is not None:
                self.notes.take(message)
        return True

    def show(self, server, note=TIP, key="run:1"):
        """Show a note; return what the server was given, once both sides know."""
        count = len(server.shown)
        self.notes.show(key, note)
        self.until(lambda: len(server.shown) > count and not self.notes.on_the_way())
        return server.shown[-1]


@pytest.fixture
def app(address, monkeypatch):
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    with contextlib.closing(open_session_bus()) as connection:
        yield App(connection)


def test_a_note_arrives_with_the_types_of_the_specification(address, app):
    with NotificationServer(address) as server:
        shown = app.show(server)

    assert shown["signature"] == "susssasa{sv}i"
    assert (shown["app_name"], shown["replaces_id"]) == ("traintray", 0)
    assert shown["actions"] == {"default": "Show advice", "snooze": "Snooze"}
    assert shown["hints"]["urgency"] == ("y", 1)
    assert shown["hints"]["desktop-entry"] == ("s", "io.x.Y")


def test_capabilities_are_asked_for_once(address, app):
    with NotificationServer(address) as server:
        for number in range(3):
            app.show(server, key=f"run:{number}")

    assert server.asked.count("GetCapabilities") == 1


def test_the_same_problem_is_updated_in_its_place_and_another_stands_beside_it(
    address, app
):
    with NotificationServer(address) as server:
        first, second = app.show(server), app.show(server)
        other = app.show(server, key="run:2")

    assert second["replaces_id"] == first["id"]
    assert other["id"] != first["id"]


def test_what_is_over_is_closed_and_that_is_no_answer_of_the_user(address, app):
    with NotificationServer(address) as server:
        shown = app.show(server)
        app.notes.close("run:1")
        app.until(lambda: server.closed)
        app.show(server, key="run:2")

    assert server.closed == [shown["id"]]
    assert [event for event in app.heard if event[0] == "closed"] == []


def test_a_click_brings_its_token_and_only_once(address, app):
    with NotificationServer(address) as server:
        server.invoke(app.show(server), "default", "token-1")
        app.until(lambda: ("invoked", "run:1", "default", "token-1") in app.heard)
        server.invoke(app.show(server), "snooze")
        app.until(lambda: ("invoked", "run:1", "snooze", "") in app.heard)


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (1, CloseReason.EXPIRED),
        (2, CloseReason.DISMISSED),
        (4, CloseReason.UNDEFINED),
        (77, CloseReason.UNDEFINED),
    ],
)
def test_why_it_went_is_told(address, app, number, reason):
    with NotificationServer(address) as server:
        server.close(app.show(server), number)
        app.until(lambda: ("closed", "run:1", reason) in app.heard)


def test_a_server_that_tells_only_who_sent_the_note_is_heard_once(address, app):
    with NotificationServer(address) as server:
        first = app.show(server)
        only = {"only": first["sender"]}
        server.tell("ActivationToken", "us", first["id"], "token-1", **only)
        server.tell("ActionInvoked", "us", first["id"], "default", **only)
        app.until(lambda: ("invoked", "run:1", "default", "token-1") in app.heard)
        second = app.show(server)
        server.tell("NotificationClosed", "uu", second["id"], 2, **only)
        app.until(lambda: ("closed", "run:1", CloseReason.DISMISSED) in app.heard)

    assert len(app.heard) == len(set(app.heard))


def test_of_do_not_disturb_nothing_is_asked_and_no_sound_is_wished_for(address, app):
    """The server holds back what it should: it knows, and no question is portable."""
    with NotificationServer(address) as server:
        shown = app.show(server, Note("s", "b", urgency=Urgency.CRITICAL))
        app.notes.close("run:1")
        app.until(lambda: server.closed)

    assert set(shown["hints"]) == {"urgency", "desktop-entry"}
    known = {"GetServerInformation", "GetCapabilities", "Notify", "CloseNotification"}
    assert set(server.asked) == known


def test_a_click_on_a_note_of_an_earlier_life_of_ours_leads_nowhere(address, app):
    with NotificationServer(address) as server:
        old = app.show(server)
        with contextlib.closing(open_session_bus()) as connection:
            heir = App(connection)
            new = heir.show(server, key="run:2")
            server.invoke(old, "default", "token-1")
            server.invoke(new, "default")
            heir.until(lambda: ("invoked", "run:2", "default", "") in heir.heard)

    assert [event for event in heir.heard if event[0] == "invoked"] == [
        ("invoked", "run:2", "default", "")
    ]


def test_what_is_told_of_other_programs_is_not_ours(address, app):
    with NotificationServer(address) as server:
        shown = app.show(server)
        server.tell("ActionInvoked", "us", shown["id"] + 7, "default")
        server.tell("NotificationClosed", "uu", shown["id"] + 7, 2)
        server.close(shown, 2)
        app.until(lambda: ("closed", "run:1", CloseReason.DISMISSED) in app.heard)

    assert len([e for e in app.heard if e[0] in ("closed", "invoked")]) == 1


def test_another_program_cannot_speak_for_the_server(address, app):
    from jeepney import DBusAddress, new_signal

    with NotificationServer(address) as server:
        shown = app.show(server)
        emitter = DBusAddress(
            "/org/freedesktop/Notifications", interface="org.freedesktop.Notifications"
        )
        with contextlib.closing(open_session_bus()) as stranger:
            stranger.send(
                new_signal(emitter, "ActionInvoked", "us", (shown["id"], "apply"))
            )
            server.close(shown, 2)
            app.until(lambda: ("closed", "run:1", CloseReason.DISMISSED) in app.heard)

    assert [event for event in app.heard if event[0] == "invoked"] == []


def test_without_buttons_the_text_says_where_to_go(address, app):
    with NotificationServer(address, ["body"]) as server:
        shown = app.show(server)

    assert shown["actions"] == {}
    assert shown["body"].endswith("ready. Open traintray for advice.")


HOSTILE = [
    pytest.param("<b>a</b> & co", "<b>a</b> & co", id="markup"),
    pytest.param("a\0b\x1b[31m", "a b [31m", id="control characters"),
    pytest.param("a\u202egpj.exe", "a gpj.exe", id="turned direction"),
    pytest.param("a\udcffb", "a?b", id="no UTF-8"),
    pytest.param("a\nb", "a b", id="two lines"),
    pytest.param("x" * 5000, "x" * 199 + "…", id="no end"),
]


@pytest.mark.parametrize(("name", "title"), HOSTILE)
def test_a_hostile_name_is_shown_as_plain_text(address, app, name, title):
    with NotificationServer(address, ["body", "actions"]) as server:
        shown = app.show(server, Note(name, f"{name} waits."))
        assert shown["summary"] == title
        assert app.show(server)["summary"] == TIP.summary  # the bus still has us

    assert "\0" not in shown["body"]
    assert len(shown["body"]) <= 1000


def test_markup_in_a_body_is_escaped_only_where_it_would_be_read(address, app):
    hostile = Note("<i>t</i>", '<a href="x">&amp;</a>')
    with NotificationServer(address, ALL) as server:
        shown = app.show(server, hostile)
    assert shown["body"] == '&lt;a href="x"&gt;&amp;amp;&lt;/a&gt;'
    assert shown["summary"] == "<i>t</i>"


@pytest.mark.parametrize(
    ("capabilities", "stays", "timeout"),
    [
        pytest.param(["persistence"], True, -1, id="the server keeps it"),
        pytest.param([], True, 0, id="shown until closed"),
        pytest.param([], False, -1, id="a tip may go"),
    ],
)
def test_what_waits_for_somebody_who_is_away_does_not_vanish(
    address, app, capabilities, stays, timeout
):
    with NotificationServer(address, capabilities) as server:
        assert app.show(server, Note("s", "b", stays=stays))["timeout"] == timeout


def test_a_server_that_refuses_is_reported_with_its_error(address, app):
    error = "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"
    with NotificationServer(address, refuse=error):
        app.notes.show("run:1", TIP)
        app.until(lambda: ("undelivered", "run:1", error) in app.heard)


def test_without_a_server_the_note_is_reported(app):
    app.notes.show("run:1", TIP)
    unknown = "org.freedesktop.DBus.Error.ServiceUnknown"

    app.until(lambda: ("undelivered", "run:1", unknown) in app.heard)


def test_a_server_that_starts_anew_is_asked_anew_and_gets_no_old_ids(address, app):
    with NotificationServer(address, number=lambda count: 40 + count) as server:
        app.show(server)
    with NotificationServer(address, ["body"]) as heir:
        app.until(lambda: app.heard.count(("daemon started",)) == 2)
        shown = app.show(heir, Note("again", "b", urgency=Urgency.CRITICAL))
        app.notes.close("run:1")
        app.until(lambda: heir.closed)

    assert (shown["replaces_id"], heir.closed) == (0, [shown["id"]])
    assert heir.asked.count("GetCapabilities") == 1


def test_where_one_note_takes_the_place_of_all_a_click_is_meant_for_the_newest(
    address, app
):
    with NotificationServer(address, number=lambda count: 1) as server:
        app.show(server, key="run:1")
        shown = app.show(server, key="run:2")
        server.invoke(shown, "default")
        app.until(lambda: ("invoked", "run:2", "default", "") in app.heard)
