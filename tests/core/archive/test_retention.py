"""The file stays within its limits, and what goes is the oldest."""

import math
import random
from pathlib import Path

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
from traintray.core.archive.limits import DAY_S, Limits
from traintray.core.archive.records import NoticeRecord

HOUR_S = 3600.0


def noisy(since_s, until_s, series, step_s):
    chance = random.Random(1)
    count = int((until_s - since_s) / step_s)
    return [
        (
            since_s + step_s * place,
            {f"s{number}": chance.random() for number in range(series)},
        )
        for place in range(count)
    ]


def taken(path: Path) -> int:
    return sum(each.stat().st_size for each in path.parent.glob(f"{path.name}*"))


def test_full_resolution_ends_where_the_limit_says_and_minutes_go_on(tmp_path):
    path = tmp_path / "history.sqlite"
    limits = Limits(full_s=2 * HOUR_S)
    with written(path, limits) as file:
        write_and_tidy(file, rounds(NOON_S, NOON_S + 5 * HOUR_S, lambda _: 1.0, 5.0))

        with reading(path) as archive:
            now_s = NOON_S + 5 * HOUR_S
            recent = archive.series("cpu", now_s - 2 * HOUR_S, now_s, 100_000)
            old = archive.series("cpu", NOON_S, NOON_S + HOUR_S, 100_000)

    assert (recent.bucket_s, len(recent.times)) == (0, 1440)
    assert (old.bucket_s, len(old.times)) == (60, 60)


def test_samples_older_than_the_history_are_dropped(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path, Limits(kept_s=DAY_S)) as file:
        write_and_tidy(file, rounds(NOON_S, NOON_S + 3 * DAY_S, lambda _: 1.0, 60.0))

        with reading(path) as archive:
            span = archive.span()

    assert span is not None
    assert 2 * DAY_S - HOUR_S <= span[0] - NOON_S <= 2 * DAY_S + 600


def test_records_older_than_the_history_are_dropped(tmp_path):
    path = tmp_path / "history.sqlite"
    old = run_record(identity="boot/1-1", seen_at_s=NOON_S, last_seen_at_s=NOON_S + 9)
    still = run_record(
        identity="boot/2-2", seen_at_s=NOON_S, last_seen_at_s=NOON_S + 2.5 * DAY_S
    )
    with written(path, Limits(kept_s=DAY_S)) as file:
        file.write([], [old, still, episode_record(), NoticeRecord(NOON_S, "a", None)])
        write_and_tidy(file, rounds(NOON_S, NOON_S + 3 * DAY_S, lambda _: 1.0, 60.0))

        with reading(path) as archive:
            everything = (0, 2 * NOON_S)
            assert [run.identity for run in archive.runs(*everything)] == ["boot/2-2"]
            assert archive.episodes(*everything) == []
            assert archive.notices(*everything) == []


def test_the_file_and_its_log_stay_below_the_limit_whatever_comes(tmp_path):
    path = tmp_path / "history.sqlite"
    limits = Limits(file_bytes=12_000_000)
    most = 0
    samples = noisy(NOON_S, NOON_S + 20 * HOUR_S, 100, 7.5)
    with written(path, limits) as file:
        for start in range(0, len(samples), 100):
            write_and_tidy(file, samples[start : start + 100])
            most = max(most, taken(path))

        with reading(path) as archive:
            span = archive.span()
            newest = archive.series("s7", NOON_S + 19.9 * HOUR_S, 2 * NOON_S, 100_000)

    assert span is not None
    assert span[0] > NOON_S + HOUR_S
    assert most <= limits.file_bytes
    assert len(newest.times) == 48


def test_a_smaller_limit_makes_the_file_smaller(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path) as file:
        write_and_tidy(file, noisy(NOON_S, NOON_S + 6 * HOUR_S, 100, 3.0), batch=100)
    before = path.stat().st_size
    limits = Limits(file_bytes=12_000_000)
    with written(path, limits) as file:
        start_s = NOON_S + 7 * HOUR_S
        write_and_tidy(file, rounds(start_s, start_s + 1300, lambda _: 1.0))

    assert before > 2_500_000
    assert path.stat().st_size <= 2_000_000


