"""Samples of the history file as tables with a row for each series."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from traintray.core.archive.chunks import Members
from traintray.core.archive.packing import by_weight
from traintray.core.archive.plan import Piece, Plan

Singles = npt.NDArray[np.float32]
_WIDTH = 4
"""Bytes of a 32-bit float."""


@dataclass(frozen=True, slots=True)
class Tables:
    """Lowest, mean and highest of each series at each time of a plan; NaN where it was
    not measured. Of full resolution one table thrice.
    """

    low: Singles
    mean: Singles
    high: Singles


def tables_of(
    plan: Plan, connection: sqlite3.Connection, numbers: Sequence[int]
) -> Tables:
    """Read the series `numbers` as `plan.columns` does, all series of a piece at once.

    Raises ValueError when the file is damaged.
    """
    shape = (3 if plan.is_thinned else 1, len(numbers), len(plan.times))
    tables = np.full(shape, np.nan, dtype=np.float32)
    row_of = {number: row for row, number in enumerate(numbers)}
    known: dict[Members, tuple[_Index, _Index]] = {}  # most pieces have the same ones
    at = 0
    for piece in plan.pieces:
        end = at + piece.count
        for members, values in _of_piece(piece, connection, numbers):
            if members not in known:
                inside = [i for i, each in enumerate(members) if each in row_of]
                rows = [row_of[members[i]] for i in inside]
                known[members] = _index(inside), _index(rows)
            places, into = known[members]
            kept = values[places, :, piece.start : piece.end]
            # What is at full resolution is lowest, mean and highest in one.
            tables[:, into, at:end] = kept.transpose(1, 0, 2)
        at = end
    return Tables(tables[0], tables[len(tables) // 2], tables[-1])


_Index: TypeAlias = "slice | npt.NDArray[np.intp]"


def _index(places: list[int]) -> _Index:
    """Return what picks these places; a slice if it can be, which copies faster."""
    if places and places == list(range(places[0], places[-1] + 1)):
        return slice(places[0], places[-1] + 1)
    return np.array(places, dtype=np.intp)


def _of_piece(
    piece: Piece, connection: sqlite3.Connection, numbers: Sequence[int]
) -> Iterator[tuple[Members, Singles]]:
    """Return series of a piece: which, and their values: by series, one row or the
    three of minutes, and time.
    """
    count = len(piece.times)
    if piece.batch is not None:
        values = np.frombuffer(piece.batch.data, dtype=np.float32)
        members = tuple(piece.batch.places)
        yield members, values.reshape(len(members), 1, count)
    parts = 3 if piece.is_thinned else 1
    # Chunks of one size at once: those of an older file have one series each.
    for size, some in groupby(
        piece.read(connection, numbers), lambda each: len(each[0])
    ):
        series: list[int] = []
        raw: list[bytes] = []
        for members, chunk in some:
            series += members
            raw.append(by_weight(chunk, size * parts * count))
        values = _in_order(b"".join(raw), len(raw))
        yield tuple(series), values.reshape(len(series), parts, count)


def _in_order(by_weight: bytes, count: int) -> Singles:
    """Return the values of `count` chunks of one size: of each the first bytes of all
    its values come first, then the second ones.
    """
    shuffled = np.frombuffer(by_weight, dtype=np.uint8).reshape(count, _WIDTH, -1)
    values = np.empty((count, shuffled.shape[2], _WIDTH), dtype=np.uint8)
    for place in range(_WIDTH):  # a third of the time that a transposed copy takes
        values[:, :, place] = shuffled[:, place]
    return values.view(np.float32)
