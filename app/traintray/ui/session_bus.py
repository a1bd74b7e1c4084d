"""The app's one connection to the session bus, in Qt's event loop."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal, Slot

from traintray.platform.session_bus import BusConnection, Message, open_session_bus

log = logging.getLogger(__name__)

FIRST_RETRY_S = 5.0
LAST_RETRY_S = 300.0


class SessionBus(QObject):
    """Keeps a connection, and looks for a new one when the bus has gone.

    A desktop without a bus costs one attempt in five minutes. Nothing here
    raises: whoever sends to a bus that has gone hears of it by `lost`.
    """

    connected = Signal()
    lost = Signal()
    arrived = Signal(object)
    """A message from the bus."""

    def __init__(
        self,
        open_bus: Callable[[], BusConnection] = open_session_bus,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._open_bus = open_bus
        self._connection: BusConnection | None = None
        self._readable: QSocketNotifier | None = None
        self._retry_s = FIRST_RETRY_S
        self._retry = QTimer(self)
        self._retry.setSingleShot(True)
        self._retry.timeout.connect(self.start)

    @Slot()
    def start(self) -> None:
        """Connect, or try again later."""
        try:
            self._connection = self._open_bus()
        except OSError as error:
            if self._retry_s == FIRST_RETRY_S:
                log.warning("no session bus, so no notifications: %s", error)
            self._wait()
            return
        self._retry_s = FIRST_RETRY_S
        self._readable = QSocketNotifier(
            self._connection.fileno(), QSocketNotifier.Type.Read, self
        )
        self._readable.activated.connect(self._read)
        self.connected.emit()

    def send(self, message: Message) -> int:
        """Send a message and return its serial; 0, which no reply bears, if the
        bus has gone.
        """
        if self._connection is None:
            return 0
        try:
            return self._connection.send(message)
        except OSError as error:
            log.warning("the session bus has gone: %s", error)
            # Not at once: the caller is in the middle of something.
            QTimer.singleShot(0, self, self._drop)
            return 0

    def close(self) -> None:
        """End the connection for good."""
        self._retry.stop()
        self._release()

    @Slot()
    def _read(self) -> None:
        while self._connection is not None:
            try:
                message = self._connection.receive()
            except OSError as error:
                log.warning("the session bus has gone: %s", error)
                self._drop()
                return
            if message is None:
                return
            self.arrived.emit(message)

    @Slot()
    def _drop(self) -> None:
        if self._connection is not None:
            self._release()
            self.lost.emit()
            self._wait()

    def _release(self) -> None:
        if self._readable is not None:
            self._readable.setEnabled(False)
            self._readable.deleteLater()
            self._readable = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _wait(self) -> None:
        self._retry.start(round(self._retry_s * 1000))
        self._retry_s = min(self._retry_s * 2, LAST_RETRY_S)
