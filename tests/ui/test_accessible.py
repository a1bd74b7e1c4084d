"""Everything can be reached, named and worked without a mouse, on every page."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from traintray.ui.window.page import page_label
from ui import reached, screens
from ui.studio import PAGES, Look, Studio, existing_pages

SCREENS = (
    *("live", "live-no-gpu", "runs", "advice", "advice-none", "library"),
    *("library-planner", "knobs", "history", "history-episode", "history-compare"),
    *("settings", "first-page", "advice-helped", "popover", "popover-paused"),
    *("preview", "preview-undo", "quit"),
)
"""One of each kind; the others of a page differ in their numbers."""
DECORATION = {"Hairline", "_Ring", "_Folder", "AxisStrip", "TableHead"}
DECORATION |= {"_Lock", "_Sign"}
"""They repeat what stands beside them, or what a row says of itself, in words."""
DEED_FIRST = ("advice",)
"""The card with the one thing to do comes before the steps, though it stands right."""


@pytest.fixture
def studio(qtbot, tmp_path):
    made = Studio(tmp_path)
    made.dress(Look())
    return made


@pytest.fixture
def opened(studio):
    """Return a function that opens a screen by its name."""
    shown: list[QWidget] = []

    def open_screen(name: str) -> QWidget:
        widget = screens.all_screens()[name](studio)
        shown.append(widget)
        widget.activateWindow()
        studio.settle()
        return widget

    yield open_screen
    for widget in shown:
        studio.put_away(widget)


@pytest.mark.parametrize("name", SCREENS)
def test_controls_are_reached_named_and_worked_by_keyboard(opened, name):
    screen = opened(name)

    order = reached.tabbed(screen)

    lost = [
        each
        for each in reached.controls(screen)
        if each not in order and not reached.is_group_of(each, order)
    ]
    assert order
    assert not lost
    assert not reached.nameless(screen)
    assert not reached.mouse_only(screen)
    if name.partition("-")[0] not in DEED_FIRST:
        assert not reached.against_reading_order(screen, order)
    assert set(reached.silent_pictures(screen)) <= DECORATION


@pytest.mark.usefixtures("in_chinese")
def test_the_names_are_there_in_chinese_too(opened):
    window = opened("live")

    for page in existing_pages(window):
        window.open_page(page)
        assert not reached.nameless(window), page
        assert page_label(page)


def test_the_window_has_every_page_of_the_design(opened):
    assert existing_pages(opened("live")) == list(PAGES)


# --- What would be found ------------------------------------------------------------


class _MouseOnly(QWidget):
    def mousePressEvent(self, event):
        """Do something that no key does."""


_MouseOnly.__module__ = "traintray.made_up"


class _Silent(QWidget):
    def paintEvent(self, event):
        """Paint what nobody is told."""


_Silent.__module__ = "traintray.made_up"


@pytest.fixture
def board(qtbot):
    board = QWidget()
    board.column = QVBoxLayout(board)
    qtbot.addWidget(board)
    return board


def test_the_walk_finds_a_nameless_button_a_mouse_only_part_and_a_silent_one(board):
    for part in (QPushButton(""), _MouseOnly(), _Silent()):
        board.column.addWidget(part)
    board.show()

    assert len(reached.nameless(board)) == 1
    assert reached.mouse_only(board) == ["_MouseOnly"]
    assert reached.silent_pictures(board) == ["_Silent"]


def test_the_walk_finds_who_is_left_out_and_who_comes_too_late(board):
    first, second, third = (QPushButton(text) for text in ("one", "two", "three"))
    third.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    for part in (first, second, third):
        board.column.addWidget(part)
    QWidget.setTabOrder(second, first)
    board.show()

    order = reached.tabbed(board)

    assert set(order) == {first, second}
    assert third not in reached.controls(board)
    third.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    assert third not in reached.controls(board)
    assert reached.against_reading_order(board, [second, first]) == [
        "up: QPushButton 'two' -> QPushButton 'one'"
    ]


# --- Keys ---------------------------------------------------------------------------

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def press(window: QWidget, key: Qt.Key, modifier=Qt.KeyboardModifier.NoModifier):
    """Press a key where the keyboard is."""
    QTest.keyClick(window.focusWidget() or window, key, modifier)


def test_control_and_its_number_open_a_page(opened):
    window = opened("first-page")

    for number, page in enumerate(PAGES, start=1):
        press(window, Qt.Key(Qt.Key.Key_0 + number), CONTROL)
        assert window.page == page


def test_a_number_chooses_the_range_of_the_live_page(opened):
    window = opened("live")

    for key, span_s in (("1", 60.0), ("3", 3600.0), ("4", 86400.0), ("2", 300.0)):
        press(window, Qt.Key(ord(key)))
        assert window.live.span_s == span_s


def test_the_keys_of_the_live_graphs(opened):
    window = opened("live")
    chart = window.live.graphs.chart
    window.live.graphs.setFocus()
    chart.hide_crosshair()

    press(window, Qt.Key.Key_Left)
    newest = chart.crosshair_s
    press(window, Qt.Key.Key_Left, SHIFT)
    assert newest - chart.crosshair_s >= 9
    press(window, Qt.Key.Key_Right)
    assert chart.crosshair_s < newest

    press(window, Qt.Key.Key_Space)
    assert window.live.is_held
    press(window, Qt.Key.Key_Space)
    assert not window.live.is_held

    press(window, Qt.Key.Key_Escape)
    assert chart.crosshair_s is None
    assert window.isVisible()
    press(window, Qt.Key.Key_Escape)
    assert not window.isVisible()


@pytest.mark.parametrize(
    ("key", "signal"),
    [
        pytest.param(Qt.Key.Key_P, "pause_requested", id="pause"),
        pytest.param(Qt.Key.Key_Q, "quit_requested", id="quit"),
    ],
)
def test_control_and_a_letter_ask_for_it(opened, qtbot, key, signal):
    window = opened("live")

    with qtbot.waitSignal(getattr(window, signal), timeout=1000):
        press(window, key, CONTROL)


def test_control_comma_opens_the_settings(opened):
    window = opened("live")

    press(window, Qt.Key.Key_Comma, CONTROL)

    assert window.page == "settings"


@pytest.mark.parametrize("name", ["runs", "history", "knobs"])
def test_control_f_goes_to_the_filter(opened, name):
    window = opened(name)

    press(window, Qt.Key.Key_F, CONTROL)

    assert type(window.focusWidget()).__name__ == "SearchField"


def test_f6_goes_from_region_to_region(opened):
    window = opened("runs")
    seen = []
    for _ in range(4):
        press(window, Qt.Key.Key_F6)
        seen.append(window.focusWidget())

    assert len(set(seen)) >= 2
    assert seen[0] in seen[1:] or seen[1] in seen[2:]


def test_control_return_does_the_first_thing_of_the_surface(opened, qtbot):
    window = opened("live")
    press(window, Qt.Key.Key_Return, CONTROL)
    assert window.page == "advice"

    popover = opened("popover")
    with qtbot.waitSignal(popover.knob_requested, timeout=1000):
        press(popover, Qt.Key.Key_Return, CONTROL)
