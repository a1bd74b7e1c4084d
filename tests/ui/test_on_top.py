"""The crosshair names who used the CPU most at the moment it stands on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from traintray.core.detection.run import Consumer
from traintray.ui.plots.axis_strip import AxisStrip
from traintray.ui.plots.on_top import OnTop
from ui import frames
from ui.drawn_texts import drawn_texts
from ui.studio import Look, Studio, View


def at(second: float, *others: tuple[str, float]):
    base = frames.attention_frame()
    used = tuple(Consumer(1, name, cores) for name, cores in others)
    return replace(base, at_s=base.at_s + second, others=used)


def using(frame, cores: float):
    """The frame whose run uses so many cores."""
    view = frame.runs[0]
    members = tuple(
        replace(each, cpu_cores=cores if number == 0 else 0.0)
        for number, each in enumerate(view.run.members)
    )
    return replace(frame, runs=(replace(view, run=replace(view.run, members=members)),))


def test_the_largest_come_first_and_the_small_are_left_out():
    top = OnTop()
    frame = using(at(0, ("blender", 2.4), ("make", 9.0), ("cron", 0.05)), 20.0)

    top.note(frame)

    assert top.at(frame.at_s) == (
        "train.py 20\u00a0cores",
        "make 9\u00a0cores",
        "blender 2.4\u00a0cores",
    )


def test_each_moment_has_its_own_and_one_that_was_not_watched_has_none():
    top = OnTop()
    for second, cores in ((0, 20.0), (1, 4.0), (60, 8.0)):
        top.note(using(at(second), cores))
    first = at(0).at_s

    assert top.at(first) == ("train.py 20\u00a0cores",)
    assert top.at(first + 1.4) == ("train.py 4\u00a0cores",)
    assert top.at(first + 30) == ()


def test_only_the_last_five_minutes_are_kept():
    top = OnTop()
    for second in range(0, 900, 10):
        top.note(using(at(second), 4.0))

    assert top.at(at(0).at_s) == ()
    assert len(top._rounds) <= 32


def test_the_hour_and_the_day_have_means_of_their_columns():
    top = OnTop()
    for second in range(0, 2000):
        top.note(using(at(second, ("make", 2.0 if second < 1000 else 8.0)), 4.0))
    first = at(0).at_s

    make, run = "make 8\u00a0cores", "train.py 4\u00a0cores"
    assert top.at(first + 5, 3600.0) == (run, "make 2\u00a0cores")
    assert top.at(first + 1500, 3600.0) == (make, run)
    # The column from 900 to 1080 s has 100 s of 2 cores and 80 s of 8.
    assert top.at(first + 990, 86400.0) == ("make 4.7\u00a0cores", run)
    assert top.at(first - 500, 86400.0) == ()


def test_a_day_of_means_stays_small():
    top = OnTop()
    for second in range(0, 100_000, 9):
        top.note(using(at(second), 4.0))

    assert sum(len(means.told) for means in top._means) <= 360 + 480 + 2


@pytest.fixture
def window(qtbot, tmp_path):
    studio = Studio(tmp_path)
    studio.dress(Look())
    frame = using(frames.attention_frame(), 31.0)
    made = studio.window(View("live", frame))
    yield made
    studio.put_away(made)


def test_the_names_stand_beside_the_time_on_the_hour_too(window):
    frame = window.live._frame
    for second in range(1, 31):
        now = replace(frame, at_s=frame.at_s + second, wall_s=frame.wall_s + second)
        window.live._source.note(now)

    window.live.set_span(3600.0)
    window.live.graphs.chart.put_crosshair(frame.wall_s)
    assert "train.py 31\u00a0cores" in drawn_texts(window.findChild(AxisStrip))[-1].text


def test_the_names_stand_beside_the_time_at_the_crosshair(window):
    chart = window.live.graphs.chart

    chart.put_crosshair(frames.NOW_S)
    assert [t.text for t in drawn_texts(window.findChild(AxisStrip))][-1] == (
        "14:37:10 · train.py 31\u00a0cores"
    )

    chart.put_crosshair(frames.NOW_S - 200)
    assert "cores" not in drawn_texts(window.findChild(AxisStrip))[-1].text
