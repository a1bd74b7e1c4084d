"""What was remembered comes back."""

import math
import sqlite3
from contextlib import closing
from dataclasses import replace

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
from traintray.core.archive.errors import ArchiveError, NoHistoryError
from traintray.core.archive.records import KnobRecord, NoticeRecord, Outcome
from traintray.core.archive.sqlite_archive import SqliteArchive

HOUR_S = 3600.0


def test_samples_come_back_at_full_resolution_with_their_gaps(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path) as file:
        file.write(
            [
                (NOON_S, {"cpu": 0.5, "gpu": None}),
                (NOON_S + 1, {"cpu": None}),
                (NOON_S + 2, {"cpu": 0.25, "gpu": 1.0}),
            ],
            [],
        )

        with reading(path) as archive:
            found = archive.series("cpu", NOON_S, NOON_S + 10, 100)

            assert found.bucket_s == 0
            assert list(found.times) == [NOON_S, NOON_S + 1, NOON_S + 2]
            assert str(list(found.mean)) == "[0.5, nan, 0.25]"
            assert archive.series_keys() == ["cpu", "gpu"]
            assert archive.span() == (NOON_S, NOON_S + 2)


def test_a_span_ends_before_its_end(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path) as file:
        file.write(rounds(NOON_S, NOON_S + 10, float), [])

        with reading(path) as archive:
            found = archive.series("cpu", NOON_S + 2, NOON_S + 5, 100)

    assert list(found.mean) == [2, 3, 4]


def test_the_last_hours_are_kept_in_full_over_slots_and_hours(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path) as file:
        write_and_tidy(file, rounds(NOON_S, NOON_S + 2 * HOUR_S, lambda at: at % 100))

        with reading(path) as archive:
            found = archive.series("cpu", NOON_S, NOON_S + 2 * HOUR_S, 10_000)

    assert found.bucket_s == 0
    assert list(found.times) == [NOON_S + at for at in range(7200)]
    assert list(found.mean) == [at % 100 for at in range(7200)]


def test_older_samples_are_thinned_to_minutes_with_lowest_mean_and_highest(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path) as file:
        write_and_tidy(
            file, rounds(NOON_S, NOON_S + 9 * HOUR_S, lambda at: at % 60, 2.0)
        )

        with reading(path) as archive:
            found = archive.series("cpu", NOON_S, NOON_S + HOUR_S, 10_000)

    assert found.bucket_s == 60
    assert list(found.times) == [NOON_S + 30 + 60 * place for place in range(60)]
    assert set(found.low) == {0}
    assert set(found.mean) == {29}
    assert set(found.high) == {58}


