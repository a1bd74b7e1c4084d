"""The popover as a window: what it shows when, and what its buttons ask for."""

import re
import time
from dataclasses import replace

import psutil
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from traintray.core.frame import State
from traintray.core.progress.progress import Progress
from traintray.core.readings import CpuShares
from traintray.core.telling.span import Span
from traintray.ui.popover import Popover
from traintray.ui.popover_parts.resource_row import ResourceRow
from traintray.ui.popover_parts.verdict_words import Action
from traintray.ui.state_shape import Shape
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.widgets.cpu_strip import CpuStrip
from traintray.ui.widgets.sparkline import Sparkline
from ui import frames
from ui.stores import store_for
from ui.studio import Look, Studio


@pytest.fixture
def popover(qtbot):
    made = Popover(LIGHT)
    qtbot.addWidget(made)
    return made


def heard(monkeypatch, cls):
    """Return what is set as the names of widgets of a class from now on."""
    names = []
    monkeypatch.setattr(cls, "setAccessibleName", lambda _, name: names.append(name))
    return names


@pytest.mark.parametrize("cls", [Sparkline, ResourceRow, CpuStrip])
def test_a_screen_reader_hears_of_new_numbers_every_5_s_at_most(
    popover, monkeypatch, cls
):
    first = frames.attention_frame()
    store = store_for(first)
    popover.show_frame(first, store)
    popover.show()
    names = heard(monkeypatch, cls)

    def show_at(seconds):
        now = CpuShares(0.1 * seconds, 0.0, 0.0, 0.0)
        some = tuple(CpuShares(n < 4 * seconds, 0.0, 0.0, 0.0) for n in range(32))
        cpu = replace(first.cpu, total=now, per_cpu=some)
        at_s = first.at_s + seconds
        store.append(at_s, {"cpu.busy_fraction": 0.1 * seconds})
        popover.show_frame(replace(first, at_s=at_s, cpu=cpu), store)

    for seconds in (1, 2, 3, 4):
        show_at(seconds)
    assert not any("CPU" in name for name in names)
    show_at(5)
    assert any("CPU" in name for name in names)


def open_with(popover, shown):
    popover.show_frame(shown, store_for(shown))
    popover.show()
    QApplication.processEvents()


def button(popover, name):
    """The visible button with this text or accessible name."""
    for found in popover.findChildren(QPushButton):
        if found.isVisible() and name in (found.text(), found.accessibleName()):
            return found
    raise LookupError(name)


def visible_texts(popover):
    return [
        label.text()
        for label in popover.findChildren(QLabel)
        if label.isVisible() and label.text()
    ]


def test_it_has_the_size_of_the_design(popover):
    open_with(popover, frames.attention_frame())

    assert (popover.width(), popover.height()) == (380, 520)


def test_fewer_rows_make_it_lower_and_more_runs_higher(popover, qtbot):
    open_with(popover, frames.small_attention_frame())
    assert popover.height() == 520 - 3 * 38

    other = Popover(LIGHT)
    qtbot.addWidget(other)
    open_with(other, frames.three_runs_frame())
    assert other.height() > 520


def test_while_open_it_only_grows_and_says_so(popover, qtbot):
    open_with(popover, frames.attention_frame())

    with qtbot.waitSignal(popover.grown):
        popover.show_frame(frames.three_runs_frame(), store_for(frames.ok_frame()))
    tall = popover.height()
    popover.show_frame(frames.ok_frame(), store_for(frames.ok_frame()))

    assert popover.height() == tall
    popover.hide()
    popover.show()
    assert popover.height() == 520


def test_attention_shows_verdict_action_and_run(popover):
    open_with(popover, frames.attention_frame())

    assert popover.head.words.title == "Too many threads for 16 cores"
    assert button(popover, "Cap threads at 8 …")
    assert popover.runs.rows[0].texts == (
        "train.py",
        "resnet50 · PID 41207",
        "main + 8 workers · 4\u00a0min\u00a020\u00a0s",
        "Too many threads",
    )
    assert popover.resources.strip_text == "32 of 32 busy"


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_the_icon_of_the_last_button_stands_below_the_text(qtbot, tmp_path, scale):
    studio = Studio(tmp_path)
    studio.dress(Look(LIGHT, text_scale=scale))
    popover = studio.popover(frames.attention_frame())
    row, button = popover.resources.rows[0], popover.foot.open_button
    text_px = row.mapTo(popover, QPoint(0, 0)).x()
    spare_px = (button.width() - button._content_width()) / 2
    icon_px = button.mapTo(popover, QPoint(0, 0)).x() + spare_px
    studio.put_away(popover)
    studio.dress(Look())

    assert icon_px == pytest.approx(text_px, abs=1)


