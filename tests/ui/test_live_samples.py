"""Series as they are drawn: holes, breaks, dashes, heat map."""

from __future__ import annotations

import math

import numpy as np
import pytest

from traintray.core.history.store import Store
from traintray.ui.plots.heat_row import column_shades
from traintray.ui.plots.line_points import strokes, visible
from traintray.ui.plots.samples import (
    Limits,
    SampleReader,
    Samples,
    Span,
    holes,
    with_breaks,
)
from ui import frames, live_data

NAN = math.nan


def series(times: list[float], values: list[float]) -> Samples:
    return Samples(np.array(times, dtype=float), np.array(values, dtype=float))


def store_with(times: list[float], values: list[float | None]) -> Store:
    store = Store(100)
    for at_s, value in zip(times, values, strict=True):
        store.append(at_s, {"x": value})
    return store


@pytest.mark.parametrize(
    ("times", "values", "expected"),
    [
        pytest.param([1, 2, 3], [5, 6, 7], [5, 6, 7], id="whole"),
        pytest.param([1, 2, 9], [5, 6, 7], [5, 6, NAN, 7], id="a hole in time"),
        pytest.param(
            [1, 2, 3, 4, 5],
            [5, NAN, NAN, NAN, 7],
            [5, NAN, 7],
            id="a hole in the values",
        ),
        pytest.param([1, 2, 3], [5, NAN, 7], [5, 7], id="one missing is no hole"),
        pytest.param([1, 3.4], [5, 7], [5, 7], id="just short of 2.5 intervals"),
        pytest.param([], [], [], id="nothing yet"),
    ],
)
def test_a_line_stops_at_a_hole_and_never_bridges_it(times, values, expected):
    _, drawn = with_breaks(series(times, values), Limits(2.5))

    np.testing.assert_equal(drawn, np.array(expected, dtype=float))


def test_a_line_breaks_where_the_computer_was_off_although_its_clock_stood_still():
    times, drawn = with_breaks(series([1, 2, 4, 5], [1, 1, 1, 1]), Limits(2.5, (3.0,)))

    np.testing.assert_equal(drawn, [1, 1, NAN, 1, 1])
    assert list(times) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("times", "now_s", "expected"),
    [
        pytest.param([1, 2, 3], 3, [], id="none"),
        pytest.param([1, 2, 14], 14, [Span(2, 14)], id="in between"),
        pytest.param([1, 2], 9, [Span(2, 9)], id="up to now"),
        pytest.param([1, 2], 4, [], id="a late tick is no hole"),
        pytest.param([], 9, [], id="nothing was watched yet"),
    ],
)
def test_a_hole_is_longer_than_two_and_a_half_intervals(times, now_s, expected):
    assert holes(np.array(times, dtype=float), now_s, Limits(2.5)) == expected


def test_a_hole_that_began_before_the_graph_keeps_its_true_beginning():
    store = store_with([10, 11, 30, 31], [1, 1, 1, 1])
    reader = SampleReader(store)

    found = reader.holes({"x": reader.read("x", 20, 31)}, 20, 31)

    assert found == [Span(11, 30)]


def test_the_time_before_the_first_sample_is_no_hole():
    reader = SampleReader(store_with([30, 31], [1, 1]))

    assert reader.holes({"x": reader.read("x", 20, 31)}, 20, 31) == []


def test_a_series_that_never_had_a_value_has_no_hole():
    reader = SampleReader(store_with([30, 31, 32, 33, 34], [None] * 5))

    assert reader.holes({"x": reader.read("x", 20, 34)}, 20, 34) == []


def test_a_row_has_a_hole_only_where_all_its_series_are_missing():
    store = Store(100)
    for n in range(10):
        one = 1.0 if n < 3 or n > 7 else None
        store.append(n, {"a": one, "b": one if n != 5 else 1.0})
    reader = SampleReader(store)
    both = {key: reader.read(key, 0, 9) for key in ("a", "b")}

    assert reader.holes(both, 0, 9) == [Span(2, 5), Span(5, 8)]
    assert reader.holes({"a": both["a"]}, 0, 9) == [Span(2, 8)]


def test_what_was_sampled_after_the_frame_is_not_drawn_yet():
    reader = SampleReader(store_with([1, 2, 3, 4], [1, 2, 3, 4]))

    assert list(reader.read("x", 0, 3).times) == [1, 2, 3]


def test_the_mean_leaves_out_what_is_missing():
    samples = series([1, 2, 3, 4], [9, 1, NAN, 3])

    assert samples.mean(since_s=1) == 2
    assert series([1], [NAN]).mean(since_s=0) is None


