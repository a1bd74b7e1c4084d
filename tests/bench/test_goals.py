"""The comparison with the goals; nothing is timed here."""

from __future__ import annotations

import pytest

from bench.goals import judge, ratio
from bench.measure import SCENES, Outcome, Used
from bench.report import OPENING, kept_of
from bench.startup import Startup

IDLE = SCENES[0]


def outcome(**cpu_s_per_min):
    used = {
        name: Used(list(values), [1.0] * len(values))
        for name, values in cpu_s_per_min.items()
    }
    return Outcome(IDLE, 130, [0.1], used)


def word(judged, what):
    return next(goal.word for goal in judged if goal.what == what)


def test_a_ratio_is_the_median_of_the_windows_ratios():
    # Of the medians it would be 2 / 2.
    measured = outcome(traintray=[1.0, 2.0, 3.0], top=[10.0, 2.0, 1.5])

    assert ratio(measured, "traintray", "top") == pytest.approx(1.0)
    assert ratio(outcome(traintray=[1.0], top=[4.0]), "traintray", "top") == 0.25


def test_a_monitor_that_was_absent_or_ended_gives_no_ratio():
    measured = outcome(traintray=[1.0], top=[4.0])
    measured.used["top"].survived = False

    assert ratio(measured, "traintray", "htop") is None
    assert ratio(measured, "traintray", "top") is None
    assert word(judge([measured], None), "CPU traintray / top") == "not measured"


@pytest.mark.parametrize(("ours", "expected"), [(0.7, "pass"), (0.71, "MISS")])
def test_a_goal_is_kept_up_to_its_limit(ours, expected):
    judged = judge([outcome(traintray=[ours], top=[1.0])], None)

    assert word(judged, "CPU traintray / top") == expected


def test_without_the_app_the_sampler_is_judged_in_its_own_name():
    judged = judge([outcome(sampler=[0.1], top=[1.0])], None)

    assert word(judged, "CPU sampler / top") == "pass"
    assert not [goal for goal in judged if "traintray" in goal.what]


def test_a_heavy_module_at_the_icon_is_a_miss():
    judged = judge([outcome(traintray=[0.1])], Startup((0.2, 0.3, 0.24), ("numpy",)))

    assert word(judged, "exec to tray icon") == "pass"
    assert word(judged, "imported at the icon: numpy") == "MISS"


@pytest.mark.parametrize(("seconds", "expected"), [(0.5, "pass"), (0.6, "MISS")])
def test_the_start_is_held_against_qt_alone_on_the_same_machine(seconds, expected):
    judged = judge([], Startup((seconds,), (), floor_seconds=(0.4,)))

    assert word(judged, "start / Qt with a plain icon") == expected


def test_what_other_benches_measured_stays_in_the_report():
    part = f"{OPENING}\n\nOn 24 h."

    assert kept_of(f"# What traintray costs\n\n## Start\n\n{part}\n") == f"\n{part}\n"
    assert kept_of("# What traintray costs\n") == ""
