"""Reads one vendor's GPUs on a thread, so that a driver that hangs delays nobody."""

from __future__ import annotations

import errno
import threading
import time
from collections.abc import Callable

from traintray.core.readings import GpuReading
from traintray.core.sensors.gpu.vendor import Vendor

WAIT_S = 0.05
"""A healthy driver answers all questions in 0.1 to 3 ms (platform.md 1.5). One that
needs longer is read all the same, and shown a round later."""

FIRST_WAIT_S = 1.0
"""The first question starts the library and takes up the devices: 0.1 to 0.7 s where
the driver is loaded for it."""

SILENT_AFTER_S = 5.0
"""Until then what was read last still stands; a driver that resets a GPU takes one to
three seconds."""

REST_AFTER_S = 10.0
"""So long without a question, as while the user has paused the app, before the vendor
lets go of its devices."""

Gpus = tuple[GpuReading, ...]


class BackgroundReader:
    """Asks a vendor and waits for a moment; hands out what came last.

    The thread is a daemon and never joined: a call that hangs in a driver cannot be
    ended, and must not keep the program from exiting.
    """

    def __init__(
        self,
        vendor: Vendor,
        wait_s: float = WAIT_S,
        now_s: Callable[[], float] = time.monotonic,
        rest_after_s: float = REST_AFTER_S,
    ) -> None:
        self._vendor = vendor
        self._wait_s = wait_s
        self._now_s = now_s
        self._rest_after_s = rest_after_s
        self._asked = threading.Semaphore(0)
        self._done = threading.Event()
        self._done.set()
        self._thread: threading.Thread | None = None
        self._asked_at_s = 0.0
        self._question = (0.0, False)
        self._is_reset_due = False
        self._answer: Gpus | OSError | None = None
        self._crash: BaseException | None = None

    def read(self, at_s: float, *, closely: bool) -> Gpus:
        """Return the GPUs as they were read last, in this round if all is well.

        TimeoutError when the driver has not answered for `SILENT_AFTER_S`,
        BlockingIOError when it is still at the first question; other OSErrors are the
        vendor's own. Any other error of the vendor comes through.
        """
        if self._done.is_set():
            is_first = self._thread is None
            self._ask(at_s, closely)
            first_s = max(FIRST_WAIT_S, self._wait_s)
            self._done.wait(first_s if is_first else self._wait_s)
        if self._crash is not None:
            raise self._crash
        silent_s = 0.0 if self._done.is_set() else self._now_s() - self._asked_at_s
        text = f"the driver has not answered for {silent_s:.0f} s"
        if silent_s >= SILENT_AFTER_S:
            raise TimeoutError(errno.ETIMEDOUT, text)
        if self._answer is None:
            # Without persistence mode it takes up each device anew: 1 to 6 s.
            raise BlockingIOError(errno.EAGAIN, text)
        if isinstance(self._answer, OSError):
            raise self._answer
        return self._answer

    def reset(self) -> None:
        """Let the vendor look anew before its next reading."""
        self._is_reset_due = True

    def _ask(self, at_s: float, closely: bool) -> None:
        self._question = (at_s, closely)
        self._asked_at_s = self._now_s()
        self._done.clear()
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._run, name="gpu reader", daemon=True
            )
            self._thread.start()
        self._asked.release()

    def _run(self) -> None:
        while True:
            if not self._asked.acquire(timeout=self._rest_after_s):
                self._vendor.rest()
                self._asked.acquire()
            at_s, closely = self._question
            try:
                if self._is_reset_due:
                    self._is_reset_due = False
                    self._vendor.reset()
                self._answer = self._vendor.read(at_s, closely=closely)
            except OSError as error:
                self._answer = error
            except BaseException as error:  # noqa: BLE001 - told where it is asked
                self._crash = error
            self._done.set()
