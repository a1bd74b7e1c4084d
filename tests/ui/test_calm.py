"""The icon changes when something happens, and not with every breath."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from traintray.core.frame import State
from traintray.core.history.store import Store
from traintray.ui.calm import PATIENCE, Calm
from traintray.ui.tray_look import Panel, look_for
from ui import frames

PANEL = Panel(dark=False)


class Machine:
    """An idle machine without a GPU whose CPU is as busy as a test says."""

    def __init__(self):
        self.calm, self.store = Calm(), Store(1000)
        self.frame = frames.idle_frame(frames.SMALL)

    def at(self, second, busy, state=State.IDLE, panel=PANEL):
        """Return the look that is shown; the load held for the last 5 s."""
        at_s = self.frame.at_s + 10 * second
        self.store.append(at_s, {"cpu.busy_fraction": busy})
        now = replace(self.frame, at_s=at_s, state=state)
        return self.calm.settle(now, self.store, panel)


def look(busy, state=State.IDLE, panel=PANEL):
    return look_for(state, busy, None, has_gpu=False, panel=panel)


@pytest.fixture
def machine():
    return Machine()


def test_the_first_load_is_shown_at_once(machine):
    assert machine.at(0, 0.4) == look(0.4)


def shown_after_s(machine, before, after):
    """Return how long after a change of load the icon changes, in whole seconds."""
    machine.at(0, before)
    for second in range(1, 100):
        if machine.at(second / 10, after) != look(before):
            return second
    return None


@pytest.mark.parametrize(
    ("before", "after", "seconds"),
    [
        pytest.param(0.05, 0.95, 5, id="a run starts"),
        pytest.param(0.95, 0.10, 5, id="a run ends"),
        pytest.param(0.40, 0.52, 15, id="two steps"),
        pytest.param(0.40, 0.47, 30, id="one step"),
    ],
)
def test_the_further_a_load_moves_the_sooner_it_is_shown(
    machine, before, after, seconds
):
    # The load is the mean of 5 s, so it has to get there too.
    took_s = shown_after_s(machine, before, after)

    assert seconds <= took_s <= seconds + 5


def test_a_load_that_comes_after_a_quiet_time_is_shown_as_soon_as_it_is_the_mean(
    machine,
):
    for second in range(60):
        machine.at(second / 10, 0.05)

    assert machine.at(6.5, 0.95) == look(0.95)


def test_a_load_that_moves_all_the_time_costs_an_icon_in_five_seconds_at_most(machine):
    loads = [0.1 * (n % 10) for n in range(100)]
    shown = [machine.at(0.1 * n, load) for n, load in enumerate(loads)]
    changes = sum(1 for a, b in itertools.pairwise(shown) if a != b)

    assert 3 <= changes <= 100 / PATIENCE[0][1]


def test_a_load_that_wanders_by_a_step_or_two_costs_an_icon_in_fifteen_seconds(machine):
    loads = [0.4 + 0.15 * (n // 7 % 2) for n in range(300)]
    shown = [machine.at(0.1 * n, load) for n, load in enumerate(loads)]
    changes = sum(1 for a, b in itertools.pairwise(shown) if a != b)

    assert 2 <= changes <= 300 / PATIENCE[1][1]


def test_noise_leaves_the_icon_alone(machine):
    machine.at(0, 0.40)
    shown = {machine.at(0.01 * n, 0.40 + 0.05 * (n % 2)) for n in range(1, 100)}

    assert shown == {look(0.40)}


def test_a_full_machine_is_shown_as_full_in_the_end(machine):
    machine.at(0, 0.96)
    machine.at(1, 1.0)

    assert machine.at(3, 1.0) == look(1.0)


@pytest.mark.parametrize("state", [State.ATTENTION, State.PAUSED, State.NO_DATA])
def test_another_state_is_shown_at_once(machine, state):
    machine.at(0, 0.40)

    assert machine.at(1, 0.41, state) == look(0.41, state)


def test_another_panel_is_shown_at_once(machine):
    machine.at(0, 0.40)
    dark = Panel(dark=True)

    assert machine.at(1, 0.40, panel=dark) == look(0.40, panel=dark)


def test_a_load_that_is_lost_or_comes_back_is_shown_at_once(machine):
    machine.at(0, 0.40)

    assert machine.at(1, None) == look(None)
    assert machine.at(2, 0.40) == look(0.40)


def test_a_gpu_that_moves_is_shown_too():
    calm, store = Calm(), Store(100)
    shown = frames.ok_frame()
    uuid = shown.gpus.gpus[0].uuid
    seen = []
    for second, busy in enumerate([0.3, 0.32, 0.9]):
        now = replace(shown, at_s=shown.at_s + 10 * second)
        values = {"cpu.busy_fraction": 0.5, f"gpu.{uuid}.busy_fraction": busy}
        store.append(now.at_s, values)
        seen.append(calm.settle(now, store, PANEL).gpu_steps)

    assert seen[0] == seen[1] != seen[2]
