"""Whether somebody collects tray icons: `org.kde.StatusNotifierWatcher` on the bus."""

from __future__ import annotations

from collections.abc import Callable

from jeepney import HeaderFields, MessageType
from jeepney.bus_messages import message_bus

from traintray.platform.session_bus import Message, owner_changes

WATCHER = "org.kde.StatusNotifierWatcher"


class WatcherPresence:
    """Tells when the watcher comes and goes, over one connection to the bus.

    At login it may come after us, and Qt never looks a second time.
    """

    def __init__(
        self, send: Callable[[Message], int], tell: Callable[[bool], None]
    ) -> None:
        self._tell = tell
        send(owner_changes(WATCHER))
        self._asked_serial = send(message_bus.NameHasOwner(WATCHER))

    def take(self, message: Message) -> None:
        """Take a message that has arrived; those about others are left alone."""
        kind, fields = message.header.message_type, message.header.fields
        if kind is MessageType.method_return:
            if fields.get(HeaderFields.reply_serial) == self._asked_serial:
                self._tell(bool(message.body[0]))
        elif (
            kind is MessageType.signal
            and fields.get(HeaderFields.member) == "NameOwnerChanged"
            and fields.get(HeaderFields.sender) == "org.freedesktop.DBus"
            and message.body[0] == WATCHER
        ):
            self._tell(bool(message.body[2]))
