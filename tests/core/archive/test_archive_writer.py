"""The writing thread: paced, patient, and never in the way."""

import os
import sqlite3
import stat

import pytest

from core.archive.archive_files import (
    NOON_S,
    episode_record,
    reading,
    run_record,
    written,
)
from traintray.core.archive.schema import MIGRATIONS
from traintray.core.archive.writer import ArchiveWriter


class HandClock:
    """A monotonic clock that a test turns."""

    def __init__(self):
        self.at_s = 1000.0

    def __call__(self):
        return self.at_s


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "history.sqlite"


@pytest.fixture
def clock():
    return HandClock()


def opened(path, clock):
    writer = ArchiveWriter(path, monotonic_s=clock)
    writer.start()
    assert writer.wait_until_open(10)
    return writer


def seconds(writer, clock, count, first=0):
    for place in range(first, first + count):
        writer.add(NOON_S + place, {"cpu": float(place)})
        clock.at_s += 1


def values(path):
    with reading(path) as archive:
        return list(archive.series("cpu", NOON_S, NOON_S + 3600, 9999).mean)


def test_what_waits_is_written_at_close(path, clock):
    writer = opened(path, clock)
    seconds(writer, clock, 3)
    writer.save_run(run_record())
    writer.save_episode(episode_record())

    assert writer.close()

    assert values(path) == [0, 1, 2]
    with reading(path) as archive:
        assert archive.run(1) is not None
        assert archive.episodes(0, 2 * NOON_S) == [episode_record()]


def test_samples_are_written_in_batches(path, clock):
    writer = opened(path, clock)
    seconds(writer, clock, 25)
    assert writer.close()

    with sqlite3.connect(path) as connection:
        sizes = connection.execute("SELECT last_s - first_s FROM batch").fetchall()
    # The thread may be late, so that two batches become one.
    assert len(sizes) <= 3
    assert values(path) == list(range(25))


def test_a_run_gets_its_number_once_it_is_written(path, clock):
    writer = opened(path, clock)

    assert writer.save_run(run_record()) == 0
    clock.at_s += 10.1
    writer.add(NOON_S, {"cpu": 1.0})
    wait_for(lambda: writer.save_run(run_record()) == 1)
    assert writer.close()


def test_runs_that_are_kept_again_and_again_use_up_no_numbers(path):
    path.parent.mkdir()
    with written(path) as file:
        for last_seen in range(5):
            file.write([], [run_record(last_seen_at_s=NOON_S + last_seen)])
        other = run_record(identity="boot/2-2")
        numbers = file.write([], [other])

    assert numbers[other.identity] == 2


def wait_for(condition, tries=1000):
    """Until the other thread got there."""
    import time

    for _ in range(tries):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")


def test_an_episode_that_was_open_when_the_app_died_ends_at_its_last_sample(
    path, clock
):
    path.parent.mkdir()
    closed = episode_record(kind="swapping", ended_at_s=NOON_S + 70)
    with written(path) as file:
        file.write([(NOON_S + 90, {"cpu": 1.0})], [episode_record(), closed])

    opened(path, clock).close()

    with reading(path) as archive:
        assert archive.episodes(0, 2 * NOON_S) == [
            closed,
            episode_record(ended_at_s=NOON_S + 90, last_seen_at_s=NOON_S + 90),
        ]


def test_an_episode_that_lasts_stays_open_while_the_file_is_opened_anew(path):
    path.parent.mkdir()
    with written(path) as file:
        file.write([], [episode_record()])
        file.close()
        file.open()

        with reading(path) as archive:
            assert archive.episodes(0, 2 * NOON_S) == [episode_record()]


def test_nobody_else_may_read_the_file(path, clock):
    writer = opened(path, clock)
    writer.close()

    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_damaged_file_is_kept_aside_and_a_new_one_begun(path, clock):
    path.parent.mkdir()
    path.write_bytes(b"this is no database, but it was somebody's " * 200)

    writer = opened(path, clock)
    seconds(writer, clock, 2)
    problem = writer.problem
    writer.close()

    (aside,) = path.parent.glob("history.sqlite.broken-*")
    assert problem == (
        f"The history was damaged. It was kept as {aside}, and a new one begun."
    )
    assert aside.read_bytes().startswith(b"this is no database")
    assert values(path) == [0, 1]


def test_a_file_of_a_newer_traintray_is_left_as_it_is(path, clock):
    path.parent.mkdir()
    with written(path):
        pass
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    before = path.read_bytes()

    writer = opened(path, clock)
    seconds(writer, clock, 2)
    problem = writer.problem
    writer.close()

    assert problem is not None
    assert problem.startswith(f"A newer traintray wrote {path}. It is left as it is")
    assert path.read_bytes() == before


def test_two_programs_do_not_write_at_once(path, clock):
    first, second = opened(path, clock), opened(path, clock)
    seconds(first, clock, 2)
    seconds(second, clock, 4, first=100)
    problem = second.problem

    second.close()
    first.close()

    assert problem is not None
    assert problem.startswith("Another traintray of yours writes the history")
    assert values(path) == [0, 1]


def test_the_second_program_goes_on_when_the_first_has_ended(path, clock):
    first, second = opened(path, clock), opened(path, clock)
    first.close()
    seconds(second, clock, 2)
    second.close()

    assert values(path) == [0, 1]
    assert second.problem is None


def test_a_file_that_was_deleted_is_begun_anew(path, clock):
    writer = opened(path, clock)
    for name in os.listdir(path.parent):
        os.unlink(path.parent / name)
    seconds(writer, clock, 2)
    writer.close()

    assert values(path) == [0, 1]


def test_a_state_folder_that_cannot_be_made_is_told_and_no_error(tmp_path, clock):
    (tmp_path / "state").write_text("a file where the folder belongs")

    writer = opened(tmp_path / "state" / "history.sqlite", clock)
    seconds(writer, clock, 2)
    problem = writer.problem

    assert writer.close()
    assert problem is not None
    assert "cannot be written" in problem
    assert "Measuring goes on" in problem
