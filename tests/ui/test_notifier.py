"""Notifications and what clicks on them ask for; the daemon is played by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from jeepney import HeaderFields
from PySide6.QtCore import QObject, Signal

from traintray.platform.note import CloseReason, Urgency
from traintray.ui.notifier import Notifier
from traintray.ui.telling import Telling
from ui import frames
from ui.episode_frames import KEY, at, well

NOBODY = "org.freedesktop.DBus.Error.ServiceUnknown"


class FakeBus(QObject):
    """The part of SessionBus that the notifier uses."""

    connected = Signal()
    lost = Signal()
    arrived = Signal(object)

    def __init__(self):
        super().__init__()
        self.sent = []

    def send(self, message):
        self.sent.append(message.header.fields[HeaderFields.member])
        return len(self.sent)


class FakeDaemon:
    """Stands in for platform.notifications.Notifications once connected."""

    def __init__(self):
        self.shown = {}
        self.closed = []
        self.count = 0

    def show(self, key, note):
        self.shown[key] = note
        self.count += 1

    def close(self, key):
        self.shown.pop(key, None)
        self.closed.append(key)

    def on_the_way(self):
        return ()


@pytest.fixture
def bus(qtbot):
    return FakeBus()


@pytest.fixture
def daemon():
    return FakeDaemon()


@pytest.fixture
def notifier(bus, daemon):
    made = Notifier(Telling(3600.0), bus, wire=lambda *_: daemon)
    bus.connected.emit()
    return made


def test_a_finding_becomes_a_notification_with_its_buttons(notifier, daemon):
    notifier.show_frame(frames.attention_frame())

    note = daemon.shown[f"run:{KEY}"]
    advice = frames.attention_frame().runs[0].advice
    assert note.summary == advice.headline
    assert note.body == advice.notification_text
    assert [(action.key, action.label) for action in note.actions] == [
        ("default", "Show advice"),
        ("advice", "Show advice"),
        ("apply", "Apply cap"),
        ("snooze", "Snooze"),
    ]
    assert note.without_actions == "Open traintray for advice."
    assert note.urgency is Urgency.NORMAL
    assert Path(note.icon).is_file()
    assert len(note.image.rgba) == note.image.width * note.image.height * 4
    assert any(note.image.rgba)


def test_only_a_critical_finding_is_critical(notifier, daemon):
    shown = frames.critical_frame()
    notifier.show_frame(shown)

    note = daemon.shown[f"run:{shown.runs[0].run.key}"]
    assert note.urgency is Urgency.CRITICAL


def test_without_a_knob_there_is_nothing_to_apply(notifier, daemon):
    shown = at(0)
    view = shown.runs[0]
    bare = replace(view, advice=replace(view.advice, proposals=()))
    notifier.show_frame(replace(shown, runs=(bare,)))

    assert "apply" not in [a.key for a in daemon.shown[f"run:{KEY}"].actions]


def test_it_is_closed_when_the_episode_ends(notifier, daemon):
    notifier.show_frame(at(0))
    notifier.show_frame(well(10))

    assert daemon.closed == [f"run:{KEY}"]


@pytest.mark.parametrize(
    ("action", "signal"),
    [
        ("default", "advice_requested"),
        ("advice", "advice_requested"),
        ("apply", "apply_requested"),
    ],
)
def test_a_click_asks_for_what_it_says(qtbot, notifier, action, signal):
    with qtbot.waitSignal(getattr(notifier, signal), timeout=500) as caught:
        notifier.note_invoked(f"run:{KEY}", action, "token-1")

    assert caught.args == [KEY, "token-1"]


def test_snooze_keeps_quiet_about_the_run(qtbot, notifier, daemon):
    notifier.show_frame(at(0))
    with qtbot.waitSignal(notifier.snoozed, timeout=500) as caught:
        notifier.note_invoked(f"run:{KEY}", "snooze", "")
    notifier.show_frame(at(10))

    assert caught.args == [KEY]
    assert daemon.shown == {}
    assert daemon.count == 1


def test_a_snooze_from_the_app_closes_the_notification(notifier, daemon):
    notifier.show_frame(at(0))
    notifier.snooze(KEY)

    assert daemon.closed == [f"run:{KEY}"]


def test_a_tip_whose_advice_was_opened_is_taken_away_and_not_told_again(
    notifier, daemon
):
    notifier.show_frame(at(0))
    notifier.seen(KEY)
    notifier.show_frame(at(10))

    assert daemon.closed == [f"run:{KEY}"]
    assert daemon.count == 1


def test_a_tip_that_was_dismissed_is_not_told_again(notifier, daemon):
    notifier.show_frame(at(0))
    notifier.note_closed(f"run:{KEY}", CloseReason.DISMISSED)
    notifier.show_frame(at(10))

    assert daemon.count == 1


def test_a_tip_that_nobody_showed_waits_for_a_daemon(notifier, daemon):
    notifier.show_frame(at(0))
    notifier.note_undelivered(f"run:{KEY}", NOBODY)
    notifier.show_frame(at(1))
    notifier.show_frame(at(2))
    assert daemon.count == 1

    notifier.daemon_started()
    assert daemon.count == 2


def test_a_tip_that_is_over_when_the_daemon_comes_is_not_shown(notifier, daemon):
    notifier.show_frame(at(0))
    notifier.note_undelivered(f"run:{KEY}", NOBODY)
    notifier.show_frame(well(5))
    notifier.daemon_started()

    assert daemon.count == 1


def test_a_daemon_that_refuses_is_not_asked_over_and_over(notifier, daemon):
    notifier.show_frame(at(0))
    notifier.note_undelivered(f"run:{KEY}", "org.x.Error.Excess")
    for second in range(1, 10):
        notifier.show_frame(at(second))

    assert daemon.count == 1


def test_after_a_refusal_other_tips_are_still_told(notifier, daemon):
    notifier.show_frame(at(0))
    notifier.note_undelivered(f"run:{KEY}", "org.x.Error.Excess")
    notifier.show_frame(at(1, number=7, keys=("other",)))

    assert "run:other" in daemon.shown


def test_without_a_bus_nothing_breaks_and_the_tip_is_told_when_one_comes(bus):
    daemon = FakeDaemon()
    notifier = Notifier(Telling(3600.0), bus, wire=lambda *_: daemon)
    notifier.show_frame(at(0))
    notifier.snooze("nobody")
    assert daemon.count == 0

    bus.connected.emit()
    assert daemon.count == 1


def test_after_the_bus_was_lost_a_tip_that_was_seen_is_not_repeated(
    bus, notifier, daemon
):
    notifier.show_frame(at(0))
    bus.lost.emit()
    bus.connected.emit()
    notifier.show_frame(at(5))

    assert daemon.count == 1


def test_a_tip_on_its_way_when_the_bus_was_lost_is_told_again(bus, notifier, daemon):
    notifier.show_frame(at(0))
    daemon.on_the_way = lambda: (f"run:{KEY}",)
    bus.lost.emit()
    bus.connected.emit()

    assert daemon.count == 2


def test_a_notice_of_the_app_waits_for_a_daemon_too(qtbot, bus):
    daemon = FakeDaemon()
    notifier = Notifier(Telling(3600.0), bus, wire=lambda *_: daemon)
    notifier.notify("close", "Still watching", "traintray is in the tray.")
    bus.connected.emit()
    assert daemon.shown["notice:close"].urgency is Urgency.LOW

    notifier.note_undelivered("notice:close", NOBODY)
    notifier.daemon_started()
    assert daemon.count == 2

    with qtbot.waitSignal(notifier.notice_clicked, timeout=500) as caught:
        notifier.note_invoked("notice:close", "default", "token")
    assert caught.args == ["close", "token"]


def test_the_real_wire_is_set_up_on_the_connection(bus):
    notifier = Notifier(Telling(3600.0), bus)
    bus.connected.emit()

    assert notifier is not None
    assert bus.sent == ["AddMatch", "AddMatch"]
