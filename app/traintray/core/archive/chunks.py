"""The chunks of a block: each holds some series, one after the other."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from traintray.core.archive.schema import CHUNK_STEP

SERIES_A_CHUNK = 32
"""In a block that is written now. One by one, the 40 series of a day of the Live page
were 1100 rows and as many calls of zlib, each of which lets go of the interpreter; 32
of them together also pack tighter. All together, one series of a machine with ten runs
would be found among a thousand."""
_AT_ONCE = 500
"""Chunks in one question; SQLite may take no more than 999 values."""

Members = tuple[int, ...]
"""The series in one chunk, by number, in the order in which they stand there."""


@dataclass(frozen=True, slots=True)
class Chunks:
    """How the series of one block are shared out among its chunks."""

    block: int
    series: Members
    """Those that the block has; they rise."""
    per_chunk: int
    """How many are in each chunk but the last; 1 in files of version 1."""

    def members(self) -> list[Members]:
        """Return what is in each chunk."""
        places = range(0, len(self.series), self.per_chunk)
        return [self.series[at : at + self.per_chunk] for at in places]

    def read(
        self, connection: sqlite3.Connection, numbers: Iterable[int]
    ) -> list[tuple[Members, bytes]]:
        """Return the chunks that hold any of the series `numbers`.

        Raises ValueError where one is missing in the file.
        """
        wanted = set(numbers)
        members = [each for each in self.members() if not wanted.isdisjoint(each)]
        found: dict[int, bytes] = {}
        for at in range(0, len(members), _AT_ONCE):
            ids = [self.id_of(each) for each in members[at : at + _AT_ONCE]]
            marks = ",".join("?" * len(ids))
            rows = connection.execute(
                f"SELECT id, data FROM chunk WHERE id IN ({marks})", ids
            )
            found.update(rows)
        for each in members:
            if self.id_of(each) not in found:
                raise ValueError(f"chunk {each[0]} of block {self.block} is missing")
        return [(each, found[self.id_of(each)]) for each in members]

    def id_of(self, members: Members) -> int:
        """Return the id of a chunk: it goes by its first series."""
        return self.block * CHUNK_STEP + members[0]


def chunks_of(block: int, packed_series: bytes, per_chunk: int) -> Chunks:
    """Return the chunks of a block from what its row says. Raises ValueError for one
    that cannot be.
    """
    series = array("I")
    series.frombytes(packed_series)
    if per_chunk < 1:
        raise ValueError(f"{per_chunk} series in each chunk of block {block}")
    return Chunks(block, tuple(series), per_chunk)


def pieces(values: array[float], members: Members) -> Mapping[int, array[float]]:
    """Return the values of each series in a chunk."""
    count = len(values) // len(members)
    return {
        number: values[place * count : (place + 1) * count]
        for place, number in enumerate(members)
    }
