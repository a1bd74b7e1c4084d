"""Opens the history file: for one writer at a time, for any number of readers."""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from traintray.core.archive.errors import ArchiveError, NoHistoryError
from traintray.core.archive.schema import (
    MIGRATIONS,
    Migration,
    check_not_newer,
    migrate,
    version_of,
)
from traintray.core.sentence import Sentence

WAL_BYTES = 4 << 20
"""The log beside the file is cut back to this."""
_WRITING_KIB, _READING_KIB = 128, 512
"""Pages kept in memory. SQLite's own 2 MiB would stay in an app that is always there;
the writer touches few pages twice."""
_STATEMENTS = 16
_PATIENCE_S = 5.0
_BROKEN_KEPT = 2
_BESIDE = ("", "-wal", "-shm")


def is_damage(error: Exception) -> bool:
    """Whether an error says that the bytes of the file make no sense (rather than
    that the disk is full, or the file locked, or that no file takes what is written).
    """
    if isinstance(error, ValueError):
        return not isinstance(error, UnicodeEncodeError)
    return isinstance(error, sqlite3.DatabaseError) and not isinstance(
        error, (sqlite3.OperationalError, sqlite3.ProgrammingError)
    )


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that can be written."""

    connection: sqlite3.Connection
    inode: int
    broken: Path | None
    """Where a damaged file was kept that was there before."""


class WriterLock:
    """Held by the one program that writes; the kernel lets go when it dies."""

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f"{path.stem}.lock")
        self._descriptor: int | None = None

    def take(self) -> bool:
        """Take it unless another program has it. Raises OSError."""
        if self._descriptor is not None:
            return True
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        descriptor = os.open(self._path, flags, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def release(self) -> None:
        """Let go."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def open_to_write(path: Path, migrations: Sequence[Migration] = MIGRATIONS) -> Opened:
    """Open the file, made or brought to today's schema if need be. A damaged one is
    moved aside and a new one begun.

    Raises NewerSchemaError, OSError, and sqlite3.Error when it cannot be written.
    The caller holds the lock.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    broken = None
    try:
        connection = _connected(path, migrations)
    except (sqlite3.Error, ValueError) as error:
        if not is_damage(error):
            raise
        broken = move_aside(path)
        connection = _connected(path, migrations)
    return Opened(connection, path.stat().st_ino, broken)


def _connected(path: Path, migrations: Sequence[Migration]) -> sqlite3.Connection:
    if path.exists() and not path.is_file():
        raise OSError(f"{path} is no regular file")
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    os.close(descriptor)  # made by us: nobody else may read it
    connection = sqlite3.connect(
        path,
        timeout=_PATIENCE_S,
        isolation_level=None,
        cached_statements=_STATEMENTS,
    )
    try:
        check_not_newer(connection, path, migrations)
        if version_of(connection) == 0:
            _check_empty(connection)
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        else:
            _check_tables(connection)  # before any step relies on them
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA journal_size_limit = {WAL_BYTES}")
        connection.execute(f"PRAGMA cache_size = -{_WRITING_KIB}")
        migrate(connection, migrations)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_empty(connection: sqlite3.Connection) -> None:
    if connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
        raise ValueError("a database of somebody else")


def _check_tables(connection: sqlite3.Connection) -> None:
    wanted = {"series", "batch", "block", "chunk", "run", "episode", "notice"}
    found = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if not wanted | {"knob_change"} <= found:
        raise ValueError("tables are missing")


def move_aside(path: Path) -> Path:
    """Rename a damaged file, with what lies beside it; keep the newest few of them."""
    stem = f"{path.name}.broken-{time.strftime('%Y-%m-%d-%H%M%S')}"
    aside = path.with_name(stem)
    number = 2
    while aside.exists():
        aside = path.with_name(f"{stem}-{number}")
        number += 1
    for ending in _BESIDE:
        with contextlib.suppress(FileNotFoundError):
            Path(f"{path}{ending}").rename(f"{aside}{ending}")
    kept = [
        each
        for each in path.parent.glob(f"{path.name}.broken-*")
        if not each.name.endswith(_BESIDE[1:])
    ]
    kept.sort(key=lambda each: each.stat().st_mtime_ns)
    for old in kept[:-_BROKEN_KEPT]:
        for ending in _BESIDE:
            old.with_name(old.name + ending).unlink(missing_ok=True)
    return aside


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open the file for reading only, beside whoever writes it.

    Raises ArchiveError: NoHistoryError when there is none, NewerSchemaError.
    """
    if not path.exists():
        nothing = Sentence("Archive", "Nothing is remembered yet: {path} is not there.")
        raise NoHistoryError(nothing.filled(path=path))
    if not path.is_file():  # opening a pipe would wait for ever
        raise unreadable(path, OSError("it is no regular file"))
    try:
        return _reading(path, "mode=ro")
    except sqlite3.OperationalError as error:
        # On a file system that may not be written there is no log to share.
        if os.access(path.parent, os.W_OK) or Path(f"{path}-wal").exists():
            raise unreadable(path, error) from error
        try:
            return _reading(path, "immutable=1")
        except (sqlite3.Error, ValueError) as again:
            raise unreadable(path, again) from again
    except (sqlite3.Error, ValueError) as error:
        raise unreadable(path, error) from error


def _reading(path: Path, how: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}",
        uri=True,
        timeout=_PATIENCE_S,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        check_not_newer(connection, path)
        if not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            empty = Sentence(
                "Archive",
                "{path} holds no history yet; start traintray once to begin one.",
            )
            raise ArchiveError(empty.filled(path=path))
        if version_of(connection) < len(MIGRATIONS):
            older = Sentence(
                "Archive",
                "An older traintray wrote {path}; start traintray once to renew it.",
            )
            raise ArchiveError(older.filled(path=path))
        connection.execute(f"PRAGMA cache_size = -{_READING_KIB}")
        _check_tables(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def unreadable(path: Path, error: Exception) -> ArchiveError:
    """Return the error a person is told when the file cannot be read."""
    if is_damage(error):
        text = Sentence(
            "Archive",
            "{path} is damaged ({error}). traintray moves it aside and begins a new"
            " one when it next writes to it.",
        )
    else:
        text = Sentence("Archive", "{path} cannot be read ({error}).")
    return ArchiveError(text.filled(path=path, error=error))
