"""The terminal that the user looks at, while a command writes to one of ours."""

from __future__ import annotations

import contextlib
import fcntl
import os
import termios
from typing import Any

_INPUT, _OUTPUT, _LOCAL, _KEYS = 0, 1, 3, 6
"""Where `tcgetattr` has the modes of the input, of the output, of the line editor, and
the special keys."""


class RealTerminal:
    """Output goes to it byte for byte; its modes are left alone, apart from those that
    the command sets on the terminal it was given.
    """

    def __init__(self, descriptor: int) -> None:
        """`descriptor` is open on it. Raises OSError when it is no terminal."""
        self._descriptor = descriptor
        try:
            self.modes: list[Any] = termios.tcgetattr(descriptor)
        except termios.error as error:
            raise OSError(*error.args) from error
        self._copied: list[Any] = []
        self._size = b""

    def open_for_output(self) -> int:
        """Return a descriptor that does not wait when the terminal takes no more.

        It is opened anew, since waiting is a property that all who were given the
        same one share. Where that is refused (after `su`), the shared one is returned.
        """
        flags = os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
        try:
            opened = os.open(os.ttyname(self._descriptor), flags)
        except OSError:
            return self._descriptor
        if os.fstat(opened).st_rdev != os.fstat(self._descriptor).st_rdev:
            os.close(opened)
            return self._descriptor
        return opened

    def lend_modes(self, slave: int) -> None:
        """Make the command's terminal look like this one. Only what is done to output
        is left to this one: doing it twice would give two carriage returns.
        """
        modes = list(self.modes)
        modes[_OUTPUT] &= ~termios.OPOST
        termios.tcsetattr(slave, termios.TCSANOW, modes)
        self._copied = termios.tcgetattr(slave)

    def take_modes(self, master: int) -> None:
        """Do as the command did to its terminal: a full-screen program switches the
        echo off there, while the keys are pressed here.
        """
        with contextlib.suppress(OSError, termios.error):
            now = termios.tcgetattr(master)
            if all(now[at] == self._copied[at] for at in (_INPUT, _LOCAL, _KEYS)):
                return
            self._copied = now
            if not self._is_ours():
                return
            modes = termios.tcgetattr(self._descriptor)
            for at in (_INPUT, _LOCAL, _KEYS):
                modes[at] = now[at]
            termios.tcsetattr(self._descriptor, termios.TCSANOW, modes)

    def restore_modes(self) -> None:
        """Undo what a command that was killed could not undo."""
        with contextlib.suppress(OSError, termios.error):
            if self._is_ours():
                termios.tcsetattr(self._descriptor, termios.TCSANOW, self.modes)

    def lend_size(self, master: int) -> bool:
        """Give the command's terminal the size of this one; say whether it changed."""
        try:
            size = fcntl.ioctl(self._descriptor, termios.TIOCGWINSZ, bytes(8))
            if size == self._size:
                return False
            fcntl.ioctl(master, termios.TIOCSWINSZ, size)
        except OSError:
            return False
        self._size = size
        return True

    def _is_ours(self) -> bool:
        """Whether we are in the foreground: another program's modes are not ours."""
        return os.tcgetpgrp(self._descriptor) == os.getpgrp()
