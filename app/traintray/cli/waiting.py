"""Names on a terminal what is waited for, once it takes longer than a moment."""

from __future__ import annotations

import threading
import time
from types import TracebackType

from traintray.cli.progress import show_line

_MOMENT_S = 0.5
"""Shorter waits are not noticed, and a line that only flickers tells nothing."""


class Waiting:
    """Shows `waiting for gpu.nvidia, 3 s` while something named is being done.

    It has a thread of its own: what is waited for may hang in a driver or on a disk.
    """

    def __init__(self, moment_s: float = _MOMENT_S) -> None:
        self._moment_s = moment_s
        self._lock = threading.Lock()
        self._changed = threading.Event()
        self._name = ""
        self._began_s = 0.0
        self._is_shown = False
        self._is_over = False

    def __enter__(self) -> Waiting:
        threading.Thread(target=self._watch, name="waiting", daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_over = True
        self.done()

    def begins(self, name: str) -> None:
        """Say what is being done from now on."""
        with self._lock:
            self._name, self._began_s = name, time.monotonic()
        self._changed.set()

    def done(self) -> None:
        """Clear the line, so that something can be printed in its place."""
        with self._lock:
            self._name = ""
            if self._is_shown:
                self._is_shown = False
                show_line("")
        self._changed.set()

    def _watch(self) -> None:
        while not self._is_over:
            if self._changed.wait(self._moment_s):
                self._changed.clear()
            else:
                self._show()

    def _show(self) -> None:
        with self._lock:
            if self._name:
                passed_s = time.monotonic() - self._began_s
                self._is_shown = True
                show_line(f"waiting for {self._name}, {passed_s:.0f} s")
