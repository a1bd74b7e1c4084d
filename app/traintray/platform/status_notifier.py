"""Whether somebody collects tray icons: `org.kde.StatusNotifierWatcher` on the bus, and
whether somebody shows what it collects.
"""

from __future__ import annotations

from collections.abc import Callable

from jeepney import DBusAddress, HeaderFields, MatchRule, MessageType, Properties
from jeepney.bus_messages import message_bus

from traintray.platform.session_bus import Message, owner_changes

WATCHER = "org.kde.StatusNotifierWatcher"
_HOST_SIGNALS = ("StatusNotifierHostRegistered", "StatusNotifierHostUnregistered")


def host_question() -> Message:
    """Return the question whether a panel shows the icons that are collected."""
    watcher = DBusAddress("/StatusNotifierWatcher", bus_name=WATCHER, interface=WATCHER)
    return Properties(watcher).get("IsStatusNotifierHostRegistered")


class WatcherPresence:
    """Tells when the watcher comes and goes, and whether a panel shows what it
    collects, over one connection to the bus.

    At login it may come after us, and Qt never looks a second time. A watcher alone,
    such as that of a desktop whose panel is not up or has crashed, shows nothing,
    while Qt takes it for a tray.
    """

    def __init__(
        self, send: Callable[[Message], int], tell: Callable[[bool, bool], None]
    ) -> None:
        """`tell` is given whether there is a watcher, and whether it has a host."""
        self._send = send
        self._tell = tell
        self._host_serial = 0
        """Of the question about the host that counts; 0: there is none."""
        send(owner_changes(WATCHER))
        for member in _HOST_SIGNALS:
            send(
                message_bus.AddMatch(
                    MatchRule(
                        type="signal", sender=WATCHER, interface=WATCHER, member=member
                    )
                )
            )
        self._asked_serial = send(message_bus.NameHasOwner(WATCHER))

    def take(self, message: Message) -> None:
        """Take a message that has arrived; those about others are left alone."""
        kind, fields = message.header.message_type, message.header.fields
        answered = fields.get(HeaderFields.reply_serial)
        if kind is MessageType.signal:
            self._take_signal(message)
        elif answered == self._host_serial and answered:
            # A watcher that cannot tell is taken for a whole tray, as Qt does.
            is_told = kind is MessageType.method_return
            self._tell(True, bool(message.body[0][1]) if is_told else True)
        elif answered == self._asked_serial and kind is MessageType.method_return:
            self._watcher_is(bool(message.body[0]))

    def _take_signal(self, message: Message) -> None:
        fields = message.header.fields
        member = fields.get(HeaderFields.member)
        if member == "NameOwnerChanged":
            is_bus = fields.get(HeaderFields.sender) == "org.freedesktop.DBus"
            if is_bus and message.body[0] == WATCHER:
                self._watcher_is(bool(message.body[2]))
        elif member in _HOST_SIGNALS and fields.get(HeaderFields.interface) == WATCHER:
            # Asked rather than believed: anybody may send a signal.
            self._watcher_is(True)

    def _watcher_is(self, present: bool) -> None:
        self._host_serial = self._send(host_question()) if present else 0
        if not present:
            self._tell(False, False)
