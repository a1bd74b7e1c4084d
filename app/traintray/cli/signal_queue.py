"""Signals that wait in a file until they are read, with who sent them."""

from __future__ import annotations

import ctypes
import os
import signal
import struct
from collections.abc import Iterable, Iterator

_INFO_BYTES = 128
_HEAD = struct.Struct("=Iii")
_BY_KERNEL = 0x80
_SET_BYTES = 128
_CLOEXEC_NONBLOCK = os.O_CLOEXEC | os.O_NONBLOCK


class SignalQueue:
    """Holds some signals back from this process (`signalfd(2)`).

    What the terminal sends (Ctrl-C) reaches a command by itself; what somebody sends to
    this process alone has to be handed on. The queue tells the two apart.
    """

    def __init__(self, signals: Iterable[signal.Signals]) -> None:
        """Begin to hold; OSError where the system cannot do this."""
        wanted = set(signals)
        self.before = signal.pthread_sigmask(signal.SIG_BLOCK, wanted)
        """Signals that were held before: what a command is to be started with."""
        mask = bytearray(_SET_BYTES)
        for one in wanted:
            mask[(one - 1) // 8] |= 1 << (one - 1) % 8
        try:
            make = ctypes.CDLL(None, use_errno=True).signalfd
            self.descriptor: int = make(-1, bytes(mask), _CLOEXEC_NONBLOCK)
        except AttributeError:
            self.descriptor = -1
        if self.descriptor < 0:
            self.release()
            raise OSError(ctypes.get_errno(), "signals cannot be queued here")

    def release(self) -> None:
        """Let the signals through again."""
        signal.pthread_sigmask(signal.SIG_SETMASK, self.before)

    def read(self) -> Iterator[tuple[int, bool]]:
        """Yield each signal that waits, and whether the kernel itself sent it."""
        try:
            content = os.read(self.descriptor, 32 * _INFO_BYTES)
        except OSError:
            return
        for at in range(0, len(content), _INFO_BYTES):
            number, _, code = _HEAD.unpack_from(content, at)
            yield number, code == _BY_KERNEL
