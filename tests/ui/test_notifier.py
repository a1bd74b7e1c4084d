"""Notifications and what clicks on them ask for; the daemon is played by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from jeepney import HeaderFields
from PySide6.QtCore import QObject, Signal

from core.telling.test_run_ends import died, proof, record
from traintray.core.archive.proof_record import Measure
from traintray.core.archive.records import Outcome
from traintray.core.detection.gpu_losses import LostGpu
from traintray.core.runs import outcome
from traintray.core.telling.deed import Span
from traintray.core.telling.telling import Telling
from traintray.core.telling.wishes import Wishes
from traintray.platform.note import CloseReason, Urgency
from traintray.ui.notifier import Notifier
from ui import frames
from ui.episode_frames import KEY, at, together, well
from ui.parts import GPU_UUID, WALL_S

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
        self.listener = None

    def wired(self, send, listener, *names):
        self.listener = listener
        return self

    def show(self, key, note):
        self.shown[key] = note
        self.count += 1

    def close(self, key):
        self.shown.pop(key, None)
        self.closed.append(key)

    def close_all(self):
        self.shown.clear()

    def on_the_way(self):
        return ()


@pytest.fixture
def bus(qtbot):
    return FakeBus()


@pytest.fixture
def daemon():
    return FakeDaemon()


def made(bus, daemon, **how):
    notifier = Notifier(Telling(Wishes()), bus, wire=daemon.wired, **how)
    notifier.is_looked_at = lambda: False
    return notifier


@pytest.fixture
def notifier(bus, daemon):
    notifier = made(bus, daemon)
    bus.connected.emit()
    return notifier


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
def test_a_click_asks_for_what_it_says(qtbot, notifier, daemon, action, signal):
    with qtbot.waitSignal(getattr(notifier, signal), timeout=500) as caught:
        daemon.listener.note_invoked(f"run:{KEY}", action, "token-1")

    assert caught.args == [KEY, "token-1"]


def test_snooze_keeps_quiet_about_the_run(qtbot, notifier, daemon):
    notifier.show_frame(at(0))
    with qtbot.waitSignal(notifier.snoozed, timeout=500) as caught:
        daemon.listener.note_invoked(f"run:{KEY}", "snooze", "")
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
    daemon.listener.note_closed(f"run:{KEY}", CloseReason.DISMISSED)
    notifier.show_frame(at(10))

    assert daemon.count == 1


def test_a_tip_that_nobody_showed_waits_for_a_daemon(notifier, daemon):
    notifier.show_frame(at(0))
    daemon.listener.note_undelivered(f"run:{KEY}", NOBODY)
    notifier.show_frame(at(1))
    notifier.show_frame(at(2))
    assert daemon.count == 1

    daemon.listener.daemon_started()
    assert daemon.count == 2


def test_a_tip_that_is_over_when_the_daemon_comes_is_not_shown(notifier, daemon):
    notifier.show_frame(at(0))
    daemon.listener.note_undelivered(f"run:{KEY}", NOBODY)
    notifier.show_frame(well(5))
    daemon.listener.daemon_started()

    assert daemon.count == 1


def test_a_daemon_that_refuses_is_not_asked_over_and_over(notifier, daemon):
    notifier.show_frame(at(0))
    daemon.listener.note_undelivered(f"run:{KEY}", "org.x.Error.Excess")
    for second in range(1, 10):
        notifier.show_frame(at(second))

    assert daemon.count == 1


def test_after_a_refusal_other_tips_are_still_told(notifier, daemon):
    notifier.show_frame(at(0))
    daemon.listener.note_undelivered(f"run:{KEY}", "org.x.Error.Excess")
    notifier.show_frame(
        together(at(1), at(1, number=7, kind="disk_bound", keys=("other",)))
    )

    assert "run:other" in daemon.shown


def test_without_a_bus_nothing_breaks_and_the_tip_is_told_when_one_comes(bus):
    daemon = FakeDaemon()
    notifier = made(bus, daemon)
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
    notifier = made(bus, daemon)
    notifier.notify("close", "Still watching", "traintray is in the tray.")
    assert daemon.count == 0

    bus.connected.emit()
    assert daemon.shown["notice:close"].urgency is Urgency.LOW

    daemon.listener.note_undelivered("notice:close", NOBODY)
    daemon.listener.daemon_started()
    assert daemon.count == 2

    with qtbot.waitSignal(notifier.notice_clicked, timeout=500) as caught:
        daemon.listener.note_invoked("notice:close", "default", "token")
    assert caught.args == ["notice:close", "token"]


def lost_gpu(**changes):
    return replace(
        LostGpu(GPU_UUID, "NVIDIA GeForce RTX 4090", "00000000:41:00.0", WALL_S),
        **changes,
    )


def test_a_gpu_that_is_lost_is_told_and_taken_back_when_it_answers(
    qtbot, notifier, daemon
):
    key = f"gpu:{GPU_UUID}"
    notifier.show_frame(replace(well(30), lost_gpus=(lost_gpu(),)))
    assert daemon.shown[key].summary == "RTX 4090 stopped answering"
    for action in ("default", "steps"):
        with qtbot.waitSignal(notifier.notice_clicked, timeout=500) as caught:
            daemon.listener.note_invoked(key, action, "token")
        assert caught.args == [key, "token"]

    assert key not in daemon.closed
    notifier.show_frame(well(90))
    assert key in daemon.closed


def test_a_lost_gpu_that_is_snoozed_is_taken_back_and_told_again_later(
    qtbot, notifier, daemon
):
    key = f"gpu:{GPU_UUID}"
    notifier.show_frame(replace(well(30), lost_gpus=(lost_gpu(),)))
    with qtbot.assertNotEmitted(notifier.snoozed):  # it is no run
        daemon.listener.note_invoked(key, "snooze", "")
    assert key in daemon.closed

    daemon.shown.clear()
    notifier.show_frame(replace(well(60), lost_gpus=(lost_gpu(),)))
    assert daemon.shown == {}
    notifier.wake()
    assert key in daemon.shown


def test_the_real_wire_is_set_up_on_the_connection(bus):
    notifier = Notifier(Telling(Wishes()), bus)
    bus.connected.emit()

    assert notifier is not None
    assert bus.sent == ["AddMatch", "AddMatch"]


def test_a_notice_that_was_refused_is_not_shown_again(notifier, daemon):
    notifier.notify("close", "Still watching", "traintray is in the tray.")
    daemon.listener.note_undelivered("notice:close", "org.x.Error.Excess")
    daemon.listener.daemon_started()

    assert daemon.count == 1


def test_more_runs_with_the_same_trouble_are_counted_in_the_text(notifier, daemon):
    notifier.show_frame(at(0, keys=(KEY, "2-2", "3-3")))

    (note,) = daemon.shown.values()
    assert note.body.endswith("So do 2 other runs.")


def test_tips_that_nobody_reads_offer_to_be_told_no_more(qtbot, notifier, daemon):
    day_s = 86_400
    for number in range(1, 4):
        notifier.show_frame(at(number * day_s, number=number))
        daemon.listener.note_closed(f"run:{KEY}", CloseReason.DISMISSED)
        notifier.show_frame(well(number * day_s + 9))
    notifier.show_frame(at(4 * day_s, number=4))
    labels = {a.key: a.label for a in daemon.shown[f"run:{KEY}"].actions}
    assert labels["mute"] == "Don't tell again"
    assert "snooze" not in labels

    with qtbot.waitSignal(notifier.muted, timeout=500) as caught:
        daemon.listener.note_invoked(f"run:{KEY}", "mute", "")
    assert caught.args == ["too_many_threads"]


@pytest.mark.parametrize("reason", [CloseReason.EXPIRED, CloseReason.UNDEFINED])
def test_what_went_by_itself_was_not_closed_by_anybody(qtbot, notifier, daemon, reason):
    notifier.show_frame(at(0))
    with qtbot.assertNotEmitted(notifier.dismissed):
        daemon.listener.note_closed(f"run:{KEY}", reason)


def test_whoever_reads_the_advice_has_read_the_tip(notifier, daemon):
    day_s = 86_400
    for number in range(1, 6):
        notifier.show_frame(at(number * day_s, number=number))
        notifier.seen(KEY)
        daemon.listener.note_closed(f"run:{KEY}", CloseReason.DISMISSED)
        notifier.show_frame(well(number * day_s + 9))
    notifier.show_frame(at(9 * day_s, number=9))

    assert "mute" not in [a.key for a in daemon.shown[f"run:{KEY}"].actions]


# --- runs that ended -----------------------------------------------------------


def told_of(notifier, daemon, *records):
    notifier.show_frame(at(0))
    for one in records:
        notifier.run_ended(one)
    found = {k: n for k, n in daemon.shown.items() if k.startswith("end:")}
    ((key, note),) = found.items()
    return key, note


@pytest.mark.parametrize(
    ("ended", "title", "text"),
    [
        pytest.param(
            record(),
            "train.py has finished",
            "It ran for 2 h, without an error. Last verdict: Too many threads.",
            id="finished",
        ),
        pytest.param(
            replace(died(), exit_status=3),
            "train.py has died",
            "It ended after 2 h with exit status 3. Last verdict: Too many threads.",
            id="failed",
        ),
        pytest.param(
            replace(
                died(how=Outcome.KILLED, reason=outcome.KILLED),
                exit_status=None,
                signal=9,
            ),
            "train.py has died",
            "SIGKILL ended it after 2 h. Last verdict: Too many threads.",
            id="killed",
        ),
        pytest.param(
            died(how=Outcome.OUT_OF_MEMORY, reason=outcome.OUT_OF_MEMORY),
            "train.py ran out of memory",
            "The kernel killed it after 2 h. Last verdict: Too many threads.",
            id="out of memory",
        ),
        pytest.param(
            replace(record(how=Outcome.ENDED, reason=outcome.UNTOLD), exit_status=None),
            "train.py has ended",
            "It ran for 2 h; the kernel does not tell how it ended."
            " Last verdict: Too many threads.",
            id="not known",
        ),
    ],
)
def test_how_a_run_ended_is_told_with_its_time_and_last_verdict(
    notifier, daemon, ended, title, text
):
    key, note = told_of(notifier, daemon, ended)

    assert key == f"end:{KEY}"
    assert note.summary == title
    assert note.body.replace("\u00a0", " ") == text
    assert note.stays
    critical = ended.outcome is Outcome.OUT_OF_MEMORY
    assert note.urgency is (Urgency.CRITICAL if critical else Urgency.NORMAL)


def test_a_run_that_was_well_to_the_end_is_called_healthy(notifier, daemon):
    notifier.show_frame(well(0))
    notifier.run_ended(record())

    assert "Last verdict: healthy." in daemon.shown[f"end:{KEY}"].body


def test_several_ends_are_one_notification_that_names_the_last(bus, daemon):
    notifier = made(bus, daemon)
    notifier.show_frame(well(0))
    for key in ("1-1", "2-2"):
        notifier.run_ended(record(key=key))
    notifier.run_ended(died(key="3-3"))
    assert daemon.count == 0

    bus.connected.emit()
    assert daemon.shown["end:"].summary == "3 runs have ended"
    assert daemon.shown["end:"].body == "Of these, 1 died. The last one was train.py."


def test_a_click_on_the_end_of_a_run_shows_the_run(qtbot, notifier, daemon):
    key, note = told_of(notifier, daemon, record())
    assert [a.label for a in note.actions] == ["Show run", "Show run"]

    with qtbot.waitSignal(notifier.run_requested, timeout=500) as caught:
        daemon.listener.note_invoked(key, "run", "token")
    assert caught.args == [KEY, "token"]


def test_whoever_looks_at_our_window_is_not_told_that_a_run_ended(notifier, daemon):
    notifier.show_frame(well(0))
    notifier.is_looked_at = lambda: True
    notifier.run_ended(record())
    notifier.is_looked_at = lambda: False
    notifier.show_frame(well(9))

    assert daemon.shown == {}


# --- knobs ---------------------------------------------------------------------


def busy(before, after):
    more = {"spread_before": 0.01, "spread_after": 0.01, "better": "higher"}
    return Measure(
        "gpu_busy_fraction", "fraction", before, after, counts_first=True, **more
    )


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        ("helped", ["The cap helped", "default", "comparison", "undo"]),
        ("slower", ["The cap made it slower", "default", "undo", "comparison"]),
    ],
)
def test_what_came_of_a_cap_is_told_with_its_numbers(
    qtbot, notifier, daemon, verdict, said
):
    notifier.proved(replace(proof(verdict), measures=(busy(0.41, 0.78),)))
    notifier.show_frame(well(0))

    note = daemon.shown[f"proof:{KEY}"]
    assert [note.summary, *(action.key for action in note.actions)] == said
    assert note.body == "train.py: GPU busy time went from 41% to 78%."
    with qtbot.waitSignal(notifier.comparison_requested, timeout=500) as compared:
        daemon.listener.note_invoked(f"proof:{KEY}", "default", "a")
    with qtbot.waitSignal(notifier.undo_requested, timeout=500) as undone:
        daemon.listener.note_invoked(f"proof:{KEY}", "undo", "b")
    assert (compared.args, undone.args) == ([KEY, "a"], ["b"])


def test_of_another_knob_the_words_are_general_and_speed_has_its_unit(notifier, daemon):
    speed = replace(busy(3.14159, 12.0), key="steps_per_s", unit="img")
    change = replace(proof("helped").change, knob="wait_policy")
    notifier.proved(replace(proof("helped"), measures=(speed,), change=change))
    notifier.show_frame(well(0))

    note = daemon.shown[f"proof:{KEY}"]
    assert note.summary == "The change helped"
    assert note.body == "train.py: speed went from 3.14\u00a0img/s to 12\u00a0img/s."
    assert [a.label for a in note.actions][-1] == "Undo change"


# --- snoozes, and what is kept -------------------------------------------------


def test_ending_the_snoozes_tells_what_still_holds(qtbot, notifier, daemon):
    notifier.show_frame(at(0))
    with qtbot.waitSignal(notifier.snoozes_changed, timeout=500):
        notifier.snooze(KEY, Span.TODAY)
    assert daemon.shown == {}

    with qtbot.waitSignal(notifier.snoozes_changed, timeout=500):
        notifier.wake()
    assert list(daemon.shown) == [f"run:{KEY}"]


def test_what_was_told_and_snoozed_is_kept_when_it_happens(bus, daemon):
    kept = []
    notifier = made(bus, daemon, keep=kept.append)
    bus.connected.emit()
    notifier.show_frame(at(0))
    assert [entry[:2] for entry in kept[-1]["told"]] == [[KEY, "too_many_threads"]]

    notifier.snooze(KEY)
    assert kept[-1]["snoozed"] != []
    notifier.wake()
    assert kept[-1]["snoozed"] == []


def test_new_wishes_count_at_once(bus, daemon):
    notifier = made(bus, daemon)
    notifier.choose(Wishes(tips=False))
    bus.connected.emit()
    notifier.show_frame(at(0))
    assert daemon.shown == {}

    notifier.choose(Wishes())
    assert list(daemon.shown) == [f"run:{KEY}"]
