"""What the archive knows of hours, put into columns and joined with what is new."""

from __future__ import annotations

from array import array
from dataclasses import replace

import numpy as np
import pytest

from traintray.core.archive.records import Outcome, Slice
from traintray.core.history.store import Store
from traintray.ui.plots.past import Band, Grid, continued, on_grid, read_past, shifted
from traintray.ui.plots.past_holes import hole_name, slept_s
from traintray.ui.plots.past_picture import PastPictures
from traintray.ui.plots.picture import PictureSource
from traintray.ui.plots.row import RowKind
from traintray.ui.plots.samples import Span
from traintray.ui.plots.timeline import Timeline
from ui import frames, live_data, past_data
from ui.frames import WALL_S
from ui.past_data import HOUR_S, at

DAY_S = 86400.0
CPU = "cpu.busy_fraction"


def piece(times, means, bucket_s, spread=0.0):
    means = array("d", means)
    low = array("d", [value - spread for value in means])
    high = array("d", [value + spread for value in means])
    return Slice(array("d", times), means, low, high, bucket_s)


# --- columns ----------------------------------------------------------------------


def test_columns_stand_on_round_times_and_reach_beyond_both_edges():
    grid = Grid.ending_at(1_000_003.0, 3600.0)

    assert grid.column_s == 10.0
    assert (grid.start_s % 10, grid.end_s) == (0.0, 1_000_010.0)
    assert grid.start_s <= 1_000_003.0 - 3600.0


def test_samples_of_a_column_become_its_mean_lowest_and_highest():
    grid = Grid(0.0, 10.0, 3)

    band = on_grid(piece([1, 5, 9, 21], [0.2, 0.4, 0.9, 0.7], 0.0), grid)

    assert band.mean[0] == pytest.approx(0.5)
    assert (band.low[0], band.high[0]) == (0.2, 0.9)
    assert np.isnan(band.mean[1])
    assert np.isnan(band.low[1])
    assert band.mean[2] == 0.7


def test_a_bucket_that_is_wider_than_a_column_speaks_for_all_it_covers():
    grid = Grid(0.0, 10.0, 9)

    band = on_grid(piece([30.0], [0.5], 60.0, spread=0.1), grid)

    assert np.isfinite(band.mean).tolist() == [True] * 6 + [False] * 3
    assert band.high[5] == 0.6


def test_buckets_that_are_the_columns_are_taken_as_they_are():
    grid = Grid(0.0, 10.0, 2)

    band = on_grid(piece([5.0, 15.0], [0.2, 0.3], 10.0, spread=0.1), grid)
    shifted_by_a_half = on_grid(piece([10.0, 20.0], [0.2, 0.3], 10.0), grid)

    assert band.high.tolist() == [0.2 + 0.1, 0.3 + 0.1]
    assert np.isnan(shifted_by_a_half.mean[0])


def test_a_missing_value_of_the_archive_is_no_zero():
    grid = Grid(0.0, 10.0, 2)

    band = on_grid(piece([5.0, 15.0], [float("nan"), 0.3], 10.0), grid)

    assert np.isnan(band.mean[0])
    assert band.mean[1] == 0.3


def test_newer_columns_take_over_where_they_know_more():
    old, new = Band.empty(3), Band.empty(3)
    old.mean[:] = (0.1, 0.2, np.nan)
    new.mean[:] = (0.9, 0.8, 0.7)

    joined = continued(old, new, from_column=1)

    assert joined.mean.tolist() == [0.1, 0.8, 0.7]


def test_a_band_moves_along_with_its_grid():
    band = Band.empty(3)
    band.mean[:] = (1.0, 2.0, 3.0)

    moved = shifted(band, 2)

    assert moved.mean[0] == 3.0
    assert np.isnan(moved.mean[1:]).all()
    assert np.isnan(shifted(band, 7).mean).all()


# --- holes ------------------------------------------------------------------------

GRID = Grid(0.0, 180.0, 100)


def uptimes(*, hole, after):
    """Uptime that rises by a second a second; in `hole` nothing, then from `after`."""
    band = Band.empty(100)
    band.mean[:] = GRID.middles + 5000.0
    first, last = hole
    band.mean[first:last] = np.nan
    band.mean[last:] = after + (GRID.middles[last:] - GRID.middles[last])
    return band


