"""The clocks of the machine, and a sleep that can be cut short."""

from __future__ import annotations

import os
import select
import sys
import time
import weakref
from typing import Protocol


class Interrupt:
    """Wakes a sleeping thread at once, without anybody waking up to look.

    A pipe and `poll`, not `threading.Event`: before CPython 3.11 an event waits on
    the wall clock, and setting that back by an hour would stall sampling for an hour.
    """

    def __init__(self) -> None:
        self._read_fd, self._write_fd = os.pipe()
        os.set_blocking(self._write_fd, False)
        weakref.finalize(self, _close, self._read_fd, self._write_fd)
        self._poll = select.poll()
        self._poll.register(self._read_fd, select.POLLIN)
        self._is_set = False
        self._is_waking = False

    def set(self) -> None:
        """End the wait in progress, and every later one at once."""
        if not self._is_set:
            self._is_set = True
            os.write(self._write_fd, b"!")

    def wake(self) -> None:
        """End the wait in progress, or the next one, and no other."""
        if not self._is_waking:
            self._is_waking = True
            os.write(self._write_fd, b"?")

    def is_set(self) -> bool:
        """Whether `set` was called."""
        return self._is_set

    def wait(self, timeout_s: float) -> bool:
        """Wait for `set` or `wake`, at most `timeout_s`; say whether it was `set`.

        The timeout is rounded up to whole milliseconds.
        """
        was_called = bool(self._poll.poll(max(0.0, timeout_s * 1000)))
        if was_called and not self._is_set:
            self._is_waking = False
            os.read(self._read_fd, 1)
        return self._is_set


def _close(*fds: int) -> None:
    for fd in fds:
        os.close(fd)


class Clock(Protocol):
    """What the sampling thread knows of time; tests bring their own."""

    def monotonic_s(self) -> float:
        """Seconds that only move forward and stand still during a suspend."""
        ...

    def boot_s(self) -> float:
        """Seconds that only move forward and count a suspend too."""
        ...

    def wall_s(self) -> float:
        """Seconds since 1970; may jump when the clock is set."""
        ...

    def sleep_until(self, deadline_s: float, interrupt: Interrupt) -> bool:
        """Sleep until `monotonic_s` reads `deadline_s`; True when interrupted."""
        ...


class SystemClock:
    """The real clocks."""

    def monotonic_s(self) -> float:
        """Read `CLOCK_MONOTONIC`."""
        return time.monotonic()

    def boot_s(self) -> float:
        """Read `CLOCK_BOOTTIME`; where there is none (only Linux has it), the
        monotonic clock, by which no suspend is ever seen.
        """
        if sys.platform == "linux":
            return time.clock_gettime(time.CLOCK_BOOTTIME)
        return time.monotonic()

    def wall_s(self) -> float:
        """Read the time of day."""
        return time.time()

    def sleep_until(self, deadline_s: float, interrupt: Interrupt) -> bool:
        """Sleep; up to a millisecond longer than asked for."""
        return interrupt.wait(deadline_s - time.monotonic())
