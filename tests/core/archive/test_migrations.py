"""A history of every earlier version opens, with all that was in it."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.archive.archive_files import NOON_S, reading, run_record, written
from traintray.core.archive.errors import ArchiveError, NewerSchemaError
from traintray.core.archive.historyfile import open_to_write
from traintray.core.archive.schema import MIGRATIONS, migrate, run_script, version_of
from traintray.core.archive.sqlite_archive import SqliteArchive

SCHEMAS = Path(__file__).with_name("schemas")
"""One dump per version: a file that held samples in batches, full and thinned blocks,
and one record of each kind. Made by `dump_schema.py` beside it."""


def restored(version: int, path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((SCHEMAS / f"{version}.sql").read_text())
        connection.execute(f"PRAGMA user_version = {version}")
        connection.commit()


def structure(connection: sqlite3.Connection) -> set[str]:
    rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {re.sub(r"\s+", " ", sql) for (sql,) in rows}


def test_there_is_a_dump_of_every_version():
    kept = sorted(int(each.stem) for each in SCHEMAS.glob("*.sql"))

    assert kept == list(range(1, len(MIGRATIONS) + 1))


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
def test_a_file_of_an_earlier_version_is_renewed_and_keeps_what_it_holds(
    tmp_path, version
):
    path = tmp_path / "history.sqlite"
    restored(version, path)
    new = tmp_path / "new.sqlite"
    with written(new), written(path) as file:
        file.write([], [run_record(identity="boot/2-2")])

        with (
            closing(sqlite3.connect(new)) as fresh,
            closing(sqlite3.connect(path)) as old,
        ):
            assert structure(old) == structure(fresh)
            assert version_of(old) == len(MIGRATIONS)
        with reading(path) as archive:
            first = archive.run(1)
            assert first is not None
            assert first.command == ("python", "train.py", "--lr", "0.1")
            assert archive.run(2) == run_record(identity="boot/2-2", number=2)
            assert len(archive.episodes(0, 2 * NOON_S)) == 1
            assert len(archive.notices(0, 2 * NOON_S)) == 1
            assert len(archive.knob_changes(0, 2 * NOON_S)) == 1
            full = archive.series("cpu", NOON_S, NOON_S + 4200, 100_000)
            thin = archive.series("cpu", NOON_S, NOON_S + 3600, 60)
    assert list(full.mean) == [float(place % 50) for place in range(420)]
    minutes = [range(first, first + 6) for first in range(0, 360, 6)]
    means = [sum(place % 50 for place in minute) / 6 for minute in minutes]
    assert list(thin.mean) == pytest.approx(means, rel=1e-6)
    assert not list(tmp_path.glob("*.broken-*"))


def add_colour(connection):
    run_script(connection, "ALTER TABLE run ADD COLUMN colour TEXT; SELECT 1")


def fail_half_way(connection):
    run_script(connection, "ALTER TABLE run ADD COLUMN taste TEXT; SELECT nothing")


def test_a_later_version_is_one_more_step(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path) as file:
        file.write([], [run_record()])

    with closing(open_to_write(path, (*MIGRATIONS, add_colour)).connection) as later:
        assert version_of(later) == len(MIGRATIONS) + 1
        assert later.execute("SELECT identity, colour FROM run").fetchall() == [
            ("boot/12-345", None)
        ]


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path) as file:
        file.write([], [run_record()])

    with (
        closing(sqlite3.connect(path, isolation_level=None)) as connection,
        pytest.raises(sqlite3.OperationalError),
    ):
        migrate(connection, (*MIGRATIONS, add_colour, fail_half_way))

    with closing(sqlite3.connect(path)) as connection:
        assert "colour" not in " ".join(structure(connection))
        assert version_of(connection) == len(MIGRATIONS)
    with reading(path) as archive:
        assert archive.run(1) == run_record(number=1)


def test_a_reader_of_an_older_file_says_how_it_is_renewed(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path):
        pass
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 0")

    with pytest.raises(ArchiveError, match="start traintray once to renew it"):
        SqliteArchive(path)


def test_a_reader_of_a_newer_file_says_so(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path):
        pass
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")

    with pytest.raises(NewerSchemaError, match="A newer traintray wrote"):
        SqliteArchive(path)
