"""Brings news of late trays from the session bus to the tray icon."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from traintray.platform.status_notifier import WatcherPresence
from traintray.ui.session_bus import SessionBus
from traintray.ui.tray import Tray


class TrayWatch(QObject):
    """Asks anew on every connection."""

    def __init__(
        self, bus: SessionBus, tray: Tray, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._bus = bus
        self._tray = tray
        self._presence: WatcherPresence | None = None
        bus.connected.connect(self._connected)
        bus.arrived.connect(self._arrived)

    @Slot()
    def _connected(self) -> None:
        self._presence = WatcherPresence(self._bus.send, self._tray.watcher_changed)

    @Slot(object)
    def _arrived(self, message: object) -> None:
        if self._presence is not None:
            self._presence.take(message)
