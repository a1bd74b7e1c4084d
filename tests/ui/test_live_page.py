"""The Live page on an invisible screen: what is drawn where, keys, mouse."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication

from traintray.core.diagnosis.verdict import Severity
from traintray.core.frame import Frame, State
from traintray.core.history.store import Store
from traintray.core.readings import Gap, GapReason, GpusReading
from traintray.ui.plots.chart import Chart
from traintray.ui.plots.curve_row import CurveRow
from traintray.ui.plots.geometry import lay_out
from traintray.ui.plots.lane_labels import PAD_PX
from traintray.ui.plots.picture import PictureSource
from traintray.ui.plots.row import RowKind
from traintray.ui.popover_parts.verdict_words import Action
from traintray.ui.state_shape import Shape
from traintray.ui.style import blend
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.widgets.label import Label
from traintray.ui.window.pages.live import LivePage
from ui import frames, live_data
from ui.drawn_texts import drawn_texts
from ui.frames import GPU_UUID, NOW_S

CPU = "cpu.busy_fraction"
GPU = f"gpu.{GPU_UUID}.busy_fraction"


@pytest.fixture
def show(qtbot):
    """Return a function that shows a page with a frame, 1120 x 720 with a sidebar."""

    def shown(frame: Frame, store: Store | None = None, height: int = 720) -> LivePage:
        page = LivePage(LIGHT, store or live_data.afternoon())
        qtbot.addWidget(page)
        page.resize(932, height)
        page.show()
        page.show_frame(frame)
        return page

    return shown


def later(frame: Frame, seconds: float, **changes: object) -> Frame:
    moved = replace(frame, at_s=frame.at_s + seconds, wall_s=frame.wall_s + seconds)
    return replace(moved, **changes)


def curve_row(chart: Chart, key: str) -> CurveRow:
    return next(
        row for row in chart.rows if isinstance(row, CurveRow) and key in row.lines
    )


def edges(chart: Chart) -> tuple[float, float]:
    """Return which times stand at the edges of the graphs, in seconds since now."""
    item = curve_row(chart, CPU).item
    sides = (chart.places.left, chart.places.right)
    left, right = (item.mapFromScene(x, 0).x() for x in sides)
    return left, right


def place(chart: Chart, kind: RowKind):
    kinds = [shown.row.kind for shown in chart.picture.rows]
    return chart.places.places[kinds.index(kind)]


def x_of(chart: Chart, at_s: float) -> float:
    return chart.places.timeline(chart.picture).x(at_s)


def image(chart: Chart) -> QImage:
    return chart.grab().toImage()


def color(picture: QImage, x: float, y: float) -> QColor:
    return picture.pixelColor(round(x), round(y))


def close(one: QColor, other: QColor, by: int = 3) -> bool:
    pairs = zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)
    return all(abs(a - b) <= by for a, b in pairs)


def test_the_plotted_line_has_a_hole_where_nothing_was_sampled(show):
    chart = show(frames.attention_frame()).graphs.chart
    line = curve_row(chart, CPU).lines[CPU]
    x, y = line.x, line.y

    (hole,) = np.flatnonzero(np.isnan(y))

    before, after = x[hole - 1], x[hole + 1]
    assert NOW_S + before == live_data.GAP_START_S
    assert NOW_S + after == live_data.GAP_END_S


def test_a_hole_is_hatched_in_every_row_and_holds_no_line(show):
    chart = show(frames.attention_frame()).graphs.chart
    picture = image(chart)
    left = x_of(chart, live_data.GAP_START_S) + 2
    right = x_of(chart, live_data.GAP_END_S) - 2

    for shown, where in zip(chart.picture.rows, chart.places.places, strict=True):
        seen = {
            picture.pixelColor(x, y).name()
            for x in range(round(left), round(right))
            for y in range(round(where.top) + 1, round(where.bottom) - 1)
        }
        shades = [QColor(name) for name in seen]
        lightness = [shade.lightness() for shade in shades]
        assert max(lightness) == LIGHT.bg.lightness(), shown.row.name
        assert min(lightness) < LIGHT.bg.lightness() - 10, shown.row.name
        assert all(shade.hslSaturation() < 60 for shade in shades), shown.row.name


def test_the_scale_never_moves(show):
    store = Store(600)
    page = show(frames.attention_frame(), store)
    chart = page.graphs.chart
    for n, busy in enumerate((0.01, 0.02, 5.0, 1.0, 0.5)):
        at_s = NOW_S + 1 + n
        store.append(at_s, {CPU: busy, "memory.used_bytes": 900.0 * frames.GIB})
        page.show_frame(later(frames.attention_frame(), 1 + n))
        row, where = curve_row(chart, CPU), place(chart, RowKind.CPU)
        top, bottom = (row.item.mapToScene(0, y).y() for y in (100, 0))
        assert (top, bottom) == pytest.approx((where.top + 0.5, where.bottom + 0.5))
        assert np.nanmax(row.lines[CPU].y) <= 100.0


def test_short_data_starts_at_the_right_and_is_not_stretched(show):
    idle = frames.idle_frame()
    chart = show(idle, live_data.short_past(idle, seconds=25)).graphs.chart
    x = curve_row(chart, CPU).lines[CPU].x

    assert (x[0], x[-1]) == (-24.0, 0.0)
    assert edges(chart) == pytest.approx((-300.0, 0.0))


def test_an_episode_shades_all_rows_from_its_onset_behind_the_data(show):
    chart = show(frames.attention_frame()).graphs.chart
    picture = image(chart)
    onset = x_of(chart, frames.ONSET_S)
    amber = blend(LIGHT.bg, LIGHT.attention_fill, LIGHT.episode_alpha)
    between_rows = [where.bottom + 6 for where in chart.places.places[:-1]]

    for y in between_rows:
        assert close(color(picture, onset + 4, y), amber)
        assert close(color(picture, onset - 4, y), LIGHT.bg)


def test_an_episode_that_was_noticed_late_is_shaded_from_when_it_began(show):
    busy = frames.attention_frame()
    late = replace(busy.episodes[0], noticed_at_s=NOW_S - 5)
    chart = show(replace(busy, episodes=(late,))).graphs.chart

    y = chart.places.places[0].bottom + 6
    assert not close(color(image(chart), x_of(chart, NOW_S - 200), y), LIGHT.bg)


def test_rows_fit_the_window_with_and_without_a_gpu(show):
    for frame, height in (
        (frames.attention_frame(), 720),
        (frames.attention_frame(), 560),
        (frames.gpu_unreadable_frame(), 720),
        (frames.gpu_unreadable_frame(), 560),
        (frames.small_attention_frame(), 560),
    ):
        page = show(frame, height=height)
        chart = page.graphs.chart
        assert chart.height() == page.graphs._scroll.viewport().height(), height
        assert chart.places.height <= chart.height()


def test_many_gpus_scroll_and_the_graphs_stay_where_they_are(show):
    one = frames.attention_frame()
    alone = show(one).graphs.chart.places
    gpus = [replace(frames.gpu_reading(), uuid=f"GPU-{n}") for n in range(4)]
    page = show(replace(one, gpus=GpusReading(tuple(gpus))))
    chart = page.graphs.chart
    QApplication.processEvents()  # the scroll bar comes

    assert page.graphs._scroll.verticalScrollBar().isVisible()
    assert len(chart.places.places) == 4 + 3 * 4
    assert chart.height() > page.graphs._scroll.viewport().height()
    assert (chart.places.left, chart.places.right) == (alone.left, alone.right)


def test_a_page_that_scrolls_ends_between_two_rows_and_so_does_the_next(show):
    one = frames.attention_frame()
    gpus = [replace(frames.gpu_reading(), uuid=f"GPU-{n}") for n in range(6)]
    page = show(replace(one, gpus=GpusReading(tuple(gpus))))
    QApplication.processEvents()
    room = page.graphs._scroll.viewport().height()
    places = page.graphs.chart.places

    for edge in (room, 2 * room):
        assert not [p for p in places.places if p.top - 6 < edge < p.bottom + 4], edge


def test_the_marks_of_two_rows_stay_apart_when_text_is_twice_as_large():
    picture = PictureSource(live_data.afternoon()).picture(
        frames.attention_frame(), 300.0
    )
    for room in (500.0, 2000.0):
        places = lay_out(picture, (1000.0, room), 2.0, (200.0, 200.0)).places
        apart = [b.top - a.bottom for a, b in itertools.pairwise(places)]
        assert min(apart) >= 2 * 11, room  # a mark is 9.5 px tall, at 100 %


def test_a_long_sentence_and_since_when_are_not_cut(show):
    for width in (932, 640):
        page = show(frames.attention_frame())
        page.resize(width, 720)
        QApplication.processEvents()
        header = page._header
        told = "".join(each.text for each in drawn_texts(header._text))

        assert told.endswith("Since\u00a014:33:02."), width
        assert header._text.height() >= 2 * 16


def test_the_graphs_do_not_jump_when_the_evidence_gets_shorter(show, qtbot):
    page = show(frames.attention_frame())
    view = frames.attention_frame().runs[0]
    two_lines = 16 + 20 + 2 * 16 + 14
    qtbot.waitUntil(lambda: page.graphs.y() == two_lines)
    before = page.graphs.y()
    short = replace(view.advice, popover_text="CPU at 97%.")
    page.show_frame(
        later(frames.attention_frame(), 1, runs=(replace(view, advice=short),))
    )
    for _ in range(4):  # what is laid out anew tells what it lies in
        QApplication.processEvents()
    assert page.graphs.y() == before

    other = replace(short, headline="Memory is swapping")
    page.show_frame(
        later(frames.attention_frame(), 2, runs=(replace(view, advice=other),))
    )
    qtbot.waitUntil(lambda: page.graphs.y() < before, timeout=1000)


def test_the_crosshair_stops_at_the_sample_next_to_the_mouse(show, qtbot):
    chart = show(frames.attention_frame()).graphs.chart
    x = x_of(chart, NOW_S - 67) + 0.8

    qtbot.mouseMove(chart.viewport(), QPoint(round(x), 200))
    chart._follow_mouse((x,))

    assert chart.crosshair_s == NOW_S - 67


def test_the_crosshair_shows_the_value_of_its_sample(show, monkeypatch):
    written: list[str] = []
    chart = show(frames.attention_frame()).graphs.chart
    chart.put_crosshair(NOW_S - 67)
    store = live_data.afternoon()
    times, values = store.copy(GPU, 0.0)
    value = values[list(times).index(NOW_S - 67)]
    monkeypatch.setattr(
        "traintray.ui.plots.overlay.halo_text",
        lambda painter, at, text, colors: written.append(text),
    )

    chart.grab()

    assert f"{round(value * 100)}%" in written


def test_arrow_keys_move_the_crosshair_by_one_sample_and_with_shift_by_ten(show, qtbot):
    chart = show(frames.attention_frame()).graphs.chart
    chart.setFocus()
    seen = []

    for key, modifier in (
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier),
    ):
        qtbot.keyClick(chart, key, modifier)
        seen.append(NOW_S - chart.crosshair_s)

    assert seen == [0, 1, 11, 10, 0]


def test_arrow_keys_step_over_a_hole(show, qtbot):
    chart = show(frames.attention_frame()).graphs.chart
    chart.put_crosshair(live_data.GAP_END_S)

    qtbot.keyClick(chart, Qt.Key.Key_Left)

    assert chart.crosshair_s == live_data.GAP_START_S


def test_a_crosshair_from_the_keyboard_stays_at_its_sample_as_time_goes_by(show, qtbot):
    store = live_data.afternoon()
    page = show(frames.attention_frame(), store)
    chart = page.graphs.chart
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    store.append(NOW_S + 1, {CPU: 0.5})

    page.show_frame(later(frames.attention_frame(), 1))

    assert chart.crosshair_s == NOW_S - 1


def test_a_crosshair_at_the_mouse_stays_at_its_pixel_as_time_goes_by(show):
    store = live_data.afternoon()
    page = show(frames.attention_frame(), store)
    chart = page.graphs.chart
    chart.put_crosshair(NOW_S - 50)
    store.append(NOW_S + 1, {CPU: 0.5})

    page.show_frame(later(frames.attention_frame(), 1))

    assert chart.crosshair_s == NOW_S - 49


def test_escape_takes_the_crosshair_away(show):
    page = show(frames.attention_frame())
    page.graphs.chart.put_crosshair(NOW_S - 50)

    assert page.escape()
    assert page.graphs.chart.crosshair_s is None
    assert not page.escape()


def test_a_hidden_page_draws_nothing_and_catches_up_when_it_is_shown(show):
    store = live_data.afternoon()
    page = show(frames.attention_frame(), store)
    chart, drawn = page.graphs.chart, page.graphs.chart.picture
    page.hide()
    store.append(NOW_S + 1, {CPU: 0.5})

    page.show_frame(later(frames.attention_frame(), 1))
    assert chart.picture is drawn

    page.show()
    assert chart.picture.now_s == NOW_S + 1


def test_hidden_frames_are_remembered_where_it_matters(show):
    page = show(frames.attention_frame())
    page.hide()
    page.show_frame(later(frames.idle_frame(), 1))
    page.show()

    ((block,),) = page.graphs.chart.picture.run_lanes
    assert block.end_s == NOW_S + 1


def test_space_holds_the_display_and_lets_it_go(show, qtbot):
    page = show(frames.attention_frame())
    page.window().activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.graphs.chart.setFocus()
    qtbot.keyClick(page.graphs.chart, Qt.Key.Key_Space)
    page.show_frame(later(frames.attention_frame(), 5))
    assert page.graphs.chart.picture.now_s == NOW_S

    qtbot.keyClick(page.graphs.chart, Qt.Key.Key_Space)
    page.show_frame(later(frames.attention_frame(), 6))
    assert page.graphs.chart.picture.now_s == NOW_S + 6


def test_the_range_is_chosen_by_key_and_by_button(show, qtbot):
    page = show(frames.attention_frame())
    page.window().activateWindow()
    qtbot.waitUntil(page.isActiveWindow)

    with qtbot.waitSignal(page.span_changed):
        qtbot.keyClick(page.graphs.chart, "1")
    chart = page.graphs.chart
    assert edges(chart) == pytest.approx((-60.0, 0.0))
    assert page._header._range.index == 0

    with qtbot.waitSignal(page.span_changed):
        page._header._range._group.button(1).click()
    assert page.span_s == 300.0
    page.set_span(17)
    assert page.span_s == 300.0


def test_the_header_says_what_holds_and_leads_to_the_advice(show, qtbot):
    page = show(frames.attention_frame())
    header = page._header

    assert header._shape.shape is Shape.ATTENTION
    assert header._title.text() == "Too many threads for 16 cores"
    assert header._text.text().endswith("Since\u00a014:33:02.")
    with qtbot.waitSignal(page.advice_requested) as asked:
        header._button.click()
    assert asked.args == [frames.training_run().key]


def test_control_return_does_what_the_button_does(show, qtbot):
    page = show(frames.attention_frame())
    page.window().activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    control = Qt.KeyboardModifier.ControlModifier

    with qtbot.waitSignal(page.advice_requested):
        qtbot.keyClick(page.graphs.chart, Qt.Key.Key_Return, control)


def test_a_pause_offers_to_resume(show, qtbot):
    page = show(frames.paused_frame())

    with qtbot.waitSignal(page.pause_requested):
        page._header._button.click()


@pytest.mark.parametrize(
    ("frame", "shape", "title"),
    [
        pytest.param(
            frames.idle_frame(), Shape.NO_DATA, "Watching for training", id="idle"
        ),
        pytest.param(frames.ok_frame(), Shape.OK, "Training runs well", id="ok"),
        pytest.param(
            replace(
                frames.gpu_unreadable_frame(),
                state=frames.ok_frame().state,
                runs=frames.ok_frame().runs[:1],
            ),
            Shape.NO_DATA,
            "train.py is running; the GPU cannot be read",
            id="no library",
        ),
    ],
)
def test_without_a_finding_there_is_no_button(show, frame, shape, title):
    header = show(frame)._header

    assert (header._shape.shape, header._title.text()) == (shape, title)
    assert header._button.isHidden()


def test_without_training_a_process_can_be_picked_from_the_window(show, qtbot):
    page = show(frames.idle_frame())
    header = page._header

    assert header._second.text() == "Pick a process …"
    with qtbot.waitSignal(page.asked) as asked:
        header._second.click()
    assert asked.args == [Action.PICK]
    with qtbot.waitSignal(page.asked):
        header.act()  # by its key
    page.show_frame(later(frames.attention_frame(), 1))
    assert header._second.isHidden()


def test_a_lost_card_leads_to_the_steps_and_its_report_can_be_copied(show, qtbot):
    page = show(frames.gpu_lost_frame())
    header = page._header

    assert header._shape.shape is Shape.CRITICAL
    with qtbot.waitSignal(page.page_requested) as asked:
        header._button.click()
    assert asked.args == ["hardware"]
    assert header._second.text() == "Copy report"
    header._second.click()
    assert GPU_UUID in QGuiApplication.clipboard().text()


def test_a_lost_card_is_told_before_what_else_was_found(show):
    lost = frames.gpu_lost_frame().gpus
    header = show(replace(frames.attention_frame(), gpus=lost))._header

    assert header._title.text().endswith("stopped answering")
    assert header._button.text() == "Show steps"


def test_a_driver_that_hangs_is_told_though_nothing_trains(show):
    gap = Gap(GapReason.DEVICE_LOST, "no answer")
    hung = replace(frames.idle_frame(), gpus=None, gaps={"gpus": gap})
    header = show(hung)._header

    assert header._title.text() == "The GPU driver does not answer"
    assert "dmesg" in header._text.text()


@pytest.mark.parametrize("runs", [(), frames.ok_frame().runs[:1]])
def test_a_card_that_is_not_there_can_be_taken_as_missing_for_good(show, qtbot, runs):
    frame = replace(frames.gpu_unreadable_frame(), state=State.OK, runs=runs)
    page = show(frame)

    assert page._header._button.isHidden()
    with qtbot.assertNotEmitted(page.asked):
        page._header.act()  # by its key: too much for a slip
    with qtbot.waitSignal(page.asked) as asked:
        page._header._second.click()
    assert asked.args == [Action.NO_GPU]


def test_the_note_about_a_missing_library_says_what_to_install(show):
    graphs = show(frames.gpu_unreadable_frame()).graphs

    assert graphs._note.isVisible()
    assert graphs._note._code.code == "sudo apt install libnvidia-ml1"
    width = graphs._note.width()
    assert graphs._note.height() >= graphs._note.heightForWidth(width), "cut"


def test_the_theme_changes_live(show):
    page = show(frames.attention_frame())
    chart = page.graphs.chart
    image(chart)

    page.set_theme(DARK)

    assert close(color(image(chart), 2, chart.places.height - 2), DARK.bg)
    assert curve_row(chart, CPU).lines[CPU].pen.color() == DARK.cpu


def test_values_are_copied_with_their_times_and_gaps_stay_empty(show):
    chart = show(frames.attention_frame()).graphs.chart
    row = chart.picture.rows[3]

    chart.copy_values(row)

    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "time,memory.used_bytes,memory.swap_used_bytes"
    assert lines[-1].startswith("2026-03-12T14:37:10.000")
    assert lines[-1].split(",")[2] == str(round(0.1 * frames.GIB))
    assert len(lines) == 1 + 300 - 12


def test_the_row_under_the_mouse_is_the_one_that_is_copied(show):
    chart = show(frames.attention_frame()).graphs.chart
    where = place(chart, RowKind.MEMORY)

    row = chart._row_at(QPointF(400, where.top + 10))

    assert row is chart.picture.rows[3]
    assert chart._row_at(QPointF(400, 2)) is None


def test_a_lane_tells_its_full_name_on_hover(show):
    chart = show(frames.attention_frame()).graphs.chart
    y = chart.places.episode_tops[0] + 9

    said = chart._lane_text_at(QPointF(x_of(chart, NOW_S - 20), y))

    assert said == "Too many threads, 4\u00a0min\u00a08\u00a0s"
    assert chart._lane_text_at(QPointF(x_of(chart, NOW_S - 290), y)) == ""


def test_a_screen_reader_is_told_the_numbers_and_the_episode(show):
    chart = show(frames.attention_frame()).graphs.chart

    said = chart.accessibleDescription()
    assert "CPU: 97%" in said
    assert "Too many threads, from 14:33:02, 4\u00a0min\u00a08\u00a0s, open" in said


def test_of_an_episode_that_is_over_a_screen_reader_says_no_open(show):
    frame = frames.attention_frame()
    over = replace(frame.episodes[0], ended_at_s=frames.ONSET_S + 60)

    said = show(replace(frame, episodes=(over,))).graphs.chart.accessibleDescription()

    assert "Too many threads, from 14:33:02, 1\u00a0min" in said
    assert "open" not in said


@pytest.mark.parametrize("severity", [Severity.ATTENTION, Severity.CRITICAL])
def test_the_shape_of_an_episode_tells_how_much_it_matters(show, severity):
    frame = frames.attention_frame()
    told = replace(frame.episodes[0], severity=severity)
    chart = show(replace(frame, episodes=(told,))).graphs.chart
    critical = severity is Severity.CRITICAL
    fill = LIGHT.critical_fill if critical else LIGHT.attention_fill
    left = x_of(chart, frames.ONSET_S) + PAD_PX
    top = chart.places.episode_tops[0]
    picture = image(chart)

    def width(y: float) -> int:
        xs = range(round(left) - 1, round(left) + 13)
        return sum(close(color(picture, x, y), fill, 40) for x in xs)

    rows = [width(top + y) for y in range(3, 14)]
    filled = [n for n in rows if n]
    upper = sum(filled[: len(filled) // 2])
    lower = sum(filled[len(filled) // 2 :])
    if critical:  # an octagon is as wide above as below
        assert upper == pytest.approx(lower, rel=0.35)
    else:
        assert lower > 2 * upper


def test_an_empty_store_shows_an_empty_page_without_a_warning(show):
    chart = show(frames.idle_frame(), Store(10)).graphs.chart

    assert not image(chart).isNull()


def test_a_row_of_pixels_per_logical_cpu(show):
    page = show(frames.attention_frame())
    heat = next(row for row in page.graphs.chart.rows if not isinstance(row, CurveRow))

    assert heat.shades.shape == (32, 300)
    gap = round(NOW_S - live_data.GAP_START_S) - 5
    assert (heat.shades[:, 299 - gap] == 0).all()


def test_before_the_first_sample_the_page_says_what_it_waits_for(qtbot):
    page = LivePage(LIGHT, live_data.afternoon())
    qtbot.addWidget(page)
    page.show()

    said = [label.text() for label in page.findChildren(Label) if label.isVisible()]

    assert "Waiting for the first sample" in said
    assert any(text.startswith("Since ") for text in said)
