"""Finds an installed library that may be preloaded: there, and for this machine."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

FOLDERS = (
    Path("/usr/local/lib"),
    Path("/usr/lib64"),
    Path("/usr/lib/x86_64-linux-gnu"),
    Path("/usr/lib/aarch64-linux-gnu"),
    Path("/usr/lib"),
)
_MAGIC, _CLASS, _MACHINE = slice(0, 4), slice(4, 6), slice(18, 20)
"""Bytes of an ELF header: the sign, width and order of words, the kind of CPU."""
_HEADER_BYTES = 20


def find_library(
    stem: str, folders: Sequence[Path] = FOLDERS, program: str = sys.executable
) -> Path | None:
    """Return the library whose file name is `stem`, or begins so before a version.

    None when there is none that `program` could load. `ldconfig -p` lists them.
    """
    own = _header(Path(program))
    for folder in folders:
        try:
            names = sorted(p for p in folder.iterdir() if p.name.startswith(stem))
        except OSError:
            continue
        for path in names:
            is_version = path.name == stem or path.name.startswith(f"{stem}.")
            if is_version and own and _header(path) == own:
                return path
    return None


def _header(path: Path) -> tuple[bytes, bytes] | None:
    try:
        with path.open("rb") as file:
            start = file.read(_HEADER_BYTES)
    except OSError:
        return None
    if start[_MAGIC] != b"\x7fELF" or len(start) < _HEADER_BYTES:
        return None
    return start[_CLASS], start[_MACHINE]
