"""A damaged history costs the history, never the app."""

import contextlib
import os
import random
import sqlite3

import pytest

from core.archive.archive_files import (
    NOON_S,
    episode_record,
    reading,
    rounds,
    run_record,
    write_and_tidy,
    written,
)
from traintray.core.archive.errors import ArchiveError
from traintray.core.archive.historyfile import move_aside
from traintray.core.archive.sqlite_archive import SqliteArchive
from traintray.core.archive.writer import ArchiveWriter


@pytest.fixture
def path(tmp_path):
    return tmp_path / "history.sqlite"


def one_session(path, first=0):
    """The app starts, measures for a while, and ends; return what it complained of."""
    writer = ArchiveWriter(path, batch_s=0.0)
    writer.start()
    assert writer.wait_until_open(20)
    for place in range(first, first + 30):
        writer.add(NOON_S + place, {"cpu": float(place)})
    writer.save_run(run_record())
    assert writer.close()
    return writer.problem


def fill(path):
    with written(path) as file:
        write_and_tidy(file, rounds(NOON_S - 4000, NOON_S, lambda at: at % 7))
        file.write([], [run_record(), episode_record()])


@pytest.mark.parametrize("seed", range(25))
def test_whatever_happened_to_the_bytes_the_app_starts_and_remembers(path, seed):
    fill(path)
    chance = random.Random(seed)
    data = bytearray(path.read_bytes())
    kind = seed % 5
    if kind == 0:
        data = data[: chance.randrange(1, len(data))]
    elif kind == 1:
        data = bytearray(chance.randbytes(len(data)))
    else:
        for _ in range(kind**2):
            at = chance.randrange(len(data) - 600)
            data[at : at + 512] = chance.randbytes(512)
    path.write_bytes(data)

    one_session(path)
    one_session(path, first=100)

    left = list(path.parent.glob("history.sqlite*"))
    assert len(left) <= 3 * 3
    # A page nobody wrote to is noticed by who reads it: one sentence, no traceback.
    with contextlib.suppress(ArchiveError), reading(path) as archive:
        archive.series("cpu", NOON_S, NOON_S + 3600, 9999)


def test_an_empty_file_is_simply_begun(path):
    path.touch()

    assert one_session(path) is None
    assert not list(path.parent.glob("*.broken-*"))


@pytest.mark.parametrize(
    "make",
    [
        pytest.param("CREATE TABLE mine (x)", id="no schema of ours"),
        pytest.param(
            "PRAGMA user_version = 1; CREATE TABLE mine (x)", id="same number"
        ),
    ],
)
def test_a_database_of_somebody_else_is_moved_aside_whole(path, make):
    connection = sqlite3.connect(path)
    connection.executescript(make)
    connection.close()
    before = path.read_bytes()

    problem = one_session(path)

    (aside,) = path.parent.glob("*.broken-*")
    assert problem is not None
    assert str(aside) in problem
    assert aside.read_bytes()[100:] == before[100:]


def test_damage_that_shows_while_it_is_written_is_moved_aside(path):
    fill(path)
    writer = ArchiveWriter(path, batch_s=0.0)
    writer.start()
    assert writer.wait_until_open(20)
    size = path.stat().st_size
    with path.open("r+b") as raw:
        raw.seek(4096)
        raw.write(b"\xff" * (size - 4096))

    for place in range(30):
        writer.add(NOON_S + place, {"cpu": float(place), f"new{place}": 1.0})
    writer.save_run(run_record())
    writer.close()

    problem = writer.problem
    assert problem is not None
    assert "damaged" in problem
    assert list(path.parent.glob("*.broken-*"))


def test_only_the_newest_damaged_files_are_kept(path):
    for turn in range(5):
        path.write_bytes(b"garbage %d " % turn * 1000)
        one_session(path)

    kept = {each.read_bytes()[:9] for each in path.parent.glob("*.broken-*")}
    assert kept == {b"garbage 3", b"garbage 4"}


def test_a_folder_in_its_place_is_told_and_left_alone(path):
    path.mkdir()

    problem = one_session(path)

    assert problem is not None
    assert "cannot be written" in problem
    assert path.is_dir()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_told(path):
    path.parent.chmod(0o500)

    problem = one_session(path)

    path.parent.chmod(0o700)
    assert problem is not None
    assert "cannot be written" in problem


def test_a_reader_of_a_damaged_file_gets_one_sentence(path):
    path.write_bytes(b"no database at all " * 500)

    with pytest.raises(ArchiveError, match="is damaged") as caught:
        SqliteArchive(path)

    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("running", [True, False], ids=["at once", "at the next start"])
def test_damage_that_only_a_reader_meets_is_moved_aside_by_the_writer(path, running):
    fill(path)
    writer = ArchiveWriter(path, batch_s=0.0)
    if running:
        writer.start()
        assert writer.wait_until_open(20)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE chunk SET data = x'7a00' WHERE id % 2 = 1")
    connection.close()
    with reading(path) as archive, pytest.raises(ArchiveError, match="is damaged"):
        archive.series("cpu", NOON_S - 4000, NOON_S, 9999)
    if not running:
        writer.start()

    writer.add(NOON_S, {"cpu": 1.0})
    writer.close()

    assert "damaged" in str(writer.problem)
    with reading(path) as archive:
        assert list(archive.series("cpu", NOON_S - 4000, NOON_S + 9, 9999).mean) == [1]


def test_a_history_that_is_suspected_but_whole_is_kept(path):
    fill(path)
    path.with_name("history.suspect").touch()

    assert one_session(path) is None

    assert not path.with_name("history.suspect").exists()
    with reading(path) as archive:
        assert len(archive.series("cpu", NOON_S - 4000, NOON_S, 9999).times) == 4000


def test_a_reader_goes_on_with_the_new_file_when_the_old_one_was_moved(path):
    fill(path)
    with reading(path) as archive:
        assert archive.run(1) is not None
        move_aside(path)
        with written(path) as file:
            file.write([(NOON_S, {"gpu": 1.0})], [])

            assert archive.series_keys() == ["gpu"]
            assert archive.run(1) is None


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_is_told_to_a_reader_who_does_not_wait_for_it(path, make):
    make(path)

    with pytest.raises(ArchiveError, match="is no regular file"):
        SqliteArchive(path)


def test_what_no_file_can_hold_costs_its_batch_and_not_the_history(path):
    fill(path)
    with contextlib.closing(ArchiveWriter(path, batch_s=0.0)) as writer:
        writer.start()
        assert writer.wait_until_open(20)
        writer.save_run(run_record(identity="\udcff/1-1"))
    with contextlib.closing(ArchiveWriter(path, batch_s=0.0)) as writer:
        writer.start()
        assert writer.wait_until_open(20)
        writer.add(NOON_S + 5, {"cpu": 5.0})

    assert not list(path.parent.glob("*.broken-*"))
    with reading(path) as archive:
        assert len(archive.runs(0.0, NOON_S + 9)) == 1
        assert archive.series("cpu", NOON_S + 5, NOON_S + 6, 9).mean[0] == 5.0
