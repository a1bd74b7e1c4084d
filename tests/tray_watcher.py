"""A collector of tray icons that does what a test says, on a real bus."""

from __future__ import annotations

import contextlib
import threading
from typing import Any

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

WATCHER = "org.kde.StatusNotifierWatcher"
_EMITTER = DBusAddress("/StatusNotifierWatcher", interface=WATCHER)


class TrayWatcher:
    """Owns the name from `start` to `stop`; nobody draws what it collects."""

    def __init__(self, address: str, has_host: bool | None = False) -> None:
        """`has_host` None: a watcher that does not know the question."""
        self._address = address
        self._has_host = has_host
        self.items: list[str] = []
        """Who has registered an icon, in order."""

    def __enter__(self) -> TrayWatcher:
        self._bus = open_dbus_connection(bus=self._address)
        answer = self._bus.send_and_get_reply(message_bus.RequestName(WATCHER))
        assert answer.body == (1,)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *about: object) -> None:
        self._bus.sock.shutdown(2)
        self._thread.join(5)
        self._bus.close()

    def host(self, present: bool) -> None:
        """Let a panel come or go."""
        self._has_host = present
        done = "Registered" if present else "Unregistered"
        self._bus.send(new_signal(_EMITTER, f"StatusNotifierHost{done}", None, ()))

    def _serve(self) -> None:
        with contextlib.suppress(OSError, EOFError, AttributeError):
            while True:
                message = self._bus.receive()
                if message.header.message_type is MessageType.method_call:
                    self._answer(message)

    def _answer(self, call: Any) -> None:
        member = call.header.fields[HeaderFields.member]
        is_host = member == "Get" and call.body[1] == "IsStatusNotifierHostRegistered"
        if member == "RegisterStatusNotifierItem":
            self.items.append(call.body[0])
            self._bus.send(new_method_return(call, None, ()))
        elif is_host and self._has_host is not None:
            self._bus.send(new_method_return(call, "v", (("b", self._has_host),)))
        else:
            unknown = "org.freedesktop.DBus.Error.UnknownProperty"
            self._bus.send(new_error(call, unknown))
