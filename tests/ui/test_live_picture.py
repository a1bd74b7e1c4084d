"""What the Live page shows for a frame: rows, holes, lanes, numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from traintray.core.diagnosis.verdict import Severity
from traintray.core.frame import Frame, State
from traintray.core.history.store import Store
from traintray.core.readings import Gap, GapReason, GpusReading
from traintray.ui.plots.interruptions import Sleep
from traintray.ui.plots.lanes import Block, pack, run_text
from traintray.ui.plots.layout import Height, share
from traintray.ui.plots.picture import Picture, PictureSource
from traintray.ui.plots.row import RowKind
from traintray.ui.plots.timeline import Timeline
from ui import frames, live_data
from ui.frames import GPU_UUID, NOW_S

pytestmark = pytest.mark.usefixtures("qapp")


def picture_of(
    *shown: Frame, store: Store | None = None, span_s: float = 300
) -> Picture:
    source = PictureSource(store or live_data.afternoon())
    for frame in shown:
        source.note(frame)
    return source.picture(shown[-1], span_s)


def names(picture: Picture) -> list[str]:
    return [shown.row.name for shown in picture.rows]


def row(picture: Picture, kind: RowKind):
    return next(shown for shown in picture.rows if shown.row.kind is kind)


def later(frame: Frame, seconds: float, **changes: object) -> Frame:
    moved = replace(frame, at_s=frame.at_s + seconds, wall_s=frame.wall_s + seconds)
    return replace(moved, **changes)


def test_a_machine_with_a_gpu_has_all_rows_in_their_order():
    picture = picture_of(frames.attention_frame())

    assert names(picture) == [
        "CPU",
        "Logical CPUs",
        "Pressure",
        "Memory",
        "GPU 0",
        "GPU memory",
        "GPU limits",
    ]


def test_what_the_machine_lacks_is_left_out_not_shown_empty():
    frame = replace(frames.idle_frame(frames.SMALL), pressure={})
    picture = picture_of(frame)

    assert names(picture) == ["CPU", "Logical CPUs", "Memory"]
    assert len(row(picture, RowKind.LOGICAL_CPUS).row.lines) == 2
    assert [line.label for line in row(picture, RowKind.MEMORY).row.lines] == [""]


def test_a_card_without_its_library_gets_a_note():
    picture = picture_of(frames.gpu_unreadable_frame())

    assert names(picture)[-1] == "GPU"
    assert row(picture, RowKind.GPU_NOTE).readout.value == "–"


def test_a_pause_does_not_claim_that_the_library_is_missing():
    paused = replace(frames.paused_frame(), gaps={})

    assert RowKind.GPU_NOTE not in [r.row.kind for r in picture_of(paused).rows]


def test_several_gpus_are_told_apart_by_number():
    one = frames.gpu_reading()
    two = replace(one, uuid="GPU-2", bus_id="00000000:02:00.0", power_limit_watts=None)
    frame = replace(frames.attention_frame(), gpus=GpusReading((one, two)))
    picture = picture_of(frame)

    assert names(picture)[4:] == [
        "GPU 0",
        "GPU memory",
        "GPU 0 limits",
        "GPU 1",
        "GPU memory",
        "GPU 1 limits",
    ]
    assert [r.row.caption for r in picture.rows[-3:]] == [
        "RTX 4090 · 02:00",
        "GPU 1, 24\u00a0GiB",
        "% of limit",
    ]
    assert [line.label for line in picture.rows[-1].row.lines] == [
        "temperature",
        "clock",
    ]


def test_a_clock_is_a_limit_like_heat_and_power():
    clocked = replace(
        frames.gpu_reading(), core_clock_hertz=2.2e9, core_clock_limit_hertz=2.52e9
    )
    frame = replace(frames.attention_frame(), gpus=GpusReading((clocked,)))

    limits = row(picture_of(frame), RowKind.GPU_LIMITS)

    assert [line.label for line in limits.row.lines] == [
        "temperature",
        "clock",
        "power",
    ]
    assert limits.readout.details[0] == "clock 2.20\u00a0GHz"
    assert limits.row.note == ""


def test_a_limit_that_the_gpu_does_not_tell_has_no_line_and_a_reason():
    untold = replace(
        frames.gpu_reading(), core_clock_limit_hertz=None, power_limit_watts=None
    )
    frame = replace(frames.attention_frame(), gpus=GpusReading((untold,)))

    limits = row(picture_of(frame), RowKind.GPU_LIMITS)

    assert [line.label for line in limits.row.lines] == ["temperature"]
    assert limits.readout.details == ("clock 2.52\u00a0GHz", "61\u00a0°C of 90\u00a0°C")
    assert limits.row.note == (
        "No line for clock, power: this GPU does not tell its limit."
    )


def test_a_sleeping_gpu_is_told_asleep_and_not_by_its_last_value():
    gap = Gap(GapReason.ASLEEP)
    asleep = replace(
        frames.gpu_reading(),
        is_asleep=True,
        busy_fraction=None,
        gaps={"busy_fraction": gap},
    )
    frame = replace(frames.attention_frame(), gpus=GpusReading((asleep,)))

    assert row(picture_of(frame), RowKind.GPU).readout.value == "asleep"


def test_a_gpu_that_stops_answering_keeps_its_row_with_its_last_value():
    past = live_data.afternoon()
    well = frames.attention_frame()
    for n in range(1, 9):
        past.append(NOW_S + n, {"cpu.busy_fraction": 0.9})
    lost = GpusReading((replace(frames.gpu_reading(None, None, None, None)),))
    picture = picture_of(well, later(well, 8, gpus=lost), store=past)
    busy = row(picture, RowKind.GPU)

    assert busy.readout.value == "–"
    assert busy.readout.details[0].startswith("last ")
    assert [hole.name for hole in busy.own_holes] == ["no data 7\u00a0s"]
    assert row(picture, RowKind.CPU).own_holes == ()


def test_numbers_at_the_right_are_those_of_the_frame():
    picture = picture_of(frames.attention_frame())
    said = {shown.row.kind: shown.readout for shown in picture.rows}

    assert said[RowKind.CPU].value == "97%"
    assert said[RowKind.LOGICAL_CPUS].details == ("32 of 32 busy",)
    assert said[RowKind.PRESSURE].value == "62%"
    assert said[RowKind.MEMORY].details == ("60%", "swap 102\u00a0MiB")
    assert said[RowKind.GPU_LIMITS].details == (
        "clock 2.52\u00a0GHz",
        "61\u00a0°C of 90\u00a0°C",
        "212\u00a0W of 450\u00a0W",
    )


def test_gpu_busy_is_the_mean_of_ten_seconds():
    store = Store(100)
    for n in range(20):
        busy = 0.0 if n < 10 else 1.0 if n % 2 else 0.5
        store.append(NOW_S - 19 + n, {f"gpu.{GPU_UUID}.busy_fraction": busy})

    shown = row(picture_of(frames.attention_frame(), store=store), RowKind.GPU)

    assert shown.readout.value == "75%"


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (GapReason.NOT_SUPPORTED, "not reported"),
        (GapReason.NO_PERMISSION, "not permitted"),
    ],
)
def test_a_value_that_never_was_says_why(reason, words):
    gpu = replace(frames.gpu_reading(busy=None), gaps={"busy_fraction": Gap(reason)})
    frame = replace(frames.attention_frame(), gpus=GpusReading((gpu,)))

    shown = row(picture_of(frame, store=Store(10)), RowKind.GPU)

    assert (shown.readout.value, shown.readout.details) == ("–", (words,))


def test_a_hole_of_all_rows_is_named_with_the_time_that_is_missing():
    picture = picture_of(frames.attention_frame())

    assert [hole.name for hole in picture.holes] == ["no data 12\u00a0s"]
    assert all(not shown.own_holes for shown in picture.rows)


def test_a_pause_is_named_as_one():
    store = live_data.afternoon()
    running = frames.attention_frame()
    paused = [later(frames.paused_frame(), n) for n in range(1, 8)]
    store.append(NOW_S + 8, {"cpu.busy_fraction": 0.5})

    picture = picture_of(running, *paused, later(running, 8), store=store)

    assert [hole.name for hole in picture.holes][-1] == "paused"


def test_a_suspend_is_named_with_the_time_that_the_clock_of_samples_did_not_count():
    store = live_data.afternoon()
    store.append(NOW_S + 2, {"cpu.busy_fraction": 0.5})
    running = frames.attention_frame()
    gap = Gap(GapReason.SUSPENDED)
    woke = later(running, 1, cpu=None, gaps={"cpu": gap}, wall_s=running.wall_s + 15481)
    after = later(running, 2, wall_s=running.wall_s + 15482)

    picture = picture_of(running, woke, after, store=store)

    assert picture.holes[-1].name == "computer off 4\u00a0h\u00a018\u00a0min"
    timeline = Timeline(picture.now_s, picture.wall_s, 300, 0, 300, picture.sleeps)
    assert timeline.clock(NOW_S) == "14:37:10"


def test_the_clock_of_an_instant_before_a_suspend_leaves_the_suspend_out():
    timeline = Timeline(100, frames.WALL_S, 60, 0, 600, (Sleep(80, 3600),))

    assert timeline.wall_at(90) == frames.WALL_S - 10
    assert timeline.wall_at(79) == frames.WALL_S - 21 - 3600
    assert [at_s for at_s, _ in timeline.ticks()] == [40, 50, 60, 70, 80, 90, 100]


def test_ticks_stand_at_round_times_of_day():
    timeline = Timeline(NOW_S, frames.WALL_S, 300, 120, 778)

    ticks = timeline.ticks()

    assert [label for _, label in ticks] == [
        "14:33",
        "14:34",
        "14:35",
        "14:36",
        "14:37",
    ]
    assert timeline.x(ticks[-1][0]) == pytest.approx(778 - 10 / 300 * 658)


def test_an_episode_reaches_back_to_its_onset_and_on_to_now():
    (block,) = picture_of(frames.attention_frame()).episode_lanes[0]

    assert block.start_s == frames.ONSET_S
    assert block.until(NOW_S) == NOW_S
    assert block.text == "Too many threads, 4\u00a0min\u00a08\u00a0s"


def test_an_episode_that_ended_keeps_its_name_and_its_length():
    busy = frames.attention_frame()
    ended = replace(busy.episodes[0], ended_at_s=NOW_S + 10)
    calm = later(frames.ok_frame(), 60, episodes=(ended,))

    (block,) = picture_of(busy, calm).episode_lanes[0]

    assert (block.end_s, block.severity) == (NOW_S + 10, Severity.ATTENTION)
    assert block.text == "Too many threads, 4\u00a0min\u00a018\u00a0s"


def test_a_run_that_ended_stays_in_its_lane_until_it_scrolls_out():
    busy = frames.attention_frame()
    ended = later(frames.idle_frame(), 30)
    gone = later(frames.idle_frame(), 400)

    (block,) = picture_of(busy, ended).run_lanes[0]
    assert (block.start_s, block.end_s) == (frames.RUN_STARTED_S, NOW_S + 30)
    assert picture_of(busy, ended).runs_going_on == 0
    assert picture_of(busy, ended, gone).run_lanes == ()


def test_a_pause_does_not_end_a_run():
    busy = frames.attention_frame()

    assert picture_of(busy, later(frames.paused_frame(), 5)).runs_going_on == 1


def test_a_run_is_told_with_its_parts():
    assert run_text(frames.training_run()) == "train.py · resnet50 · main + 8 workers"
    ranks = frames.small_attention_frame().runs[0].run
    assert run_text(ranks) == "ddp_train.py · resnet50 · 4 ranks"
    one = frames.training_run(workers=1)
    assert run_text(one) == "train.py · resnet50 · main + 1 worker"


def test_blocks_that_overlap_get_lanes_of_their_own():
    blocks = [
        Block("a", 0, 10, "a"),
        Block("b", 5, None, "b"),
        Block("c", 10, 20, "c"),
        Block("d", 12, 14, "d"),
        Block("e", 13, 14, "e"),
    ]

    lanes = [[block.key for block in lane] for lane in pack(blocks, now_s=30)]

    assert lanes == [["a", "c"], ["b"], ["d"]]


def test_an_empty_store_draws_an_empty_page():
    picture = picture_of(frames.idle_frame(), store=Store(10))

    assert picture.holes == ()
    assert not picture.seen_training
    assert all(not len(s.times) for r in picture.rows for s in r.series.values())


def test_rows_share_the_height_in_proportion_and_keep_their_least():
    rows = [Height(100, 20), Height(50, 45), Height(40, 40, fixed=True)]

    places = share(rows, top=10, available=186)

    assert [place.height for place in places] == [75, 45, 40]
    assert places[1].top == places[0].bottom + 13


def test_idle_is_not_paused_and_says_so():
    idle = picture_of(replace(frames.idle_frame(), state=State.IDLE))

    assert row(idle, RowKind.CPU).readout.value == "6%"