def test_when_no_sample_is_left_the_oldest_records_go(tmp_path):
    path = tmp_path / "history.sqlite"
    names = "x" * 4000
    runs = [
        run_record(
            identity=f"boot/{number}-1",
            name=names,
            seen_at_s=NOON_S + number,
            last_seen_at_s=NOON_S + number,
        )
        for number in range(500)
    ]
    with written(path, Limits(file_bytes=11_000_000)) as file:
        file.write([], runs)
        write_and_tidy(file, rounds(NOON_S, NOON_S + 1300, lambda _: 1.0))

        with reading(path) as archive:
            left = [run.identity for run in archive.runs(0, 2 * NOON_S)]

    assert 50 < len(left) < 400
    assert left == [f"boot/{number}-1" for number in range(499, 499 - len(left), -1)]


def test_names_of_runs_that_are_dropped_go_too_and_others_keep_their_series(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path, Limits(kept_s=HOUR_S)) as file:
        for hour in range(6):
            start_s = NOON_S + hour * HOUR_S
            samples = [
                (at_s, {**values, f"run/b/{hour}-1/x": float(hour)})
                for at_s, values in rounds(
                    start_s, start_s + HOUR_S, lambda _: 0.5, 10.0
                )
            ]
            write_and_tidy(file, samples)

        with reading(path) as archive:
            keys = archive.series_keys()
            now_s = NOON_S + 6 * HOUR_S
            newest = archive.series("run/b/5-1/x", now_s - 60, now_s, 100)

    assert "run/b/0-1/x" not in keys
    assert {"cpu", "run/b/5-1/x"} <= set(keys)
    assert list(newest.mean) == [5.0] * 6


def test_a_series_is_not_taken_for_one_that_was_dropped(tmp_path):
    path = tmp_path / "history.sqlite"
    limits = Limits(kept_s=HOUR_S)
    with written(path, limits) as file:
        write_and_tidy(file, rounds(NOON_S, NOON_S + HOUR_S, lambda _: 1.0, 10.0, "a"))
        start_s = NOON_S + 6 * HOUR_S
        write_and_tidy(
            file, rounds(start_s, start_s + 4 * HOUR_S, lambda _: 2.0, 10.0, "b")
        )
        write_and_tidy(
            file,
            rounds(
                start_s + 4 * HOUR_S, start_s + 5 * HOUR_S, lambda _: 3.0, 10.0, "c"
            ),
        )

        with reading(path) as archive:
            until_s = start_s + 5 * HOUR_S
            found = archive.many(["a", "b", "c"], NOON_S, until_s, 100_000)

    for key, value in (("b", 2.0), ("c", 3.0)):
        assert {each for each in found[key].mean if not math.isnan(each)} == {value}
    assert all(map(math.isnan, found["a"].mean))


@pytest.mark.parametrize("days", [1, 7])
def test_a_clock_ahead_for_a_few_minutes_costs_a_day_of_history_at_most(tmp_path, days):
    path = tmp_path / "history.sqlite"
    end_s = NOON_S + days * DAY_S
    with written(path) as file:
        write_and_tidy(file, rounds(NOON_S, end_s, lambda _: 1.0, 60.0))
        ahead_s = end_s + 10 * 365 * DAY_S
        write_and_tidy(file, rounds(ahead_s, ahead_s + 300, lambda _: 1.0))
        write_and_tidy(file, rounds(end_s, end_s + 300, lambda _: 1.0))

        with reading(path) as archive:
            span = archive.series("cpu", NOON_S, end_s, 200)

    known = sum(not math.isnan(value) for value in span.mean)
    assert known >= 200 * (days - 1) / days - 1
