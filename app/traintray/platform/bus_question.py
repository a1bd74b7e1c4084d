"""One question over the session bus, waited for: for commands, not for the app."""

from __future__ import annotations

import select
import time
from typing import Any

from jeepney import DBusAddress, HeaderFields, MessageType, new_method_call
from jeepney.bus_messages import message_bus

from traintray.platform.notifications import PATH, SERVICE
from traintray.platform.session_bus import BusConnection, Message, open_session_bus
from traintray.platform.status_notifier import WATCHER, host_question

ANSWER_TIMEOUT_S = 3.0
"""A notification daemon that the bus has to start first needs about one."""

_NOTIFICATIONS = DBusAddress(PATH, bus_name=SERVICE, interface=SERVICE)


def has_tray() -> bool:
    """Say whether somebody collects tray icons by D-Bus, and somebody shows them.

    OSError without a bus.
    """
    if not _asked(message_bus.NameHasOwner(WATCHER))[0]:
        return False
    try:
        return bool(_asked(host_question())[0][1])
    except OSError:
        return True  # it cannot tell, and is taken for a whole tray


def notification_server() -> tuple[str, str, tuple[str, ...]]:
    """Return name, version and capabilities of the notification server.

    OSError when there is no bus or no such server; the text says which.
    """
    connection = open_session_bus()
    try:
        about = answer(connection, new_method_call(_NOTIFICATIONS, _INFORMATION))
        offers = answer(connection, new_method_call(_NOTIFICATIONS, _CAPABILITIES))
    finally:
        connection.close()
    return str(about[0]), str(about[2]), tuple(sorted(map(str, offers[0])))


_INFORMATION = "GetServerInformation"
_CAPABILITIES = "GetCapabilities"


def _asked(message: Message) -> tuple[Any, ...]:
    connection = open_session_bus()
    try:
        return answer(connection, message)
    finally:
        connection.close()


def answer(connection: BusConnection, question: Message) -> tuple[Any, ...]:
    """Wait for the reply to a question.

    OSError with what the other side said when it refuses, TimeoutError without one.
    """
    serial = connection.send(question)
    end_s = time.monotonic() + ANSWER_TIMEOUT_S
    while (left_s := end_s - time.monotonic()) > 0:
        select.select([connection], [], [], left_s)
        while (message := connection.receive()) is not None:
            header = message.header
            if header.fields.get(HeaderFields.reply_serial) != serial:
                continue
            if header.message_type is MessageType.error:
                said = message.body[0] if message.body else "it refused"
                raise OSError(str(said))
            return tuple(message.body)
    raise TimeoutError(f"no answer within {ANSWER_TIMEOUT_S:g} s")
