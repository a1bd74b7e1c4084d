"""Puts batches together, series by series, and thins them to minutes later.

Both take little at a time: one slot or one hour with each step.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from traintray.core.archive.packing import (
    NAN,
    Batch,
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

Chunks = Mapping[int, bytes]
"""Packed values by the number of the series."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Samples of one slot or hour, to be written as a block."""

    slot: int
    first_s: float
    last_s: float
    first_batch: int
    times: Sequence[float]
    chunks: Chunks


class Compaction:
    """Works on the open file. Raises sqlite3.Error, ValueError for damaged bytes."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def step(self) -> bool:
        """Put together one slot and thin one hour that no sample will be added to;
        say whether there was any.
        """
        newest = self._ask("SELECT slot FROM batch ORDER BY id DESC LIMIT 1")
        if newest is None:
            return False
        slot = self._ask(
            "SELECT slot FROM batch WHERE slot <> ? ORDER BY id LIMIT 1", newest
        )
        if slot is not None:
            self._put_together(slot)
        per_hour = int(HOUR_S // SLOT_S)
        first = hour_of(newest) * per_hour
        oldest = self._ask(
            "SELECT slot FROM block WHERE NOT thinned AND thinned_into IS NULL"
            " AND slot NOT BETWEEN ? AND ? ORDER BY id LIMIT 1",
            first,
            first + per_hour - 1,
        )
        if oldest is not None:
            self._thin(hour_of(oldest) * per_hour, per_hour)
        return slot is not None or oldest is not None

    def _put_together(self, slot: int) -> None:
        rows = self._connection.execute(
            "SELECT id, data FROM batch WHERE slot = ? ORDER BY id", (slot,)
        ).fetchall()
        numbered = [(number, unpack_batch(data)) for number, data in rows]
        with Transaction(self._connection):
            for first, group in _rising(numbered):
                self._add_block(_joined(slot, first, group), is_thinned=False)
            self._connection.execute("DELETE FROM batch WHERE slot = ?", (slot,))

    def _thin(self, first_slot: int, slot_count: int) -> None:
        rows = self._connection.execute(
            "SELECT id, first_batch, first_s, last_s, times, series FROM block"
            " WHERE NOT thinned AND thinned_into IS NULL AND slot BETWEEN ? AND ?"
            " ORDER BY first_batch",
            (first_slot, first_slot + slot_count - 1),
        ).fetchall()
        with Transaction(self._connection):
            for group in _rising_blocks(rows):
                self._thin_group(first_slot, group)

    def _thin_group(
        self, slot: int, group: list[tuple[int, int, bytes, bytes]]
    ) -> None:
        times = array("d")
        columns: dict[int, array[float]] = {}
        for block, _, packed_times, packed_series in group:
            here = unpack_times(packed_times)
            for series in _ids(packed_series):
                column = columns.setdefault(series, array("f"))
                column.extend([NAN] * (len(times) - len(column)))
                column.extend(unpack(self._chunk(block, series), len(here)))
            times.extend(here)
        minutes = minutes_of(times)
        starts = [start_s for start_s, _ in minutes]
        chunks = {}
        for series, column in columns.items():
            column.extend([NAN] * (len(times) - len(column)))
            chunks[series] = pack(thinned(column, [piece for _, piece in minutes]))
        whole = Stretch(
            slot, starts[0], starts[-1] + MINUTE_S, group[0][1], starts, chunks
        )
        into = self._add_block(whole, is_thinned=True)
        self._connection.executemany(
            "UPDATE block SET thinned_into = ? WHERE id = ?",
            [(into, block) for block, _, _, _ in group],
        )

    def _add_block(self, whole: Stretch, is_thinned: bool) -> int:
        times = pack_times(whole.times)
        ids = array("I", whole.chunks).tobytes()
        size = len(times) + len(ids) + sum(map(len, whole.chunks.values()))
        cursor = self._connection.execute(
            "INSERT INTO block"
            " (thinned, slot, first_s, last_s, first_batch, bytes, times, series)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                is_thinned,
                whole.slot,
                whole.first_s,
                whole.last_s,
                whole.first_batch,
                size,
                times,
                ids,
            ),
        )
        block = int(cursor.lastrowid or 0)
        self._connection.executemany(
            "INSERT INTO chunk (id, data) VALUES (?, ?)",
            [
                (block * CHUNK_STEP + series, data)
                for series, data in sorted(whole.chunks.items())
            ],
        )
        return block

    def _chunk(self, block: int, series: int) -> bytes:
        row = self._connection.execute(
            "SELECT data FROM chunk WHERE id = ?", (block * CHUNK_STEP + series,)
        ).fetchone()
        if row is None:
            raise ValueError(f"chunk {series} of block {block} is missing")
        return bytes(row[0])

    def _ask(self, question: str, *values: int) -> int | None:
        row = self._connection.execute(question, values).fetchone()
        return None if row is None else int(row[0])


def _ids(packed: bytes) -> array[int]:
    found = array("I")
    found.frombytes(packed)
    return found


def _rising(
    numbered: Sequence[tuple[int, Batch]],
) -> Iterator[tuple[int, list[Batch]]]:
    """Return the batches in groups whose times rise, each with its first number."""
    group: list[Batch] = []
    first = 0
    for number, batch in numbered:
        if group and batch.times[0] <= group[-1].times[-1]:
            yield first, group
            group = []
        if not group:
            first = number
        group.append(batch)
    if group:
        yield first, group


def _rising_blocks(
    rows: Sequence[tuple[int, int, float, float, bytes, bytes]],
) -> Iterator[list[tuple[int, int, bytes, bytes]]]:
    """Return blocks in groups whose times rise."""
    group: list[tuple[int, int, bytes, bytes]] = []
    end_s = 0.0
    for block, first_batch, first_s, last_s, times, series in rows:
        if group and first_s <= end_s:
            yield group
            group = []
        group.append((block, first_batch, times, series))
        end_s = last_s
    if group:
        yield group


def _joined(slot: int, first_batch: int, batches: Sequence[Batch]) -> Stretch:
    """Return batches as one stretch; a series that was never measured is left out."""
    times = array("d")
    for batch in batches:
        times.extend(batch.times)
    places = [
        {series: place for place, series in enumerate(batch.series)}
        for batch in batches
    ]
    holes = [array("f", [NAN]).tobytes() * len(batch.times) for batch in batches]
    chunks = {}
    for series in sorted(set().union(*places)):
        parts = [
            batch.values(at[series]) if series in at else hole
            for batch, at, hole in zip(batches, places, holes, strict=True)
        ]
        column = array("f", b"".join(parts))
        if any(value == value for value in column):
            chunks[series] = pack(column)
    return Stretch(slot, times[0], times[-1], first_batch, times, chunks)
