"""The menu says what stands and offers the first thing to do about it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from traintray.core.detection.gpu_losses import LostGpu
from traintray.core.state import State
from traintray.ui.tray_menu import TrayMenu
from ui import frames


@pytest.fixture
def menu(qtbot):
    made = TrayMenu()
    qtbot.addWidget(made)
    return made


def entries(menu):
    return [
        action.text()
        for action in menu.actions()
        if action.isVisible() and not action.isSeparator()
    ]


def entry(menu, text):
    return next(action for action in menu.actions() if action.text() == text)


FIRST = ["Open traintray", "Pause", "Quit"]
REST = [*FIRST, "Undo last change", "Launch at login"]


def test_a_finding_comes_first_with_its_action(menu):
    menu.show_frame(frames.attention_frame())

    assert entries(menu) == [
        "Too many threads for 16 cores",
        "Show advice",
        "Cap threads at 8 …",
        *FIRST,
        "Snooze",
        "Undo last change",
        "Launch at login",
    ]


def test_when_all_is_well_the_verdict_is_a_line_that_cannot_be_chosen(menu):
    menu.show_frame(frames.attention_frame())
    menu.show_frame(frames.ok_frame())

    assert entries(menu) == ["Training runs well", *REST]
    assert not entry(menu, "Training runs well").isEnabled()


@pytest.mark.parametrize(
    "frame", [frames.attention_frame, frames.ok_frame, frames.paused_frame]
)
def test_the_first_entry_that_can_be_chosen_opens_the_window(menu, frame):
    """Where a panel shows only the menu, the window is one step away."""
    opened = []
    menu.advice_requested.connect(lambda run_key: opened.append("advice"))
    menu.window_requested.connect(lambda: opened.append("window"))
    menu.show_frame(frame())
    shown = [action for action in menu.actions() if action.isVisible()]

    next(a for a in shown if a.isEnabled() and not a.isSeparator()).trigger()
    assert opened in (["advice"], ["window"])


def test_paused_offers_to_go_on(menu):
    menu.show_frame(frames.paused_frame())

    assert entries(menu)[:2] == ["Paused", "Open traintray"]
    assert "Resume" in entries(menu)


def test_choices_name_the_run(menu, qtbot):
    shown = frames.attention_frame()
    menu.show_frame(shown)
    for text, signal in [
        ("Show advice", menu.advice_requested),
        ("Too many threads for 16 cores", menu.advice_requested),
        ("Cap threads at 8 …", menu.knob_requested),
    ]:
        with qtbot.waitSignal(signal, timeout=500) as caught:
            entry(menu, text).trigger()
        assert caught.args == [shown.runs[0].run.key]


@pytest.mark.parametrize(
    ("text", "signal"),
    [
        ("Open traintray", "window_requested"),
        ("Pause", "pause_requested"),
        ("Quit", "quit_requested"),
    ],
)
def test_the_rest_asks_for_what_it_says(menu, qtbot, text, signal):
    menu.show_frame(frames.ok_frame())
    with qtbot.waitSignal(getattr(menu, signal), timeout=500):
        entry(menu, text).trigger()


def test_undo_is_offered_only_when_there_is_something_to_undo(menu, qtbot):
    assert not entry(menu, "Undo last change").isEnabled()
    menu.set_can_undo(True)
    with qtbot.waitSignal(menu.undo_requested, timeout=500):
        entry(menu, "Undo last change").trigger()


def test_launch_at_login_shows_and_asks(menu, qtbot):
    menu.set_autostart(True)
    assert entry(menu, "Launch at login").isChecked()

    with qtbot.waitSignal(menu.autostart_requested, timeout=500) as caught:
        entry(menu, "Launch at login").trigger()
    assert caught.args == [False]

    menu.set_autostart(None)
    assert "Launch at login" not in entries(menu)


def test_showing_a_state_by_program_asks_for_nothing(menu):
    asked = []
    menu.autostart_requested.connect(asked.append)
    menu.set_autostart(True)
    menu.set_autostart(False)

    assert asked == []


def test_a_frame_that_says_the_same_changes_no_entry(menu):
    """The panel gets a new description over D-Bus for every change."""
    menu.show_frame(frames.attention_frame())
    changes = []
    for action in menu.actions():
        action.changed.connect(lambda: changes.append(1))
    menu.show_frame(frames.attention_frame())

    assert changes == []


def test_an_ampersand_in_a_name_is_shown(menu):
    shown = frames.attention_frame()
    view = shown.runs[0]
    odd = replace(view, advice=replace(view.advice, headline="R&D.py waits"))
    menu.show_frame(replace(shown, runs=(odd,)))

    assert entries(menu)[0] == "R&&D.py waits"


LOST = LostGpu("GPU-1", "NVIDIA GeForce RTX 4090", "00000000:41:00.0", frames.WALL_S)
LOST_TITLE = "RTX 4090 stopped answering"


def test_a_gpu_that_is_lost_comes_before_a_finding_whose_advice_stays(menu):
    found = frames.attention_frame()
    menu.show_frame(replace(found, state=State.CRITICAL, lost_gpus=(LOST,)))
    assert entries(menu)[:3] == [LOST_TITLE, "Show advice", "Cap threads at 8 …"]

    menu.show_frame(found)
    assert entries(menu)[0] == "Too many threads for 16 cores"


def test_a_gpu_that_is_lost_leads_to_the_window(menu, qtbot):
    well = frames.ok_frame()
    menu.show_frame(replace(well, state=State.CRITICAL, lost_gpus=(LOST,)))
    with qtbot.waitSignal(menu.window_requested, timeout=500):
        entry(menu, LOST_TITLE).trigger()

    menu.show_frame(replace(frames.paused_frame(), lost_gpus=(LOST,)))
    assert entries(menu)[0] == "Paused"
