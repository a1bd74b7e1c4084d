"""A power-profile service by script: answers on a bus of its own, in its own process.

Says which holds it has as the real one does: a hold ends when its owner leaves the
bus, and all end when a profile is chosen by hand.
"""

from __future__ import annotations

import sys

from jeepney import HeaderFields, MessageType, new_error, new_method_return
from jeepney.bus_messages import MatchRule, message_bus
from jeepney.io.blocking import open_dbus_connection

NAME, PATH = sys.argv[2], sys.argv[3]


class Service:
    def __init__(self):
        self.chosen, self.degraded = "balanced", "high-operating-temperature"
        self.holds = {}
        self.cookies = 0

    def active(self):
        wanted = {profile for profile, *_ in self.holds.values()}
        for profile in ("power-saver", "performance"):  # saving wins
            if profile in wanted:
                return profile
        return self.chosen

    def answer(self, call, sender):
        member = call.header.fields[HeaderFields.member]
        if member == "GetAll":
            return new_method_return(call, "a{sv}", (self.properties(),))
        if member == "HoldProfile":
            profile, reason, app = call.body
            if profile not in ("performance", "power-saver"):
                return new_error(call, "org.x.Invalid", "s", ("no such profile",))
            self.cookies += 1
            self.holds[self.cookies] = (profile, reason, app, sender)
            return new_method_return(call, "u", (self.cookies,))
        if member == "ReleaseProfile":
            if self.holds.pop(call.body[0], None) is None:
                return new_error(call, "org.x.Invalid", "s", ("no such hold",))
            return new_method_return(call)
        if member == "ChooseByHand":
            self.chosen = call.body[0]
            self.holds.clear()
            return new_method_return(call)
        return new_error(call, "org.freedesktop.DBus.Error.UnknownMethod")

    def properties(self):
        return {
            "ActiveProfile": ("s", self.active()),
            "PerformanceDegraded": ("s", self.degraded),
            "Profiles": (
                "aa{sv}",
                [
                    {"Profile": ("s", name), "Driver": ("s", "script")}
                    for name in ("power-saver", "balanced", "performance")
                ],
            ),
            "ActiveProfileHolds": (
                "aa{sv}",
                [
                    {
                        "Profile": ("s", profile),
                        "Reason": ("s", reason),
                        "ApplicationId": ("s", app),
                    }
                    for profile, reason, app, _ in self.holds.values()
                ],
            ),
        }

    def left(self, name):
        self.holds = {c: h for c, h in self.holds.items() if h[3] != name}


def main():
    connection = open_dbus_connection(sys.argv[1])
    rule = MatchRule(type="signal", member="NameOwnerChanged")
    connection.send_and_get_reply(message_bus.AddMatch(rule))
    connection.send_and_get_reply(message_bus.RequestName(NAME))
    print("ready", flush=True)
    service = Service()
    while True:
        message = connection.receive()
        fields = message.header.fields
        if message.header.message_type is MessageType.signal:
            if fields[HeaderFields.member] == "NameOwnerChanged":
                name, _, new = message.body
                if not new:
                    service.left(name)
        elif message.header.message_type is MessageType.method_call:
            if fields[HeaderFields.path] == PATH:
                reply = service.answer(message, fields[HeaderFields.sender])
            else:
                reply = new_error(message, "org.freedesktop.DBus.Error.UnknownObject")
            connection.send(reply)


main()
