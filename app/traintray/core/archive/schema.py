"""What the history file is made of, and how an older one becomes today's.

    batch    the newest samples, one row about every ten seconds, all series in one
    block    a stretch of samples put together: a slot of ten minutes in full, or an
             hour thinned to minutes; `thinned_into` is the thinned block that a full
             one is in
    chunk    some series of one block (`per_chunk` of them; the last one has the rest);
             its id is block * CHUNK_STEP + the first of them
    series   names
    run, episode, notice, knob_change
             one record a row as JSON, beside it what is asked for

`first_batch` is where a block stands in the order of writing. By it samples whose
clock was set back give way to those written later.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

from traintray.core.archive.errors import NewerSchemaError
from traintray.core.sentence import Sentence

CHUNK_STEP = 1 << 24
"""So many series a file may name over its life; a run brings about eighty."""

_FIRST = """
CREATE TABLE series (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE);
CREATE TABLE batch (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    slot INTEGER NOT NULL,
    first_s REAL NOT NULL,
    last_s REAL NOT NULL,
    data BLOB NOT NULL
);
CREATE TABLE block (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    thinned INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    first_s REAL NOT NULL,
    last_s REAL NOT NULL,
    first_batch INTEGER NOT NULL,
    thinned_into INTEGER,
    bytes INTEGER NOT NULL,
    times BLOB NOT NULL,
    series BLOB NOT NULL
);
CREATE TABLE chunk (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE run (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    identity TEXT NOT NULL UNIQUE,
    first_s REAL NOT NULL,
    last_s REAL NOT NULL,
    record TEXT NOT NULL
);
CREATE TABLE episode (
    id INTEGER PRIMARY KEY,
    run_identity TEXT NOT NULL,
    kind TEXT NOT NULL,
    first_s REAL NOT NULL,
    last_s REAL NOT NULL,
    is_open INTEGER NOT NULL,
    record TEXT NOT NULL,
    UNIQUE (run_identity, kind, first_s)
);
CREATE TABLE notice (
    id INTEGER PRIMARY KEY,
    at_s REAL NOT NULL,
    kind TEXT NOT NULL,
    record TEXT NOT NULL,
    UNIQUE (at_s, kind)
);
CREATE TABLE knob_change (
    id INTEGER PRIMARY KEY,
    at_s REAL NOT NULL,
    knob TEXT NOT NULL,
    record TEXT NOT NULL,
    UNIQUE (at_s, knob)
);
"""

Migration = Callable[[sqlite3.Connection], None]


def run_script(connection: sqlite3.Connection, script: str) -> None:
    """Run statements inside the transaction that is open; `executescript` ends it."""
    for statement in script.split(";"):
        if statement.strip():
            connection.execute(statement)


def _begin_file(connection: sqlite3.Connection) -> None:
    run_script(connection, _FIRST)


def _let_series_share_chunks(connection: sqlite3.Connection) -> None:
    """Blocks that are there keep a chunk for each series."""
    run_script(
        connection, "ALTER TABLE block ADD COLUMN per_chunk INTEGER NOT NULL DEFAULT 1"
    )


MIGRATIONS: Sequence[Migration] = (_begin_file, _let_series_share_chunks)
"""The n-th brings a file of version n to version n + 1; an empty file has version 0.
Never change one that was released: add another, and a dump of the schema before it to
tests/core/archive/schemas."""


def version_of(connection: sqlite3.Connection) -> int:
    """Return the schema version of a file; 0 for an empty one."""
    row = connection.execute("PRAGMA user_version").fetchone()
    return int(row[0])


def check_not_newer(
    connection: sqlite3.Connection,
    path: Path,
    migrations: Sequence[Migration] = MIGRATIONS,
) -> None:
    """Raise NewerSchemaError for a file that this version cannot know."""
    if version_of(connection) > len(migrations):
        newer = Sentence(
            "Archive",
            "A newer traintray wrote {path}. It is left as it is and nothing is added"
            " to it; update traintray, or move the file away to begin a new one.",
        )
        raise NewerSchemaError(newer.filled(path=path))


def migrate(
    connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Bring a file to today's version, in one transaction: all of it or nothing."""
    if version_of(connection) == len(migrations):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for migration in migrations[version_of(connection) :]:
            migration(connection)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
