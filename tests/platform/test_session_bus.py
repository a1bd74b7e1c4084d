"""The connection to the session bus, against a socket that plays the bus."""

from __future__ import annotations

import socket

import pytest
from jeepney import HeaderFields, Parser, new_signal
from jeepney.bus_messages import message_bus
from jeepney.wrappers import DBusAddress

from traintray.platform import session_bus
from traintray.platform.session_bus import (
    BusConnection,
    bus_address,
    open_session_bus,
    owner_changes,
)

SOMEWHERE = DBusAddress("/x", interface="org.example.X")


def signal_bytes(text="hello"):
    return new_signal(SOMEWHERE, "Said", "s", (text,)).serialise(serial=7)


@pytest.fixture
def ends():
    ours, bus = socket.socketpair()
    yield ours, bus
    ours.close()
    bus.close()


@pytest.fixture
def connection(ends):
    made = BusConnection(ends[0])
    yield made
    made.close()


def sent(bus):
    parser = Parser()
    parser.add_data(bus.recv(65536))
    messages = []
    while (message := parser.get_next_message()) is not None:
        messages.append(message)
    return messages


def test_it_says_hello_first_and_counts_its_messages(connection, ends):
    serial = connection.send(message_bus.NameHasOwner("a.b"))
    hello, question = sent(ends[1])

    assert hello.header.fields[HeaderFields.member] == "Hello"
    assert (hello.header.serial, question.header.serial) == (1, 2)
    assert serial == 2


def test_nothing_to_read_is_nothing_and_never_waits(connection):
    assert connection.receive() is None
    connection.send(message_bus.NameHasOwner("a.b"))
    assert connection.receive() is None


def test_messages_arrive_whole_whatever_the_pieces(connection, ends):
    data = signal_bytes("one") + signal_bytes("two")
    ends[1].sendall(data[:30])
    assert connection.receive() is None

    ends[1].sendall(data[30:])
    bodies = [connection.receive().body, connection.receive().body]
    assert bodies == [("one",), ("two",)]
    assert connection.receive() is None


def test_a_bus_that_goes_is_an_error(connection, ends):
    sent(ends[1])
    ends[1].close()

    with pytest.raises(ConnectionResetError, match="closed the connection"):
        connection.receive()


def test_a_bus_that_takes_nothing_is_an_error_after_a_while(
    connection, ends, monkeypatch
):
    monkeypatch.setattr(session_bus, "SEND_TIMEOUT_S", 0.05)
    huge = new_signal(SOMEWHERE, "Said", "s", ("x" * 4_000_000,))

    with pytest.raises(OSError, match="timed out"):
        connection.send(huge)


@pytest.mark.parametrize(
    ("configured", "address"),
    [
        ("unix:path=/run/user/7/bus", "/run/user/7/bus"),
        ("unix:abstract=/tmp/dbus-x,guid=1", "\0/tmp/dbus-x"),
        ("tcp:host=a;unix:path=/b", "/b"),
    ],
)
def test_the_address_of_the_environment_is_used(monkeypatch, configured, address):
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", configured)

    assert bus_address() == address


@pytest.mark.parametrize("configured", ["nonsense", "tcp:host=a,port=1"])
def test_an_address_that_cannot_be_used_is_an_error_that_names_it(
    monkeypatch, configured
):
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", configured)

    with pytest.raises(OSError, match=configured):
        bus_address()


def test_without_the_variable_the_users_bus_is_found(monkeypatch, tmp_path):
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with pytest.raises(OSError, match="no user bus"):
        bus_address()

    (tmp_path / "bus").touch()
    assert bus_address() == str(tmp_path / "bus")


def test_a_bus_that_is_not_there_is_an_error(monkeypatch):
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus")

    with pytest.raises(FileNotFoundError):
        open_session_bus()


def test_owner_changes_are_asked_for_by_name():
    rule = owner_changes("org.example.Service").body[0]

    assert "member='NameOwnerChanged'" in rule
    assert "arg0='org.example.Service'" in rule
