"""Samples of the history file as tables with a row for each series."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from traintray.core.archive.packing import Batch, by_weight
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
    shape = (len(numbers), len(plan.times))
    mean = np.full(shape, np.nan, dtype=np.float32)
    low, high = (mean.copy(), mean.copy()) if plan.is_thinned else (mean, mean)
    at = 0
    for piece in plan.pieces:
        end = at + piece.count
        rows, values = _of_piece(piece, connection, numbers)
        # Lowest, mean and highest of minutes; all three are the same else.
        for place, table in enumerate((low, mean, high)):
            if len(rows) and (plan.is_thinned or place == 1):
                kept = values[:, place % values.shape[1], piece.start : piece.end]
                table[rows, at:end] = kept
        at = end
    return Tables(low, mean, high)


def _of_piece(
    piece: Piece, connection: sqlite3.Connection, numbers: Sequence[int]
) -> tuple[list[int], Singles]:
    """Return which of the series a piece has, and the values of these: by series, one
    row or the three of minutes, and time.
    """
    if piece.batch is not None:
        return _of_batch(piece.batch, numbers)
    chunks = piece.chunks(connection, numbers)
    rows = [row for row, number in enumerate(numbers) if number in chunks]
    parts = 3 if piece.is_thinned else 1
    count = len(piece.times)
    raw = b"".join([by_weight(chunks[numbers[row]], parts * count) for row in rows])
    shuffled = np.frombuffer(raw, dtype=np.uint8)
    in_order = shuffled.reshape(len(rows), _WIDTH, parts * count).transpose(0, 2, 1)
    values = np.ascontiguousarray(in_order).view(np.float32)
    return rows, values.reshape(len(rows), parts, count)


def _of_batch(batch: Batch, numbers: Sequence[int]) -> tuple[list[int], Singles]:
    rows = [row for row, number in enumerate(numbers) if number in batch.places]
    places = [batch.places[numbers[row]] for row in rows]
    table = np.frombuffer(batch.data, dtype=np.float32)
    table = table.reshape(len(batch.places), 1, len(batch.times))
    return rows, table[places]
