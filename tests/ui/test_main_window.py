"""The main window: pages, keys, closing, what it remembers."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication

from traintray.core.frame import Frame
from traintray.core.knobs.envfile import EnvFile
from traintray.core.readings import GpusReading
from traintray.ui.state_shape import Shape
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.window import window_state
from traintray.ui.window.machine_facts import facts
from traintray.ui.window.main_window import MainWindow
from traintray.ui.window.page import Region
from traintray.ui.window.pages.advice import AdvicePage
from traintray.ui.window.sidebar import Sidebar
from traintray.ui.window.window_state import WindowState
from ui import frames, live_data
from ui.frames import NOW_S


@pytest.fixture
def open_window(qtbot, tmp_path):
    """Return a function that opens a window with what an earlier one left behind."""

    def opened(frame: Frame | None = None) -> MainWindow:
        env_file = EnvFile(tmp_path / "train.env", tmp_path / "state")
        advice = AdvicePage(LIGHT, env_file)
        state = tmp_path / "state" / "window.json"
        window = MainWindow(LIGHT, live_data.afternoon(), advice, state)
        qtbot.addWidget(window)
        window.show()
        if frame is not None:
            window.show_frame(frame)
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    return opened


def later(frame: Frame, seconds: float) -> Frame:
    return replace(frame, at_s=frame.at_s + seconds, wall_s=frame.wall_s + seconds)


def side(window: MainWindow) -> Sidebar:
    return window._sidebar


def test_it_opens_in_the_size_of_the_design_on_the_live_page(open_window):
    window = open_window()

    assert (window.width(), window.height()) == (1120, 720)
    assert (window.minimumWidth(), window.minimumHeight()) == (880, 560)
    assert window.page == "live"


def test_the_sidebar_has_the_pages_that_exist_and_no_others(open_window):
    items = side(open_window())._items

    assert [item.text() for item in items.values()] == [
        "Live",
        "Runs",
        "Advice",
        "Library",
        "Knobs",
        "History",
        "Settings",
    ]


@pytest.mark.parametrize(
    ("key", "page"),
    [
        ("3", "advice"),
        ("1", "live"),
        ("2", "runs"),
        ("4", "library"),
        ("5", "knobs"),
        ("6", "history"),
        ("7", "settings"),
        (",", "settings"),
    ],
)
def test_control_and_a_number_go_to_a_page(open_window, qtbot, key, page):
    window = open_window(frames.attention_frame())
    window.open_page("live" if page == "advice" else "advice")

    qtbot.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)

    assert window.page == page
    assert side(window)._items[page].isChecked()


def test_a_click_in_the_sidebar_goes_to_a_page(open_window, qtbot):
    window = open_window()

    qtbot.mouseClick(side(window)._items["advice"], Qt.MouseButton.LeftButton)

    assert window.page == "advice"


def test_show_advice_opens_the_advice_on_that_run(open_window):
    window = open_window(frames.attention_frame())

    window.live._header._button.click()

    assert window.page == "advice"
    assert window.advice.shown_run_key == frames.training_run().key


def test_the_mark_goes_when_the_run_ends_although_its_advice_can_still_be_read(
    open_window,
):
    window = open_window(frames.attention_frame())
    window.open_page("advice")
    before = frames.attention_frame()
    ended = tuple(replace(e, ended_at_s=before.at_s + 1) for e in before.episodes)

    window.show_frame(replace(later(before, 2), runs=(), episodes=ended))

    assert window.advice.shown_run_key == before.runs[0].run.key
    assert side(window)._items["advice"].badge is None


def test_a_page_that_does_not_exist_is_refused(open_window):
    window = open_window()

    with pytest.raises(KeyError):
        window.open_page("kitchen")


def test_the_advice_entry_is_marked_while_a_finding_is_open(open_window):
    window = open_window(frames.attention_frame())
    entry = side(window)._items["advice"]
    assert entry.badge is Shape.ATTENTION
    assert entry.accessibleName() == "Advice, needs attention"

    window.show_frame(later(frames.critical_frame(), 1))
    assert entry.badge is Shape.CRITICAL

    window.show_frame(later(frames.ok_frame(), 2))
    assert entry.badge is None
    assert entry.accessibleName() == "Advice"


def test_the_runs_entry_counts_the_runs_that_go_on(open_window):
    window = open_window(frames.three_runs_frame())
    entry = side(window)._items["runs"]
    assert entry.count == 4
    assert entry.accessibleName() == "Runs, 4 running"

    window.show_frame(later(frames.idle_frame(), 1))
    assert entry.count == 0
    assert entry.accessibleName() == "Runs"


def test_closing_hides_the_window_and_says_so_once(open_window, qtbot):
    window = open_window(frames.attention_frame())

    with qtbot.waitSignal(window.closed_to_tray):
        window.close()

    assert not window.isVisible()
    with qtbot.assertNotEmitted(window.closed_to_tray):
        window.close()


def test_escape_takes_the_crosshair_first_and_then_the_window(open_window, qtbot):
    window = open_window(frames.attention_frame())
    window.live.graphs.chart.put_crosshair(NOW_S - 50)

    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.isVisible()

    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isVisible()


def test_keys_ask_to_quit_and_to_pause(open_window, qtbot):
    window = open_window()
    control = Qt.KeyboardModifier.ControlModifier

    with qtbot.waitSignal(window.quit_requested):
        qtbot.keyClick(window, Qt.Key.Key_Q, control)
    assert window.isVisible()
    with qtbot.waitSignal(window.pause_requested):
        qtbot.keyClick(window, Qt.Key.Key_P, control)


def test_the_pause_button_turns_into_resume(open_window, qtbot):
    window = open_window(frames.attention_frame())
    bar = side(window)
    assert bar._pace.text() == "Sampling every 1\u00a0s"

    with qtbot.waitSignal(window.pause_requested):
        bar._pause.click()
    window.show_frame(later(frames.paused_frame(), 1))

    assert bar._pace.text() == "Paused"
    assert bar._pause.accessibleName().startswith("Resume")


def test_hidden_it_draws_nothing_and_catches_up_when_it_is_shown(open_window):
    window = open_window(frames.attention_frame())
    drawn = window.live.graphs.chart.picture
    window.hide()

    window.show_frame(later(frames.ok_frame(), 1))
    assert window.live.graphs.chart.picture is drawn
    assert side(window)._items["advice"].badge is Shape.ATTENTION

    window.show()
    assert window.live.graphs.chart.picture is not drawn
    assert side(window)._items["advice"].badge is None


def test_the_page_that_is_not_shown_draws_nothing(open_window):
    window = open_window(frames.attention_frame())
    drawn = window.live.graphs.chart.picture
    window.open_page("advice")

    window.show_frame(later(frames.attention_frame(), 1))

    assert window.live.graphs.chart.picture is drawn


def test_size_page_and_range_are_remembered(open_window, tmp_path):
    first = open_window(frames.attention_frame())
    first.resize(1000, 640)
    first.open_page("advice")
    first.live.set_span(60.0)
    first.close()

    second = open_window()

    # The invisible screen is 800 pixels wide: Qt cuts what it restores to that.
    assert second.height() == 640
    assert second.page == "advice"
    assert second.live.span_s == 60.0


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b'{"geometry": "?", "span_s": null}', id="wrong types"),
        pytest.param(b'{"page": "kitchen", "span_s": 7}', id="unknown values"),
        pytest.param(b"\xff\xfe", id="not text"),
        pytest.param(b'{"geometry": "AAAA"}', id="no geometry"),
    ],
)
def test_a_broken_memory_is_ignored(open_window, tmp_path, content, caplog):
    state = tmp_path / "state" / "window.json"
    state.parent.mkdir()
    state.write_bytes(content)

    window = open_window(frames.attention_frame())

    assert (window.width(), window.page) == (1120, "live")
    assert window.live.span_s == 300.0


def test_a_disk_that_refuses_costs_only_the_memory(tmp_path, caplog):
    blocked = tmp_path / "file"
    blocked.write_text("")

    window_state.save(blocked / "window.json", WindowState())

    assert "cannot be saved" in caplog.text


def test_what_is_saved_can_be_loaded(tmp_path):
    path = tmp_path / "new" / "window.json"
    kept = WindowState(b"\x00\x01geometry", "advice", 60.0)

    window_state.save(path, kept)

    assert window_state.load(path) == kept
    assert json.loads(path.read_text())["schema"] == 1


def test_a_window_from_a_screen_that_is_gone_comes_to_the_primary_one(
    open_window, monkeypatch
):
    first = open_window()
    first.close()
    monkeypatch.setattr(
        MainWindow, "restoreGeometry", lambda self, _: self.move(9000, 9000) or True
    )

    second = open_window()

    screen: QRect = QApplication.primaryScreen().availableGeometry()
    assert (second.geometry().center() - screen.center()).manhattanLength() <= 8


def test_below_900_pixels_the_sidebar_shows_icons_only(open_window):
    window = open_window(frames.attention_frame())
    bar = side(window)

    window.resize(890, 600)
    assert bar.width() == 48
    assert not bar._facts.isVisible()
    assert bar._items["live"].toolTip() == "Live"

    window.resize(1000, 600)
    assert bar.width() == 188
    assert bar._facts.isVisible()


def test_f6_goes_from_the_page_to_the_sidebar_and_back(open_window, qtbot):
    window = open_window(frames.attention_frame())
    window.live.graphs.chart.setFocus()

    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert side(window)._items["live"].hasFocus()

    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert window.live.isAncestorOf(window.focusWidget())


@pytest.mark.parametrize("way", ["start", "click", "key"])
def test_space_holds_the_live_page_as_soon_as_it_is_opened(open_window, qtbot, way):
    window = open_window(frames.attention_frame())
    if way != "start":
        window.open_page("knobs")
        control = Qt.KeyboardModifier.ControlModifier
        if way == "click":
            qtbot.mouseClick(side(window)._items["live"], Qt.MouseButton.LeftButton)
        else:
            qtbot.keyClick(window, Qt.Key.Key_1, control)
    assert window.page == "live"

    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Space)
    assert window.live.is_held
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Left)
    assert window.live.escape()  # there was a crosshair
    assert not window.live.graphs._ring.visible


def test_who_opens_the_live_page_with_the_keyboard_sees_where_it_went(
    open_window, qtbot
):
    window = open_window(frames.attention_frame())
    window.open_page("knobs")
    live = side(window)._items["live"]
    live.setFocus(Qt.FocusReason.TabFocusReason)

    qtbot.keyClick(live, Qt.Key.Key_Space)

    assert window.live.graphs.chart.hasFocus()
    assert window.live.graphs._ring.visible


def test_a_part_of_the_live_page_that_has_the_keyboard_keeps_it(open_window):
    window = open_window(frames.attention_frame())
    button = window.live._header._button
    button.setFocus()

    window.hide()
    window.show()

    assert window.focusWidget() is button


def test_a_run_that_is_read_in_part_leads_to_what_is_in_the_way(open_window):
    window = open_window(frames.unreadable_run_frame())
    window.open_page("advice")
    (row,) = window.advice.nothing.rows

    assert "tells what is in the way" in row.verdict.text()
    row.sources_button.click()

    assert window.page == "settings"


def test_a_run_that_needs_time_asks_for_nothing(open_window):
    window = open_window(frames.unknown_frame())
    window.open_page("advice")
    (row,) = window.advice.nothing.rows

    assert row.verdict.text().startswith("Watched for")
    assert not row.sources_button.isVisible()


def region_of(window: MainWindow) -> Region | None:
    """In which of the regions of the page the keyboard is."""
    here = window.focusWidget()
    found = [r for r in window.findChildren(Region) if r.isAncestorOf(here)]
    return found[0] if found else None


@pytest.mark.parametrize("page", ["runs", "library", "knobs"])
def test_f6_goes_to_the_detail_of_a_page_before_it_goes_back(
    open_window, qtbot, tmp_path, page
):
    window = open_window(frames.attention_frame())
    env_file = EnvFile(tmp_path / "train.env", tmp_path / "state")
    env_file.apply(env_file.plan({"OMP_NUM_THREADS": "8"}))  # a line of the journal
    window.offer_knobs(env_file)
    window.open_page(page)
    QApplication.processEvents()  # what was just made is laid out
    item = side(window)._items[page]
    item.setFocus()

    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert region_of(window) is None
    assert not item.hasFocus()
    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert region_of(window) is not None

    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert item.hasFocus()


def test_arrow_keys_go_through_the_sidebar(open_window, qtbot):
    items = side(open_window())._items
    items["live"].setFocus()

    qtbot.keyClick(items["live"], Qt.Key.Key_Down)
    assert items["runs"].hasFocus()

    qtbot.keyClick(items["runs"], Qt.Key.Key_Up)
    assert items["live"].hasFocus()


def test_the_machine_is_told_at_the_foot_of_the_sidebar(open_window):
    bar = side(open_window(frames.attention_frame()))

    assert bar._facts.text().splitlines() == [
        "16 cores · 32 logical CPUs",
        "64\u00a0GiB RAM",
        "RTX 4090 · 24\u00a0GiB",
    ]


def test_the_gpus_stay_known_while_they_are_not_read(open_window):
    window = open_window(frames.attention_frame())

    window.show_frame(later(frames.paused_frame(), 1))

    assert side(window)._facts.text().endswith("RTX 4090 · 24\u00a0GiB")


def test_equal_gpus_are_counted():
    gpus = GpusReading(
        tuple(replace(frames.gpu_reading(), uuid=c) for c in "abcd")
    ).gpus

    assert facts(frames.WORKSTATION, gpus)[-1] == "4 × RTX 4090 · 24\u00a0GiB"
    assert facts(frames.WORKSTATION, ())[-1] == "GPU not readable"
    assert facts(frames.SMALL, ()) == ["2 cores · 2 logical CPUs", "24\u00a0GiB RAM"]


def test_the_theme_changes_everywhere(open_window):
    window = open_window(frames.attention_frame())

    window.set_theme(DARK)
    picture = window.grab().toImage()

    assert picture.pixelColor(4, 400) == DARK.side
    assert picture.pixelColor(200, 715) == DARK.bg


def test_a_notice_about_the_app_stands_above_the_page(open_window):
    window = open_window()
    assert not window._notice.isVisible()

    window.show_notice("There is no tray on this desktop.")

    assert window._notice.isVisible()
    assert window._notice.text == "There is no tray on this desktop."


def test_the_sidebar_tells_the_pace_that_was_chosen(open_window):
    window = open_window(frames.attention_frame())

    window.show_frame(replace(later(frames.attention_frame(), 1), period_s=5.0))

    assert side(window)._pace.text() == "Sampling every 5\u00a0s"
