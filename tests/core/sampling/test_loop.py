from __future__ import annotations

import threading

import pytest

from fakes import FakeClock
from traintray.core.sampling.clock import SystemClock
from traintray.core.sampling.loop import SamplingLoop, next_due


@pytest.mark.parametrize(
    ("now_s", "expected"),
    [
        pytest.param(10.2, 11.0, id="on time"),
        pytest.param(11.0, 12.0, id="a tick that took a whole period"),
        pytest.param(12.5, 13.0, id="two ticks missed are not made up for"),
        pytest.param(9.9, 11.0, id="a wait that ended early"),
    ],
)
def test_next_due(now_s, expected):
    assert next_due(due_s=10.0, now_s=now_s, period_s=1.0) == expected


class Ticks:
    """Remembers when it was called; each call takes as long as told."""

    def __init__(self, clock, takes_s):
        self.loop = None
        self.at = []
        self.missed = []
        self._clock = clock
        self._takes_s = list(takes_s)

    def __call__(self, missed):
        self.at.append(self._clock.monotonic_s())
        self.missed.append(missed)
        self._clock.advance(self._takes_s.pop(0))
        if not self._takes_s:
            self.loop.stop()


def run(takes_s, period_s=1.0):
    """Run a loop to its end, without a thread of our own to wait in."""
    clock = FakeClock(at_s=100.0)
    ticks = Ticks(clock, takes_s)
    ticks.loop = SamplingLoop(ticks, clock, period_s)
    ticks.loop.start()
    assert ticks.loop.stop(timeout_s=10)
    return ticks, clock


def test_the_first_tick_comes_at_once_and_the_rest_on_the_beat():
    ticks, _ = run([0.3, 0.2, 0.9, 0.1])

    assert ticks.at == [100.0, 101.0, 102.0, 103.0]
    assert ticks.missed == [0, 0, 0, 0]


def test_ticks_that_came_too_late_are_skipped_and_counted():
    ticks, _ = run([0.1, 2.5, 0.1, 1.0, 0.1])

    assert ticks.at == [100.0, 101.0, 104.0, 105.0, 107.0]
    assert ticks.missed == [0, 0, 2, 0, 1]


def test_the_thread_sleeps_once_per_tick():
    ticks, clock = run([0.1] * 5)

    assert clock.sleeps == [*ticks.at, 105.0]


def test_stopping_ends_a_sleep_that_has_an_hour_to_go():
    ticked = threading.Event()
    loop = SamplingLoop(lambda _: ticked.set(), SystemClock(), period_s=3600)
    loop.start()
    assert ticked.wait(timeout=10)

    assert loop.stop(timeout_s=10)


def test_a_tick_that_hangs_does_not_hold_up_the_one_who_stops():
    started, release = threading.Event(), threading.Event()

    def hang(_missed):
        started.set()
        release.wait(timeout=60)

    loop = SamplingLoop(hang, FakeClock(), period_s=1.0)
    loop.start()
    assert started.wait(timeout=10)

    assert not loop.stop(timeout_s=0.01)
    release.set()
    assert loop.stop(timeout_s=10)


def test_a_loop_that_never_started_is_stopped_already():
    assert SamplingLoop(lambda _: None, FakeClock(), period_s=1.0).stop()


def test_a_bug_ends_the_thread_and_is_heard_of(monkeypatch):
    heard = []
    monkeypatch.setattr(threading, "excepthook", heard.append)

    def broken(_missed):
        raise KeyError("typo")

    loop = SamplingLoop(broken, FakeClock(), period_s=1.0)
    loop.start()

    assert loop.stop(timeout_s=10)
    assert [(h.exc_type, h.thread.name) for h in heard] == [(KeyError, "sampler")]


class Slowing(Ticks):
    """Chooses another pace in its third call."""

    def __init__(self, clock, takes_s):
        super().__init__(clock, takes_s)
        self.are_done = threading.Event()

    def __call__(self, missed):
        super().__call__(missed)
        if len(self.at) == 3:
            self.loop.set_period(5.0)
        if not self._takes_s:
            self.are_done.set()


def test_another_pace_counts_from_the_tick_on_in_which_it_is_chosen():
    clock = FakeClock(at_s=100.0)
    ticks = Slowing(clock, [0.1] * 5)
    ticks.loop = SamplingLoop(ticks, clock, 1.0)
    ticks.loop.start()
    assert ticks.are_done.wait(timeout=10)

    assert ticks.at == [100.0, 101.0, 102.0, 107.0, 112.0]
    assert ticks.missed == [0] * 5


def test_a_faster_pace_cuts_the_sleep_of_the_old_one_short():
    ticked = threading.Semaphore(0)
    loop = SamplingLoop(lambda _: ticked.release(), SystemClock(), period_s=3600)
    loop.start()
    assert ticked.acquire(timeout=10)

    loop.set_period(0.01)

    assert ticked.acquire(timeout=10)
    assert ticked.acquire(timeout=10)
    assert loop.stop(timeout_s=10)
