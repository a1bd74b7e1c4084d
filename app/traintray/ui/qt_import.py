"""Imports PySide6 without two habits of it that this app pays for and never uses.

Each start it compiles some ten modules of its own from source text, and from then on
it reads the source of every module that anybody imports, in search of the switches
of `__feature__`. The first takes a sixth of the time in which the icon has to be
there; the second doubles the time of later imports, and leaves 5 MiB of other
people's source in memory for as long as the app runs.
"""

from __future__ import annotations

import builtins
import linecache
import marshal
import os
import sys
from collections.abc import Callable, Mapping
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path
from types import CodeType
from typing import Any

from traintray.settings.folders import absolute

_SUPPORT = "shibokensupport/"
"""How the names of PySide's own modules begin, as it hands them to `compile`."""

Compiled = dict[tuple[str, bytes], bytes]
"""Code by file name and hash of its source."""


def cache_dir(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the user's folder for what can be made again."""
    found = Path(environ.get("XDG_CACHE_HOME", "")) / "traintray"
    return absolute(found, ".cache")


def load(folder: Path) -> None:
    """Import PySide6. ImportError as from a plain import.

    `folder` is where compiled code is kept, as `__pycache__` is for other modules;
    where nothing can be kept there, it is compiled as ever.
    """
    python = f"{MAGIC_NUMBER.hex()}-{sys.flags.optimize}"
    kept = CompiledSupport(folder / f"pyside-{python}.bin")
    plain, builtins.compile = builtins.compile, kept.compile
    try:
        import PySide6.QtCore  # noqa: F401
    finally:
        builtins.compile = plain
    import_plainly()
    kept.save()


def import_plainly() -> None:
    """End the search for switches in what is imported from here on."""
    # PySide keeps there what it has replaced. With none, nothing was replaced.
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
    linecache.clearcache()


class CompiledSupport:
    """Code of PySide's own modules, from one start to the next."""

    def __init__(
        self, path: Path, compile_source: Callable[..., Any] = compile
    ) -> None:
        self._path = path
        self._compile_source = compile_source
        self._known = _read(path)
        self._used: Compiled = {}

    def compile(self, source: Any, filename: Any, *rest: Any, **named: Any) -> Any:
        """Do what the builtin does, which this stands in for."""
        of_pyside = str(filename).startswith(_SUPPORT) and isinstance(source, bytes)
        if not of_pyside:
            return self._compile_source(source, filename, *rest, **named)
        key = (str(filename), source_hash(source))
        kept = self._known.get(key, b"")
        code = _loaded(kept)
        if not isinstance(code, CodeType):
            code = self._compile_source(source, filename, *rest, **named)
            kept = marshal.dumps(code)
        self._used[key] = kept
        return code

    def save(self) -> None:
        """Keep what was used, if it is not what was known."""
        if self._used == self._known:
            return
        unfinished = self._path.with_suffix(f".{os.getpid()}")
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            unfinished.touch(mode=0o600)
            unfinished.write_bytes(marshal.dumps(self._used))
            unfinished.replace(self._path)
        except OSError:
            pass  # a full disk costs the time that it saves, not the start


def _read(path: Path) -> Compiled:
    """Return what was kept; nothing when it is torn or others could have written it."""
    try:
        with path.open("rb") as file:
            found = os.fstat(file.fileno())
            if found.st_uid != os.geteuid() or found.st_mode & 0o022:
                return {}
            kept = _loaded(file.read())
    except OSError:
        return {}
    return kept if isinstance(kept, dict) else {}


def _loaded(data: bytes) -> Any:
    """Return what was marshalled, or None for what is no such thing."""
    try:
        return marshal.loads(data)
    except (ValueError, EOFError, TypeError):
        return None
