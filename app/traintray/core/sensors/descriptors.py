"""Open files are a limited good: how many may be kept, and how to do without.

A file in `/proc` that is kept open is read at less than half the price, and one that
belonged to a process that ended says so instead of showing its successor.
"""

from __future__ import annotations

import errno
import fcntl
import os
import resource

NONE_LEFT = -1
"""Stands for "not kept": open, read and close it each time."""

OUT_OF_DESCRIPTORS = frozenset({errno.EMFILE, errno.ENFILE})

_HIGHEST_LIMIT = 65_536
# select() cannot take descriptors from 1,024 on, and a driver or a library in this
# process may use it: what we keep lies above, the low numbers are left to others.
_FIRST_KEPT = 1024
_OPEN_FLAGS = os.O_RDONLY | os.O_CLOEXEC


def raise_descriptor_limit(highest: int = _HIGHEST_LIMIT) -> int:
    """Raise the soft limit of open files to the hard one; return what it is now.

    Call it once, at the start of the app. It is capped at `highest`, since programs
    that this one starts inherit it. Never raises: a refusal leaves the limit alone.
    `ulimit -Sn` prints the same number.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = highest if hard == resource.RLIM_INFINITY else min(hard, highest)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return soft if soft != resource.RLIM_INFINITY else highest
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted


def share_of_limit(share: float) -> int:
    """Return how many descriptors a `share` (0..1) of the soft limit is."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        soft = _HIGHEST_LIMIT
    return int(min(soft, _HIGHEST_LIMIT) * share)


def read_once(path: str, size_bytes: int, dir_fd: int) -> bytes:
    """Open, read and close a file below `dir_fd`; OSError as the system calls say."""
    fd = os.open(path, _OPEN_FLAGS, dir_fd=dir_fd)
    try:
        return os.pread(fd, size_bytes, 0)
    finally:
        os.close(fd)


class DescriptorStock:
    """Hands out at most `limit` descriptors to keep."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._used = 0
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self._can_lift = soft == resource.RLIM_INFINITY or soft >= 2 * _FIRST_KEPT

    @property
    def used(self) -> int:
        """How many are kept open now."""
        return self._used

    def keep(self, path: str, dir_fd: int) -> int:
        """Open a file below `dir_fd` to keep; NONE_LEFT when there are too many.

        Raises OSError when the file is not there or may not be read.
        """
        if self._used >= self._limit:
            return NONE_LEFT
        try:
            fd = os.open(path, _OPEN_FLAGS, dir_fd=dir_fd)
        except OSError as error:
            if error.errno in OUT_OF_DESCRIPTORS:
                self._limit = self._used
                return NONE_LEFT
            raise
        self._used += 1
        return self._lifted(fd)

    def release(self, fd: int) -> None:
        """Close one that was kept; NONE_LEFT is fine."""
        if fd != NONE_LEFT:
            os.close(fd)
            self._used -= 1

    def shrink(self, count: int) -> None:
        """Keep `count` fewer from now on: somebody else needs them."""
        self._limit = max(0, min(self._limit, self._used) - count)

    def _lifted(self, fd: int) -> int:
        if not self._can_lift:
            return fd
        try:
            high = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _FIRST_KEPT)
        except OSError:
            self._can_lift = False
            return fd
        os.close(fd)
        return high
