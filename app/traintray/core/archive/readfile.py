"""The history file in the hands of a reader."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

from traintray.core.archive.historyfile import is_damage, open_to_read, unreadable
from traintray.core.archive.suspicion import suspect


class ReadFile:
    """A connection that one thread at a time reads from."""

    def __init__(self, path: Path) -> None:
        """Open the file. Raises ArchiveError."""
        self._path = path
        self._lock = threading.Lock()
        self._connection = open_to_read(path)
        self._inode = path.stat().st_ino

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Keep others away, and see one instant of the file.

        Raises ArchiveError, also for what sqlite3 raises inside, and ValueError there:
        damaged bytes.
        """
        with self._lock:
            try:
                self._follow()
                self._connection.execute("BEGIN")
                yield self._connection
            except (sqlite3.Error, ValueError) as error:
                if is_damage(error):
                    suspect(self._path)
                raise unreadable(self._path, error) from error
            finally:
                self._end()

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    def _follow(self) -> None:
        """Read the new file where the writer has moved a damaged one aside."""
        try:
            inode = self._path.stat().st_ino
        except OSError:
            return  # deleted: what it held can still be read
        if inode != self._inode:
            fresh = open_to_read(self._path)
            self._connection.close()
            self._connection, self._inode = fresh, inode

    def _end(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
