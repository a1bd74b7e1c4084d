"""How a process ended that is not our child, as far as the kernel tells.

Linux keeps the exit status of a process for whoever holds a pidfd on it, also after
its parent took it (PIDFD_GET_INFO with PIDFD_INFO_EXIT, Linux 6.15). Before that, only
a zombie that nobody took yet shows it, in the last field of its `stat`.
"""

from __future__ import annotations

import fcntl
import os
import struct
from dataclasses import dataclass
from pathlib import Path

# include/uapi/linux/pidfd.h: mask, cgroup; pid, tgid, ppid, eight ids; exit code.
_INFO = struct.Struct("=QQ11Ii")
_GET_INFO = (3 << 30) | (_INFO.size << 16) | (0xFF << 8) | 11
_WITH_EXIT = 1 << 3
_STATE, _STARTED, _EXIT_CODE = 0, 19, 49
"""Places after the name in `/proc/<pid>/stat`, see proc(5)."""
_SIGNAL, _STATUS = 0x7F, 8
"""A wait status: the signal in seven bits, or the exit status above a byte."""


@dataclass(frozen=True, slots=True)
class End:
    """How one process ended. Both are None when that is not known."""

    exit_status: int | None = None
    signal: int | None = None

    @property
    def is_known(self) -> bool:
        """Whether the kernel told it."""
        return self.exit_status is not None or self.signal is not None

    @classmethod
    def of(cls, code: int) -> End:
        """Read a wait status, as `waitpid` returns it."""
        if code & _SIGNAL:
            return cls(signal=code & _SIGNAL)
        return cls(exit_status=code >> _STATUS)


UNKNOWN_END = End()


def open_process(pid: int) -> int | None:
    """Return a descriptor that stands for a process; None where that is impossible.

    It becomes readable when the process has ended. The caller closes it.
    """
    try:
        return os.pidfd_open(pid)
    except (OSError, AttributeError):
        return None


def told_by(descriptor: int) -> End | None:
    """Return how the process of a pidfd ended; None when the kernel does not tell, or
    not yet: it does once the parent took the exit status.
    """
    answer = bytearray(_INFO.size)
    _INFO.pack_into(answer, 0, _WITH_EXIT, *[0] * 13)
    try:
        fcntl.ioctl(descriptor, _GET_INFO, answer, True)
    except OSError:
        return None
    mask, *_, code = _INFO.unpack(answer)
    return End.of(code) if mask & _WITH_EXIT else None


class ProcessState:
    """One look at a process in `/proc`."""

    def __init__(self, pid: int, started_ticks: int, root: Path = Path("/")) -> None:
        """Look at process `pid`; another one that got its number is not it."""
        self._folder = root / f"proc/{pid}"
        fields = self._fields()
        is_it = bool(fields) and int(fields[_STARTED]) == started_ticks
        self.is_there = is_it
        """It exists, be it as a zombie."""
        self.is_zombie = is_it and fields[_STATE] in (b"Z", b"X")
        self._code = int(fields[_EXIT_CODE]) if self.is_zombie else 0

    def zombie_end(self) -> End | None:
        """Return what a zombie shows; None when it is none, or when it is another
        user's, which shows 0 whatever happened.
        """
        try:
            is_ours = self._folder.stat().st_uid == os.geteuid()
        except OSError:
            return None
        return End.of(self._code) if self.is_zombie and is_ours else None

    def _fields(self) -> list[bytes]:
        try:
            raw = (self._folder / "stat").read_bytes()
        except OSError:
            return []
        fields = raw[raw.rindex(b")") + 2 :].split()
        return fields if len(fields) > _EXIT_CODE else []


def started_ticks(pid: int, root: Path = Path("/")) -> int | None:
    """Return when a process started, in clock ticks after boot; None when it is gone.

    Together with the pid that names it for good.  `ps -o lstart`
    """
    try:
        raw = (root / f"proc/{pid}/stat").read_bytes()
    except OSError:
        return None
    return int(raw[raw.rindex(b")") + 2 :].split()[_STARTED])