def span(first, last):
    return Span(float(GRID.middles[first - 1]), float(GRID.middles[last]))


def test_a_computer_that_started_anew_was_off():
    band = uptimes(hole=(20, 60), after=90.0)

    assert slept_s(band, GRID, span(20, 60)) == span(20, 60).length_s


def test_a_computer_that_was_suspended_was_off_for_what_its_clock_did_not_count():
    awake = 5000.0 + GRID.middles[19] + 600.0
    band = uptimes(hole=(20, 60), after=awake)

    off = slept_s(band, GRID, span(20, 60))

    assert off == pytest.approx(41 * 180.0 - 600.0)


def test_a_computer_whose_clock_went_on_was_on():
    band = uptimes(hole=(20, 60), after=5000.0 + GRID.middles[60])

    assert slept_s(band, GRID, span(20, 60)) == 0.0


def test_without_a_clock_on_both_sides_it_cannot_be_told():
    assert slept_s(Band.empty(100), GRID, span(20, 60)) is None


@pytest.mark.parametrize(
    ("off_s", "paused", "said"),
    [
        pytest.param(
            15_480.0, False, "computer off 4\u00a0h\u00a018\u00a0min", id="off"
        ),
        pytest.param(0.0, True, "paused", id="paused"),
        pytest.param(0.0, False, "not watched 2\u00a0h", id="on, not watched"),
        pytest.param(None, False, "no data 2\u00a0h", id="unknown"),
    ],
)
def test_a_hole_says_what_it_was(off_s, paused, said):
    assert hole_name(Span(0.0, 7200.0), off_s, paused) == said


# --- the axis ---------------------------------------------------------------------


def test_a_day_is_marked_every_three_hours_and_at_midnight():
    axis = Timeline(WALL_S, WALL_S, DAY_S, 0.0, 100.0)

    assert [label for _, label in axis.ticks()] == [
        *("15:00", "18:00", "21:00", "00:00", "03:00", "06:00", "09:00", "12:00")
    ]
    assert axis.midnights() == [(past_data.TODAY_S, "12 Mar")]


def test_a_whole_hour_is_called_so_whatever_fraction_of_a_second_now_has():
    for fraction in range(1, 1000, 7):
        now_s = WALL_S + fraction / 1000
        axis = Timeline(now_s, now_s, DAY_S, 0.0, 100.0)

        assert {label[-2:] for _, label in axis.ticks()} == {"00"}


def test_minutes_have_no_midnight():
    axis = Timeline(WALL_S, WALL_S, 300.0, 0.0, 100.0)

    assert axis.midnights() == []


# --- the picture ------------------------------------------------------------------


def day(frame=None, archive=None, store=None, span_s=DAY_S):
    """The picture of a day, as the Live page makes it."""
    frame = frame or frames.attention_frame()
    store = store or live_data.afternoon()
    source = PictureSource(store)
    source.note(frame)
    pictures = PastPictures(source, store)
    past = read_past(
        archive or past_data.ten_days(), pictures.keys(frame), frame.wall_s, span_s
    )
    return pictures.picture(frame, past)


def row(picture, kind):
    return next(each for each in picture.rows if each.row.kind is kind)


def test_a_line_of_hours_is_the_mean_with_its_range():
    samples = row(day(), RowKind.CPU).series[CPU]

    inside = samples.nearest(at(0, "1:00"), 200.0)
    assert samples.low[inside] < samples.values[inside] < samples.high[inside]
    assert len(samples.times) == 481


def test_each_row_has_one_line_and_says_how_wide_its_steps_are():
    picture = day()

    assert row(picture, RowKind.CPU).row.caption == "3\u00a0min steps"
    assert len(row(picture, RowKind.PRESSURE).row.lines) == 1
    assert row(day(span_s=HOUR_S), RowKind.CPU).row.caption == "10\u00a0s steps"


