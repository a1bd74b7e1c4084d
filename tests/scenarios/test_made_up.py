"""What a scenario makes up reaches the watcher, and all else stays real."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from scenarios.made_up import ROOT_VARIABLE, MadeUp
from scenarios.scenario import Clocks, Gpus, Scenario
from traintray.core.sensors.cpu_clocks import CpuClocksSensor

HOT = Clocks(0.6, 96.0, 1000.0)


def made_up(tmp_path, **changes):
    return MadeUp(Scenario("made up", frozenset(), "", (), **changes), tmp_path)


def test_the_cpu_is_cool_until_the_onset_and_then_slowed_more_and_more(tmp_path):
    world = made_up(tmp_path, clocks=HOT)
    sensor = CpuClocksSensor(Path(world.variables()[ROOT_VARIABLE]))
    world.begin(1, has_onset=False)
    cool = sensor.read(0.0)
    world.begin(1, has_onset=True)
    began_s = time.monotonic()
    while time.monotonic() < began_s + 0.01:
        world.go_on()

    hot = sensor.read(10.0)

    assert (cool.frequency_fraction, cool.temperature_celsius) == (1.0, 55.0)
    assert (hot.frequency_fraction, hot.temperature_celsius) == (0.6, 96.0)
    assert hot.throttle_events_per_s > 0
    assert world.has_onset


def test_all_else_below_the_made_up_root_is_the_real_machine(tmp_path):
    root = Path(made_up(tmp_path, clocks=HOT).variables()[ROOT_VARIABLE])

    for path in ("proc/self/stat", "sys/devices/system/cpu/online", "etc/passwd"):
        assert (root / path).read_bytes()[:3] == (Path("/") / path).read_bytes()[:3]
    assert sorted(os.listdir(root)) == sorted(os.listdir("/"))


def test_gpus_change_at_the_onset(tmp_path):
    world = made_up(tmp_path, gpus=Gpus(1, ("0.compute={pid}:1",), ("0.temp=91",)))
    variables = world.variables()
    state = Path(variables["FAKENVML_STATE"])
    world.begin(77, has_onset=False)
    before = state.read_text()
    world.begin(77, has_onset=True)

    assert before.splitlines() == ["count=1", "0.compute=77:1"]
    assert state.read_text().splitlines() == ["count=1", "0.temp=91"]
    assert world.has_onset


@pytest.mark.parametrize("gpus", [None, Gpus(1, ("0.temp=40",))])
def test_where_nothing_changes_the_workload_tells_the_onset(tmp_path, gpus):
    assert not made_up(tmp_path, gpus=gpus).has_onset