def test_points_inside_a_level_stretch_are_left_out_and_corners_stay():
    x = np.arange(7.0)
    y = np.array([5, 5, 5, 5, 9, NAN, 9])

    kept_x, kept_y = visible((x, y), pixels_y=1.0)

    assert list(kept_x) == [0, 3, 4, 5, 6]
    np.testing.assert_equal(kept_y, [5, 5, 9, NAN, 9])


def test_thinning_out_never_moves_a_line_by_half_a_pixel():
    x = np.arange(300.0)
    y = 50 + 3 * np.sin(x / 40) + x / 200
    kept_x, kept_y = visible((x, y), pixels_y=0.5)

    deviation = np.abs(np.interp(x, kept_x, kept_y) - y) * 0.5

    assert len(kept_x) < 200
    assert deviation.max() < 0.5


def test_strokes_are_as_long_on_the_screen_as_asked_for():
    points = (np.array([0.0, 100.0]), np.array([0.0, 0.0]))

    x, _ = strokes(points, (2.0, 1.0), (5.0, 3.0))

    begins, ends = x[0::2] * 2, x[1::2] * 2
    np.testing.assert_allclose(begins, np.arange(0, 200, 8))
    np.testing.assert_allclose((ends - begins)[:-1], 5)


def test_strokes_follow_corners_and_do_not_cross_a_hole():
    x = np.array([0.0, 4, 8, 9, 10, 14])
    y = np.array([0.0, 3, 0, NAN, 0, 3])

    stroke_x, stroke_y = strokes((x, y), (1.0, 1.0), (2.0, 2.0))

    on_line = np.interp(stroke_x, x[[0, 1, 2, 4, 5]], y[[0, 1, 2, 4, 5]])
    np.testing.assert_allclose(stroke_y, on_line, atol=1e-9)
    assert not np.any((stroke_x > 8) & (stroke_x < 10))
    assert len(stroke_x) % 2 == 0


def test_a_logical_cpu_has_one_shade_per_second_and_none_in_a_hole():
    ages = np.array([7.0, 6, 2, 1, 0])
    busy = np.array([[0.0, 0.5, 1.0, 1.0, 2.0], [NAN, 0, 0, 0, 0]])

    shades = column_shades(ages, busy, columns=8)

    assert shades[0].tolist() == [1, 128, 0, 0, 0, 255, 255, 255]
    assert shades[1].tolist() == [0, 1, 0, 0, 0, 1, 1, 1]


def test_a_second_that_a_late_sample_left_empty_shows_the_one_before():
    shades = column_shades(np.array([3.0, 2.9, 1.0, 0.0]), np.full((1, 4), 1.0), 4)

    assert shades[0].tolist() == [255, 255, 255, 255]


def test_a_slower_pace_that_was_chosen_on_the_way_is_no_hole():
    fast = [float(at) for at in range(30)]
    slow = [29.0 + 5.0 * step for step in range(1, 8)]
    reader = SampleReader(store_with([*fast, *slow], [1] * 37))
    reader.set_breaks((), period_s=5.0)

    series = {"x": reader.read("x", 0.0, slow[-1])}
    assert reader.holes(series, 0.0, slow[-1]) == []
    times, _ = with_breaks(series["x"], reader.limits)
    assert len(times) == 37

    newest = SampleReader(store_with([*fast, 34.0], [1] * 31))
    newest.set_breaks((), period_s=5.0)
    assert newest.holes({"x": newest.read("x", 0.0, 34.0)}, 0.0, 34.0) == []


def test_a_hole_beside_a_slower_pace_is_a_hole():
    reader = SampleReader(store_with([0, 5, 10, 40, 45, 50], [1] * 6))
    reader.set_breaks((), period_s=1.0)

    found = reader.holes({"x": reader.read("x", 0.0, 50.0)}, 0.0, 50.0)

    assert [(hole.start_s, hole.end_s) for hole in found] == [(10.0, 40.0)]


def test_the_samples_of_live_end_with_the_gpu_of_their_frame():
    """Ten samples, one a second, as the value on the right tells their mean."""
    key = f"gpu.{frames.GPU_UUID}.busy_fraction"
    last = live_data.afternoon().values(key, frames.NOW_S - 9.0)

    busy = sum(last) / len(last)

    assert frames.attention_frame().gpus.gpus[0].busy_fraction == pytest.approx(
        busy, abs=0.005
    )
