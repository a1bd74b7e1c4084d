"""Frames reach the GUI; silence and errors of the sampling thread are shown."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest

from traintray.core.diagnosis.tuning import Tuning
from traintray.core.frame import State
from traintray.core.history.store import Store
from traintray.core.sampling.clock import SystemClock
from traintray.ui.feed import STOP_TIMEOUT_S, Feed
from traintray.ui.tray_look import Panel
from ui import frames

PERIOD_S = 0.1
"""Five of these without a frame are silence: long enough for a busy machine."""


class Script:
    """Plays frames from a list; repeats the last one; may fail or hang."""

    def __init__(self, *played):
        self.store = Store(10)
        self.played = list(played)
        self.paused = []
        self.watched = []
        self.ticked = threading.Event()
        self.hang = None

    def pause(self, paused):
        self.paused.append(paused)

    def watch(self, watched):
        self.watched.append(watched)

    def tick(self, at_s, wall_s, missed_ticks=0):
        self.ticked.set()
        if self.hang is not None:
            self.hang.wait(10)
        shown = self.played[0] if len(self.played) == 1 else self.played.pop(0)
        if isinstance(shown, Exception):
            raise shown
        return shown


@pytest.fixture
def start(qtbot):
    feeds = []

    def begin(script):
        feed = Feed(script, PERIOD_S, Panel(dark=False))
        feed.states = []
        feed.frame_ready.connect(lambda frame: feed.states.append(frame.state))
        feeds.append(feed)
        feed.start()
        return feed

    yield begin
    for feed in feeds:
        feed.stop()


def test_frames_arrive_but_hidden_only_those_that_change_what_is_seen(qtbot, start):
    script = Script(frames.ok_frame())
    feed = start(script)
    qtbot.waitUntil(lambda: feed.states == [State.OK], timeout=2000)
    qtbot.wait(5 * int(PERIOD_S * 1000))
    assert feed.states == [State.OK]

    script.played = [frames.attention_frame()]
    qtbot.waitUntil(lambda: feed.states == [State.OK, State.ATTENTION], timeout=2000)


def test_with_a_window_open_every_frame_arrives(qtbot, start):
    feed = start(Script(frames.ok_frame()))
    feed.watch(True)

    qtbot.waitUntil(lambda: len(feed.states) > 5, timeout=2000)


def test_a_window_that_opens_gets_the_frame_that_waits(qtbot, start):
    feed = start(Script(frames.ok_frame()))
    qtbot.waitUntil(lambda: feed.states == [State.OK], timeout=2000)
    qtbot.wait(2 * int(PERIOD_S * 1000))
    feed.watch(True)

    assert len(feed.states) >= 2


def test_a_hung_driver_shows_no_data_instead_of_the_last_values(qtbot, start, caplog):
    script = Script(frames.attention_frame())
    feed = start(script)
    qtbot.waitUntil(lambda: feed.states == [State.ATTENTION], timeout=2000)
    script.hang = threading.Event()
    qtbot.waitUntil(lambda: feed.states[-1] is State.NO_DATA, timeout=3000)

    assert feed.last.cpu is None
    assert feed.last.runs == ()
    assert "no data" in caplog.text

    script.hang.set()
    qtbot.waitUntil(lambda: feed.states[-1] is State.ATTENTION, timeout=3000)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_error_in_the_pipeline_shows_no_data(qtbot, start):
    script = Script(frames.ok_frame(), ZeroDivisionError("a bug"))
    feed = start(script)

    qtbot.waitUntil(lambda: feed.states == [State.OK, State.NO_DATA], timeout=3000)


def test_pause_reaches_the_pipeline(start):
    script = Script(frames.ok_frame())
    start(script).pause(True)

    assert script.paused == [True]


class Wall(SystemClock):
    """The time on the wall is what a test says."""

    time_s = 1_000.0

    def wall_s(self):
        return self.time_s


def test_a_pause_may_end_by_itself_and_says_when(qtbot):
    script, wall = Script(replace(frames.ok_frame(), state=State.PAUSED)), Wall()
    feed = Feed(script, PERIOD_S, Panel(dark=False), clock=wall)
    shown = []
    feed.frame_ready.connect(shown.append)
    feed.watch(True)
    feed.pause(True, 2_000.0)
    feed.start()
    try:
        qtbot.waitUntil(lambda: len(shown) > 1, timeout=3000)
        assert shown[-1].paused_until_s == 2_000.0
        assert script.paused == [True]

        wall.time_s = 2_000.0
        qtbot.waitUntil(lambda: script.paused == [True, False], timeout=3000)
    finally:
        feed.stop()


def test_a_pause_without_an_end_does_not_take_over_that_of_one_before(qtbot):
    script, wall = Script(replace(frames.ok_frame(), state=State.PAUSED)), Wall()
    feed = Feed(script, PERIOD_S, Panel(dark=False), clock=wall)
    feed.pause(True, 2_000.0)
    feed.pause(False)
    feed.pause(True)
    wall.time_s = 3_000.0
    feed._tick(0)

    assert script.paused == [True, False, True]


def test_stop_does_not_wait_for_a_tick_that_hangs(start, caplog):
    script = Script(frames.ok_frame())
    script.hang = threading.Event()
    feed = start(script)
    script.ticked.wait(2)
    before_s = time.monotonic()
    feed.stop()
    took_s = time.monotonic() - before_s
    script.hang.set()

    assert took_s < STOP_TIMEOUT_S + 0.5
    assert "did not end" in caplog.text


class Steered(Script):
    """A source that is told of thresholds, pace and language."""

    def __init__(self, *played):
        super().__init__(*played)
        self.orders = self
        self.tuned = []
        self.spoken = []

        self.picked = []
        self.expects_gpu = True

    def pick(self, pid, started_ticks):
        self.picked.append((pid, started_ticks))

    def tune(self, tuning, period_s):
        self.tuned.append((tuning, period_s))

    def speak(self, language):
        self.spoken.append(language)


def test_thresholds_language_and_pace_reach_the_pipeline(start):
    script = Steered(frames.ok_frame())
    feed = start(script)
    strict = Tuning(sustained_s=60.0)

    feed.tune(strict)
    feed.set_pace(5.0, slow_on_battery=False)
    feed.speak("zh_CN")

    assert script.tuned == [(strict, PERIOD_S), (strict, 5.0)]
    assert script.spoken == ["zh_CN"]


def test_a_slower_pace_slows_the_rounds_and_is_no_silence(qtbot, start):
    script = Steered(frames.ok_frame())
    feed = start(script)
    feed.watch(True)
    qtbot.waitUntil(lambda: len(feed.states) > 3, timeout=2000)

    feed.set_pace(5.0, slow_on_battery=False)
    qtbot.wait(int(PERIOD_S * 1000))
    before = len(feed.states)
    qtbot.wait(int(8 * PERIOD_S * 1000))

    assert len(feed.states) <= before + 1
    assert State.NO_DATA not in feed.states

    feed.set_pace(PERIOD_S, slow_on_battery=False)
    qtbot.waitUntil(lambda: len(feed.states) > before + 3, timeout=1000)


def test_a_recording_is_not_steered(start):
    feed = start(Script(frames.ok_frame()))

    feed.tune(Tuning(sustained_s=60.0))
    feed.speak("zh_CN")
