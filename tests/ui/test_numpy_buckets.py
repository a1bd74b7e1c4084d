"""The buckets of the window are those of the core, and quicker."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing

import pytest

from core.archive.archive_files import (
    NOON_S,
    reading,
    split_chunks,
    write_and_tidy,
    written,
)
from traintray.core.archive.errors import ArchiveError
from traintray.core.archive.sqlite_archive import SqliteArchive
from traintray.ui.plots.numpy_buckets import NumpyBuckets

HOUR_S = 3600.0
KEYS = ("moves", "stands", "with holes", "late", "never", "nobody knows it")


@pytest.fixture(scope="module")
def day_file(tmp_path_factory):
    """A day in which every kind of piece is: minutes, blocks in full, batches; and a
    hole of some hours, and one of half an hour.
    """
    path = tmp_path_factory.mktemp("day") / "history.sqlite"
    chance = random.Random(11)
    samples = []
    for place in range(24 * 60):
        at_s = place * 60.0
        if 5 * HOUR_S < at_s < 8.2 * HOUR_S or 20.1 * HOUR_S < at_s < 20.6 * HOUR_S:
            continue
        for second in range(0, 60, chance.choice([5, 7, 20])):
            values = {"moves": chance.uniform(-5, 5), "stands": 2.5, "never": None}
            holed = chance.random() < 0.4 or place % 11 == 0
            values["with holes"] = None if holed else chance.random()
            if at_s > 13.3 * HOUR_S:
                values["late"] = float(place)
            samples.append((NOON_S + at_s + second, values))
    with written(path) as file:
        write_and_tidy(file, samples)
    return path


SPANS = [
    pytest.param(0.0, 24.0, 480, id="a day"),
    pytest.param(0.3, 11.7, 37, id="minutes only"),
    pytest.param(19.0, 24.0, 300, id="full and minutes"),
    pytest.param(23.0, 24.0, 60, id="full only"),
    pytest.param(23.95, 24.0, 5, id="the newest"),
    pytest.param(5.5, 7.5, 20, id="inside a hole"),
    pytest.param(-4.0, 2.0, 50, id="from before the first one"),
    pytest.param(4.0, 9.0, 1, id="one bucket"),
    pytest.param(30.0, 40.0, 10, id="after the last one"),
]


@pytest.fixture(scope="module")
def day_of_version_1(day_file, tmp_path_factory):
    path = tmp_path_factory.mktemp("old") / "history.sqlite"
    path.write_bytes(day_file.read_bytes())
    split_chunks(path)
    return path


@pytest.fixture(params=["day_file", "day_of_version_1"])
def kept(request):
    return request.getfixturevalue(request.param)


@pytest.mark.parametrize(("since_h", "until_h", "points"), SPANS)
def test_they_hold_what_the_buckets_of_the_core_hold(kept, since_h, until_h, points):
    span = (NOON_S + since_h * HOUR_S, NOON_S + until_h * HOUR_S)
    with reading(kept) as archive:
        expected = archive.many(KEYS, *span, points)
    with closing(SqliteArchive(kept, NumpyBuckets)) as archive:
        found = archive.many(KEYS, *span, points)

    assert list(found) == list(expected) == list(KEYS)
    for key in KEYS:
        assert found[key].bucket_s == expected[key].bucket_s
        for name in ("times", "low", "mean", "high"):
            one, other = getattr(found[key], name), getattr(expected[key], name)
            assert list(one) == pytest.approx(list(other), rel=1e-6, nan_ok=True), name


def test_equal_values_have_themselves_as_their_mean(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path) as file:
        file.write([(NOON_S + second, {"cpu": 0.1}) for second in range(30)], [])
    with closing(SqliteArchive(path, NumpyBuckets)) as archive:
        found = archive.series("cpu", NOON_S, NOON_S + 30, 3)

    assert list(found.mean) == list(found.low) == list(found.high)


def test_a_damaged_chunk_is_told_and_not_drawn(day_file, tmp_path):
    path = tmp_path / "history.sqlite"
    path.write_bytes(day_file.read_bytes())
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE chunk SET data = x'630000000000'")
    archive = SqliteArchive(path, NumpyBuckets)
    with closing(archive), pytest.raises(ArchiveError):
        archive.many(KEYS, NOON_S, NOON_S + 24 * HOUR_S, 480)
