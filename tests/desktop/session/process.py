"""Starts programs that end with the test, whatever becomes of it."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


def _end_with_parent() -> None:
    """Ask the kernel to end this process when the test process goes, even by kill."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


class Process:
    """A program in a process group of its own, with its output in a file."""

    def __init__(
        self,
        command: Sequence[str],
        env: Mapping[str, str],
        log: Path,
        pass_fds: Sequence[int] = (),
    ) -> None:
        self.log_path = log
        with log.open("ab") as output:
            self._popen = subprocess.Popen(
                list(command),
                env=dict(env),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                pass_fds=tuple(pass_fds),
                preexec_fn=_end_with_parent,
            )

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def running(self) -> bool:
        return self._popen.poll() is None

    @property
    def log(self) -> str:
        return self.log_path.read_text(errors="replace")

    def send_signal(self, number: int) -> None:
        self._popen.send_signal(number)

    def wait(self, seconds: float) -> int:
        """Return the exit status; subprocess.TimeoutExpired if it goes on."""
        return self._popen.wait(seconds)

    def end(self, number: int = signal.SIGTERM, patience_s: float = 5.0) -> None:
        """Signal it, wait, kill what is left of its group."""
        if self.running:
            self._popen.send_signal(number)
            try:
                self._popen.wait(patience_s)
            except subprocess.TimeoutExpired:
                self._popen.kill()
                self._popen.wait()
        self._end_group()

    def _end_group(self) -> None:
        """The panel runs its tray in a process of its own, which follows it."""
        deadline_s = time.monotonic() + 0.3
        number = signal.SIGTERM
        while True:
            try:
                os.killpg(self._popen.pid, number)
            except (ProcessLookupError, PermissionError):
                return
            if time.monotonic() > deadline_s:
                number = signal.SIGKILL
            if time.monotonic() > deadline_s + 1.0:
                return  # only zombies, which nobody here can reap
            time.sleep(0.05)
