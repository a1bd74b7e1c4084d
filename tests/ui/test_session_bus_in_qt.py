"""The connection to the bus comes, goes, and comes again."""

from __future__ import annotations

import socket

import pytest

from traintray.ui.session_bus import FIRST_RETRY_S, LAST_RETRY_S, SessionBus


class FakeConnection:
    """Numbers instead of messages, over a real socket so that Qt can watch it."""

    def __init__(self):
        self.ours, self.theirs = socket.socketpair()
        self.ours.setblocking(False)
        self.sent = []
        self.broken = False

    def fileno(self):
        return self.ours.fileno()

    def send(self, message):
        if self.broken:
            raise BrokenPipeError("gone")
        self.sent.append(message)
        return len(self.sent)

    def receive(self):
        try:
            data = self.ours.recv(1)
        except BlockingIOError:
            return None
        if not data:
            raise ConnectionResetError("gone")
        return data

    def close(self):
        self.ours.close()


class Door:
    """Opens connections, or says why not."""

    def __init__(self):
        self.opened = []
        self.shut = False

    def open(self):
        if self.shut:
            raise FileNotFoundError("no bus")
        self.opened.append(FakeConnection())
        return self.opened[-1]


@pytest.fixture
def door():
    made = Door()
    yield made
    for connection in made.opened:
        connection.theirs.close()
        connection.close()


@pytest.fixture
def bus(qtbot, door):
    made = SessionBus(door.open)
    made.heard = []
    made.connected.connect(lambda: made.heard.append("connected"))
    made.lost.connect(lambda: made.heard.append("lost"))
    made.arrived.connect(made.heard.append)
    yield made
    made.close()


def test_all_that_has_arrived_is_passed_on(qtbot, bus, door):
    bus.start()
    door.opened[0].theirs.sendall(b"abc")
    qtbot.waitUntil(lambda: len(bus.heard) == 4, timeout=1000)

    assert bus.heard == ["connected", b"a", b"b", b"c"]


def test_messages_go_out_and_bear_a_serial(bus, door):
    bus.start()

    assert bus.send("hello") == 1
    assert door.opened[0].sent == ["hello"]


def test_without_a_bus_nothing_breaks_and_it_is_tried_later(bus, door):
    door.shut = True
    bus.start()

    assert bus.send("hello") == 0
    assert bus.heard == []
    assert bus._retry.interval() == FIRST_RETRY_S * 1000


def test_it_is_tried_less_and_less_often_until_it_is_there(bus, door):
    door.shut = True
    waits = []
    for _ in range(8):
        bus.start()
        waits.append(bus._retry.interval() / 1000)
    assert waits == [5, 10, 20, 40, 80, 160, 300, LAST_RETRY_S]

    door.shut = False
    bus.start()
    door.opened[0].theirs.close()
    assert bus.heard == ["connected"]


def test_a_bus_that_goes_is_told_and_looked_for(qtbot, bus, door):
    bus.start()
    with qtbot.waitSignal(bus.lost, timeout=1000):
        door.opened[0].theirs.close()

    assert bus._retry.isActive()
    assert bus.send("hello") == 0


def test_a_send_that_fails_tells_later_not_in_the_middle(qtbot, bus, door):
    bus.start()
    door.opened[0].broken = True
    assert bus.send("hello") == 0
    assert bus.heard == ["connected"]

    qtbot.waitUntil(lambda: "lost" in bus.heard, timeout=1000)
    qtbot.wait(20)
    assert bus.heard == ["connected", "lost"]


def test_after_a_loss_it_connects_again(qtbot, bus, door):
    bus.start()
    with qtbot.waitSignal(bus.lost, timeout=1000):
        door.opened[0].theirs.close()
    bus.start()

    assert bus.heard == ["connected", "lost", "connected"]
    assert bus.send("hello") == 1


def test_after_close_nothing_is_looked_for(bus, door):
    door.shut = True
    bus.start()
    bus.close()

    assert not bus._retry.isActive()
