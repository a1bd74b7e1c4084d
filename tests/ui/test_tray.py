"""The tray icon: which clicks mean what, and trays that come late."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from traintray.ui.tray import Tray
from traintray.ui.tray_clicks import Clicks, Gesture, Reason


@pytest.mark.parametrize(
    ("clicks", "gestures"),
    [
        pytest.param([(Reason.Trigger, 0)], [Gesture.POPOVER], id="single"),
        pytest.param(
            [(Reason.Trigger, 0), (Reason.Trigger, 0.39)],
            [Gesture.POPOVER, Gesture.WINDOW],
            id="double over StatusNotifierItem",
        ),
        pytest.param(
            [(Reason.Trigger, 0), (Reason.DoubleClick, 0.2)],
            [Gesture.POPOVER, Gesture.WINDOW],
            id="double over XEmbed",
        ),
        pytest.param(
            [(Reason.Trigger, 0), (Reason.Trigger, 0.41)],
            [Gesture.POPOVER, Gesture.POPOVER],
            id="two single ones",
        ),
        pytest.param(
            [(Reason.Trigger, 0), (Reason.Trigger, 0.2), (Reason.Trigger, 0.4)],
            [Gesture.POPOVER, Gesture.WINDOW, Gesture.POPOVER],
            id="a third click begins anew",
        ),
        pytest.param([(Reason.MiddleClick, 0)], [Gesture.PAUSE], id="middle"),
        pytest.param([(Reason.Context, 0)], [None], id="the menu is the panel's"),
        pytest.param([(Reason.Unknown, 0)], [None], id="unknown"),
    ],
)
def test_what_clicks_mean(clicks, gestures):
    reader = Clicks(double_click_s=0.4)

    assert [reader.read(reason, at_s) for reason, at_s in clicks] == gestures


def test_a_click_made_while_the_first_was_answered_is_the_second_of_two():
    """Making the popover for the first time may take longer than a double click."""
    reader = Clicks(double_click_s=0.4)
    reader.read(Reason.Trigger, 0.0)
    reader.handled(0.9)

    assert reader.read(Reason.Trigger, 0.91) is Gesture.WINDOW
    reader.handled(2.0)
    assert reader.read(Reason.Trigger, 2.01) is Gesture.POPOVER


class Panel:
    """A desktop whose tray comes and goes."""

    def __init__(self, available):
        self.available = available

    def is_available(self):
        return self.available


def picture():
    return QIcon(QPixmap(22, 22))


def tray_on(panel, menu):
    tray = Tray(picture(), menu, is_available=panel.is_available)
    tray.heard = []
    tray.available_changed.connect(tray.heard.append)
    return tray


@pytest.fixture
def menu(qtbot):
    made = QMenu()
    qtbot.addWidget(made)
    return made


def icons(tray):
    return tray.findChildren(QSystemTrayIcon)


def test_with_a_tray_the_icon_is_there_at_once_and_nobody_polls(menu):
    tray = tray_on(Panel(True), menu)
    tray.look()

    assert len(icons(tray)) == 1
    assert icons(tray)[0].isVisible()
    assert icons(tray)[0].contextMenu() is menu
    assert not tray._timer.isActive()
    assert tray.heard == [True]


def test_without_a_tray_no_icon_is_made_and_it_is_looked_for(menu):
    tray = tray_on(Panel(False), menu)
    tray.look()
    tray.look()

    assert icons(tray) == []
    assert tray._timer.isActive()
    assert tray.heard == [False]


def test_a_tray_that_comes_later_gets_a_new_icon_that_shows_the_present(menu, qtbot):
    panel = Panel(False)
    tray = tray_on(panel, menu)
    tray.look()
    tray.show_tooltip("traintray: paused.")
    panel.available = True
    tray.look()

    assert [icon.toolTip() for icon in icons(tray)] == ["traintray: paused."]
    assert not tray._timer.isActive()
    assert tray.heard == [False, True]


def test_news_of_a_watcher_finds_the_tray_without_waiting_for_the_poll(menu):
    panel = Panel(False)
    tray = tray_on(panel, menu)
    tray.look()
    tray.watcher_changed(False, False)
    panel.available = True
    tray.watcher_changed(True, True)

    assert len(icons(tray)) == 1


def test_a_panel_that_restarts_keeps_the_icon_since_qt_registers_it_again(menu):
    panel = Panel(True)
    tray = tray_on(panel, menu)
    tray.look()
    before = icons(tray)
    tray.watcher_changed(True, True)
    panel.available = False
    tray.watcher_changed(False, False)
    assert tray._timer.isActive()
    panel.available = True
    tray.watcher_changed(True, True)

    assert icons(tray) == before
    assert tray.heard == [True, False, True]


def test_an_icon_made_before_the_watcher_came_is_made_anew(menu, qtbot):
    tray = tray_on(Panel(True), menu)
    tray.look()
    old = icons(tray)[0]
    tray.watcher_changed(False, False)
    tray.watcher_changed(True, True)
    with qtbot.waitSignal(old.destroyed):
        pass

    assert len(icons(tray)) == 1
    assert icons(tray)[0].contextMenu() is menu  # built once, and kept


def test_a_collector_without_a_panel_is_no_tray_though_qt_takes_it_for_one(menu):
    tray = tray_on(Panel(True), menu)
    tray.look()
    tray.watcher_changed(True, False)
    before = icons(tray)
    tray.look()
    assert tray.heard == [True, False]

    tray.watcher_changed(True, True)
    assert tray.heard == [True, False, True]
    assert icons(tray) == before  # the collector hands it to the panel


def test_an_old_tray_without_any_collector_is_one(menu):
    tray = tray_on(Panel(True), menu)
    tray.look()
    tray.watcher_changed(False, False)

    assert tray.heard == [True]


@pytest.mark.parametrize(
    ("reason", "signal"),
    [
        (Reason.Trigger, "popover_requested"),
        (Reason.DoubleClick, "window_requested"),
        (Reason.MiddleClick, "pause_requested"),
    ],
)
def test_clicks_arrive_as_requests(menu, qtbot, reason, signal):
    tray = tray_on(Panel(True), menu)
    tray.look()

    with qtbot.waitSignal(getattr(tray, signal), timeout=500):
        icons(tray)[0].activated.emit(reason)


def test_two_clicks_around_a_slow_answer_are_a_double_click(menu, qtbot):
    now_s = 100.0
    tray = Tray(picture(), menu, is_available=lambda: True, now_s=lambda: now_s)
    tray.look()

    def answer_slowly():
        nonlocal now_s
        now_s += 0.9

    tray.popover_requested.connect(answer_slowly)
    icons(tray)[0].activated.emit(Reason.Trigger)
    with qtbot.waitSignal(tray.window_requested, timeout=500):
        icons(tray)[0].activated.emit(Reason.Trigger)


def test_the_anchor_is_the_pointer_where_nobody_tells_the_icons_place(menu):
    tray = tray_on(Panel(True), menu)
    tray.look()

    assert tray.anchor().width() == 1


def test_after_hide_nothing_is_shown_or_looked_for(menu):
    tray = tray_on(Panel(False), menu)
    tray.look()
    tray.hide()

    assert not tray._timer.isActive()
