"""A history file of a test, and what is written to it."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

from traintray.core.archive.chunks import chunks_of, pieces
from traintray.core.archive.limits import DEFAULT_LIMITS
from traintray.core.archive.openfile import OpenFile
from traintray.core.archive.packing import pack, unpack, unpack_times
from traintray.core.archive.records import (
    EpisodeRecord,
    Outcome,
    RunRecord,
    Spread,
    VerdictTime,
)
from traintray.core.archive.sqlite_archive import SqliteArchive

NOON_S = 1_800_000_000.0
"""A round number of hours since 1970."""


def run_record(**changes) -> RunRecord:
    fields = {
        "identity": "boot/12-345",
        "number": 0,
        "name": "train.py",
        "command": ("python", "train.py", "--lr", "0.1"),
        "folder": "/home/ada/vision",
        "framework": "pytorch",
        "root_pid": 12,
        "started_at_s": NOON_S - 5,
        "seen_at_s": NOON_S,
        "last_seen_at_s": NOON_S + 60,
        "ended_at_s": None,
        "outcome": Outcome.RUNNING,
        "exit_status": None,
        "signal": None,
        "outcome_reason": "",
        "usable_cpus": 7.5,
        "roles": {"main": 1, "worker": 4},
        "profile": {"demand_threads": Spread(3.5, 8.0, 60.0)},
        "verdicts": (VerdictTime("spinning", NOON_S + 15, 45.0),),
        "variables": {"OMP_NUM_THREADS": "8"},
    }
    return RunRecord(**{**fields, **changes})


def episode_record(**changes) -> EpisodeRecord:
    fields = {
        "run_identity": "boot/12-345",
        "run_name": "train.py",
        "kind": "spinning",
        "severity": "attention",
        "onset_at_s": NOON_S + 15,
        "noticed_at_s": NOON_S + 30,
        "ended_at_s": None,
        "last_seen_at_s": NOON_S + 60,
        "evidence": {"demand": (9.5, 8.0, "threads")},
        "headline": "Threads spin",
    }
    return EpisodeRecord(**{**fields, **changes})


@contextmanager
def written(path: Path, limits=DEFAULT_LIMITS):
    """An open file, without a thread."""
    file = OpenFile(path, limits)
    file.open()
    try:
        yield file
    finally:
        file.close()


def reading(path: Path):
    return closing(SqliteArchive(path))


def rounds(since_s: float, until_s: float, value, step_s: float = 1.0, key="cpu"):
    """Samples of one series; `value` tells it by the time since `since_s`."""
    count = round((until_s - since_s) / step_s)
    return [
        (since_s + step_s * place, {key: value(step_s * place)})
        for place in range(count)
    ]


def write_and_tidy(file: OpenFile, samples, batch: int = 10) -> None:
    """Write samples as the writer does, ten at a time."""
    for start in range(0, len(samples), batch):
        file.write(samples[start : start + batch], [])
        file.tidy()


def split_chunks(path: Path) -> None:
    """Give each series of each block a chunk of its own, as version 1 wrote them."""
    with closing(sqlite3.connect(path)) as connection, connection:
        blocks = connection.execute(
            "SELECT id, thinned, times, series, per_chunk FROM block"
        ).fetchall()
        for block, thinned, times, series, per_chunk in blocks:
            chunks = chunks_of(block, series, per_chunk)
            count = len(unpack_times(times)) * (3 if thinned else 1)
            for members, data in chunks.read(connection, chunks.series):
                values = pieces(unpack(data, count * len(members)), members)
                connection.executemany(
                    "REPLACE INTO chunk (id, data) VALUES (?, ?)",
                    [(chunks.id_of((each,)), pack(values[each])) for each in members],
                )
        connection.execute("UPDATE block SET per_chunk = 1")
