"""Ctrl+Z asks whether the last knob is to be taken back, wherever undo is offered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from traintray.ui.popover_ways import PopoverWays
from traintray.ui.theme import LIGHT
from traintray.ui.window.knob_card import KnobCard
from traintray.ui.window.page import ADVICE, KNOBS, LIVE, RUNS
from traintray.ui.window.proof.result_desk import ResultDesk
from traintray.ui.window.undo_preview import UndoPreview
from traintray.ui.windows import Windows
from ui import frames, knob_data
from ui.knob_screens import after
from ui.stores import store_for
from ui.studio import PAGES, PromptDesk

CAP = {"OMP_NUM_THREADS": "8"}
ANCHOR = QRect(600, 4, 22, 22)
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def windows(qtbot, tmp_path, env_file):
    store = store_for(frames.attention_frame())
    made = Windows(lambda: LIGHT, store, env_file, tmp_path / "window.json", 3600.0)
    made.show_frame(frames.attention_frame())
    yield made
    for shown in (made.window, made.popover):
        if shown is not None:
            shown.hide()
            shown.deleteLater()


def open_on(windows, page):
    windows.show_window()
    windows.window.open_page(page)
    assert QTest.qWaitForWindowActive(windows.window)
    return windows.window


def press(widget):
    QTest.keyClick(widget, Qt.Key.Key_Z, CONTROL)


def asked(windows):
    return windows.window.findChild(UndoPreview)


@pytest.mark.parametrize("page", PAGES)
def test_on_every_page_it_asks_and_only_then_takes_back(windows, env_file, page):
    env_file.apply(env_file.plan(CAP))
    press(open_on(windows, page))
    assert asked(windows).isVisible()
    assert env_file.values() == CAP

    asked(windows).undo_button.click()

    assert not env_file.path.exists()


def test_with_nothing_to_take_back_nothing_is_asked(windows, env_file):
    env_file.path.write_text("MINE=1\n")
    press(open_on(windows, LIVE))

    assert asked(windows) is None


def test_after_apply_on_advice_it_gives_the_card_its_button_back(
    windows, env_file, qtbot
):
    window = open_on(windows, ADVICE)
    window.open_page(ADVICE, frames.attention_frame().runs[0].run.key)
    card = window.advice.body.knob_cards[0]
    assert isinstance(card, KnobCard)
    qtbot.waitUntil(card.isVisible)
    card.apply_button.click()
    assert card.is_written
    press(card.undo_button)
    asked(windows).undo_button.click()

    assert env_file.values() == {}
    assert not card.is_written
    assert card.apply_button.isVisible()


def test_a_text_field_keeps_the_key_for_what_was_typed(windows, env_file):
    env_file.apply(env_file.plan(CAP))
    window = open_on(windows, RUNS)
    field = window.runs.filter
    assert isinstance(field, QLineEdit)
    field.setFocus()
    QTest.keyClicks(field, "resnet")
    press(field)

    assert asked(windows) is None
    assert field.text() == ""


def test_the_number_of_a_card_keeps_the_key_too(windows, env_file):
    env_file.apply(env_file.plan({"MKL_NUM_THREADS": "3"}))
    window = open_on(windows, ADVICE)
    window.open_page(ADVICE, frames.attention_frame().runs[0].run.key)
    stepper = window.advice.body.knob_cards[0].stepper
    stepper.setFocus()
    press(stepper)

    assert asked(windows) is None


def test_the_knobs_page_shows_the_file_without_the_change(windows, env_file):
    env_file.apply(env_file.plan(CAP))
    window = open_on(windows, KNOBS)
    made = window._later.knobs.made
    reloaded = []
    made.reload = lambda: reloaded.append(1)
    press(window)
    asked(windows).undo_button.click()

    assert reloaded
    assert made._copy.values == {}


def test_a_result_knows_that_its_change_was_taken_back(windows, env_file, qtbot):
    found = knob_data.proof()
    env_file.apply(env_file.plan(dict(found.change.new)))
    window = open_on(windows, ADVICE)
    window.advice.remember(PromptDesk(lambda: knob_data.KnobsArchive(found)))
    calm = after(knob_data.knobs_frame())
    windows.show_frame(calm)
    window.open_page(ADVICE, calm.runs[0].run.key)
    qtbot.waitUntil(lambda: window.advice._results.view is not None)
    results = window.advice._results
    assert isinstance(results, ResultDesk)
    qtbot.waitUntil(results.view.change.undo_button.isVisible)
    press(window)
    asked(windows).undo_button.click()

    qtbot.waitUntil(lambda: not results.view.change.undo_button.isVisible())


def test_the_popover_takes_it_where_it_offers_undo(windows, env_file):
    proposal = frames.attention_frame().runs[0].advice.proposals[0]
    windows.toggle_popover(ANCHOR)
    assert windows.findChild(PopoverWays) is not None
    assert QTest.qWaitForWindowActive(windows.popover)
    press(windows.popover)
    assert windows.window is None

    env_file.apply(env_file.plan(proposal.variables()))
    windows.show_frame(frames.attention_frame())
    press(windows.popover)

    assert asked(windows).isVisible()
    assert env_file.values() == proposal.variables()
