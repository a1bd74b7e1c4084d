"""The history file in the hands of the writing thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from traintray.core.archive.compaction import Compaction
from traintray.core.archive.errors import ArchiveError
from traintray.core.archive.historyfile import WriterLock, open_to_write
from traintray.core.archive.limits import Limits
from traintray.core.archive.recorder import Record, Recorder, Sample
from traintray.core.archive.retention import Retention
from traintray.core.archive.suspicion import clear_up
from traintray.core.sentence import Sentence


class OpenFile:
    """Open or not. Raises ArchiveError, sqlite3.Error, OSError, and ValueError for
    damaged bytes; call `close` then, and `open` again.
    """

    def __init__(self, path: Path, limits: Limits) -> None:
        self._path = path
        self._limits = limits
        self._lock = WriterLock(path)
        self._inode = 0
        self._connection: sqlite3.Connection | None = None
        self._recorder: Recorder | None = None
        self._compaction: Compaction | None = None
        self._retention: Retention | None = None
        self._was_open = False
        self.broken: Path | None = None
        """Where the last damaged file was kept."""

    def keep_to(self, limits: Limits) -> None:
        """Keep to other limits from now on. From any thread."""
        self._limits = limits
        if self._retention is not None:
            self._retention.limits = limits

    def open(self) -> None:
        """Open the file unless it is open and still the one at its path."""
        if self._connection is not None:
            if self._is_there():
                clear_up(self._path, self._connection)
                return
            self.close()
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self._lock.take():
            other = Sentence(
                "Archive",
                "Another traintray of yours writes the history, so this one does not.",
            )
            raise ArchiveError(other)
        opened = open_to_write(self._path)
        self._connection, self._inode = opened.connection, opened.inode
        clear_up(self._path, opened.connection)
        self.broken = opened.broken or self.broken
        self._recorder = Recorder(opened.connection)
        self._compaction = Compaction(opened.connection)
        self._retention = Retention(opened.connection, self._limits)
        if not self._was_open:
            self._recorder.close_open_episodes()
        self._was_open = True

    def write(
        self, samples: Sequence[Sample], records: Sequence[Record]
    ) -> dict[str, int]:
        """Keep samples and records; return the numbers of the runs by identity."""
        return self._recorder.write(samples, records) if self._recorder else {}

    def tidy(self) -> bool:
        """Put complete stretches together, thin old ones, drop the oldest; say whether
        there was something to do, which is the case about every ten minutes.
        """
        if not (self._compaction and self._retention and self._recorder):
            return False
        if not self._compaction.step():
            return False
        if self._retention.apply():
            self._recorder.forget_series()
        return True

    def close(self) -> None:
        """Let go of the file and the lock."""
        connection, self._connection = self._connection, None
        self._recorder = self._compaction = self._retention = None
        try:
            if connection is not None:
                connection.close()
        finally:
            self._lock.release()

    def _is_there(self) -> bool:
        try:
            return self._path.stat().st_ino == self._inode
        except FileNotFoundError:
            return False
