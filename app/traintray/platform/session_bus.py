"""One connection to the D-Bus session bus, without threads and without a loop.

Linux only: needs jeepney. Whoever owns the event loop watches `fileno()` and calls
`receive()` until it returns None.
"""

from __future__ import annotations

import os
import socket
from itertools import count
from pathlib import Path
from typing import Any

from jeepney import MatchRule, Parser
from jeepney.bus import get_bus
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import prep_socket

CONNECT_TIMEOUT_S = 1.0
SEND_TIMEOUT_S = 1.0
"""A bus that does not take a message for this long counts as lost: the caller is
the thread that draws."""

_READ_BYTES = 65536

Message = Any
"""A jeepney message; the library has no types of its own."""


def bus_address() -> str:
    """Return the socket of the session bus, as `socket.connect` takes it.

    OSError when the environment names none that can be connected to. Without the
    variable the bus of the user's session is where systemd puts it.
    """
    configured = os.environ.get("DBUS_SESSION_BUS_ADDRESS", "")
    if configured:
        try:
            return str(get_bus(configured))
        except (RuntimeError, ValueError) as error:
            raise OSError(f"DBUS_SESSION_BUS_ADDRESS={configured}: {error}") from error
    runtime_dir = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime_dir and (Path(runtime_dir) / "bus").exists():
        return str(Path(runtime_dir) / "bus")
    raise OSError("DBUS_SESSION_BUS_ADDRESS is not set and there is no user bus")


class BusConnection:
    """A connection that has authenticated and said hello."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected
        self._socket.setblocking(False)
        self._parser = Parser()
        self._serials = count(1)
        # Its answer holds our unique name, which nobody here needs to know.
        self.send(message_bus.Hello())

    def fileno(self) -> int:
        """Return the descriptor to watch for reading."""
        return self._socket.fileno()

    def send(self, message: Message) -> int:
        """Send a message; return its serial, which the reply repeats.

        OSError when the bus has gone or takes nothing for SEND_TIMEOUT_S.
        """
        serial = next(self._serials)
        self._socket.settimeout(SEND_TIMEOUT_S)
        try:
            self._socket.sendall(message.serialise(serial=serial))
        finally:
            self._socket.setblocking(False)
        return serial

    def receive(self) -> Message | None:
        """Return the next message that has arrived, or None; never waits.

        OSError when the bus has gone.
        """
        while True:
            message = self._parser.get_next_message()
            if message is not None:
                return message
            try:
                data = self._socket.recv(_READ_BYTES)
            except BlockingIOError:
                return None
            if not data:
                raise ConnectionResetError("the session bus closed the connection")
            self._parser.add_data(data)

    def close(self) -> None:
        """End the connection; the bus tells everybody that we have gone."""
        self._socket.close()


def open_session_bus() -> BusConnection:
    """Connect to the session bus; OSError when there is none or it does not answer."""
    address = bus_address()
    try:
        return BusConnection(prep_socket(address, timeout=CONNECT_TIMEOUT_S))
    except ValueError as error:  # jeepney's AuthenticationError
        raise OSError(f"the session bus at {address} refused us: {error}") from error


def owner_changes(name: str) -> Message:
    """Return the request to be told when `name` gets or loses its owner."""
    rule = MatchRule(
        type="signal",
        sender="org.freedesktop.DBus",
        interface="org.freedesktop.DBus",
        member="NameOwnerChanged",
    )
    rule.add_arg_condition(0, name)
    return message_bus.AddMatch(rule)
