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
