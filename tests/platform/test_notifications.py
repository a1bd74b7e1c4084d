"""The wire to the notification daemon, without a bus."""

from __future__ import annotations

from dataclasses import replace

import pytest
from jeepney import HeaderFields, MessageType, new_error, new_method_return, new_signal
from jeepney.wrappers import DBusAddress

from traintray.platform.note import Action, CloseReason, Image, Note, Urgency
from traintray.platform.notifications import PATH, SERVICE, Notifications

BUS = DBusAddress("/org/freedesktop/DBus", interface="org.freedesktop.DBus")
DAEMON = DBusAddress(PATH, interface=SERVICE)
ALL = ("actions", "body", "body-markup")
NOTE = Note(
    "Too many threads",
    "train.py <b>&",
    actions=(Action("default", "Show advice"), Action("advice", "Show advice")),
    without_actions="Open traintray for advice.",
)


class FakeBus:
    """Keeps what was sent; answers only when a test says so."""

    def __init__(self):
        self.sent = []

    def send(self, message):
        message.header.serial = len(self.sent) + 1
        self.sent.append(message)
        return message.header.serial

    def calls(self, member):
        return [
            message
            for message in self.sent
            if message.header.fields[HeaderFields.member] == member
        ]

    def last(self, member):
        return self.calls(member)[-1]


class Told:
    """A listener that writes down what it hears."""

    def __init__(self):
        self.heard = []

    def note_invoked(self, key, action, activation_token):
        self.heard.append(("invoked", key, action, activation_token))

    def note_closed(self, key, reason):
        self.heard.append(("closed", key, reason))

    def note_undelivered(self, key, why):
        self.heard.append(("undelivered", key, why))

    def daemon_started(self):
        self.heard.append("daemon started")


class Wire:
    """The code under test with the daemon's side played by hand."""

    def __init__(self, name="dunst", version="1.9.0", owner=":1.7"):
        self.bus, self.told = FakeBus(), Told()
        self.notes = Notifications(self.bus.send, self.told, "traintray", "io.x.Y")
        self.server = (name, "vendor", version, "1.2")
        self.owner = owner

    def reply(self, call, signature, *body):
        message = new_method_return(call, signature, body)
        message.header.fields[HeaderFields.sender] = self.owner
        self.notes.take(message)

    def fail(self, call, error="org.freedesktop.DBus.Error.ServiceUnknown"):
        self.notes.take(new_error(call, error))

    def introduce(self, capabilities=ALL):
        information = self.bus.last("GetServerInformation")
        self.reply(information, "ssss", *self.server)
        self.reply(self.bus.last("GetCapabilities"), "as", list(capabilities))

    def signal(self, member, signature, *body, sender=None):
        message = new_signal(DAEMON, member, signature, body)
        message.header.fields[HeaderFields.sender] = sender or self.owner
        self.notes.take(message)

    def owner_changes(self, old, new, name=SERVICE):
        message = new_signal(BUS, "NameOwnerChanged", "sss", (name, old, new))
        message.header.fields[HeaderFields.sender] = "org.freedesktop.DBus"
        self.notes.take(message)

    def shown(self, key="run", note=NOTE, shown_id=41):
        self.notes.show(key, note)
        if not self.bus.calls("Notify"):
            self.introduce()
        self.reply(self.bus.last("Notify"), "u", shown_id)


@pytest.fixture
def wire():
    return Wire()


def test_nothing_is_asked_of_a_daemon_before_there_is_something_to_show(wire):
    members = [m.header.fields[HeaderFields.member] for m in wire.bus.sent]

    assert members == ["AddMatch", "AddMatch"]


def test_the_note_waits_for_the_capabilities_which_are_asked_for_once(wire):
    wire.notes.show("run", NOTE)
    wire.notes.show("other", NOTE)
    assert wire.bus.calls("Notify") == []

    wire.introduce()
    wire.shown("third")

    assert len(wire.bus.calls("GetCapabilities")) == 1
    assert len(wire.bus.calls("Notify")) == 3


