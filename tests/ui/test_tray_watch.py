"""News of late trays reach the tray, on every connection."""

from __future__ import annotations

from jeepney import HeaderFields, new_method_return
from PySide6.QtCore import QObject, Signal

from traintray.ui.tray_watch import TrayWatch


class FakeBus(QObject):
    connected = Signal()
    arrived = Signal(object)

    def __init__(self):
        super().__init__()
        self.sent = []

    def send(self, message):
        message.header.serial = len(self.sent) + 1
        self.sent.append(message)
        return len(self.sent)

    def questions(self):
        asked = HeaderFields.member
        return [m for m in self.sent if m.header.fields[asked] == "NameHasOwner"]


class FakeTray:
    def __init__(self):
        self.heard = []

    def watcher_changed(self, present, has_host):
        self.heard.append((present, has_host))


def test_each_connection_is_asked_anew(qtbot):
    bus, tray = FakeBus(), FakeTray()
    watch = TrayWatch(bus, tray)
    bus.arrived.emit("too early")
    for answer in (False, True):
        bus.connected.emit()
        bus.arrived.emit(new_method_return(bus.questions()[-1], "b", (answer,)))
    bus.arrived.emit(new_method_return(bus.sent[-1], "v", (("b", True),)))

    assert watch is not None
    assert tray.heard == [(False, False), (True, True)]
