"""Whatever the wall clock does, times rise and no instant is there twice."""

import random

import pytest

from core.archive.archive_files import (
    NOON_S,
    reading,
    write_and_tidy,
    written,
)

HOUR_S = 3600.0


def session(start_s, count, first=0, step_s=1.0):
    """Samples whose value counts up, however the clock jumps."""
    return [
        (start_s + step_s * place, {"cpu": float(first + place)})
        for place in range(count)
    ]


def found(path, since_s, until_s, points=100_000):
    with reading(path) as archive:
        return archive.series("cpu", since_s, until_s, points)


def test_where_the_clock_was_set_back_what_was_written_later_stands(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path) as file:
        file.write(session(NOON_S, 100), [])
        file.write(session(NOON_S + 40, 30, first=1000), [])

        kept = found(path, NOON_S, NOON_S + 200)

    assert list(kept.times) == [NOON_S + at for at in range(100)]
    assert list(kept.mean) == [
        *range(40),
        *range(1000, 1030),
        *range(70, 100),
    ]


def test_the_clock_may_be_set_back_within_a_batch(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path) as file:
        file.write(
            session(NOON_S, 5) + session(NOON_S - 2, 5, first=10),
            [],
        )

        kept = found(path, NOON_S - 100, NOON_S + 100)

    assert [at_s - NOON_S for at_s in kept.times] == [-2, -1, 0, 1, 2, 3, 4]
    assert list(kept.mean) == [10, 11, 12, 13, 14, 3, 4]


def test_the_same_time_twice_is_one_sample(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path) as file:
        file.write([(NOON_S, {"cpu": 1.0}), (NOON_S, {"cpu": 2.0})], [])

        kept = found(path, NOON_S, NOON_S + 1)

    assert (list(kept.times), list(kept.mean)) == ([NOON_S], [2])


def test_set_back_by_an_hour_and_put_together_the_later_still_stands(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path) as file:
        write_and_tidy(file, session(NOON_S, 3600))
        write_and_tidy(file, session(NOON_S + 900, 600, first=10_000))
        write_and_tidy(file, session(NOON_S + 7200, 1200, first=20_000))

        fine = found(path, NOON_S, NOON_S + HOUR_S)
        coarse = found(path, NOON_S, NOON_S + HOUR_S, points=60)

    assert list(fine.times) == [NOON_S + at for at in range(3600)]
    assert list(fine.mean[895:905]) == [*range(895, 900), *range(10_000, 10_005)]
    assert list(fine.mean[1495:1505]) == [*range(10_595, 10_600), *range(1500, 1505)]
    assert list(coarse.high) == [
        *(60 * minute + 59.0 for minute in range(15)),
        *(10_000 + 60 * minute + 59.0 for minute in range(10)),
        *(60 * minute + 59.0 for minute in range(25, 60)),
    ]


def test_a_jump_far_ahead_for_a_moment_does_not_drop_what_was_before(tmp_path):
    path = tmp_path / "history.sqlite"
    years_s = 40 * 365 * 86_400.0
    with written(path) as file:
        write_and_tidy(file, session(NOON_S, 5 * 3600, step_s=1.0))
        write_and_tidy(file, session(NOON_S + years_s, 60))
        write_and_tidy(file, session(NOON_S + 5 * HOUR_S, 1500))

        kept = found(path, NOON_S, NOON_S + 6 * HOUR_S)

    assert len(kept.times) >= 5 * 60
    assert list(kept.times) == sorted(set(kept.times))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("points", [50, 100_000])
def test_any_order_of_jumps_keeps_the_times_rising(tmp_path, seed, points):
    path = tmp_path / "history.sqlite"
    chance = random.Random(seed)
    at_s = NOON_S
    with written(path) as file:
        for _ in range(14):
            at_s += chance.choice([-5000, -1800, -3, -0.4, 0, 0.3, 90, 4000])
            length = chance.randrange(1, 900)
            write_and_tidy(file, session(at_s, length, step_s=0.9))
            at_s += 0.9 * length
        last_s, last = at_s - 0.9, float(length - 1)

        kept = found(path, NOON_S - 1e6, NOON_S + 1e6, points)
        tail = found(path, last_s - 0.01, last_s + 0.01)

    assert list(kept.times) == sorted(set(kept.times))
    assert list(tail.mean) == [last]
