"""Asks the app to end when the system or a terminal asks for it."""

from __future__ import annotations

import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal, Slot

ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class UnixSignals(QObject):
    """Turns SIGTERM, SIGINT and SIGHUP into a Qt signal.

    Python runs its handlers between two instructions, and an idle Qt loop runs
    none. So the interpreter is told to write a byte for each signal to a socket
    that the loop watches; that wakes it without any timer.
    """

    ending = Signal(int)
    """The number of the signal that asks the app to end."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._notifier = QSocketNotifier(
            self._reader.fileno(), QSocketNotifier.Type.Read, self
        )
        self._notifier.activated.connect(self._read)
        self._old_fd = signal.set_wakeup_fd(
            self._writer.fileno(), warn_on_full_buffer=False
        )
        self._old_handlers = {number: signal.getsignal(number) for number in ENDING}
        for number in ENDING:
            signal.signal(number, self._note)

    def restore(self) -> None:
        """Put back what was there before; a second SIGINT then ends a hung exit."""
        for number, handler in self._old_handlers.items():
            signal.signal(number, handler or signal.SIG_DFL)
        signal.set_wakeup_fd(self._old_fd)
        self._notifier.setEnabled(False)
        self._reader.close()
        self._writer.close()

    def _note(self, number: int, frame: FrameType | None) -> None:
        """Exist: the default handler would end the process before the byte is read."""

    @Slot()
    def _read(self) -> None:
        try:
            numbers = self._reader.recv(64)
        except BlockingIOError:
            return
        for number in numbers:
            if number in ENDING:
                self.ending.emit(number)
                return
