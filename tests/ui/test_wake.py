"""Hidden in the tray, only what can be seen wakes the GUI."""

from __future__ import annotations

from dataclasses import replace

import pytest

from traintray.core.history.store import Store
from traintray.ui.tray_look import Panel
from traintray.ui.wake import WorthWaking
from ui import frames
from ui.episode_frames import at, well
from ui.stores import store_for


@pytest.fixture
def wake():
    return WorthWaking(store_for(frames.attention_frame()), Panel(dark=False))


def test_the_first_frame_wakes_and_the_same_again_does_not(wake):
    shown = frames.attention_frame()

    assert [wake(shown), wake(shown)] == [True, False]


def test_with_a_window_open_every_frame_wakes(wake):
    wake(frames.attention_frame())
    wake.is_watched = True

    assert wake(frames.attention_frame())


def test_numbers_that_nobody_sees_do_not_wake(wake):
    shown = frames.attention_frame()
    wake(shown)
    load = replace(shown.load, context_switches_per_s=999_000.0)

    assert not wake(replace(shown, load=load, wall_s=shown.wall_s + 1))


@pytest.mark.parametrize(
    "later",
    [
        pytest.param(frames.paused_frame(), id="paused"),
        pytest.param(frames.critical_frame(), id="worse"),
        pytest.param(well(1), id="the finding is gone"),
        pytest.param(well(1, alive=False), id="the run is gone"),
        pytest.param(at(1, number=2), id="another episode"),
        pytest.param(at(1, kind="cpu_compute"), id="another cause"),
    ],
)
def test_what_can_be_seen_wakes(wake, later):
    wake(at(0))

    assert wake(later)
    assert not wake(later)


def test_now_and_then_a_frame_wakes_for_the_tooltip():
    store = Store(100)
    wake = WorthWaking(store, Panel(dark=False))
    shown = frames.idle_frame()
    woke = []
    for second in range(121):
        now = replace(shown, at_s=shown.at_s + second)
        store.append(now.at_s, {"cpu.busy_fraction": 0.3})
        if wake(now):
            woke.append(second)

    assert woke == [0, 60, 120]


def test_a_bar_that_moves_a_step_wakes():
    store = Store(100)
    wake = WorthWaking(store, Panel(dark=False))
    shown = frames.idle_frame()
    woke = []
    for second, busy in enumerate([0.30, 0.30, 0.301, 0.9]):
        now = replace(shown, at_s=shown.at_s + 10 * second)
        store.append(now.at_s, {"cpu.busy_fraction": busy})
        woke.append(wake(now))

    assert woke == [True, False, False, True]


def test_another_panel_wakes_since_the_icon_looks_different(wake):
    shown = frames.attention_frame()
    wake(shown)
    wake.panel = Panel(dark=True)

    assert wake(shown)
