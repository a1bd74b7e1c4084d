"""How a run goes in its first minutes, kept for a comparison."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.runs.runs_world import WALL_S
from traintray.core.progress.progress import NO_SOURCE, Progress
from traintray.core.runs.course_kept import MOST_PIECES, CourseKept


def progress(step, marked_at_s) -> Progress:
    return Progress(step, 99.0, None, None, None, "output", marked_at_s=marked_at_s)


class Kept:
    """A course over rounds of one second; what the run writes is seen every 5 s."""

    def __init__(self) -> None:
        self.kept, self.at_s = CourseKept(), 0.0

    def run(self, seconds, per_s=10.0, figures=None, **changes):
        for _ in range(seconds):
            seen_s = self.at_s // 5 * 5
            told = replace(progress(int(seen_s * per_s), seen_s + 1e6), **changes)
            self.kept.note(told, figures or {}, WALL_S + self.at_s)
            self.at_s += 1

    @property
    def course(self):
        return self.kept.course()


def test_the_steps_between_two_looks_are_a_piece():
    one = Kept()
    one.run(22)

    assert one.course.paces == ((5.0, 5.0, 10.0), (10.0, 5.0, 10.0),
                                (15.0, 5.0, 10.0), (20.0, 5.0, 10.0))  # fmt: skip
    assert (one.course.source, one.course.unit) == ("output", "step")


def test_marks_that_lie_close_together_are_one_piece():
    one = CourseKept()
    for second, step in enumerate((0, 10, 20, 30, 40)):
        one.note(progress(step, second * 1.0), {}, WALL_S + second)

    assert one.course().paces == ((3.0, 3.0, 10.0),)


def test_steps_that_begin_anew_are_no_piece():
    one = CourseKept()
    for second, step in ((0, 100), (5, 150), (10, 0), (15, 20)):
        one.note(progress(step, float(second)), {}, WALL_S + second)

    assert [pace[2] for pace in one.course().paces] == [10.0, 4.0]


def test_a_pause_of_ours_is_no_slow_piece():
    one = CourseKept()
    for second, step in ((0, 0), (5, 50), (305, 100), (310, 150)):
        one.note(progress(step, float(second)), {}, WALL_S + second)

    assert [pace[2] for pace in one.course().paces] == [10.0, 10.0]


def test_another_log_begins_anew():
    one = Kept()
    one.run(12)
    one.run(12, source="tensorboard")

    assert one.course.source == "tensorboard"
    assert {pace[0] for pace in one.course.paces} <= {15.0, 20.0}


def test_a_bar_that_rounds_its_steps_is_taken_at_its_word():
    one = Kept()
    one.run(12, marked_at_s=None, steps_per_s=1234.5678)

    assert one.course.paces == ((0.0, 5.0, 1235.0), (5.0, 5.0, 1235.0),
                                (10.0, 5.0, 1235.0))  # fmt: skip


def test_figures_are_means_of_ten_seconds():
    one = CourseKept()
    for second in range(31):
        figures = {"cpu_cores": float(second), "rss_bytes": 1.0}
        one.note(NO_SOURCE, figures, WALL_S + second)

    assert one.course().blocks == {"cpu_cores": (4.5, 14.5, 24.5)}


def test_what_was_not_measured_leaves_a_hole():
    one = CourseKept()
    for second in (*range(10), *range(30, 41)):
        one.note(NO_SOURCE, {"cpu_cores": 2.0}, WALL_S + second)

    assert one.course().blocks["cpu_cores"] == (2.0, None, None, 2.0)


def test_no_more_is_kept_than_is_compared():
    one = Kept()
    one.run(600)
    untold = CourseKept()
    for second in range(900):
        untold.note(NO_SOURCE, {"cpu_cores": 2.0}, WALL_S + second)

    assert len(one.course.paces) == MOST_PIECES
    assert one.course.paces[-1][0] == pytest.approx(MOST_PIECES * 5.0)
    assert len(untold.course().blocks["cpu_cores"]) == 42


def test_a_slow_run_is_watched_for_longer():
    one = Kept()
    for second in range(0, 1500, 5):
        one.kept.note(progress(second // 30, second // 30 * 30.0), {}, WALL_S + second)

    assert len(one.course.paces) == 42


def test_it_goes_on_after_the_app_was_started_anew():
    one = Kept()
    one.run(22, figures={"cpu_cores": 2.0})
    new = CourseKept()
    new.carry(one.course)
    for second in range(40, 62):
        seen_s = second // 5 * 5
        told = progress(seen_s * 10, float(seen_s))
        new.note(told, {"cpu_cores": 1.0}, WALL_S + second)

    course = new.course()
    assert [pace[0] for pace in course.paces] == [5, 10, 15, 20, 45, 50, 55, 60]
    assert course.blocks["cpu_cores"] == (2.0, 2.0, None, None, 1.0, 1.0)


def test_before_the_first_round_nothing_is_known():
    assert CourseKept().course() is None
