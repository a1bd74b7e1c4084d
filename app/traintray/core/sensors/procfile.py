"""Read a kernel file again and again at little cost."""

from __future__ import annotations

import os
from pathlib import Path

_FIRST_SIZE = 4096
_LARGEST_SIZE = 16 * 2**20


class ProcFile:
    """A small file of `/proc` that stays open and is read from its start each time.

    Opening costs as much as reading, and the content is made anew on every read
    from the start (see seq_file in the kernel's filesystems documentation).
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd: int | None = None
        self._size = _FIRST_SIZE
        self._read_at_s: float | None = None
        self._content = b""

    def __del__(self) -> None:
        self.close()

    def __str__(self) -> str:
        return str(self._path)

    def read(self) -> bytes:
        """Read the whole file; OSError with its name when that fails."""
        try:
            if self._fd is None:
                self._fd = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
            content = os.pread(self._fd, self._size, 0)
            while len(content) == self._size < _LARGEST_SIZE:
                # There may be more. Read all of it at once rather than the rest,
                # which the kernel would make at another instant.
                self._size *= 4
                content = os.pread(self._fd, self._size, 0)
        except OSError as error:
            self.close()
            raise OSError(error.errno, error.strerror, str(self._path)) from error
        return content

    def read_at(self, at_s: float) -> bytes:
        """Read the file once per instant, however many sensors ask.

        `/proc/stat` lists every interrupt of every CPU: on a large machine one
        read of it is the dearest of all.
        """
        if at_s != self._read_at_s:
            self._content = self.read()
            self._read_at_s = at_s
        return self._content

    def close(self) -> None:
        """Let go of the descriptor; the next read opens the file again."""
        fd, self._fd = self._fd, None
        if fd is not None:
            os.close(fd)

    def unreadable(self) -> OSError:
        """Return the error for content that makes no sense."""
        return OSError(f"{self._path}: not in the form that this kernel file has")


def number_after(content: bytes, label: bytes) -> int:
    """Return the whole number that follows `label`; ValueError when there is none.

    Begin the label with a newline where another one may end in it.
    """
    start = content.find(label)
    if start < 0:
        raise ValueError(f"no {label!r}")
    start += len(label)
    end = content.find(b"\n", start)
    words = content[start : end if end >= 0 else None].split(maxsplit=1)
    if not words:
        raise ValueError(f"nothing after {label!r}")
    return int(words[0])
