"""A notification server that does what a test says, on a real bus."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
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

SERVICE = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
ALL = ("actions", "body", "body-markup", "persistence")
_FIELDS = ("app_name", "replaces_id", "app_icon", "summary")
_FIELDS += ("body", "actions", "hints", "timeout")
_EMITTER = DBusAddress(PATH, interface=SERVICE)

Shown = dict[str, Any]


class NotificationServer:
    """Owns the name from `start` to `stop`; `shown` is all that it was ever given."""

    def __init__(
        self,
        address: str,
        capabilities: Sequence[str] = ALL,
        refuse: str | None = None,
        number: Callable[[int], int] = lambda count: count,
    ) -> None:
        """`refuse` is the error that every note gets; `number` gives out ids."""
        self._address = address
        self._capabilities = list(capabilities)
        self._refuse = refuse
        self._number = number
        self.shown: list[Shown] = []
        self.closed: list[int] = []
        self.asked: list[str] = []
        """Members of all calls."""

    def __enter__(self) -> NotificationServer:
        self._bus = open_dbus_connection(bus=self._address)
        answer = self._bus.send_and_get_reply(message_bus.RequestName(SERVICE))
        assert answer.body == (1,)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *about: object) -> None:
        self._bus.sock.shutdown(2)
        self._thread.join(5)
        self._bus.close()

    def invoke(self, shown: Shown, action: str, token: str = "") -> None:
        """Do as if the user had chosen an action of a note."""
        if token:
            self.tell("ActivationToken", "us", shown["id"], token)
        self.tell("ActionInvoked", "us", shown["id"], action)

    def close(self, shown: Shown, reason: int) -> None:
        self.tell("NotificationClosed", "uu", shown["id"], reason)

    def tell(
        self, member: str, signature: str, *body: Any, only: str | None = None
    ) -> None:
        """Send any signal to all, or to one connection."""
        signal = new_signal(_EMITTER, member, signature, body)
        if only is not None:
            signal.header.fields[HeaderFields.destination] = only
        self._bus.send(signal)

    def _serve(self) -> None:
        with contextlib.suppress(OSError, EOFError, AttributeError):
            while True:
                message = self._bus.receive()
                if message.header.message_type is MessageType.method_call:
                    self._answer(message)

    def _answer(self, call: Any) -> None:
        member = call.header.fields[HeaderFields.member]
        self.asked.append(member)
        if member == "GetServerInformation":
            self._reply(call, "ssss", "scripted", "tests", "1", "1.2")
        elif member == "GetCapabilities":
            self._reply(call, "as", self._capabilities)
        elif member == "Notify" and self._refuse is not None:
            self._bus.send(new_error(call, self._refuse))
        elif member == "Notify":
            self._show(call)
        elif member == "CloseNotification":
            self.closed.append(call.body[0])
            self._reply(call, None)
            self.tell("NotificationClosed", "uu", call.body[0], 3)

    def _show(self, call: Any) -> None:
        note: Shown = dict(zip(_FIELDS, call.body, strict=True))
        note["sender"] = call.header.fields[HeaderFields.sender]
        note["signature"] = call.header.fields[HeaderFields.signature]
        keys, labels = note["actions"][::2], note["actions"][1::2]
        note["actions"] = dict(zip(keys, labels, strict=True))
        note["id"] = note["replaces_id"] or self._number(len(self.shown) + 1)
        self.shown.append(note)
        self._reply(call, "u", note["id"])

    def _reply(self, call: Any, signature: str | None, *body: Any) -> None:
        self._bus.send(new_method_return(call, signature, body))