def test_a_minute_speaks_for_its_middle(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path) as file:
        write_and_tidy(
            file, rounds(NOON_S, NOON_S + 9 * HOUR_S, lambda at: at // 60, 5.0)
        )

        with reading(path) as archive:
            found = archive.series("cpu", NOON_S + 20, NOON_S + 620, 10)

    assert list(found.mean) == list(range(10))


@pytest.mark.parametrize("points", [100_000, 30], ids=["minutes", "buckets"])
def test_what_was_not_measured_is_left_out_of_lowest_mean_and_highest(tmp_path, points):
    path = tmp_path / "history.sqlite"
    samples = rounds(NOON_S, NOON_S + 9 * HOUR_S, lambda at: at % 60, 5.0)
    for at_s, values in samples:
        if at_s % 60 < 20 or at_s // 60 % 10 == 5:
            values["cpu"] = None
    with written(path) as file:
        write_and_tidy(file, samples)

        with reading(path) as archive:
            found = archive.series("cpu", NOON_S, NOON_S + HOUR_S, points)

    for column, value in ((found.low, 20), (found.mean, 37.5), (found.high, 55)):
        known = [each for each in column if not math.isnan(each)]
        assert set(known) == {value}
        assert len(known) == (54 if points > 60 else 30)


def test_a_long_span_is_given_in_as_many_buckets_as_there_are_points(tmp_path):
    path = tmp_path / "history.sqlite"
    samples = rounds(NOON_S, NOON_S + 4 * HOUR_S, lambda at: at // 60)
    with written(path) as file:
        write_and_tidy(file, samples)

        with reading(path) as archive:
            found = archive.series("cpu", NOON_S, NOON_S + 4 * HOUR_S, 120)

    assert found.bucket_s == 120
    assert list(found.times) == [NOON_S + 60 + 120 * place for place in range(120)]
    assert list(found.low) == [2 * place for place in range(120)]
    assert list(found.mean) == [2 * place + 0.5 for place in range(120)]
    assert list(found.high) == [2 * place + 1 for place in range(120)]


def test_more_series_than_one_question_may_name_come_back_each_with_its_own(tmp_path):
    path = tmp_path / "history.sqlite"
    keys = [f"run/1/{number}" for number in range(1100)]
    values = {key: float(number) for number, key in enumerate(keys)}
    samples = [(NOON_S + 10 * place, values) for place in range(130)]
    with written(path) as file:
        write_and_tidy(file, samples)

        with reading(path) as archive:
            found = archive.many([*keys, "nobody"], NOON_S, NOON_S + 590, 1000)

    for key in keys:
        assert set(found[key].mean) == {values[key]}
    assert all(map(math.isnan, found["nobody"].mean))


def test_a_chunk_that_is_gone_is_damage_and_no_gap(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path) as file:
        write_and_tidy(file, rounds(NOON_S, NOON_S + 1300, lambda at: at))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM chunk")
        connection.commit()

    with reading(path) as archive, pytest.raises(ArchiveError):
        archive.series("cpu", NOON_S, NOON_S + 500, 1000)


def test_a_bucket_without_samples_is_a_hole(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path) as file:
        file.write(rounds(NOON_S, NOON_S + 10, lambda _: 1.0), [])
        file.write(rounds(NOON_S + 30, NOON_S + 40, lambda _: 3.0), [])

        with reading(path) as archive:
            found = archive.series("cpu", NOON_S, NOON_S + 40, 4)

    for column in (found.low, found.mean, found.high):
        assert [value for value in column if not math.isnan(value)] == [1, 3]
        assert math.isnan(column[1])
        assert math.isnan(column[2])


def test_series_that_come_and_go_share_the_times(tmp_path):
    path = tmp_path / "history.sqlite"
    with written(path) as file:
        write_and_tidy(file, rounds(NOON_S, NOON_S + 700, lambda _: 1.0, key="a"))
        write_and_tidy(
            file, rounds(NOON_S + 700, NOON_S + 1300, lambda _: 2.0, key="b")
        )

        with reading(path) as archive:
            found = archive.many(["a", "b", "c"], NOON_S, NOON_S + 1300, 5000)

    assert found["a"].times == found["b"].times == found["c"].times
    assert [value for value in found["a"].mean if value == value] == [1] * 700
    assert [value for value in found["b"].mean if value == value] == [2] * 600
    assert all(map(math.isnan, found["c"].mean))


def test_records_come_back_as_they_were_saved(tmp_path):
    path = tmp_path / "history.sqlite"
    run, episode = run_record(), episode_record()
    notice = NoticeRecord(NOON_S, "spinning", run.identity)
    change = KnobRecord(
        NOON_S, "thread_cap", "apply", {"A": None}, {"A": "2"}, run.identity
    )
    with written(path) as file:
        numbers = file.write([], [run, episode, notice, change])

        with reading(path) as archive:
            span = (NOON_S - 1, NOON_S + 1)
            numbered = run_record(number=1)
            assert numbers == {run.identity: 1}
            assert archive.runs(*span) == [numbered]
            assert archive.run(1) == numbered
            assert archive.run_by_identity(run.identity) == numbered
            assert archive.run(2) is None
            assert archive.episodes(NOON_S + 20, NOON_S + 21) == [episode]
            assert archive.notices(*span) == [notice]
            assert archive.knob_changes(*span) == [change]
            assert archive.episodes(NOON_S, NOON_S + 15) == []
            assert archive.runs(NOON_S + 61, NOON_S + 99) == []


def test_a_record_that_is_saved_again_is_updated_and_keeps_its_number(tmp_path):
    path = tmp_path / "history.sqlite"
    ended = run_record(
        outcome=Outcome.KILLED, signal=9, ended_at_s=NOON_S + 99, number=77
    )
    closed = episode_record(ended_at_s=NOON_S + 70)
    with written(path) as file:
        file.write([], [run_record(), episode_record()])
        file.write([], [run_record(identity="boot/99-1")])
        assert file.write([], [ended, closed]) == {ended.identity: 1}

        with reading(path) as archive:
            assert archive.run(1) == run_record(
                outcome=Outcome.KILLED, signal=9, ended_at_s=NOON_S + 99, number=1
            )
            assert len(archive.runs(0, 2 * NOON_S)) == 2
            assert archive.episodes(0, 2 * NOON_S) == [closed]


def test_an_answer_joins_the_notification_it_answers(tmp_path):
    path = tmp_path / "history.sqlite"
    shown = NoticeRecord(NOON_S, "spinning", "boot/12-345")
    answered = replace(shown, answer="opened", answered_at_s=NOON_S + 5)
    with written(path) as file:
        file.write([], [shown])
        file.write([], [answered])

        with reading(path) as archive:
            assert archive.notices(0, 2 * NOON_S) == [answered]


def test_a_change_that_is_told_again_keeps_the_run_it_was_for(tmp_path):
    path = tmp_path / "history.sqlite"
    change = KnobRecord(NOON_S, "thread_cap", "apply", {}, {"A": "2"}, "boot/12-345")
    with written(path) as file:
        file.write([], [change])
        file.write([], [replace(change, run_identity=None)])

        with reading(path) as archive:
            assert archive.knob_changes(0, 2 * NOON_S) == [change]


def test_a_command_line_that_is_no_text_comes_back(tmp_path):
    path = tmp_path / "history.sqlite"
    run = run_record(command=("python", "caf\udce9.py", "\U0001f40d\n"))
    with written(path) as file:
        file.write([], [run])

        with reading(path) as archive:
            found = archive.run(1)

    assert found is not None
    assert found.command == run.command


def test_without_a_file_a_person_is_told_that_nothing_is_remembered_yet(tmp_path):
    with pytest.raises(NoHistoryError, match="Nothing is remembered yet"):
        SqliteArchive(tmp_path / "history.sqlite")


def test_an_empty_file_is_said_to_hold_no_history_yet(tmp_path):
    path = tmp_path / "history.sqlite"
    path.touch()

    with pytest.raises(ArchiveError, match="holds no history yet"):
        SqliteArchive(path).span()


def test_the_newest_runs_of_a_name_are_read_and_no_others(tmp_path):
    path = tmp_path / "history.sqlite"
    names = ["train.py", "other.py", "train.py", "train.py", "tr\udc80in.py"]
    runs = [
        run_record(identity=f"boot/{at}-1", name=name, seen_at_s=NOON_S + at)
        for at, name in enumerate(names)
    ]
    decoy = run_record(identity="boot/9-1", name="x", variables={"name": "b.py"})
    with written(path) as file:
        file.write([], [*runs, decoy])

        with reading(path) as archive:
            found = archive.runs_named("train.py", 2)
            odd = archive.runs_named("tr\udc80in.py", 2)

            assert [run.identity for run in found] == ["boot/3-1", "boot/2-1"]
            assert [run.identity for run in odd] == ["boot/4-1"]
            assert archive.runs_named("b.py", 2) == []
            assert archive.runs_named("%", 2) == []
