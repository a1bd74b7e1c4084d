"""A reader that meets damage says so to the writer, who looks at all of the file.

The writer touches few old pages and would not notice by itself; the reader may not
change the file. Between them lies an empty file beside the history.
"""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from traintray.core.archive.chunks import chunks_of
from traintray.core.archive.packing import Places, unpack, unpack_batch, unpack_times
from traintray.core.archive.record_json import decoded
from traintray.core.archive.records import (
    EpisodeRecord,
    KnobRecord,
    NoticeRecord,
    RunRecord,
)
from traintray.core.archive.schema import CHUNK_STEP

_RECORDS = {
    "run": RunRecord,
    "episode": EpisodeRecord,
    "notice": NoticeRecord,
    "knob_change": KnobRecord,
}


def _mark(path: Path) -> Path:
    return path.with_name(f"{path.stem}.suspect")


def suspect(path: Path) -> None:
    """Ask the writer to look at the file."""
    with contextlib.suppress(OSError):
        _mark(path).touch()


def clear_up(path: Path, connection: sqlite3.Connection) -> None:
    """Look at every byte of the file if somebody asked for it.

    Raises sqlite3.DatabaseError or ValueError when it is damaged.
    """
    mark = _mark(path)
    if not mark.exists():
        return
    mark.unlink(missing_ok=True)
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise ValueError(found)
    _check_samples(connection)
    for table, kind in _RECORDS.items():
        for (text,) in connection.execute(f"SELECT record FROM {table}"):
            decoded(kind, text)


def _check_samples(connection: sqlite3.Connection) -> None:
    known: Places = {}
    for number, data in connection.execute("SELECT id, data FROM batch"):
        unpack_batch(number, data, known)
    blocks = connection.execute(
        "SELECT id, thinned, times, series, per_chunk FROM block"
    )
    for block, thinned, times, series, per_chunk in blocks:
        chunks = chunks_of(block, series, per_chunk)
        count = len(unpack_times(times)) * (3 if thinned else 1)
        span = (block * CHUNK_STEP, block * CHUNK_STEP + CHUNK_STEP - 1)
        found = dict(
            connection.execute(
                "SELECT id, data FROM chunk WHERE id BETWEEN ? AND ?", span
            )
        )
        members = {chunks.id_of(each): each for each in chunks.members()}
        if found.keys() != members.keys():
            raise ValueError(f"block {block} is not whole")
        for number, data in found.items():
            unpack(data, len(members[number]) * count)
