"""The thread of the live knobs keeps a run as it was told, with no window at all."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QObject, Signal

from traintray.core.live_knobs.entry import End, Entry
from traintray.core.live_knobs.ledger import Ledger
from traintray.ui import live_thread
from traintray.ui.live_thread import LiveThread


class Samples(QObject):
    """The feed, as far as it is followed."""

    taken = Signal(object)


class CountedLive:
    """Counts the looks of the thread; its journal is that of the folder."""

    def __init__(self):
        self.looks = 0
        self.looked = threading.Event()
        self.is_closed = False

    @property
    def desk(self):
        return self

    def refresh(self):
        self.looks += 1
        self.looked.set()

    def close(self):
        self.is_closed = True


class Journal:
    """What another program writes down."""

    entry = Entry(
        number=1,
        knob="cpu_affinity",
        run_key="100-20",
        run_name='a name with "end":null in it.py',
        value="leave-1",
        rule="within:1-3",
        at_s=1000.0,
        epoch=("boot", "pid"),
    )

    def __init__(self, folder):
        self._ledger = Ledger(folder)

    def apply(self):
        with self._ledger.held() as book:
            book.put(self.entry)

    def undo(self):
        with self._ledger.held() as book:
            book.put(self.entry.closed(End.UNDONE, 1001.0))


@pytest.fixture
def world(tmp_path):
    return Journal(tmp_path)


@pytest.fixture
def live():
    return CountedLive()


@pytest.fixture
def thread(qtbot, tmp_path, live, monkeypatch):
    monkeypatch.setattr(live_thread, "_KEEP_UP_S", 0.02)
    made = LiveThread(tmp_path, lambda _: live)
    yield made
    made.close()


@pytest.fixture
def is_started():
    """Whether a thread runs that other tests in this process have not left behind."""
    before = set(threading.enumerate())

    def told():
        new = set(threading.enumerate()) - before
        return any(one.name == "live knobs" for one in new)

    return told


def test_without_a_live_knob_no_thread_is_started(is_started, thread, live, world):
    thread.look()
    world.apply()
    world.undo()
    thread.look()

    assert not is_started()
    assert live.looks == 0


def test_a_knob_of_before_the_start_is_kept_up_at_the_first_sample(
    thread, live, world, qtbot
):
    world.apply()
    samples = Samples()
    thread.follow(samples.taken)
    samples.taken.emit(object())

    qtbot.waitUntil(lambda: live.looks >= 3)


def test_a_knob_of_the_command_line_wakes_the_thread_that_waits(
    thread, live, world, qtbot
):
    waits = threading.Event()
    thread.put(lambda _: waits.set())
    assert waits.wait(5)
    thread.look()
    world.apply()
    thread.look()

    qtbot.waitUntil(lambda: live.looks >= 3)


def test_once_nothing_is_in_force_it_sleeps(thread, live, world, qtbot):
    world.apply()
    thread.look()
    qtbot.waitUntil(lambda: live.looks >= 1)
    world.undo()
    qtbot.wait(100)
    before = live.looks
    qtbot.wait(100)

    assert live.looks == before


def test_it_lets_go_of_what_it_holds_when_it_is_closed(is_started, thread, live):
    thread.put(lambda _: None)
    assert is_started()
    thread.close()

    assert live.is_closed
    assert not is_started()