def test_notify_has_the_types_of_the_specification(wire):
    wire.notes.show("run", NOTE)
    wire.introduce()

    call = wire.bus.last("Notify")
    assert call.header.fields[HeaderFields.signature] == "susssasa{sv}i"
    assert call.header.message_type is MessageType.method_call
    app, replaces, icon, summary, body, actions, hints, expiry = call.body
    assert (app, replaces, icon, expiry) == ("traintray", 0, "", -1)
    assert summary == "Too many threads"
    assert body == "train.py &lt;b&gt;&amp;"
    assert actions == ["default", "Show advice", "advice", "Show advice"]
    assert hints == {"urgency": ("y", 1), "desktop-entry": ("s", "io.x.Y")}
    call.serialise(serial=9)  # every type can be put on the wire


def test_a_daemon_without_markup_gets_the_text_as_it_is(wire):
    wire.notes.show("run", NOTE)
    wire.introduce(capabilities=("actions", "body"))

    assert wire.bus.last("Notify").body[4] == "train.py <b>&"


def test_a_daemon_without_buttons_gets_the_sentence_in_their_place(wire):
    wire.notes.show("run", NOTE)
    wire.introduce(capabilities=("body",))

    arguments = wire.bus.last("Notify").body
    assert arguments[4] == "train.py <b>& Open traintray for advice."
    assert arguments[5] == []


@pytest.mark.parametrize(
    ("letters", "sent"),
    [
        pytest.param(83, 83 + len(" Open traintray for advice."), id="it just fits"),
        pytest.param(84, 84, id="one letter too many"),
    ],
)
def test_a_sentence_that_would_make_the_text_too_long_is_left_out(wire, letters, sent):
    wire.notes.show("run", replace(NOTE, body="x" * letters))
    wire.introduce(capabilities=("body",))

    assert len(wire.bus.last("Notify").body[4]) == sent


@pytest.mark.parametrize(
    ("version", "keys"),
    [
        pytest.param("0.7.3", ["default", "snooze"], id="draws default as a button"),
        pytest.param("0.9.4", ["default", "advice", "snooze"], id="may not"),
    ],
)
def test_an_xfce_daemon_is_not_given_the_same_button_twice(version, keys):
    wire = Wire(name="Xfce Notify Daemon", version=version)
    note = Note("s", "b", actions=(*NOTE.actions, Action("snooze", "Snooze")))
    wire.notes.show("run", note)
    wire.introduce()

    assert wire.bus.last("Notify").body[5][::2] == keys


def test_a_picture_is_sent_with_its_row_length(wire):
    wire.notes.show("run", Note("s", "b", image=Image(2, 1, b"12345678")))
    wire.introduce()

    call = wire.bus.last("Notify")
    assert call.body[6]["image-data"] == (
        "(iiibiiay)",
        (2, 1, 8, True, 8, 4, b"12345678"),
    )
    call.serialise(serial=9)


def test_urgency_is_a_byte(wire):
    wire.notes.show("run", Note("s", "b", urgency=Urgency.CRITICAL))
    wire.introduce()

    assert wire.bus.last("Notify").body[6]["urgency"] == ("y", 2)


def test_the_second_note_of_a_key_replaces_the_first(wire):
    wire.shown(shown_id=41)
    wire.notes.show("run", NOTE)

    assert wire.bus.last("Notify").body[1] == 41


def test_of_notes_that_come_before_the_answer_only_the_newest_is_sent(wire):
    wire.notes.show("run", Note("first", ""))
    wire.introduce()
    wire.notes.show("run", Note("second", ""))
    wire.notes.show("run", Note("third", ""))
    assert len(wire.bus.calls("Notify")) == 1

    wire.reply(wire.bus.last("Notify"), "u", 41)

    assert [(c.body[3], c.body[1]) for c in wire.bus.calls("Notify")] == [
        ("first", 0),
        ("third", 41),
    ]


def test_a_note_is_closed_by_the_id_that_the_daemon_gave(wire):
    wire.shown(shown_id=41)
    wire.notes.close("run")
    wire.notes.close("run")

    assert [c.body for c in wire.bus.calls("CloseNotification")] == [(41,)]


def test_a_note_closed_before_the_answer_is_closed_when_the_answer_comes(wire):
    wire.notes.show("run", NOTE)
    wire.introduce()
    wire.notes.close("run")
    assert wire.bus.calls("CloseNotification") == []

    wire.reply(wire.bus.last("Notify"), "u", 41)

    assert wire.bus.last("CloseNotification").body == (41,)


def test_a_note_closed_while_capabilities_are_awaited_is_never_sent(wire):
    wire.notes.show("run", NOTE)
    wire.notes.close("run")
    wire.introduce()

    assert wire.bus.calls("Notify") == []


