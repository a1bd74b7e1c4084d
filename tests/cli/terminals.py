"""A terminal to look at, with a program on it, as a terminal emulator has one."""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence

_WAIT_S = 30.0
_BECOME = (
    "import fcntl, os, signal, sys, termios;"
    "signal.signal(signal.SIGPIPE, signal.SIG_DFL);"
    "own = next(n for n in range(3) if os.isatty(n));"
    "fcntl.ioctl(own, termios.TIOCSCTTY, 0);"
    "os.execvp(sys.argv[1], sys.argv[1:])"
)


class Emulator:
    """Runs a program as the leader of a session of its own on a new terminal."""

    def __init__(
        self,
        words: Sequence[str],
        environ: Mapping[str, str],
        size: tuple[int, int] = (30, 100),
        others: Mapping[str, int] | None = None,
    ) -> None:
        self.master, self.slave = os.openpty()
        self.resize(*size)
        self.process = subprocess.Popen(
            [sys.executable, "-c", _BECOME, *words],
            **{
                "stdin": self.slave,
                "stdout": self.slave,
                "stderr": self.slave,
                **(others or {}),
            },
            env={**environ, "TERM": "xterm", "PS1": "$ "},
            start_new_session=True,
        )
        self.seen = b""

    def __enter__(self) -> Emulator:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, 9)
            self.process.kill()
        self.process.wait()
        for descriptor in (self.master, self.slave):
            with contextlib.suppress(OSError):
                os.close(descriptor)

    def resize(self, lines: int, columns: int) -> None:
        size = struct.pack("HHHH", lines, columns, 0, 0)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, size)

    def type(self, keys: bytes) -> None:
        os.write(self.master, keys)

    def read(self, seconds: float) -> bytes:
        """Take what is shown within this time, if anything is."""
        if not select.select([self.master], [], [], seconds)[0]:
            return b""
        try:
            data = os.read(self.master, 65_536)
        except OSError:
            return b""
        self.seen += data
        return data

    def see(self, text: bytes) -> bytes:
        """Wait until `text` is shown; return all that was, up to it, and forget it."""
        end_s = time.monotonic() + _WAIT_S
        while text not in self.seen:
            left_s = end_s - time.monotonic()
            assert left_s > 0, f"{text!r} is not in {self.seen[-2000:]!r}"
            self.read(left_s)
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def end(self) -> tuple[int, bytes]:
        """Return exit status and all that was shown, when the program has ended."""
        os.close(self.slave)  # ours would keep the terminal from closing
        end_s = time.monotonic() + _WAIT_S
        while time.monotonic() < end_s:
            if not self.read(0.2) and self.process.poll() is not None:
                return self.process.returncode, self.seen
        raise AssertionError(f"it does not end: {self.seen[-2000:]!r}")

    @property
    def echoes(self) -> bool:
        """Whether the terminal shows what is typed."""
        return bool(termios.tcgetattr(self.master)[3] & termios.ECHO)
