"""Numbers as people type them, and the time by the number of GPUs."""

from __future__ import annotations

import pytest

from traintray.core.planner.curve import curve
from traintray.core.planner.plan import plan
from traintray.core.planner.request import PlanRequest
from traintray.core.planner.typed import read_minutes, read_number, read_share


@pytest.mark.parametrize(
    ("text", "value"),
    [("1281167", 1281167), ("1,281,167", 1281167), (" 25.6M ", 25.6e6), ("7b", 7e9)],
)
def test_numbers_may_be_grouped_and_shortened(text, value):
    assert read_number(text) == value


@pytest.mark.parametrize(
    ("text", "value"), [("85%", 0.85), ("0.85", 0.85), ("85", 0.85), ("1", 1.0)]
)
def test_a_share_is_read_either_way(text, value):
    assert read_share(text) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("22 min", 1320),
        ("1 h 5 min", 3900),
        ("90\u00a0s", 90),
        ("1 小时 5 分", 3900),
        ("22", 1320),
    ],
)
def test_a_time_has_units_or_is_in_minutes(text, seconds):
    assert read_minutes(text) == seconds


@pytest.mark.parametrize("text", ["", "many", "22 min or so", "--3", "1 day"])
def test_what_is_no_time_is_refused(text):
    with pytest.raises(ValueError, match=r".*"):
        read_minutes(text)


def planned(gpus, efficiency):
    request = PlanRequest(
        1_281_167,
        global_batch=8192,
        epochs=90,
        gpus=gpus,
        scaling_efficiency=efficiency,
        one_gpu_epoch_s=1320.0,
    )
    return plan(request)


def test_each_doubling_costs_the_same_share():
    points = {p.gpus: p.training_s / 3600 for p in curve(planned(4, 0.85))}

    assert points[1] == pytest.approx(33.0)
    assert points[2] == pytest.approx(33 / (2 * 0.85**0.5))
    assert points[4] == pytest.approx(33 / (4 * 0.85))
    assert points[8] == pytest.approx(33 / (8 * 0.85**1.5))


@pytest.mark.parametrize("gpus", [1, 3, 4, 6, 96, 2048])
def test_the_number_of_the_plan_is_among_a_few(gpus):
    points = curve(planned(gpus, 1.0))

    assert gpus in {p.gpus for p in points}
    assert points[0].gpus == 1
    assert len(points) <= 7
    assert all(p.training_s == pytest.approx(p.perfect_s) for p in points)


def test_without_a_time_there_is_no_curve():
    assert curve(plan(PlanRequest(1000, global_batch=10, epochs=3))) == ()
