"""Something of the app can always be seen, or it says so, or it ends."""

from __future__ import annotations

import pytest
from PySide6.QtCore import SIGNAL, QObject, Signal

from traintray.ui.presence import NO_TRAY_AFTER_MS, STARTING_MS, Presence
from ui import test_settings_heeded

world = test_settings_heeded.world


class Stage(QObject):
    """Tray, windows and notices in one; what happens is written down."""

    available_changed = Signal(bool)
    closed = Signal()

    def __init__(self, is_available, introduced=True):
        super().__init__()
        self.is_available = is_available
        self.introduced = introduced
        self.seen = []

    def tray_is(self, is_available):
        self.is_available = is_available
        self.available_changed.emit(is_available)

    def show_window(self):
        self.seen.append("window")

    def no_tray_in_window(self):
        self.seen.append("said in it")

    def no_tray_by_notification(self):
        self.seen.append("notification")

    def closed_to_tray(self):
        self.seen.append("in the tray")


class Waits:
    """Time that passes when the test says so."""

    def __init__(self):
        self._kept = []

    def wait(self, after_ms, owner, act):
        self._kept.append((after_ms, act))

    def over(self, until_ms):
        due = [act for after_ms, act in self._kept if after_ms <= until_ms]
        self._kept = [wait for wait in self._kept if wait[0] > until_ms]
        for act in due:
            act()


@pytest.fixture
def begun(qapp):
    """Begin on a stage; return the presence, with the time and what ended the app."""

    def begin(stage, *, background=False, recorded=False):
        waits = Waits()
        made = Presence(stage, stage, stage, waits.wait)
        made.over, made.ended = waits.over, []
        made.nothing_left.connect(lambda: made.ended.append(True))
        made.begin(background, recorded)
        return made

    return begin


def test_started_by_hand_without_a_tray_the_window_comes_at_once(begun):
    stage = Stage(is_available=False)
    begun(stage)

    assert stage.seen == ["window", "said in it"]


def test_with_a_tray_no_window_comes_up(begun):
    stage = Stage(is_available=True)
    made = begun(stage)
    made.over(NO_TRAY_AFTER_MS)

    assert stage.seen == []


def test_who_starts_it_for_the_first_time_sees_the_window_beside_the_tray(begun):
    stage = Stage(is_available=True, introduced=False)
    begun(stage)

    assert stage.seen == ["window"]


def test_a_first_start_at_login_shows_no_window(begun):
    stage = Stage(is_available=True, introduced=False)
    begun(stage, background=True)

    assert stage.seen == []


def test_a_tray_that_turns_out_to_be_none_just_after_the_start_brings_the_window(begun):
    stage = Stage(is_available=True)
    begun(stage)
    stage.tray_is(False)

    assert stage.seen == ["window", "said in it"]


def test_a_panel_that_crashes_later_brings_no_window_and_one_that_stays_away_is_told(
    begun,
):
    stage = Stage(is_available=True)
    made = begun(stage)
    made.over(STARTING_MS)
    stage.tray_is(False)
    stage.tray_is(True)
    made.over(NO_TRAY_AFTER_MS)
    assert stage.seen == []

    stage.tray_is(False)
    made.over(NO_TRAY_AFTER_MS)
    assert stage.seen == ["notification"]


def test_at_login_the_tray_may_take_twenty_seconds(begun):
    stage = Stage(is_available=False)
    made = begun(stage, background=True)
    made.over(19_999)
    assert stage.seen == []

    made.over(20_000)
    assert stage.seen == ["notification"]


@pytest.mark.parametrize(
    ("available", "background", "becomes"),
    [
        pytest.param(True, False, (["in the tray"], []), id="a tray"),
        pytest.param(True, True, (["in the tray"], []), id="at login, a tray"),
        pytest.param(False, True, ([], []), id="at login, no tray"),
        pytest.param(False, False, ([], [True]), id="by hand, no tray"),
    ],
)
def test_closing_the_window_hides_only_what_can_be_found_again(
    begun, available, background, becomes
):
    stage = Stage(is_available=available)
    made = begun(stage, background=background)
    stage.seen.clear()
    stage.closed.emit()

    assert (stage.seen, made.ended) == becomes


def test_when_the_session_ends_a_window_that_closes_says_and_ends_nothing(begun):
    stage = Stage(is_available=False)
    made = begun(stage)
    stage.seen.clear()
    made.session_ends()
    stage.closed.emit()

    assert stage.seen == []
    assert made.ended == []


def test_a_recording_ends_with_its_window_and_needs_no_tray(begun):
    stage = Stage(is_available=True)
    made = begun(stage, recorded=True)
    stage.tray_is(False)
    assert stage.seen == ["window"]

    stage.closed.emit()
    assert made.ended == [True]


def test_the_running_app_hears_of_the_end_of_the_session(qapp, world):
    """Qt alone makes the argument of this signal, so it cannot be sent from here."""
    ends = SIGNAL("commitDataRequest(QSessionManager&)")
    before = qapp.receivers(ends)
    world.start()

    assert qapp.receivers(ends) == before + 1
