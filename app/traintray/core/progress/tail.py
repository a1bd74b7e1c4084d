"""Reads what was added to a file that somebody else writes."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass

_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
MOST_BYTES = 256 * 1024
"""Read at one look. A log that grows faster is joined again at its end."""
_HEAD_BYTES = 8 * 1024


class NotAFileError(OSError):
    """The path names something that must not be read: a pipe, a socket, a device."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """What one look at a file brought."""

    data: bytes
    is_anew: bool
    """It is another file than before, or was cut off: what is known of it is void."""
    is_cut: bool
    """Something between the look before and `data` was skipped."""
    changed_at_s: float
    """When the file was last written, in seconds since 1970.  `stat -c %Y`"""


class Tail:
    """Follows one path. The file is opened for each look and never kept open, so
    that its owner may rotate it and unmount its file system.
    """

    def __init__(self, path: str, most_bytes: int = MOST_BYTES) -> None:
        self.path = path
        self._most_bytes = most_bytes
        self._file: tuple[int, int] | None = None
        self._offset = 0
        self._seen: tuple[int, int] | None = None
        """Size and time of the last write as seen at the last look."""

    def read(self) -> Fresh | None:
        """Return what was added; None when nothing was.

        Raises OSError when the file is gone, may not be read or is no regular file.
        """
        descriptor = _open(self.path)
        try:
            found = os.fstat(descriptor)
            state = found.st_size, found.st_mtime_ns
            is_anew = self._file != (found.st_dev, found.st_ino)
            # Written anew in place, it has the same number but begins before us.
            is_anew = is_anew or found.st_size < self._offset
            if not is_anew and state == self._seen:
                return None
            self._file, self._seen = (found.st_dev, found.st_ino), state
            start = 0 if is_anew else self._offset
            begin = max(start, found.st_size - self._most_bytes)
            data = os.pread(descriptor, found.st_size - begin, begin)
        finally:
            os.close(descriptor)
        self._offset = begin + len(data)
        return Fresh(data, is_anew, begin > start, found.st_mtime)


def head(path: str, size_bytes: int = _HEAD_BYTES) -> bytes:
    """Return how a file begins; OSError as `Tail.read`."""
    descriptor = _open(path)
    try:
        return os.pread(descriptor, size_bytes, 0)
    finally:
        os.close(descriptor)


def _open(path: str) -> int:
    # Opening a pipe or a device can do something; looking at its name cannot.
    if not stat.S_ISREG(os.lstat(path).st_mode):
        raise NotAFileError(0, "it is not a regular file", path)
    descriptor = os.open(path, _FLAGS)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotAFileError(0, "it is not a regular file", path)
    return descriptor
