from __future__ import annotations

import pytest

from traintray.core.gap import GapReason
from traintray.core.progress.follow import Follow
from traintray.core.progress.mark import Look, Mark
from traintray.core.progress.speed import SpeedWindow


def speed_of(marks) -> float | None:
    window = SpeedWindow()
    for step, at_s in marks:
        window.add(Mark(step, at_s))
    return window.per_s()


def steady(since_s: float, first: int, count: int, per_s: float, each: int = 1):
    return [(first + n * each, since_s + n * each / per_s) for n in range(count)]


def test_one_mark_is_no_speed():
    assert speed_of([(100, 5.0)]) is None


@pytest.mark.parametrize(
    ("per_s", "each"), [(0.02, 1), (0.7, 1), (1.5, 1), (40.0, 1), (3000.0, 100)]
)
def test_a_steady_run_has_its_speed_however_fast(per_s, each):
    marks = steady(0, 0, 300, per_s, each)

    assert speed_of(marks) == pytest.approx(per_s, rel=0.01)


def test_a_validation_pause_does_not_make_it_jump():
    before = steady(0, 0, 400, 10.0)
    after = steady(400 / 10 + 120, 400, 100, 10.0)
    seen = [speed_of([*before, *after[:n]]) for n in range(0, 100, 10)]

    assert all(speed == pytest.approx(10.0, rel=0.01) for speed in seen)


def test_a_run_that_logs_seldom_is_judged_by_its_last_intervals():
    marks = [(n * 50, n * 600.0) for n in range(10)]
    marks += [(500, 10 * 600.0 + 3000.0), (550, 11 * 600.0 + 3000.0)]

    assert speed_of(marks) == pytest.approx(50 / 600)


def test_a_lasting_change_of_speed_is_seen():
    before = steady(0, 0, 3000, 10.0)
    after = steady(300, 3000, 600, 4.0)

    assert speed_of([*before, *after]) == pytest.approx(4.0, rel=0.01)


def test_a_count_that_goes_back_begins_anew():
    first = steady(0, 1000, 100, 5.0)
    again = steady(20, 0, 100, 2.0)

    # The first speed still is among them, the way back is not: none is negative.
    speed = speed_of([*first, *again])
    assert speed is not None
    assert 2.0 <= speed <= 5.0


def follow_of(*looks: tuple[Look, float]) -> Follow:
    follow = Follow("csv", "/a/log.csv")
    for look, at_s in looks:
        follow.update(look, at_s)
    return follow


def test_without_a_step_there_is_no_progress():
    assert follow_of((Look(epoch=3.0), 1.0)).progress(2.0) is None


def test_the_time_left_is_by_speed_and_total():
    looks = [(Look((Mark(n * 20, n * 10.0),), total_steps=1000), n) for n in range(6)]
    progress = follow_of(*looks).progress(6.0)

    assert progress is not None
    assert (progress.step, progress.steps_per_s) == (100, 2.0)
    assert (progress.total_steps, progress.left_s) == (1000, 450.0)
    assert progress.gaps.keys() == {"epoch"}


def test_what_the_source_does_not_tell_is_missing_with_a_reason():
    progress = follow_of((Look((Mark(5, 1.0),)), 1.0)).progress(1.0)

    assert progress is not None
    assert (progress.steps_per_s, progress.left_s, progress.total_steps) == (None,) * 3
    assert progress.gaps["steps_per_s"].reason is GapReason.FIRST
    assert progress.gaps.keys() == {"steps_per_s", "epoch", "total_steps", "left_s"}


def test_a_run_that_stands_still_has_no_speed():
    looks = [(Look((Mark(n * 20, n * 10.0),)), n * 10.0) for n in range(10)]
    follow = follow_of(*looks)

    still = follow.progress(90.0 + 99.0)
    standing = follow.progress(90.0 + 101.0)
    assert still is not None
    assert standing is not None
    assert (still.steps_per_s, standing.steps_per_s) == (2.0, None)
    assert standing.gaps["steps_per_s"].detail == "no new step for 101 s"
    assert standing.step == 180


def test_epochs_are_no_steps():
    looks = [(Look((Mark(n, n * 30.0),), unit="epoch"), n * 30.0) for n in range(4)]
    progress = follow_of(*looks).progress(90.0)

    assert progress is not None
    assert (progress.step, progress.unit) == (None, "epoch")
    assert progress.steps_per_s == pytest.approx(1 / 30)
    assert "step" in progress.gaps
