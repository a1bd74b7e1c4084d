"""Memory and storage of a run, in numbers."""

from dataclasses import replace

import pytest

from core.detection.runs import member, run
from traintray.core.detection.figures import Surroundings, figures
from traintray.core.detection.run import ProcessRates, Role
from traintray.core.detection.traits import Trends
from traintray.core.readings import MemoryReading

GIB = 2**30


def memory(available):
    return MemoryReading(64 * GIB, available, 0, 0, None, None)


def numbers(*members, memory=None, **changes):
    a_run = run(*members, **changes)
    return figures(a_run, Surroundings(None, [a_run], memory))


def with_threads(one, **changes):
    return replace(one, threads=replace(one.threads, **changes))


def test_reads_and_swap_are_those_of_the_whole_tree():
    found = numbers(
        with_threads(member(1, Role.MAIN, 1.0), read_bytes_per_s=1e6, swap_bytes=5),
        with_threads(member(2, Role.WORKER, 1.0), read_bytes_per_s=3e6, swap_bytes=7),
    )

    assert (found["read_bytes_per_s"], found["swap_bytes"]) == (4e6, 12.0)


def test_reads_of_another_user_are_unknown():
    assert numbers(member(1, Role.MAIN, 1.0))["read_bytes_per_s"] is None


def test_a_new_worker_whose_reads_have_no_rate_yet_hides_nothing():
    known = with_threads(member(1, Role.MAIN, 1.0), read_bytes_per_s=1e6)

    found = numbers(known, member(2, Role.WORKER, 1.0))

    assert found["read_bytes_per_s"] == 1e6


def test_faults_are_those_of_the_whole_tree():
    rates = ProcessRates(1.0, 0.0, 0.0, 2.0, 300.0)
    found = numbers(
        replace(member(1, Role.MAIN, 1.0), rates=rates),
        replace(member(2, Role.SUPPORT, 1.0), rates=rates),
    )

    assert (found["major_faults_per_s"], found["minor_faults_per_s"]) == (4.0, 600.0)


@pytest.mark.parametrize(
    ("left", "available", "expected"),
    [
        pytest.param(None, 8 * GIB, 8.0 * GIB, id="no limit: what the machine has"),
        pytest.param(2 * GIB, 8 * GIB, 2.0 * GIB, id="the group's limit is nearer"),
        pytest.param(16 * GIB, 8 * GIB, 8.0 * GIB, id="the group may have more"),
        pytest.param(2 * GIB, None, None, id="the machine's is unknown"),
    ],
)
def test_what_a_run_may_still_take(left, available, expected):
    found = numbers(
        member(1, Role.MAIN, 1.0),
        memory=None if available is None else memory(available),
        trends=Trends(memory_left_bytes=left),
    )

    assert found["memory_available_bytes"] == expected


def test_growth_is_handed_on_with_what_is_unknown_of_it():
    trends = Trends(main_growth_bytes_per_s=2e6, growth_watched_s=90.0)

    found = numbers(member(1, Role.MAIN, 1.0), trends=trends)

    assert found["main_growth_bytes_per_s"] == 2e6
    assert found["worker_growth_bytes_per_s"] is None
    assert found["growth_watched_s"] == 90.0