def test_when_all_is_well_only_the_action_row_is_gone(popover, qtbot):
    open_with(popover, frames.ok_frame())
    calm_top = popover.resources.mapTo(popover, QPoint(0, 0)).y()
    assert not popover.head.primary.isVisible()

    loud = Popover(LIGHT)
    qtbot.addWidget(loud)
    open_with(loud, frames.attention_frame())

    loud_top = loud.resources.mapTo(loud, QPoint(0, 0)).y()
    assert loud_top - calm_top == 10 + 30
    assert calm_top == 82


def test_a_verdict_of_another_length_moves_nothing(popover):
    blind = replace(frames.ok_frame(), state=State.NO_DATA, runs=())
    open_with(popover, blind)
    top = popover.resources.mapTo(popover, QPoint(0, 0)).y()
    assert len(popover.head.words.text) < 50

    popover.show_frame(frames.ok_frame(), store_for(frames.ok_frame()))
    QApplication.processEvents()

    assert popover.resources.mapTo(popover, QPoint(0, 0)).y() == top


RUN_KEY = frames.training_run().key


@pytest.mark.parametrize(
    ("name", "signal", "arguments"),
    [
        ("Cap threads at 8 …", "knob_requested", [RUN_KEY]),
        ("Why? Show the advice", "advice_requested", [RUN_KEY]),
        ("Open traintray", "window_requested", []),
        ("Pause sampling", "pause_requested", []),
    ],
)
def test_a_button_asks_for_what_it_says(popover, qtbot, name, signal, arguments):
    open_with(popover, frames.attention_frame())

    with qtbot.waitSignal(getattr(popover, signal)) as emitted:
        qtbot.mouseClick(button(popover, name), Qt.MouseButton.LeftButton)

    assert emitted.args == arguments


@pytest.mark.parametrize(
    ("entry", "span"),
    [
        ("This run, for a while", Span.FOR_A_WHILE),
        ("This run, until it ends", Span.THIS_RUN),
        ("Tips of this kind, until the settings say else", Span.THIS_KIND),
        ("All tips that are not critical, until midnight", Span.TODAY),
    ],
)
def test_the_snooze_icon_offers_each_kind_and_the_popover_stays(
    popover, qtbot, entry, span
):
    open_with(popover, frames.attention_frame())
    button(popover, "Snooze this tip").click()
    menu = popover.head.snoozes
    assert (menu.isVisible(), popover.isVisible()) == (True, True)
    (action,) = [a for a in menu.actions() if a.text() == entry and a.isVisible()]

    with qtbot.waitSignal(popover.snooze_requested) as emitted:
        action.trigger()
    menu.hide()

    assert emitted.args == [RUN_KEY, span]
    assert popover.isVisible()


@pytest.mark.parametrize(
    ("make", "name", "asked"),
    [
        (frames.idle_frame, "Pick a process …", Action.PICK),
        (frames.paused_frame, "Pause until tomorrow", Action.REST),
        (
            frames.gpu_unreadable_frame,
            "No GPU here: do not miss it any more",
            Action.NO_GPU,
        ),
    ],
)
def test_the_buttons_of_edge_states_ask_the_app(popover, qtbot, make, name, asked):
    open_with(popover, replace(make(), runs=()))

    with qtbot.waitSignal(popover.head.asked) as emitted:
        button(popover, name).click()

    assert emitted.args == [asked]


@pytest.mark.parametrize(
    ("name", "stays"),
    [
        ("Cap threads at 8 …", False),
        ("Why? Show the advice", False),
        ("Open traintray", False),
        ("Snooze this tip", True),
        ("Pause sampling", True),
    ],
)
def test_it_closes_where_a_window_opens(popover, name, stays):
    open_with(popover, frames.attention_frame())

    button(popover, name).click()

    assert popover.isVisible() is stays


def test_its_size_is_known_before_it_opens(popover):
    popover.show_frame(frames.three_runs_frame(), store_for(frames.three_runs_frame()))

    size = popover.prepare()

    popover.show()
    assert popover.size() == size
    assert size.height() > 520


