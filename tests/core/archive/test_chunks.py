"""Series of a block share chunks; a file in which each has its own is read as well."""

import random

import pytest

from core.archive.archive_files import (
    NOON_S,
    reading,
    split_chunks,
    write_and_tidy,
    written,
)
from traintray.core.archive.chunks import SERIES_A_CHUNK, Chunks, chunks_of

HOUR_S = 3600.0
MANY = 2 * SERIES_A_CHUNK + 5
KEYS = [f"series {number}" for number in range(MANY)]


def made_up(hours: float):
    """Return samples of many series; some come late, some have holes."""
    chance = random.Random(3)
    samples = []
    for at in range(0, round(hours * HOUR_S), 20):
        values = {key: chance.random() for key in KEYS}
        if at < 2000:
            del values[KEYS[1]]
        if chance.random() < 0.3:
            values[KEYS[SERIES_A_CHUNK]] = None
        samples.append((NOON_S + at, values))
    return samples


def put_together(path, samples):
    with written(path) as file:
        write_and_tidy(file, samples)


def answers(path, points):
    span = (NOON_S - 100, NOON_S + 3 * HOUR_S)
    with reading(path) as archive:
        found = archive.many(KEYS, *span, points)
    return {
        key: [str(list(column)) for column in (each.low, each.mean, each.high)]
        for key, each in found.items()
    }


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """Return two files of the same samples; in the second one each series has chunks
    of its own, as version 1 wrote them.
    """
    folder = tmp_path_factory.mktemp("chunks")
    shared, single = folder / "shared.sqlite", folder / "single.sqlite"
    samples = made_up(2.6)
    for path in (shared, single):
        put_together(path, samples[:400])
    split_chunks(single)
    for path in (shared, single):
        put_together(path, samples[400:])
    return shared, single


@pytest.mark.parametrize("points", [100_000, 170, 20])
def test_it_makes_no_difference_how_series_share_chunks(both, points):
    shared, single = both

    assert answers(shared, points) == answers(single, points)


def test_each_series_is_itself(both):
    samples = made_up(2.6)
    with reading(both[0]) as archive:
        found = archive.many(KEYS, NOON_S, NOON_S + 3 * HOUR_S, 100_000)

    for key in (KEYS[0], KEYS[SERIES_A_CHUNK - 1], KEYS[SERIES_A_CHUNK + 1], KEYS[-1]):
        expected = [values[key] for _, values in samples]
        assert list(found[key].mean) == pytest.approx(expected, rel=1e-6)


def test_only_chunks_that_hold_a_wanted_series_are_read(both):
    asked = []

    class Asked:
        def execute(self, _question, ids):
            asked.extend(ids)
            return [(number, b"data") for number in ids]

    chunks = Chunks(7, tuple(range(1, MANY + 1)), SERIES_A_CHUNK)

    found = chunks.read(Asked(), [MANY, MANY - 1, 4000])

    assert asked == [chunks.id_of(chunks.members()[-1])]
    assert [members for members, _ in found] == [chunks.members()[-1]]


def test_a_block_that_cannot_be_is_damage():
    with pytest.raises(ValueError, match="0 series in each chunk"):
        chunks_of(1, b"", 0)
    with pytest.raises(ValueError, match="bytes length"):
        chunks_of(1, b"123", 1)
