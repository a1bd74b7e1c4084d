"""The pace that was chosen, and that of a computer on battery."""

from __future__ import annotations

import pytest

from traintray.core.sampling.pace import LOOK_EVERY_S, Pace


@pytest.fixture
def plug(tmp_path):
    supply = tmp_path / "sys/class/power_supply/AC"
    supply.mkdir(parents=True)
    (supply / "type").write_text("Mains\n")
    (supply / "online").write_text("1\n")
    return supply / "online"


@pytest.fixture
def pace(tmp_path, plug):
    return Pace(1.0, tmp_path)


def test_the_chosen_pace_holds_on_the_mains_and_on_battery_too_unless_told(pace, plug):
    assert pace.period_s(0.0) == 1.0
    plug.write_text("0\n")
    assert pace.period_s(100.0) == 1.0

    pace.choose(2.0, slow_on_battery=False)
    assert pace.period_s(200.0) == 2.0


def test_on_battery_it_slows_down_and_on_the_mains_it_is_as_before(pace, plug):
    pace.choose(2.0, slow_on_battery=True)
    assert pace.period_s(0.0) == 2.0

    plug.write_text("0\n")
    assert pace.period_s(LOOK_EVERY_S - 1) == 2.0
    assert pace.period_s(LOOK_EVERY_S) == 5.0

    plug.write_text("1\n")
    assert pace.period_s(2 * LOOK_EVERY_S) == 2.0


def test_a_choice_on_battery_counts_at_once(pace, plug):
    plug.write_text("0\n")
    pace.choose(1.0, slow_on_battery=True)
    assert pace.period_s(1.0) == 5.0

    pace.choose(1.0, slow_on_battery=False)
    assert pace.period_s(1.0) == 1.0


def test_a_desktop_without_any_supply_is_never_slowed(tmp_path):
    pace = Pace(1.0, tmp_path / "nothing")
    pace.choose(1.0, slow_on_battery=True)

    assert pace.period_s(0.0) == 1.0