def test_a_click_comes_with_its_activation_token_and_closes_the_note(wire):
    wire.shown(shown_id=41)
    wire.signal("ActivationToken", "us", 41, "token-1")
    wire.signal("ActionInvoked", "us", 41, "default")

    assert wire.told.heard == [("invoked", "run", "default", "token-1")]
    assert wire.bus.last("CloseNotification").body == (41,)


def test_a_token_is_used_once(wire):
    wire.shown(shown_id=41)
    wire.signal("ActivationToken", "us", 41, "token-1")
    wire.signal("NotificationClosed", "uu", 41, 2)
    wire.shown(shown_id=41)
    wire.signal("ActionInvoked", "us", 41, "advice")

    assert wire.told.heard[-1] == ("invoked", "run", "advice", "")


def test_a_notification_of_another_program_is_none_of_our_business(wire):
    wire.shown(shown_id=41)
    wire.signal("ActionInvoked", "us", 7, "default")
    wire.signal("NotificationClosed", "uu", 7, 2)

    assert wire.told.heard == []


def test_only_the_daemon_may_speak_for_the_daemon(wire):
    wire.shown(shown_id=41)
    wire.signal("ActionInvoked", "us", 41, "apply", sender=":1.66")

    assert wire.told.heard == []


@pytest.mark.parametrize(
    ("number", "reason"),
    [(1, CloseReason.EXPIRED), (2, CloseReason.DISMISSED), (9, CloseReason.UNDEFINED)],
)
def test_why_a_note_went_is_told(wire, number, reason):
    wire.shown(shown_id=41)
    wire.signal("NotificationClosed", "uu", 41, number)

    assert wire.told.heard == [("closed", "run", reason)]


def test_a_note_that_closes_while_its_successor_is_on_the_way_is_not_lost(wire):
    wire.shown(shown_id=41)
    wire.notes.show("run", NOTE)
    wire.signal("NotificationClosed", "uu", 41, 1)
    wire.reply(wire.bus.last("Notify"), "u", 42)
    wire.notes.close("run")

    assert wire.told.heard == []
    assert wire.bus.last("CloseNotification").body == (42,)


def test_without_a_daemon_every_note_is_reported_undelivered(wire):
    wire.notes.show("run", NOTE)
    wire.notes.show("other", NOTE)
    wire.fail(wire.bus.last("GetCapabilities"))

    assert [event[:2] for event in wire.told.heard] == [
        ("undelivered", "run"),
        ("undelivered", "other"),
    ]


def test_a_refused_note_is_reported_with_the_error(wire):
    wire.notes.show("run", NOTE)
    wire.introduce()
    wire.fail(wire.bus.last("Notify"), "org.x.Error.ExcessNotificationGeneration")

    assert wire.told.heard == [
        ("undelivered", "run", "org.x.Error.ExcessNotificationGeneration")
    ]


def test_after_a_restart_ids_are_forgotten_and_capabilities_asked_again(wire):
    wire.shown(shown_id=41)
    wire.owner_changes(":1.7", "")
    wire.owner_changes("", ":1.9")
    assert wire.told.heard == ["daemon started"]

    wire.owner = ":1.9"
    wire.notes.close("run")
    wire.notes.show("run", NOTE)
    wire.introduce(capabilities=("body",))

    assert wire.bus.calls("CloseNotification") == []
    assert len(wire.bus.calls("GetCapabilities")) == 2
    assert wire.bus.last("Notify").body[1] == 0
    assert wire.bus.last("Notify").body[5] == []


def test_a_note_on_its_way_while_the_daemon_dies_is_reported(wire):
    wire.notes.show("run", NOTE)
    wire.introduce()
    wire.owner_changes(":1.7", "")
    wire.fail(wire.bus.last("Notify"), "org.freedesktop.DBus.Error.NoReply")

    assert wire.told.heard == [
        ("undelivered", "run", "org.freedesktop.DBus.Error.NoReply")
    ]


def test_the_owner_of_another_name_says_nothing_of_the_daemon(wire):
    wire.owner_changes("", ":1.9", name="org.example.Other")

    assert wire.told.heard == []


def test_what_the_daemon_has_not_confirmed_is_on_the_way(wire):
    wire.shown("run")
    wire.notes.show("other", NOTE)
    wire.notes.show("taken back", NOTE)
    wire.notes.close("taken back")

    assert wire.notes.on_the_way() == ("other",)