def test_without_a_knob_the_first_action_is_the_advice(popover, qtbot):
    open_with(popover, frames.critical_frame())

    with qtbot.waitSignal(popover.advice_requested):
        button(popover, "Show advice").click()
    with pytest.raises(LookupError):
        button(popover, "Why? Show the advice")


def test_paused_offers_to_resume_above_and_below(popover, qtbot):
    runs = frames.attention_frame().runs
    open_with(popover, replace(frames.paused_frame(), runs=runs))

    with qtbot.waitSignal(popover.pause_requested):
        button(popover, "Resume now").click()
    with qtbot.waitSignal(popover.pause_requested):
        button(popover, "Resume sampling").click()
    assert "slash" in popover.runs.note
    assert popover.runs.rows == ()


def test_the_button_below_shows_what_it_would_do(popover):
    popover.foot.show_paused(True)
    play = popover.foot.pause_button.grab().toImage()
    popover.foot.show_paused(False)

    assert popover.foot.pause_button.grab().toImage() != play


def test_while_paused_values_are_dashes_and_never_zero(popover):
    popover.show_frame(frames.attention_frame(), store_for(frames.paused_frame()))
    open_with(popover, frames.paused_frame())

    assert [row.texts[2] for row in popover.resources.rows] == ["–"] * 5
    assert "0%" not in visible_texts(popover)


def test_without_runs_it_says_what_can_be_read_here(popover):
    open_with(popover, frames.idle_frame())

    assert popover.runs.note == "Readable here: CPU, pressure, memory, GPU"
    assert popover.runs.rows == ()


def test_a_machine_without_gpu_has_no_gpu_row(popover):
    open_with(popover, frames.idle_frame(frames.SMALL))

    names = [row.texts[0] for row in popover.resources.rows]
    assert names == ["CPU", "Memory"]
    assert popover.runs.note == "Readable here: CPU, pressure, memory"


def test_an_unreadable_gpu_is_one_row_with_a_reason(popover):
    open_with(popover, frames.gpu_unreadable_frame())

    gpu = popover.resources.rows[1]
    assert gpu.texts == ("GPU", "not readable", "–", "")
    assert gpu.toolTip() == "there is no such device, driver or kernel file here"


def test_a_gpu_that_falls_silent_keeps_its_rows(popover):
    open_with(popover, frames.attention_frame())

    silent = replace(frames.attention_frame(), gpus=None)
    popover.show_frame(silent, store_for(frames.gpu_lost_frame()))

    names = [row.texts[0] for row in popover.resources.rows]
    assert names == ["CPU", "GPU 0", "GPU memory", "Memory", "Swap"]
    assert popover.resources.rows[1].texts[2] == "–"


def test_three_runs_are_shown_and_the_others_counted(popover):
    open_with(popover, frames.three_runs_frame())

    assert len(popover.runs.rows) == 3
    assert "1 more" in visible_texts(popover)


def test_hidden_it_takes_frames_without_working(popover):
    popover.show_frame(frames.attention_frame(), store_for(frames.attention_frame()))

    assert popover.head.words.action is Action.NONE
    assert popover.resources.rows == ()


def test_it_is_up_to_date_when_it_opens(popover):
    popover.show_frame(frames.ok_frame(), store_for(frames.ok_frame()))
    open_with(popover, frames.attention_frame())

    assert popover.head.words.title == "Too many threads for 16 cores"


def test_opened_before_the_first_frame_it_says_what_it_waits_for_and_since_when(
    popover,
):
    popover.show()

    words = popover.head.words
    assert (popover.width(), popover.height()) == (380, 520)
    assert (words.title, words.shape) == ("Waiting for the first sample", Shape.WAITING)
    began = re.match(r"Since (\d\d:\d\d:\d\d): ", words.text)[1]
    created_s = psutil.Process().create_time()
    near = [created_s + away_s for away_s in (-1, 0, 1)]
    assert began in {time.strftime("%H:%M:%S", time.localtime(at_s)) for at_s in near}


def test_when_no_frame_comes_it_says_so_until_one_does(popover):
    open_with(popover, frames.attention_frame())

    popover.show_stale(12)
    assert popover.head.words.title == "No readings arrive"
    popover.show_frame(frames.ok_frame(), store_for(frames.ok_frame()))
    assert popover.head.words.title == "Training runs well"


def test_escape_closes_it(popover, qtbot):
    open_with(popover, frames.attention_frame())

    with qtbot.waitSignal(popover.closed):
        QTest.keyClick(popover, Qt.Key.Key_Escape)

    assert not popover.isVisible()


