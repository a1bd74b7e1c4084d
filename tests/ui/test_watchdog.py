"""Silence is told, once, and not sooner than it is one."""

from __future__ import annotations

import pytest

from traintray.ui.watchdog import PATIENCE_PERIODS, Watchdog


class Clock:
    def __init__(self):
        self.now_s = 1000.0
        self.posted_s = 1000.0

    def now(self):
        return self.now_s

    def posted(self):
        return self.posted_s


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def watch(qtbot, clock):
    watchdog = Watchdog(1.0, clock.posted, now_s=clock.now)
    watchdog.told = []
    watchdog.silent.connect(lambda: watchdog.told.append(clock.now_s))
    return watchdog


def test_it_is_silent_after_five_periods_without_a_frame(watch, clock):
    clock.now_s = clock.posted_s + PATIENCE_PERIODS - 0.1
    watch.look()
    assert watch.told == []

    clock.now_s = clock.posted_s + PATIENCE_PERIODS
    watch.look()
    assert watch.told == [1005.0]


def test_it_is_told_once_and_again_after_frames_came_back(watch, clock):
    for second in (5, 10, 15):
        clock.now_s = 1000.0 + second
        watch.look()
    assert watch.told == [1005.0]

    clock.posted_s = 1016.0
    clock.now_s = 1017.0
    watch.look()
    clock.now_s = 1022.0
    watch.look()
    assert watch.told == [1005.0, 1022.0]


def test_it_looks_by_itself_when_silence_can_be_due(qtbot):
    watchdog = Watchdog(0.02, lambda: 0.0)

    with qtbot.waitSignal(watchdog.silent, timeout=2000):
        watchdog.start()


def test_it_does_not_look_while_silence_cannot_be_due(qtbot, watch, clock):
    looks = []
    watch.looked.connect(lambda: looks.append(1))
    watch.start()
    qtbot.wait(60)

    assert looks == []
