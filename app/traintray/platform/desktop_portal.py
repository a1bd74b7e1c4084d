"""What the desktop says of contrast and motion: `org.freedesktop.portal.Settings`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from jeepney import DBusAddress, HeaderFields, MessageFlag, MessageType, new_method_call
from jeepney.bus_messages import MatchRule, message_bus

from traintray.platform.session_bus import Message, owner_changes

PORTAL = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
INTERFACE = "org.freedesktop.portal.Settings"
_PORTAL = DBusAddress(PATH, PORTAL, INTERFACE)

_APPEARANCE, _GNOME = "org.freedesktop.appearance", "org.gnome.desktop.interface"
CONTRAST = (_APPEARANCE, "contrast")
"""1 asks for more contrast, 0 has no wish."""
REDUCED_MOTION = (_APPEARANCE, "reduced-motion")
"""1 asks for less motion; portals before 2025 do not know it."""
ANIMATIONS = (_GNOME, "enable-animations")
"""False asks for none; GNOME and what follows it."""

Key = tuple[str, str]
"""Namespace and name of a setting."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the person who sits at the desktop has chosen."""

    contrast: bool = False
    stillness: bool = False
    """Nothing is to move."""


class PortalWishes:
    """Tells the wishes when they are known and whenever they change, over one
    connection to the bus. A desktop without the portal tells nothing; it is not
    started for us.
    """

    def __init__(
        self, send: Callable[[Message], int], tell: Callable[[Wishes], None]
    ) -> None:
        self._send, self._tell = send, tell
        self._known: dict[Key, object] = {}
        self._asked: dict[int, Key] = {}
        self._told = Wishes()
        send(owner_changes(PORTAL))
        for namespace in (_APPEARANCE, _GNOME):
            rule = MatchRule(
                type="signal",
                sender=PORTAL,
                interface=INTERFACE,
                member="SettingChanged",
                path=PATH,
            )
            rule.add_arg_condition(0, namespace)
            send(message_bus.AddMatch(rule))
        self._ask()

    def take(self, message: Message) -> None:
        """Take a message that has arrived; those about others are left alone."""
        kind, fields = message.header.message_type, message.header.fields
        member = fields.get(HeaderFields.member)
        if kind is MessageType.method_return:
            key = self._asked.pop(fields.get(HeaderFields.reply_serial), None)
            if key is not None:
                self._note(key, message.body[0])
        elif kind is not MessageType.signal:
            return
        elif member == "SettingChanged":
            if fields.get(HeaderFields.interface) == INTERFACE:
                namespace, name, value = message.body
                self._note((namespace, name), value)
        elif member == "NameOwnerChanged":
            name, _, owner = message.body
            if name == PORTAL and owner:
                self._ask()

    def _ask(self) -> None:
        self._asked.clear()
        for key in (CONTRAST, REDUCED_MOTION, ANIMATIONS):
            question = new_method_call(_PORTAL, "Read", "ss", key)
            question.header.flags = MessageFlag.no_auto_start
            self._asked[self._send(question)] = key

    def _note(self, key: Key, value: object) -> None:
        while isinstance(value, tuple) and len(value) == 2:  # a variant in a variant
            value = value[1]
        self._known[key] = value
        still = self._known.get(ANIMATIONS) is False
        wishes = Wishes(
            self._known.get(CONTRAST) == 1,
            still or self._known.get(REDUCED_MOTION) == 1,
        )
        if wishes != self._told:
            self._told = wishes
            self._tell(wishes)
