"""The collector of tray icons comes and goes on the bus."""

from __future__ import annotations

import pytest
from jeepney import HeaderFields, new_method_return, new_signal
from jeepney.wrappers import DBusAddress

from traintray.platform.status_notifier import WATCHER, WatcherPresence

BUS = DBusAddress("/org/freedesktop/DBus", interface="org.freedesktop.DBus")


class Wire:
    def __init__(self):
        self.sent, self.heard = [], []
        self.presence = WatcherPresence(self.send, self.heard.append)

    def send(self, message):
        self.sent.append(message)
        message.header.serial = len(self.sent)
        return len(self.sent)

    def owner(self, name, old, new, sender="org.freedesktop.DBus"):
        message = new_signal(BUS, "NameOwnerChanged", "sss", (name, old, new))
        message.header.fields[HeaderFields.sender] = sender
        self.presence.take(message)


@pytest.fixture
def wire():
    return Wire()


@pytest.mark.parametrize("present", [True, False])
def test_it_asks_whether_the_collector_is_there(wire, present):
    question = wire.sent[-1]
    assert question.body == (WATCHER,)

    wire.presence.take(new_method_return(question, "b", (present,)))
    assert wire.heard == [present]


def test_the_answer_to_another_question_is_not_ours(wire):
    wire.presence.take(new_method_return(wire.sent[0], "b", (True,)))

    assert wire.heard == []


def test_it_hears_of_a_collector_that_comes_and_goes(wire):
    wire.owner(WATCHER, "", ":1.5")
    wire.owner(WATCHER, ":1.5", "")

    assert wire.heard == [True, False]


def test_other_names_and_other_senders_do_not_count(wire):
    wire.owner("org.example.Other", "", ":1.5")
    wire.owner(WATCHER, "", ":1.5", sender=":1.66")

    assert wire.heard == []
