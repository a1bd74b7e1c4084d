"""Signals of the system reach an idle Qt loop at once."""

from __future__ import annotations

import os
import signal

import pytest

from traintray.ui.signals import UnixSignals


@pytest.fixture
def signals(qtbot):
    made = UnixSignals()
    yield made
    made.restore()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_asks_the_app_to_end_without_any_timer(qtbot, signals, number):
    with qtbot.waitSignal(signals.ending, timeout=1000) as caught:
        os.kill(os.getpid(), number)

    assert caught.args == [number]


def test_other_signals_are_left_alone(qtbot, signals):
    heard = []
    signals.ending.connect(heard.append)
    old = signal.signal(signal.SIGUSR1, lambda *_: None)
    os.kill(os.getpid(), signal.SIGUSR1)
    qtbot.wait(30)
    signal.signal(signal.SIGUSR1, old)

    assert heard == []


def test_afterwards_everything_is_as_before(qtbot):
    before = signal.getsignal(signal.SIGINT)
    UnixSignals().restore()

    assert signal.getsignal(signal.SIGINT) is before
    assert signal.set_wakeup_fd(-1) == -1
