"""Hands the end of what a command writes to the process that looks at it."""

from __future__ import annotations

import os
import struct
import time

HEADER = struct.Struct("=cd?")
OUTPUT, END = b"o", b"e"
"""Kinds of packets: what was written; how the command ended."""
STATUS = struct.Struct("=ii")
PACKET_BYTES = 4096
"""A pipe takes a packet of this size whole or not at all (PIPE_BUF)."""
_PERIOD_S = 0.25
_ROOM = PACKET_BYTES - HEADER.size


class Feed:
    """Never waits and never fails: who does not read in time misses something."""

    def __init__(self, pipe: int) -> None:
        """`pipe` keeps packets apart (O_DIRECT) and does not wait."""
        self._pipe = pipe
        self._end = b""
        self._is_cut = False
        self._written_at_s = 0.0
        self._due_s = 0.0
        self._is_broken = False

    def note(self, data: bytes) -> None:
        """Remember what was just written."""
        if self._is_broken:
            return
        size = len(self._end) + len(data)
        self._is_cut = self._is_cut or size > _ROOM
        self._end = (self._end + data if len(data) < _ROOM else data)[-_ROOM:]
        self._written_at_s = time.monotonic()

    @property
    def wait_s(self) -> float | None:
        """How long until there is something to send; None: nothing was written."""
        if not self._end:
            return None
        return max(0.0, self._due_s - time.monotonic())

    def send(self) -> None:
        """Send what was written since the last time, at most its end."""
        if not self._end:
            return
        self._due_s = time.monotonic() + _PERIOD_S
        head = HEADER.pack(OUTPUT, self._written_at_s, self._is_cut)
        self._put(head + self._end)
        self._end, self._is_cut = b"", False

    def end(self, exit_status: int, signal: int) -> None:
        """Say how the command ended, and that nothing more will come."""
        self.send()
        head = HEADER.pack(END, time.monotonic(), False)
        self._put(head + STATUS.pack(exit_status, signal))
        os.close(self._pipe)
        self._is_broken = True

    def _put(self, packet: bytes) -> None:
        try:
            os.write(self._pipe, packet)
        except BlockingIOError:
            pass  # it is behind, and hears of what comes next
        except OSError:
            self._is_broken = True  # it is gone; the command is not to notice
