"""Edge states of the popover as in the design: launch at login, and fine as it is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest

from traintray.core.frame import State
from traintray.settings.folders import Folders
from traintray.ui.at_login import AtLogin
from traintray.ui.popover import Popover
from traintray.ui.popover_parts.verdict_words import Action
from traintray.ui.popover_parts.words import words_for
from traintray.ui.renewed_windows import RenewedWindows
from traintray.ui.theme import LIGHT
from ui import frames
from ui.stores import store_for

ANCHOR = QRect(600, 4, 22, 22)


class Told:
    """Hears what could not be switched."""

    def __init__(self):
        self.errors = []

    def autostart_failed(self, error):
        self.errors.append(error)


class World:
    def __init__(self, root):
        self.folders = Folders(
            root / "config", root / "state", root / "run", root / "autostart"
        )
        self.told = Told()
        self.login = AtLogin(self.folders, self.told)

    def entries(self):
        folder = self.folders.autostart_dir
        return sorted(folder.iterdir()) if folder.is_dir() else []


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


@pytest.fixture
def windows(qtbot, tmp_path, env_file, world):
    store = store_for(frames.idle_frame())
    made = RenewedWindows(
        lambda: LIGHT, store, env_file, tmp_path / "window.json", 3600.0
    )
    made.at_login = world.login
    yield made
    if made.popover is not None:
        made.popover.hide()
        made.popover.deleteLater()


def login_of(windows, frame):
    windows.show_frame(frame)
    windows.toggle_popover(ANCHOR)
    return windows.popover.runs.login


# --- launch at login ----------------------------------------------------------------


def test_without_a_run_launch_at_login_can_be_switched_on_and_off(windows, world):
    login = login_of(windows, frames.idle_frame())
    assert login.isVisible()
    assert login.switch.accessibleName() == "Launch at login"
    assert not login.switch.isChecked()
    QTest.mouseClick(login.switch, Qt.MouseButton.LeftButton)
    assert world.login.state()
    assert len(world.entries()) == 1
    assert login.switch.isChecked()
    QTest.mouseClick(login.switch, Qt.MouseButton.LeftButton)

    assert not world.login.state()
    assert not login.switch.isChecked()
    assert world.told.errors == []


def test_it_shows_what_was_switched_elsewhere_when_it_opens(windows, world):
    login = login_of(windows, frames.idle_frame())
    windows.toggle_popover(ANCHOR)
    world.login.switch(True)
    windows.popover.show()

    assert login.switch.isChecked()


def test_what_cannot_be_switched_is_told_and_not_shown_as_done(windows, world):
    world.folders.autostart_dir.write_text("a file where a folder should be")
    login = login_of(windows, frames.idle_frame())
    QTest.mouseClick(login.switch, Qt.MouseButton.LeftButton)

    assert len(world.told.errors) == 1
    assert not login.switch.isChecked()


@pytest.mark.parametrize(
    "make", [frames.attention_frame, frames.paused_frame], ids=["a run", "paused"]
)
def test_with_a_run_or_while_paused_it_is_not_in_the_way(windows, make):
    login = login_of(windows, make())

    assert not login.isVisible()


def test_where_nothing_can_be_set_up_there_is_no_switch(qtbot):
    popover = Popover(LIGHT)
    qtbot.addWidget(popover)
    popover.runs.login.asks(lambda: None)
    popover.show_frame(frames.idle_frame(), store_for(frames.idle_frame()))
    popover.show()

    assert not popover.runs.login.isVisible()


def test_the_popover_has_room_for_the_row(windows):
    login = login_of(windows, frames.idle_frame())
    popover = windows.popover
    bottom = login.mapTo(popover, login.rect().bottomLeft()).y()

    assert bottom < popover.foot.y()
    assert popover.runs.note.startswith("Readable here")


# --- fine as it is ------------------------------------------------------------------


def partly():
    return frames.unreadable_run_frame()


def with_another(first, key="other"):
    view = first.runs[0]
    other = replace(view, run=replace(view.run, key=key, name="other.py"))
    return replace(first, runs=(view, other))


def test_what_cannot_be_read_of_a_run_may_be_fine_as_it_is(qtbot):
    popover = Popover(LIGHT)
    qtbot.addWidget(popover)
    popover.show_frame(partly(), store_for(partly()))
    popover.show()
    head = popover.head
    assert head.words.other.action is Action.FINE
    assert head.second.text() == "Fine as it is"
    before = head.words.text
    QTest.mouseClick(head.second, Qt.MouseButton.LeftButton)

    assert popover.isVisible()
    assert head.words.title == "train.py is watched in part"
    assert head.words.text == before
    assert not head.primary.isVisible()
    popover.show_frame(partly(), store_for(partly()))
    assert head.words.action is Action.NONE


def test_another_run_that_is_partly_readable_is_still_asked_about():
    frame = with_another(partly())
    mine = frame.runs[0].run.key

    assert words_for(frame, None, {mine}).title == "other.py is only partly readable"
    assert words_for(frame, None, {mine, "other"}).action is Action.NONE


def test_a_finding_of_a_run_that_is_fine_is_told_all_the_same():
    found = frames.attention_frame()

    words = words_for(found, None, {found.runs[0].run.key})

    assert words.title == found.runs[0].advice.headline


def test_a_run_that_only_needs_time_offers_nothing_to_be_fine():
    frame = frames.unknown_frame()

    assert words_for(frame).other is None
    fine = {frame.runs[0].run.key}
    assert words_for(frame, None, fine) == words_for(frame)
    assert frame.state is not State.PAUSED
