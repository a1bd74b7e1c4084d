"""Which pieces of the file answer for a span of time, in order and without overlap."""

from __future__ import annotations

import sqlite3
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from traintray.core.archive.chunks import Chunks, Members, chunks_of, pieces
from traintray.core.archive.packing import (
    NAN,
    Batch,
    Places,
    unpack,
    unpack_batch,
    unpack_times,
)
from traintray.core.archive.stretches import MINUTE_S

Columns: TypeAlias = "tuple[array[float], array[float], array[float]]"
"""Lowest, mean and highest for each time; of full resolution one array thrice."""
_Columns: TypeAlias = "tuple[array[float], ...]"
"""The same, or one of them alone: of full resolution all three are the same."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some samples of one block or batch."""

    first_batch: int
    times: array[float]
    is_thinned: bool
    start: int
    end: int
    chunks: Chunks | None = None
    """Of a block."""
    batch: Batch | None = None

    def add_to(
        self,
        found: Sequence[_Columns],
        connection: sqlite3.Connection,
        numbers: Sequence[int],
    ) -> None:
        """Put the series `numbers` of these samples behind what was `found` of each;
        NaN where one was not measured.
        """
        if self.batch is not None:
            self._add_batch(self.batch, found, numbers)
            return
        for columns, values in zip(found, self._of(connection, numbers), strict=True):
            self._add_values(columns, values)

    def _add_batch(
        self, batch: Batch, found: Sequence[_Columns], numbers: Sequence[int]
    ) -> None:
        width = array("f").itemsize
        part = slice(self.start * width, self.end * width)
        for columns, number in zip(found, numbers, strict=True):
            values = batch.values(number)[part]
            for column in columns:
                column.frombytes(values)

    @property
    def count(self) -> int:
        """How many samples these are."""
        return self.end - self.start

    def read(
        self, connection: sqlite3.Connection, numbers: Sequence[int]
    ) -> list[tuple[Members, bytes]]:
        """Return the chunks of a block that hold any of the series `numbers`.

        Raises ValueError when the file is damaged.
        """
        return [] if self.chunks is None else self.chunks.read(connection, numbers)

    def _of(
        self, connection: sqlite3.Connection, numbers: Sequence[int]
    ) -> list[array[float] | None]:
        """Return the values of series of a block; None for one that it lacks."""
        width = 3 if self.is_thinned else 1
        values: dict[int, array[float]] = {}
        for members, chunk in self.read(connection, numbers):
            count = len(members) * width * len(self.times)
            values.update(pieces(unpack(chunk, count), members))
        return [values.get(number) for number in numbers]

    def _add_values(self, found: _Columns, values: array[float] | None) -> None:
        if values is None:
            for column in found:
                column.extend([NAN] * self.count)
            return
        # Of minutes lowest, then means, then highest; who wants one column wants the
        # means. Of full resolution all are the same.
        wanted = (0, 1, 2) if len(found) == 3 else (1,)
        for column, place in zip(found, wanted, strict=True):
            at = place * len(self.times) if self.is_thinned else 0
            column.extend(values[at + self.start : at + self.end])


@dataclass(frozen=True, slots=True)
class Plan:
    """The pieces for a span, oldest first."""

    pieces: Sequence[Piece]
    times: array[float] = field(default_factory=lambda: array("d"))
    is_thinned: bool = False
    """At least one piece holds minutes, not samples."""

    def columns(
        self, connection: sqlite3.Connection, numbers: Sequence[int]
    ) -> list[Columns]:
        """Return the series `numbers` over the span, each as long as `times`."""
        width = 3 if self.is_thinned else 1
        found = [tuple(array("f") for _ in range(width)) for _ in numbers]
        for piece in self.pieces:
            piece.add_to(found, connection, numbers)
        return [(each[0], each[width // 2], each[-1]) for each in found]


def plan(
    connection: sqlite3.Connection, since_s: float, until_s: float, is_coarse: bool
) -> Plan:
    """Find the pieces from `since_s` up to before `until_s`.

    `is_coarse`: minutes are fine enough, so take the thinned blocks where they are;
    else the full ones where they are still kept. Call it within a transaction.
    """
    which = (
        "(thinned OR thinned_into IS NULL)"
        if is_coarse
        else "(NOT thinned OR id NOT IN"
        " (SELECT thinned_into FROM block WHERE thinned_into IS NOT NULL))"
    )
    found = [
        _of_block(row)
        for row in connection.execute(
            "SELECT id, first_batch, thinned, times, series, per_chunk FROM block"
            f" WHERE last_s >= ? AND first_s < ? AND {which}",
            (since_s, until_s),
        )
    ]
    known: Places = {}
    for number, data in connection.execute(
        "SELECT id, data FROM batch WHERE last_s >= ? AND first_s < ?",
        (since_s, until_s),
    ):
        batch = unpack_batch(number, data, known)
        found.append(
            Piece(number, batch.times, False, 0, len(batch.times), batch=batch)
        )
    pieces = _apart(sorted(found, key=lambda piece: piece.first_batch))
    cut = [each for piece in pieces for each in _within(piece, since_s, until_s)]
    cut.sort(key=lambda piece: piece.times[piece.start])
    times = array("d")
    for piece in cut:
        times.extend(piece.times[piece.start : piece.end])
    return Plan(cut, times, any(piece.is_thinned for piece in cut))


def _of_block(row: tuple[int, int, int, bytes, bytes, int]) -> Piece:
    block, first_batch, is_thinned, packed_times, series, per_chunk = row
    times = unpack_times(packed_times)
    if is_thinned:
        # A minute speaks for its middle.
        times = array("d", [start_s + MINUTE_S / 2 for start_s in times])
    chunks = chunks_of(block, series, per_chunk)
    return Piece(first_batch, times, bool(is_thinned), 0, len(times), chunks)


def _within(piece: Piece, since_s: float, until_s: float) -> Sequence[Piece]:
    start = bisect_left(piece.times, since_s, piece.start, piece.end)
    end = bisect_left(piece.times, until_s, piece.start, piece.end)
    return [_cut(piece, start, end)] if start < end else []


def _apart(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces, in the order of writing, without what overlaps.

    Where the clock was set back two pieces speak of the same time; what was written
    later stands, since the clock was set for a reason.
    """
    kept: list[Piece] = []
    covered: list[tuple[float, float]] = []
    earliest_s = float("inf")
    for piece in reversed(pieces):
        parts = [piece]
        if piece.times[-1] >= earliest_s:
            for first_s, last_s in covered:
                parts = [
                    rest for part in parts for rest in _without(part, first_s, last_s)
                ]
        kept.extend(parts)
        covered.append((piece.times[0], piece.times[-1]))
        earliest_s = min(earliest_s, piece.times[0])
    return kept


def _without(piece: Piece, first_s: float, last_s: float) -> list[Piece]:
    """Return what of a piece lies before `first_s` and what after `last_s`."""
    before = bisect_left(piece.times, first_s, piece.start, piece.end)
    after = bisect_left(piece.times, last_s, piece.start, piece.end)
    while after < piece.end and piece.times[after] <= last_s:
        after += 1
    ends = ((piece.start, before), (after, piece.end))
    return [_cut(piece, start, end) for start, end in ends if start < end]


def _cut(piece: Piece, start: int, end: int) -> Piece:
    return replace(piece, start=start, end=end)
