"""Replaces a file in one step: a reader sees the old bytes or the new, never a mix."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

MAX_BYTES = 1 << 20
"""Larger files are refused: no file of ours comes near, so it is another file."""

_STALE_AFTER_S = 60.0


class KeepGroupError(OSError):
    """The file belongs to a group this user may not give files to."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file as it was read."""

    data: bytes
    status: os.stat_result

    def is_same(self, other: os.stat_result) -> bool:
        """Whether `other` is this file, unchanged since it was read."""
        mine = self.status
        return (mine.st_dev, mine.st_ino, mine.st_size, mine.st_mtime_ns) == (
            other.st_dev,
            other.st_ino,
            other.st_size,
            other.st_mtime_ns,
        )


class Disk:
    """The three steps that can fail half-way; a test makes them fail."""

    def write(self, descriptor: int, data: bytes) -> None:
        """Write all of `data`."""
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]

    def sync(self, descriptor: int) -> None:
        """Wait until the file's bytes are on the disk."""
        os.fsync(descriptor)

    def replace(self, draft: Path, target: Path) -> None:
        """Put `draft` in the place of `target`."""
        os.replace(draft, target)


def look(path: Path, max_bytes: int = MAX_BYTES) -> Found | None:
    """Read a file with its status, following links; None when it is not there.

    Raises OSError when it cannot be read, or is no regular file (opening a pipe
    would wait for ever), or is larger than `max_bytes`.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))
        data = _all_of(descriptor, max_bytes)
    finally:
        os.close(descriptor)
    if len(data) > max_bytes:
        limit = f"it is larger than {max_bytes >> 20} MiB"
        raise OSError(errno.EFBIG, limit, str(path))
    return Found(data, status)


def _all_of(descriptor: int, max_bytes: int) -> bytes:
    """Read to the end, or just past `max_bytes`."""
    parts: list[bytes] = []
    wanted = max_bytes + 1
    while wanted > 0 and (part := os.read(descriptor, wanted)):
        parts.append(part)
        wanted -= len(part)
    return b"".join(parts)


def read(path: Path, max_bytes: int = MAX_BYTES) -> bytes | None:
    """Return a file's bytes, or None when it is not there. Raises as `look` does."""
    found = look(path, max_bytes)
    return None if found is None else found.data


def write(
    path: Path,
    data: bytes | Iterable[bytes],
    disk: Disk | None = None,
    before_replace: Callable[[], None] | None = None,
    mode: int = 0o644,
) -> None:
    """Replace `path`, or create it with `mode` less the umask.

    Pieces are written as they come; one that is not made (its maker raises) leaves
    the old file. A symbolic link stays and its target is replaced; mode, group and
    extended attributes are kept. `before_replace` is called when all is ready, and
    stops the write by raising. Raises OSError; the old file is then whole.
    """
    disk = disk or Disk()
    target = Path(os.path.realpath(path))
    _sweep(target)
    draft = target.with_name(f"{_prefix(target)}{os.urandom(8).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(draft, flags, mode)
    try:
        try:
            _dress_like(target, descriptor)
            for piece in (data,) if isinstance(data, bytes) else data:
                disk.write(descriptor, piece)
            disk.sync(descriptor)
        finally:
            os.close(descriptor)
        if before_replace is not None:
            before_replace()
        disk.replace(draft, target)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Wait until a change of names in `folder` is on the disk.

    A file system that cannot do so (some network ones) has still made the change.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with contextlib.suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _prefix(target: Path) -> str:
    return f".{target.name}.traintray-"


def _dress_like(target: Path, descriptor: int) -> None:
    """Give the draft the mode, group and attributes of the file it replaces."""
    try:
        old = target.stat()
    except FileNotFoundError:
        return
    if os.fstat(descriptor).st_gid != old.st_gid:
        try:
            os.fchown(descriptor, -1, old.st_gid)
        except PermissionError as error:
            raise KeepGroupError(error.errno, error.strerror, str(target)) from error
    os.fchmod(descriptor, stat.S_IMODE(old.st_mode))
    # Access lists and tags. The kernel sets labels such as SELinux's by itself.
    with contextlib.suppress(OSError):
        for name in os.listxattr(target):
            with contextlib.suppress(OSError):
                os.setxattr(descriptor, name, os.getxattr(target, name))


def _sweep(target: Path) -> None:
    """Remove drafts that a killed writer left behind."""
    with contextlib.suppress(OSError):
        for draft in target.parent.iterdir():
            if not draft.name.startswith(_prefix(target)):
                continue
            if time.time() - draft.lstat().st_mtime > _STALE_AFTER_S:
                draft.unlink()
