"""Puts batches together, series by series, and thins them to minutes later.

Both take little at a time: one slot or one hour with each step.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from traintray.core.archive.chunks import (
    SERIES_A_CHUNK,
    Chunks,
    Members,
    chunks_of,
    pieces,
)
from traintray.core.archive.packing import (
    NAN,
    Batch,
    Places,
    pack,
    pack_times,
    unpack,
    unpack_batch,
    unpack_times,
)
from traintray.core.archive.recorder import Transaction
from traintray.core.archive.schema import CHUNK_STEP
from traintray.core.archive.stretches import HOUR_S, MINUTE_S, SLOT_S, hour_of
from traintray.core.archive.thinning import minutes_of, thinned


@dataclass(frozen=True, slots=True)
class Stretch:
    """Samples of one slot or hour, to be written as a block."""

    slot: int
    first_s: float
    last_s: float
    first_batch: int
    times: Sequence[float]
    chunks: Mapping[Members, bytes]
    """Packed values by the series in them, which rise from chunk to chunk."""


@dataclass(frozen=True, slots=True)
class _Full:
    """A block at full resolution, without its values."""

    block: int
    first_batch: int
    times: array[float]
    chunks: Chunks


T = TypeVar("T", Batch, _Full)


class Compaction:
    """Works on the open file. Raises sqlite3.Error, ValueError for damaged bytes."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._may_thin = True

    def step(self) -> bool:
        """Put together one slot and thin one hour that no sample will be added to;
        say whether there was any.
        """
        newest = self._ask("SELECT slot FROM batch ORDER BY id DESC LIMIT 1")
        oldest = self._ask("SELECT slot FROM batch ORDER BY id LIMIT 1")
        if newest is None or oldest is None:
            return False
        if oldest != newest:
            self._put_together(oldest)
        elif not self._may_thin:
            return False
        self._may_thin = self._thin_oldest(newest)
        return oldest != newest or self._may_thin

    def _thin_oldest(self, newest: int) -> bool:
        """Thin the oldest hour that is not, apart from that of the newest sample."""
        per_hour = int(HOUR_S // SLOT_S)
        first = hour_of(newest) * per_hour
        slot = self._ask(
            "SELECT slot FROM block WHERE NOT thinned AND thinned_into IS NULL"
            " AND slot NOT BETWEEN ? AND ? ORDER BY id LIMIT 1",
            first,
            first + per_hour - 1,
        )
        if slot is not None:
            self._thin(hour_of(slot) * per_hour, per_hour)
        return slot is not None

    def _put_together(self, slot: int) -> None:
        rows = self._connection.execute(
            "SELECT id, data FROM batch WHERE slot = ? ORDER BY id", (slot,)
        )
        known: Places = {}
        batches = [unpack_batch(number, data, known) for number, data in rows]
        with Transaction(self._connection):
            for group in _rising(batches):
                self._add_block(_joined(slot, group), is_thinned=False)
            self._connection.execute("DELETE FROM batch WHERE slot = ?", (slot,))

    def _thin(self, first_slot: int, slot_count: int) -> None:
        rows = self._connection.execute(
            "SELECT id, first_batch, times, series, per_chunk FROM block"
            " WHERE NOT thinned AND thinned_into IS NULL AND slot BETWEEN ? AND ?"
            " ORDER BY first_batch",
            (first_slot, first_slot + slot_count - 1),
        )
        blocks = [_full(row) for row in rows]
        with Transaction(self._connection):
            for group in _rising(blocks):
                self._thin_group(first_slot, group)

    def _thin_group(self, slot: int, group: list[_Full]) -> None:
        times = array("d")
        for each in group:
            times.extend(each.times)
        minutes = minutes_of(times)
        parts = [part for _, part in minutes]
        series = set().union(*(each.chunks.series for each in group))
        shared = Chunks(0, tuple(sorted(series)), SERIES_A_CHUNK)
        # One chunk after the other: all of them at once would take many MB.
        chunks = {
            members: self._thinned(group, members, parts)
            for members in shared.members()
        }
        starts = [start_s for start_s, _ in minutes]
        whole = Stretch(
            slot, starts[0], starts[-1] + MINUTE_S, group[0].first_batch, starts, chunks
        )
        into = self._add_block(whole, is_thinned=True)
        self._connection.executemany(
            "UPDATE block SET thinned_into = ? WHERE id = ?",
            [(into, each.block) for each in group],
        )

    def _thinned(
        self, group: Sequence[_Full], members: Members, parts: Sequence[slice]
    ) -> bytes:
        """Return the chunk of some series, thinned, over several full blocks."""
        columns = {number: array("f") for number in members}
        for each in group:
            count = len(each.times)
            found: dict[int, array[float]] = {}
            for within, chunk in each.chunks.read(self._connection, members):
                found.update(pieces(unpack(chunk, len(within) * count), within))
            missing = array("f", [NAN]) * count
            for number, column in columns.items():
                column.extend(found.get(number, missing))
        values = array("f")
        for column in columns.values():
            values.extend(thinned(column, parts))
        return pack(values)

    def _add_block(self, whole: Stretch, is_thinned: bool) -> int:
        times = pack_times(whole.times)
        ids = array("I", chain.from_iterable(whole.chunks)).tobytes()
        size = len(times) + len(ids) + sum(map(len, whole.chunks.values()))
        cursor = self._connection.execute(
            "INSERT INTO block"
            " (thinned, slot, first_s, last_s, first_batch, bytes, times, series,"
            " per_chunk) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                is_thinned,
                whole.slot,
                whole.first_s,
                whole.last_s,
                whole.first_batch,
                size,
                times,
                ids,
                SERIES_A_CHUNK,
            ),
        )
        block = int(cursor.lastrowid or 0)
        self._connection.executemany(
            "INSERT INTO chunk (id, data) VALUES (?, ?)",
            [
                (block * CHUNK_STEP + members[0], data)
                for members, data in whole.chunks.items()
            ],
        )
        return block

    def _ask(self, question: str, *values: int) -> int | None:
        row = self._connection.execute(question, values).fetchone()
        return None if row is None else int(row[0])


def _full(row: tuple[int, int, bytes, bytes, int]) -> _Full:
    block, first_batch, times, series, per_chunk = row
    chunks = chunks_of(block, series, per_chunk)
    return _Full(block, first_batch, unpack_times(times), chunks)


def _rising(rows: Iterable[T]) -> Iterator[list[T]]:
    """Return batches or blocks, in the order of writing, in groups whose times rise."""
    group: list[T] = []
    for row in rows:
        if group and row.times[0] <= group[-1].times[-1]:
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _joined(slot: int, batches: Sequence[Batch]) -> Stretch:
    """Return batches as one stretch; a series that was never measured is left out."""
    times = array("d")
    for batch in batches:
        times.extend(batch.times)
    series = set().union(*(batch.places for batch in batches))
    chunks: dict[Members, bytes] = {}
    members, values = [], array("f")
    last = max(series, default=0)
    for number in sorted(series):
        column = array("f", b"".join([batch.values(number) for batch in batches]))
        if any(value == value for value in column):
            members.append(number)
            values.extend(column)
        if len(members) == SERIES_A_CHUNK or (members and number == last):
            chunks[tuple(members)] = pack(values)
            members, values = [], array("f")
    return Stretch(slot, times[0], times[-1], batches[0].number, times, chunks)