def test_losing_the_focus_closes_it(popover):
    open_with(popover, frames.attention_frame())

    QApplication.sendEvent(popover, QEvent(QEvent.Type.WindowDeactivate))

    assert not popover.isVisible()


def test_closing_it_keeps_it_for_the_next_time(popover):
    open_with(popover, frames.attention_frame())

    popover.close()
    popover.show()

    assert popover.isVisible()


@pytest.mark.parametrize(
    ("key", "signal"),
    [
        (Qt.Key.Key_Return, "knob_requested"),
        (Qt.Key.Key_P, "pause_requested"),
    ],
)
def test_the_keyboard_reaches_every_action(popover, qtbot, key, signal):
    open_with(popover, frames.attention_frame())
    popover.activateWindow()

    with qtbot.waitSignal(getattr(popover, signal)):
        QTest.keyClick(popover, key, Qt.KeyboardModifier.ControlModifier)


def test_ctrl_return_does_nothing_while_there_is_no_action(popover, qtbot):
    open_with(popover, frames.ok_frame())

    with qtbot.assertNotEmitted(popover.knob_requested):
        QTest.keyClick(popover, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def test_tab_goes_in_reading_order(popover):
    open_with(popover, frames.attention_frame())
    popover.activateWindow()
    order = []
    for _ in range(5):
        order.append(
            QApplication.focusWidget().accessibleName()
            or QApplication.focusWidget().text()
        )
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)

    assert order == [
        "Cap threads at 8 …",
        "Why? Show the advice",
        "Snooze this tip",
        "Open traintray",
        "Pause sampling",
    ]


def test_a_process_name_cannot_format_anything(popover):
    run = frames.training_run("<b>evil</b>.py")
    shown = replace(frames.ok_frame(), runs=(frames.run_view(run),))

    open_with(popover, shown)

    assert popover.runs.rows[0].texts[0] == "<b>evil</b>.py"
    formats = {label.textFormat() for label in popover.findChildren(QLabel)}
    assert formats == {Qt.TextFormat.PlainText}


def test_a_very_long_name_leaves_room_for_the_chip(popover):
    run = frames.training_run("a_very_long_script_name_" * 4 + ".py")
    view = frames.run_view(run, frames.THREADS_FINDING, frames.THREADS_ADVICE)

    open_with(popover, replace(frames.attention_frame(), runs=(view,)))

    assert popover.width() == 380
    row = popover.runs.rows[0]
    assert all(
        row.rect().contains(child.geometry())
        for child in row.findChildren(QWidget)
        if child.isVisible() and child.parentWidget() is row
    )


@pytest.mark.parametrize("rounded", [True, False])
def test_corners_are_round_only_where_the_desktop_composes(qtbot, rounded):
    made = Popover(LIGHT, rounded)
    qtbot.addWidget(made)
    open_with(made, frames.ok_frame())

    assert made.testAttribute(Qt.WidgetAttribute.WA_TranslucentBackground) is rounded
    corner = made.grab().toImage().pixelColor(0, 0)
    assert (corner.alpha() == 0) is rounded


def test_a_new_theme_reaches_every_part(popover):
    open_with(popover, frames.attention_frame())

    popover.set_theme(DARK)
    QApplication.processEvents()
    image = popover.grab().toImage()

    ratio = image.devicePixelRatio()

    def at(x, y):
        return image.pixelColor(int(x * ratio), int(y * ratio)).name()

    assert at(190, 6) == DARK.bg.name()
    assert at(190, 510) == DARK.side.name()
    assert at(50, 85) == DARK.ink.name()
    bright = QColor(at(190, 6)).lightness()
    assert bright < 60


def test_state_without_finding_is_not_called_attention(popover):
    snoozed = replace(frames.ok_frame(), state=State.ATTENTION)

    open_with(popover, snoozed)

    assert popover.head.words.title == "Training runs well"


def test_a_run_that_tells_its_speed_shows_it(popover):
    frame = frames.attention_frame()
    told = Progress(1200, 9.53, 2, 4000, 293.8, "terminal")
    view = replace(frame.runs[0], run=replace(frame.runs[0].run, progress=told))
    open_with(popover, replace(frame, runs=(view, *frame.runs[1:])))

    row = popover.runs.rows[0]
    assert row.texts[2].replace("\u00a0", " ") == (
        "main + 8 workers · 4 min 20 s · 9.5 steps/s"
    )
    assert row.toolTip().endswith("from its terminal")
