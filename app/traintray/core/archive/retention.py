"""Drops what is too old or too much: samples first, the oldest first."""

from __future__ import annotations

import sqlite3
from array import array

from traintray.core.archive.limits import Limits
from traintray.core.archive.packing import Places, unpack_batch
from traintray.core.archive.recorder import Transaction
from traintray.core.archive.schema import CHUNK_STEP

_BLOCKS_A_TIME = 12
_RECORDS_A_TIME = 20
"""Dropped for their age with each step, every ten minutes. A clock that is wrong for a
few minutes after a start thus costs a day of thinned samples at most, not all."""
_ROOM_BYTES = 10_000_000
"""Left below the limit for the log and for what comes until the next look: at most ten
minutes of batches, 3.6 MB with 1500 series, which is 256 CPUs and ten runs."""
_FULL_SHARE = 0.5
"""Full resolution gives way first where it takes more than this share of the file:
hours in full are no use beside no yesterday."""
_RECORDS = (
    ("run", "last_s"),
    ("episode", "last_s"),
    ("notice", "at_s"),
    ("knob_change", "at_s"),
)


class Retention:
    """Works on the open file. Raises sqlite3.Error."""

    def __init__(self, connection: sqlite3.Connection, limits: Limits) -> None:
        self._connection = connection
        self.limits = limits
        """May be changed from any thread; they count from the next time on."""

    def apply(self) -> bool:
        """Keep to the limits; say whether series may have been dropped."""
        newest_s = self._newest_s()
        if newest_s is None:
            return False
        with Transaction(self._connection):
            dropped = self._drop_old(newest_s)
            while self._is_too_large() and self._drop_oldest():
                dropped = True
            if dropped:
                self._drop_unused_series()
        if dropped:
            # `execute` would stop after one page: the statement gives rows without
            # columns, one a page.
            self._connection.executescript("PRAGMA incremental_vacuum")
        return dropped

    def _newest_s(self) -> float | None:
        for table in ("batch", "block"):
            row = self._connection.execute(
                f"SELECT last_s FROM {table} ORDER BY id DESC LIMIT 1"
            ).fetchone()
            if row is not None:
                return float(row[0])
        return None

    def _drop_old(self, newest_s: float) -> bool:
        full = self._connection.execute(
            "SELECT id FROM block WHERE thinned AND last_s < ? AND id IN"
            " (SELECT thinned_into FROM block) ORDER BY first_batch LIMIT 1",
            (newest_s - self.limits.full_s,),
        ).fetchone()
        if full is not None:
            self._drop_full_of(full[0])
        since_s = newest_s - self.limits.kept_s
        old = self._connection.execute(
            "SELECT id FROM block WHERE thinned AND last_s < ?"
            " ORDER BY first_batch LIMIT ?",
            (since_s, _BLOCKS_A_TIME),
        ).fetchall()
        for (block,) in old:
            self._drop_thinned(block)
        for table, column in _RECORDS:
            self._connection.execute(
                f"DELETE FROM {table} WHERE rowid IN (SELECT rowid FROM {table}"
                f" WHERE {column} < ? ORDER BY {column} LIMIT ?)",
                (since_s, _RECORDS_A_TIME),
            )
        return bool(full is not None or old)

    def _is_too_large(self) -> bool:
        pages, free, page_bytes = (
            int(self._connection.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("page_count", "freelist_count", "page_size")
        )
        used = (pages - free) * page_bytes
        return used + _ROOM_BYTES > self.limits.file_bytes

    def _drop_oldest(self) -> bool:
        """Drop one block, or without any a record; say whether there was one."""
        full, thin = (
            int(row[0])
            for row in self._connection.execute(
                "SELECT total(bytes) FROM block WHERE NOT thinned UNION ALL"
                " SELECT total(bytes) FROM block WHERE thinned"
            )
        )
        if full > _FULL_SHARE * (full + thin):
            row = self._connection.execute(
                "SELECT thinned_into FROM block WHERE NOT thinned AND thinned_into"
                " IS NOT NULL ORDER BY first_batch LIMIT 1"
            ).fetchone()
            if row is not None:
                self._drop_full_of(row[0])
                return True
        row = self._connection.execute(
            "SELECT id, thinned FROM block ORDER BY first_batch, thinned DESC LIMIT 1"
        ).fetchone()
        if row is None:
            return self._drop_oldest_record()
        if row[1]:
            self._drop_thinned(row[0])
        else:
            self._drop_blocks([row[0]])
        return True

    def _drop_oldest_record(self) -> bool:
        oldest = " UNION ALL ".join(
            f"SELECT '{table}' AS source, rowid AS at, {column} AS end_s FROM {table}"
            for table, column in _RECORDS
        )
        row = self._connection.execute(
            f"SELECT source, at FROM ({oldest}) ORDER BY end_s LIMIT 1"
        ).fetchone()
        if row is None:
            return False
        self._connection.execute(f"DELETE FROM {row[0]} WHERE rowid = ?", (row[1],))
        return True

    def _drop_full_of(self, thinned: int) -> None:
        """Drop the full blocks that a thinned one stands for, all of them at once:
        what is asked of that hour then comes from the thinned one.
        """
        rows = self._connection.execute(
            "SELECT id FROM block WHERE thinned_into = ?", (thinned,)
        ).fetchall()
        self._drop_blocks([block for (block,) in rows])

    def _drop_thinned(self, block: int) -> None:
        self._drop_full_of(block)
        self._drop_blocks([block])

    def _drop_blocks(self, blocks: list[int]) -> None:
        for block in blocks:
            self._connection.execute(
                "DELETE FROM chunk WHERE id BETWEEN ? AND ?",
                (block * CHUNK_STEP, block * CHUNK_STEP + CHUNK_STEP - 1),
            )
            self._connection.execute("DELETE FROM block WHERE id = ?", (block,))

    def _drop_unused_series(self) -> None:
        """Drop the names of series of which nothing is left, unless batches may still
        bring one of them.
        """
        used: set[int] = set()
        for (packed,) in self._connection.execute("SELECT series FROM block"):
            ids = array("I")
            ids.frombytes(packed)
            used.update(ids)
        known: Places = {}
        for number, data in self._connection.execute("SELECT id, data FROM batch"):
            used.update(unpack_batch(number, data, known).places)
        unused = [
            (number,)
            for (number,) in self._connection.execute("SELECT id FROM series")
            if number not in used
        ]
        self._connection.executemany("DELETE FROM series WHERE id = ?", unused)
