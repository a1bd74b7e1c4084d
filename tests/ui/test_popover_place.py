"""Presses on the icon while the popover is open."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, QRect, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from traintray.ui.popover_place import PlacedPopover
from traintray.ui.theme import LIGHT
from ui import frames
from ui.stores import store_for

ANCHOR = QRect(600, 4, 1, 1)


class Clock:
    now_s = 1000.0

    def now(self):
        return self.now_s


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def placed(qtbot, clock):
    shown = frames.ok_frame()
    made = PlacedPopover(LIGHT, store_for(shown), now_s=clock.now)
    made.show_frame(shown)
    made.doubles = []
    made.double_clicked.connect(lambda: made.doubles.append(1))
    yield made
    made.popover.hide()
    made.popover.deleteLater()


def press(placed, x, y):
    where = QPointF(x, y)
    left = Qt.MouseButton.LeftButton
    event = QMouseEvent(
        QEvent.Type.MouseButtonPress,
        placed.popover.mapFromGlobal(where),
        where,
        left,
        left,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(placed.popover, event)


def test_a_press_on_the_icon_right_after_opening_is_a_double_click(placed):
    placed.toggle(ANCHOR)
    press(placed, 605, 10)

    assert placed.doubles == [1]
    assert not placed.is_visible


def test_a_later_press_on_the_icon_closes_it(placed, clock):
    placed.toggle(ANCHOR)
    clock.now_s += 1.0
    press(placed, 605, 10)

    assert placed.doubles == []
    assert not placed.is_visible


def test_the_end_of_the_click_that_closed_it_does_not_open_it_again(placed, clock):
    placed.toggle(ANCHOR)
    clock.now_s += 1.0
    press(placed, 605, 10)
    placed.toggle(ANCHOR)
    assert not placed.is_visible

    clock.now_s += 1.0
    placed.toggle(ANCHOR)
    assert placed.is_visible


def test_a_window_that_opens_slowly_does_not_let_the_same_click_open_it_again(
    placed, clock
):
    def open_slowly():
        clock.now_s += 2.0

    placed.double_clicked.connect(open_slowly)
    placed.toggle(ANCHOR)
    press(placed, 605, 10)
    placed.toggle(ANCHOR)  # the panel tells of the press when the program listens again

    assert placed.doubles == [1]
    assert not placed.is_visible


def test_a_press_inside_is_the_popovers_own(placed):
    placed.toggle(ANCHOR)
    middle = placed.popover.geometry().center()
    press(placed, middle.x(), middle.y())

    assert placed.doubles == []
    assert placed.is_visible


def test_it_stands_below_an_icon_at_the_top_and_on_the_screen(placed):
    placed.toggle(ANCHOR)
    place = placed.popover.geometry()
    available = placed.popover.screen().availableGeometry()

    assert place.top() > ANCHOR.bottom()
    assert available.contains(place)
