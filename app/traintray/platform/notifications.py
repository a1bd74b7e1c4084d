"""The desktop's notifications: `org.freedesktop.Notifications`, version 1.2.

Speaks through a `send` function and is handed what arrives, so that it needs
neither a loop nor a thread. Notifications go by a key of ours; the ids that the
daemon gives out are forgotten whenever it or the bus goes away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    MatchRule,
    MessageType,
    new_method_call,
)
from jeepney.bus_messages import message_bus

from traintray.platform.note import CloseReason, Listener, Note
from traintray.platform.notify_call import SIGNATURE, Daemon, arguments
from traintray.platform.session_bus import Message, owner_changes

SERVICE = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"

_ADDRESS = DBusAddress(PATH, bus_name=SERVICE, interface=SERVICE)


@dataclass(slots=True)
class _Slot:
    """One key: what is shown, what is on its way, what is to follow."""

    shown_id: int = 0
    serial: int = 0
    """Of the Notify call that has not been answered yet; 0 without one."""
    waiting: Note | None = None
    withdrawn: bool = False


class Notifications:
    """The notification daemon, seen over one connection to the bus."""

    def __init__(
        self,
        send: Callable[[Message], int],
        listener: Listener,
        app_name: str,
        desktop_entry: str,
    ) -> None:
        self._send = send
        self._listener = listener
        self._ours = app_name, desktop_entry
        self._slots: dict[str, _Slot] = {}
        self._tokens: dict[int, str] = {}
        self._daemon: Daemon | None = None
        self._name_serial = 0
        self._capabilities_serial = 0
        self._name = ("", "")
        send(owner_changes(SERVICE))
        signals = MatchRule(type="signal", sender=SERVICE, interface=SERVICE)
        send(message_bus.AddMatch(signals))

    def show(self, key: str, note: Note) -> None:
        """Show `note`, in the place of what `key` shows already."""
        slot = self._slots.setdefault(key, _Slot())
        slot.waiting, slot.withdrawn = note, False
        self._advance(slot)

    def close(self, key: str) -> None:
        """Take back what `key` shows, or is about to show."""
        slot = self._slots.get(key)
        if slot is None:
            return
        slot.waiting = None
        if slot.serial:
            slot.withdrawn = True  # its id is known only with the reply
        else:
            del self._slots[key]
            self._close_id(slot.shown_id)

    def close_all(self) -> None:
        """Take back everything."""
        for key in list(self._slots):
            self.close(key)

    def on_the_way(self) -> tuple[str, ...]:
        """Return the keys that the daemon has not confirmed yet."""
        return tuple(
            key
            for key, slot in self._slots.items()
            if (slot.serial or slot.waiting) and not slot.withdrawn
        )

    def take(self, message: Message) -> None:
        """Take a message that has arrived; those of others are left alone."""
        kind, fields = message.header.message_type, message.header.fields
        if kind is MessageType.signal:
            self._take_signal(message, fields)
        elif kind is MessageType.method_return:
            self._take_reply(fields.get(HeaderFields.reply_serial), message, None)
        elif kind is MessageType.error:
            failure = str(fields.get(HeaderFields.error_name, "unknown error"))
            self._take_reply(fields.get(HeaderFields.reply_serial), message, failure)

    # --- out ------------------------------------------------------------------

    def _advance(self, slot: _Slot) -> None:
        """Send what the slot is to show, unless an answer must come first."""
        if self._daemon is None:
            if not self._capabilities_serial:
                # Both are answered in this order, so the second completes it.
                self._name_serial = self._call("GetServerInformation")
                self._capabilities_serial = self._call("GetCapabilities")
        elif slot.waiting is not None and not slot.serial:
            note, slot.waiting = slot.waiting, None
            body = arguments(note, slot.shown_id, self._daemon, *self._ours)
            slot.serial = self._call("Notify", SIGNATURE, body)

    def _call(
        self, method: str, signature: str | None = None, body: tuple[Any, ...] = ()
    ) -> int:
        return self._send(new_method_call(_ADDRESS, method, signature, body))

    def _close_id(self, shown_id: int) -> None:
        if shown_id:
            self._tokens.pop(shown_id, None)
            self._call("CloseNotification", "u", (shown_id,))

    # --- in: replies ------------------------------------------------------------

    def _take_reply(
        self, serial: int | None, message: Message, failure: str | None
    ) -> None:
        if not serial:
            return
        if serial == self._name_serial and failure is None:
            name, _vendor, version, _protocol = message.body
            self._name = (name, version)
            return
        if serial == self._capabilities_serial:
            self._take_capabilities(message, failure)
            return
        for key, slot in self._slots.items():
            if slot.serial == serial:
                slot.serial = 0
                self._take_shown(key, slot, message, failure)
                return

    def _take_capabilities(self, message: Message, failure: str | None) -> None:
        self._capabilities_serial = 0
        if failure is None:
            self._daemon = Daemon(
                message.header.fields.get(HeaderFields.sender, ""),
                frozenset(message.body[0]),
                *self._name,
            )
        for key, slot in list(self._slots.items()):
            if failure is None:
                self._advance(slot)
            else:
                self._give_up(key, slot, failure)

    def _take_shown(
        self, key: str, slot: _Slot, message: Message, failure: str | None
    ) -> None:
        if failure is not None:
            self._give_up(key, slot, failure)
            return
        slot.shown_id = message.body[0]
        self._forget_replaced(key, slot.shown_id)
        if slot.withdrawn:
            self.close(key)
        else:
            self._advance(slot)

    def _forget_replaced(self, newer: str, shown_id: int) -> None:
        """Let go of notes whose id a newer one got: some daemons show one at a time."""
        for key, slot in list(self._slots.items()):
            if key != newer and slot.shown_id == shown_id:
                slot.shown_id = 0
                if not slot.serial:
                    del self._slots[key]

    def _give_up(self, key: str, slot: _Slot, failure: str) -> None:
        del self._slots[key]
        if not slot.withdrawn:
            self._listener.note_undelivered(key, failure)

    # --- in: signals ------------------------------------------------------------

    def _take_signal(self, message: Message, fields: Mapping[Any, Any]) -> None:
        member = fields.get(HeaderFields.member)
        sender = fields.get(HeaderFields.sender)
        if member == "NameOwnerChanged" and sender == "org.freedesktop.DBus":
            name, old, new = message.body
            if name == SERVICE:
                self._take_owner(old, new)
        elif (
            fields.get(HeaderFields.interface) == SERVICE
            and self._daemon is not None
            and sender == self._daemon.bus_name
        ):
            self._take_daemon_signal(str(member), message.body)

    def _take_owner(self, old: str, new: str) -> None:
        if old:
            self._daemon, self._name = None, ("", "")
            self._tokens.clear()
            # A call on its way keeps its slot: the bus answers it with an error.
            self._slots = {
                key: slot
                for key, slot in self._slots.items()
                if slot.serial or slot.waiting
            }
        if new:
            self._listener.daemon_started()

    def _take_daemon_signal(self, member: str, body: tuple[Any, ...]) -> None:
        shown_id = body[0] if body else 0
        key = next(
            (key for key, slot in self._slots.items() if slot.shown_id == shown_id),
            None,
        )
        if key is None or not shown_id:
            return  # another program's; daemons that broadcast tell everybody
        if member == "ActivationToken":
            self._tokens[shown_id] = body[1]
        elif member == "ActionInvoked":
            token = self._tokens.get(shown_id, "")
            # Some daemons leave it open after an action; its job is done.
            self.close(key)
            self._listener.note_invoked(key, body[1], token)
        elif member == "NotificationClosed":
            self._take_closed(key, shown_id, body[1])

    def _take_closed(self, key: str, shown_id: int, reason: int) -> None:
        self._tokens.pop(shown_id, None)
        slot = self._slots[key]
        slot.shown_id = 0
        if not slot.serial:  # else its successor is on its way
            del self._slots[key]
            known = reason in (1, 2, 3)
            self._listener.note_closed(
                key, CloseReason(reason) if known else CloseReason.UNDEFINED
            )
