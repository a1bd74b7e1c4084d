"""Where the numbers of a finding come from, and what stands beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from traintray.ui.theme import LIGHT
from traintray.ui.window.pages.advice import AdvicePage
from ui.frames import attention_frame
from ui.real_advice import ranks_frame


@pytest.fixture
def page(qtbot, env_file):
    made = AdvicePage(LIGHT, env_file)
    qtbot.addWidget(made)
    made.resize(932, 720)
    made.show()
    return made


def texts(widget):
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisible()]


def with_advice(frame, **changes):
    view = frame.runs[0]
    advice = replace(view.advice, **changes)
    return replace(frame, runs=(replace(view, advice=advice), *frame.runs[1:]))


def open_list(qtbot, page):
    qtbot.mouseClick(page.body.sources.button, Qt.MouseButton.LeftButton)


def test_reasons_and_sources_are_folded_away_until_asked_for(qtbot, page):
    page.show_frame(ranks_frame())

    assert not any("schedstat" in text for text in texts(page))
    open_list(qtbot, page)
    shown = "\n".join(texts(page.body.sources))
    for row in ranks_frame().runs[0].advice.rows:
        assert row.label in shown
        assert row.threshold_text in shown
        assert row.reason in shown
        assert row.source in shown


def test_what_was_ruled_out_has_a_source_too(qtbot, page):
    page.show_frame(ranks_frame())
    open_list(qtbot, page)

    swap = ranks_frame().runs[0].advice.ruled_out_rows[0]
    assert swap.source in "\n".join(texts(page.body.sources))


def test_the_list_closes_again_and_says_which_it_is(qtbot, page):
    page.show_frame(ranks_frame())
    open_list(qtbot, page)
    assert page.body.sources.is_open

    open_list(qtbot, page)
    assert not page.body.sources.is_open


def test_the_list_stays_open_while_numbers_move_on(qtbot, page):
    page.show_frame(ranks_frame())
    open_list(qtbot, page)

    rows = ranks_frame().runs[0].advice.rows[:1]
    page.show_frame(with_advice(ranks_frame(), rows=rows, ruled_out_rows=()))

    assert page.body.sources.is_open
    assert len(texts(page.body.sources)) == 1


def test_without_reasons_there_is_no_button(page):
    page.show_frame(attention_frame())

    assert not page.body.sources.isVisible()


def test_the_button_can_be_pressed_with_the_keyboard(qtbot, page):
    page.show_frame(ranks_frame())
    page.body.sources.button.setFocus(Qt.FocusReason.TabFocusReason)

    qtbot.keyClick(page.body.sources.button, Qt.Key.Key_Space)

    assert page.body.sources.is_open


def test_a_threshold_tells_its_reason_when_pointed_at(page):
    page.show_frame(ranks_frame())

    row = ranks_frame().runs[0].advice.rows[1]
    tips = [label.toolTip() for label in page.body.evidence.findChildren(QLabel)]
    assert f"{row.reason}\n{row.source}" in tips


def test_other_findings_and_an_estimate_are_told_beside(page):
    page.show_frame(
        with_advice(
            ranks_frame(), also=("Memory grows", "GPU idle"), estimate="A guess."
        )
    )

    shown = texts(page.body.beside)
    assert shown == ["Also seen\u2002Memory grows · GPU idle", "A guess."]


def test_nothing_beside_the_finding_takes_no_room(page):
    page.show_frame(ranks_frame())

    assert not page.body.beside.isVisible()
