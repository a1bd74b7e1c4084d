"""Whether a process listens for calls over TCP, as a server does, and has some."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

_LISTEN = "0A"
_LARGEST_TABLE_BYTES = 2 * 2**20
"""About 13,000 sockets. A machine with more is a busy server anyway, and reading on
would take longer than the answer is worth."""
_NEVER_MIND = frozenset({"0A", "02", "03", "07"})
"""Listening, being opened, closed: no caller, or none yet (see tcp_states.h)."""


def has_callers(pid: int, root: Path = Path("/")) -> bool:
    """Tell whether a process listens on a TCP port and that port has connections.

    `ss -tnp` shows both. False as well when its descriptors may not be read. Raises
    OSError when the process is gone.
    """
    folder = root / f"proc/{pid}"
    mine = _socket_inodes(folder)
    if not mine:
        return False
    rows = list(_rows(folder))
    ports = {port for port, state, inode in rows if state == _LISTEN and inode in mine}
    return any(port in ports and state not in _NEVER_MIND for port, state, _ in rows)


def listens(pid: int, root: Path = Path("/")) -> bool:
    """Tell whether a process listens on a TCP port, called or not.

    `ss -tlnp` shows it. False as well when its descriptors may not be read. Raises
    OSError when the process is gone.
    """
    folder = root / f"proc/{pid}"
    mine = _socket_inodes(folder)
    return bool(mine) and any(
        state == _LISTEN and inode in mine for _, state, inode in _rows(folder)
    )


def _socket_inodes(folder: Path) -> set[str]:
    try:
        names = os.listdir(folder / "fd")
    except PermissionError:
        return set()
    found = set()
    for name in names:
        try:
            target = os.readlink(folder / "fd" / name)
        except OSError:
            continue
        if target.startswith("socket:["):
            found.add(target[len("socket:[") : -1])
    return found


def _rows(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield local port (hexadecimal), state and inode of every TCP socket."""
    for name in ("tcp", "tcp6"):
        try:
            with (folder / "net" / name).open("rb") as file:
                content = file.read(_LARGEST_TABLE_BYTES)
        except OSError:
            continue
        for line in content.decode("ascii", "replace").splitlines()[1:]:
            words = line.split(None, 10)
            if len(words) >= 10:
                yield words[1].rpartition(":")[2], words[3], words[9]
