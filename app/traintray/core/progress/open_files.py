"""Which files a process has open for writing."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

_MOST_DESCRIPTORS = 4096
"""Looked at per process: 5 ms of links. Logs are opened early, numbers are given
lowest first, so what a process with more of them has in excess are its data."""
_NOT_FILES = ("/dev/", "/proc/", "/sys/", "/memfd:")
_DELETED = " (deleted)"
_STANDARD = (1, 2)


@dataclass(frozen=True, slots=True)
class OpenFile:
    """One file that is open for writing."""

    path: str
    """Where this process, too, finds the same file."""
    is_output: bool
    """It is the process's standard output or standard error."""


def written_files(
    pid: int, is_wanted: Callable[[OpenFile], bool], root: Path = Path("/")
) -> Iterator[OpenFile]:
    """Yield the regular files that process `pid` writes and that are wanted.

    Only names, flags and status are looked at; nothing is opened. Raises OSError
    when the process is gone or its files may not be seen.  `ls -l /proc/<pid>/fd`
    """
    folder = root / f"proc/{pid}/fd"
    with os.scandir(folder) as entries:
        names = [
            e.name for _, e in zip(range(_MOST_DESCRIPTORS), entries, strict=False)
        ]
    seen = set()
    for name in names:
        try:
            path = os.readlink(folder / name)  # noqa: PTH115
            if not _may_be_log(path) or path in seen:
                continue
            found = OpenFile(path, int(name) in _STANDARD)
            if not is_wanted(found) or not _is_written(folder.parent, name):
                continue
            if reachable := _reachable(folder, name, path):
                seen.add(path)
                yield OpenFile(reachable, found.is_output)
        except (OSError, ValueError):
            continue  # closed meanwhile


def _may_be_log(path: str) -> bool:
    return (
        path.startswith("/")
        and not path.startswith(_NOT_FILES)
        and not path.endswith(_DELETED)
    )


def _is_written(process: Path, name: str) -> bool:
    """Tell from its flags whether it is open for writing."""
    for line in (process / "fdinfo" / name).read_text().splitlines():
        if line.startswith("flags:"):
            return int(line.split()[1], 8) & os.O_ACCMODE != os.O_RDONLY
    return False


def _reachable(folder: Path, name: str, path: str) -> str | None:
    """Return a path under which the very file lies for us: that of a container may
    name another one here. None when it is no regular file, or not to be found.
    """
    theirs = (folder / name).stat()
    if not stat.S_ISREG(theirs.st_mode):
        return None
    for candidate in (path, f"{folder.parent}/root{path}"):
        try:
            ours = os.lstat(candidate)
        except OSError:
            continue
        if (ours.st_dev, ours.st_ino) == (theirs.st_dev, theirs.st_ino):
            return candidate
    return None
