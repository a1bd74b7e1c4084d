"""A process that a person picked is a run until it ends, and nothing else is."""

from __future__ import annotations

from core.detection.fake_world import FakeProcess
from core.detection.test_detector import Watched


def plain(started_ticks):
    return FakeProcess(10, mapped=frozenset(), started_ticks=started_ticks)


def test_a_picked_process_is_a_run_with_the_next_round():
    watched = Watched(plain(100))
    assert watched.ticks(5) == ()

    watched.detector.force(10, 100)

    assert [run.key for run in watched.ticks(1)] == ["10-100"]
    assert len(watched.ticks(30)) == 1


def test_another_process_that_is_given_its_number_was_not_picked():
    watched = Watched(plain(100))
    watched.detector.force(10, 100)
    assert len(watched.ticks(3)) == 1

    watched.world.processes.clear()
    watched.ticks(1)
    watched.world.processes[10] = plain(999)

    assert watched.ticks(20) == ()


def test_one_that_ended_is_forgotten_also_when_nobody_said_when_it_started():
    for started_ticks in (100, None):
        watched = Watched(plain(100))
        watched.detector.force(10, started_ticks)
        assert len(watched.ticks(3)) == 1

        watched.world.processes.clear()
        watched.ticks(1)
        watched.world.processes[10] = plain(999)

        assert watched.ticks(20) == ()
        assert len(watched.detector._picked) == 0


def test_one_whose_number_went_to_another_between_two_rounds_is_forgotten():
    watched = Watched(plain(100))
    watched.detector.force(10)
    assert len(watched.ticks(3)) == 1

    watched.world.processes[10] = plain(999)

    assert watched.ticks(20) == ()
    assert len(watched.detector._picked) == 0


def test_one_that_the_process_table_does_not_hold_yet_is_waited_for():
    watched = Watched()
    watched.detector.force(10, 100)
    watched.ticks(2)

    watched.world.processes[10] = plain(100)

    assert [run.key for run in watched.ticks(3)] == ["10-100"]
