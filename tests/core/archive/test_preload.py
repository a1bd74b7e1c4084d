"""Graphs are full after a restart, and no rule takes the past for watched."""

import math
from array import array

import pytest

from core.archive.archive_files import (
    NOON_S,
    reading,
    rounds,
    write_and_tidy,
    written,
)
from core.test_pipeline import Watched, over
from traintray.core.archive.names import kept_name, live_name
from traintray.core.archive.preload import preload
from traintray.core.diagnosis.verdict import Finding
from traintray.core.history.store import Store

BOOT = "c0ffee"


def nobody(run_key):
    return False


def shown(store, key):
    times, values = store.copy(key, -1e9)
    return list(times), [None if math.isnan(value) else value for value in values]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "history.sqlite"


def test_the_last_20_minutes_are_there_at_the_times_of_day_they_were_taken(path):
    store = Store(1200)
    with written(path) as file:
        write_and_tidy(file, rounds(NOON_S - 3600, NOON_S - 30, lambda at: at))
        with reading(path) as archive:
            preload(store, archive, (500.0, NOON_S), BOOT, nobody)

    times, values = shown(store, "cpu")
    assert times == [500.0 - 1200 + place for place in range(1170)]
    assert values == [2400 + place for place in range(1170)]


def test_samples_of_this_session_stay_and_follow(path):
    store = Store(1200)
    store.append(499.0, {"cpu": 0.5, "new": 1.0})
    with written(path) as file:
        file.write([(NOON_S - 3, {"cpu": 0.25, "old": 2.0})], [])
        with reading(path) as archive:
            preload(store, archive, (500.0, NOON_S), BOOT, nobody)
    store.append(500.0, {"cpu": 0.75})

    assert shown(store, "cpu") == ([497, 499, 500], [0.25, 0.5, 0.75])
    assert shown(store, "old")[1] == [2.0, None, None]
    assert shown(store, "new")[1] == [None, 1.0, None]


def test_only_runs_that_live_on_are_taken_under_their_name_in_this_session(path):
    store = Store(1200)
    keys = [
        f"run/{BOOT}/10-77/demand",
        f"run/{BOOT}/11-78/demand",
        "run/an-earlier-boot/10-77/demand",
    ]
    with written(path) as file:
        file.write([(NOON_S - 3, dict.fromkeys(keys, 8.0))], [])
        with reading(path) as archive:
            preload(
                store,
                archive,
                (500.0, NOON_S),
                BOOT,
                lambda run_key: run_key == "10-77",
            )

    assert shown(store, "run.10-77.demand")[1] == [8.0]
    assert shown(store, "run.11-78.demand")[1] == [None]


def test_samples_from_the_future_of_a_clock_that_was_set_back_are_left_out(path):
    store = Store(1200)
    with written(path) as file:
        file.write([(NOON_S - 5, {"cpu": 1.0}), (NOON_S + 900, {"cpu": 2.0})], [])
        with reading(path) as archive:
            preload(store, archive, (500.0, NOON_S), BOOT, nobody)

    assert shown(store, "cpu") == ([495], [1])


def test_an_empty_archive_changes_nothing(path):
    store = Store(1200)
    with written(path), reading(path) as archive:
        preload(store, archive, (500.0, NOON_S), BOOT, nobody)

    assert shown(store, "cpu") == ([], [])


@pytest.mark.parametrize(
    "live", ["cpu.busy_fraction", "run.10-77.demand_threads", "run.10-77.gpu.0.busy"]
)
def test_a_name_comes_back(live):
    assert live_name(kept_name(live, BOOT), BOOT) == live


def test_the_same_process_number_after_a_reboot_is_another_run():
    kept = kept_name("run.10-77.demand", BOOT)

    assert live_name(kept, "another-boot") is None


def seen(watched, count):
    """What stands of the run after each second."""
    verdicts = []
    for _ in range(count):
        frame = watched.ticks(1)
        verdicts.append([view.verdict for view in frame.runs])
    return verdicts


def test_rules_judge_after_a_restart_as_if_nothing_had_been_there_before():
    """Before the restart the machine was three times as bad, for 20 minutes."""
    fresh, restarted = Watched(over()), Watched(over())
    key = Watched(over()).ticks(8).runs[0].run.key
    before = [restarted.at_s - 280 + place for place in range(280)]
    probe = Watched(over())
    probe.hear()
    probe.ticks(24)
    names = probe.noted[-1][1]
    restarted.pipeline.store.prepend(
        before, {name: array("d", [24.0] * 280) for name in names}
    )
    assert f"run.{key}.demand_threads" in names

    expected, found = seen(fresh, 40), seen(restarted, 40)

    assert found == expected
    first = next(n for n, told in enumerate(found) if told and is_finding(told[0]))
    assert first >= 15


def is_finding(verdict):
    return isinstance(verdict, Finding)


def test_a_finding_does_not_come_from_what_was_measured_before_the_restart():
    """The trouble ended with the restart."""
    before, after = Watched(over()), Watched(over())
    before.hear()
    before.ticks(60)
    store = after.pipeline.store
    names = before.noted[-1][1].keys()
    past = before.pipeline.store
    times = past.copy("cpu.busy_fraction", 0)[0]
    shift_s = after.at_s - times[-1] - 1
    after.world.change(10, demand=1.0, busy_threads=1)

    store.prepend(
        [at_s + shift_s for at_s in times],
        {name: past.copy(name, 0)[1] for name in names},
    )

    assert not any(is_finding(told[0]) for told in seen(after, 40) if told)