def test_the_hours_in_which_the_computer_was_off_are_one_named_hole():
    (hole,) = day().holes

    assert hole.name.startswith("computer off 4\u00a0h")
    assert hole.span.start_s == pytest.approx(at(0, "4:13"), abs=180)
    assert hole.span.end_s == pytest.approx(at(0, "8:31"), abs=180)


def test_before_watching_began_there_is_no_hole():
    young = past_data.first_day()

    assert day(frames.idle_frame(), young).holes == ()


def test_the_newest_samples_come_from_memory():
    store = Store(600)
    for second in range(60):
        store.append(frames.NOW_S - 59 + second, {CPU: 0.123})

    samples = row(day(store=store, span_s=HOUR_S), RowKind.CPU).series[CPU]

    assert samples.times[-1] == WALL_S
    assert samples.values[-1] == pytest.approx(0.123)
    assert samples.values[-15] > 0.5  # from the archive


def test_what_the_archive_told_keeps_its_place_as_time_goes_by():
    frame, store = frames.attention_frame(), Store(10)
    source = PictureSource(store)
    pictures = PastPictures(source, store)
    past = read_past(past_data.ten_days(), pictures.keys(frame), frame.wall_s, DAY_S)
    later = replace(frame, at_s=frame.at_s + 1800, wall_s=frame.wall_s + 1800)

    samples = row(pictures.picture(later, past), RowKind.CPU).series[CPU]

    began_s = samples.times[samples.nearest(at(1, "22:19"), 400.0)]
    before, after = (samples.nearest(began_s + d, 200.0) for d in (-360.0, 360.0))
    assert samples.values[before] < 0.2 < samples.values[after]


def test_without_an_archive_the_memory_is_all_there_is():
    frame, store = frames.attention_frame(), live_data.afternoon()
    source = PictureSource(store)
    source.note(frame)
    pictures = PastPictures(source, store)
    from traintray.ui.plots.past import Past

    empty = Past(HOUR_S, Grid.ending_at(frame.wall_s, HOUR_S))
    samples = row(pictures.picture(frame, empty), RowKind.CPU).series[CPU]

    known = samples.times[samples.valid]
    assert WALL_S - 310 < known[0] < WALL_S - 290


def test_a_run_that_goes_on_is_told_once_and_as_the_frame_tells_it():
    picture = day()

    blocks = [block for lane in picture.run_lanes for block in lane]
    assert [block.text for block in blocks] == [
        "unet_train.py",
        "train.py · vit_b16",
        "finetune_lm.py",
        "train.py · resnet50 · main + 8 workers",
    ]
    assert picture.runs_going_on == 1
    assert blocks[-1].end_s is None


def test_a_run_that_was_open_when_the_app_ended_ends_where_it_was_last_seen():
    archive = past_data.ten_days()
    record, load = archive.records[14]
    lost = replace(record, ended_at_s=None, outcome=Outcome.RUNNING)
    archive.records[14] = (replace(lost, last_seen_at_s=at(0, "10:00")), load)

    blocks = [block for lane in day(archive=archive).run_lanes for block in lane]

    assert blocks[2].end_s == at(0, "10:00")


def test_episodes_of_the_archive_and_of_now_are_told_once_each():
    blocks = [block for lane in day().episode_lanes for block in lane]

    assert [block.text for block in blocks] == [
        "Waiting for data, 1\u00a0h\u00a018\u00a0min",
        "GPU slowed by heat, 30\u00a0min",
        "Too many threads, 4\u00a0min\u00a08\u00a0s",
    ]


def test_the_numbers_at_the_right_are_those_of_now_with_those_of_the_day():
    picture = day()

    cpu = row(picture, RowKind.CPU).readout
    assert (cpu.value, cpu.details[0][:9]) == ("97%", "mean 24\u00a0h")
    gpu = row(picture, RowKind.GPU).readout
    assert gpu.details[1].startswith("in runs ")
    assert row(picture, RowKind.MEMORY).readout.details[0].startswith("max ")


def test_a_mean_of_a_young_archive_says_how_old_it_is():
    young = day(frames.idle_frame(), past_data.first_day())

    assert row(young, RowKind.CPU).readout.details[0].startswith("mean 2\u00a0h")
