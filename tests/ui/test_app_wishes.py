"""What buttons of the popover ask of the app is done, and can be taken back."""

from __future__ import annotations

import os
import time
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from traintray.core.detection.run import Consumer
from traintray.core.runs.process_end import started_ticks
from traintray.ui.popover_parts.verdict_words import Action
from traintray.ui.theme import LIGHT
from traintray.ui.window.pick_process import PickProcess
from ui import frames
from ui.test_settings_heeded import world  # noqa: F401

PROGRAMS = (Consumer(4242, "simulate", 3.24), Consumer(77, "ffmpeg", 0.5))


@pytest.fixture
def dialog(qtbot):
    made = PickProcess(LIGHT, PROGRAMS, lambda pid: pid == 4242)
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_program_of_the_list_is_picked_with_the_keyboard(dialog, qtbot):
    assert dialog.pid.text() == "4242"  # the busiest
    dialog.list.setFocus()
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    assert dialog.pid.text() == "77"
    qtbot.keyClick(dialog.list, Qt.Key.Key_Up)
    assert dialog.list.item(0).text() == "simulate · PID 4242 · 3.2 CPUs busy"

    with qtbot.waitSignal(dialog.picked) as emitted:
        dialog.watch_button.click()

    assert emitted.args == [4242]
    assert not dialog.isVisible()


def test_a_process_that_is_gone_is_said_and_nothing_is_picked(dialog, qtbot):
    with qtbot.assertNotEmitted(dialog.picked):
        dialog.pid.setText("77")
        dialog.watch_button.click()
    assert dialog.isVisible()
    assert dialog.message.text == "There is no process with the PID 77."

    dialog.pid.setText("4242")
    assert not dialog.message.isVisible()


@pytest.mark.parametrize("typed", ["", "  ", "-3", "12a", "\u0663"])
def test_what_is_no_pid_cannot_be_watched(dialog, typed):
    dialog.pid.setText(typed)

    assert not dialog.watch_button.isEnabled()


def test_a_picked_process_reaches_the_source_with_its_start(world, qtbot):  # noqa: F811
    world.source.played = [replace(frames.idle_frame(), others=PROGRAMS)]
    running = world.start()
    qtbot.waitUntil(lambda: running._feed.last is not None, timeout=3000)

    world.windows.asked.emit(Action.PICK)
    (dialog,) = world.windows.window.findChildren(PickProcess)
    dialog.pid.setText(str(os.getpid()))
    dialog.watch_button.click()

    assert world.source.picked == [(os.getpid(), started_ticks(os.getpid()))]
    assert world.windows.window.page == "runs"


def test_a_process_is_picked_from_the_live_page_too(world, qtbot):  # noqa: F811
    world.source.played = [replace(frames.idle_frame(), others=PROGRAMS)]
    running = world.start()
    qtbot.waitUntil(lambda: running._feed.last is not None, timeout=3000)
    world.windows.show_window()
    window = world.windows.window
    window.open_page("live")
    window.show_frame(running._feed.last)

    window.live._header._second.click()

    (dialog,) = window.findChildren(PickProcess)
    dialog.close()


def test_no_gpu_here_is_kept_and_the_settings_take_it_back(world):  # noqa: F811
    world.start()
    assert world.source.expects_gpu

    world.windows.asked.emit(Action.NO_GPU)
    assert not world.source.expects_gpu
    assert not world.running._chosen.now.expects_gpu

    world.choose(expects_gpu=True)
    assert world.source.expects_gpu


def test_until_tomorrow_pauses_and_ends_at_midnight(world):  # noqa: F811
    world.start()

    world.windows.asked.emit(Action.REST)

    until_s = world.running._feed._paused_until_s
    assert 0 < until_s - time.time() <= 25 * 3600
    assert time.localtime(until_s)[3:6] == (0, 0, 0)
    assert world.source.paused == [True]
    QApplication.processEvents()
