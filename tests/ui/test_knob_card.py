"""The card of a knob: what it shows, what it writes, and how it is taken back."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from traintray.ui.state_shape import Shape
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.window.knob_card import KnobCard
from ui.advice_world import HAND, caps, changes
from ui.frames import CAP_PROPOSAL, WALL_S


@pytest.fixture
def card(qtbot, env_file):
    made = KnobCard(LIGHT, env_file, now=lambda: WALL_S)
    qtbot.addWidget(made)
    made.resize(308, 500)
    made.show_proposal(CAP_PROPOSAL, "1-1", "train.py")
    made.show()
    return made


def test_it_shows_the_arithmetic_and_every_line_that_would_be_added(card):
    assert card.title.text() == "Cap threads at"
    assert card.arithmetic.text() == "Recommended: 8 = 16 cores − 8 workers"
    assert changes(card.diff) == [f"+ {name}={v}" for name, v in caps(8).items()]
    assert not card.is_written


def test_nothing_is_written_before_apply(card, env_file):
    card.stepper.setValue(4)

    assert not env_file.path.exists()


def test_the_stepper_changes_the_diff_and_what_is_copied(card):
    card.stepper.setValue(5)

    assert changes(card.diff) == [f"+ {name}={v}" for name, v in caps(5).items()]
    assert "export OMP_NUM_THREADS=5\n" in card.copy_button.content


def test_apply_writes_the_chosen_value_and_says_what_waits(
    card,
    env_file,
    qtbot,
):
    card.stepper.setValue(6)

    with qtbot.waitSignal(card.applied):
        card.apply_button.click()

    assert env_file.values() == caps(6)
    assert card.is_written
    assert card.written_wall_s == WALL_S
    assert card.chip.isVisible()
    assert (card.chip.shape, card.chip.text) == (
        Shape.WAITING,
        "Ready for the next start",
    )
    assert card.undo_button.isVisible()
    assert not card.apply_button.isVisible()


def test_after_apply_the_diff_still_shows_what_was_added(card):
    card.apply()

    assert changes(card.diff) == [f"+ {name}={v}" for name, v in caps(8).items()]


def test_undo_restores_the_file_byte_for_byte(card, env_file, qtbot):
    before = b"# mine\r\nCUDA_DEVICE_ORDER=PCI_BUS_ID\r\nlast line without an end"
    env_file.path.write_bytes(before)
    card.reload()
    card.apply()
    assert env_file.path.read_bytes() != before

    with qtbot.waitSignal(card.undone):
        card.undo_button.click()

    assert env_file.path.read_bytes() == before
    assert card.message.text == "Undone. The file is as it was."
    assert card.apply_button.isVisible()
    assert card.written_wall_s is None


def test_undo_of_a_new_file_deletes_it_and_says_so(card, env_file):
    card.apply()

    card.undo()

    assert not env_file.path.exists()
    assert card.message.text == "Undone. The file is gone again."


def test_undo_after_a_hand_edit_keeps_the_edit(card, env_file):
    card.apply()
    with env_file.path.open("ab") as file:
        file.write(b"MINE=1\n")
    card.reload()

    card.undo()

    assert env_file.values() == {"MINE": "1"}


def test_another_value_after_apply_can_be_applied_again(card, env_file):
    card.apply()

    card.stepper.setValue(2)
    assert "− OMP_NUM_THREADS=8" in changes(card.diff)
    card.apply_button.click()

    assert env_file.values() == caps(2)


def test_a_value_that_is_in_the_file_already_needs_no_apply(
    card,
    env_file,
):
    env_file.apply(env_file.plan(caps(8)))

    card.reload()

    assert card.is_written
    assert card.written_wall_s is None
    assert changes(card.diff) == []


def test_undo_is_not_offered_for_a_change_of_something_else(
    card,
    env_file,
):
    env_file.apply(env_file.plan(caps(8)))
    env_file.apply(env_file.plan({"OTHER": "1"}))

    card.reload()

    assert card.is_written
    assert not card.undo_button.isVisible()
    card.undo()
    assert env_file.values() == caps(8) | {"OTHER": "1"}


def test_a_read_only_file_is_left_alone_and_the_card_says_what_to_run(
    card,
    env_file,
):
    env_file.path.write_bytes(HAND[:20])
    env_file.path.chmod(0o444)
    card.reload()

    card.apply()

    assert "chmod u+w" in card.message.text
    assert env_file.path.read_bytes() == HAND[:20]
    assert card.apply_button.isVisible()
    assert changes(card.diff) == [f"+ {name}={v}" for name, v in caps(8).items()]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_the_file_of_another_user_is_left_alone(card, env_file):
    env_file.path.write_bytes(b"A=1\n")
    os.chown(env_file.path, 12345, 12345)
    card.reload()

    card.apply()

    assert "another user" in card.message.text
    assert env_file.path.read_bytes() == b"A=1\n"


def test_an_undo_that_is_refused_loses_nothing(card, env_file):
    card.apply()
    written = env_file.path.read_bytes()
    env_file.path.chmod(0o444)

    card.undo()

    assert "chmod u+w" in card.message.text
    assert env_file.path.read_bytes() == written
    assert card.undo_button.isVisible()


def test_an_edit_between_preview_and_apply_is_not_overwritten(
    card,
    env_file,
):
    env_file.path.write_bytes(b"MINE=1\n")

    card.apply()

    assert "edited meanwhile" in card.message.text
    assert env_file.values() == {"MINE": "1"}
    card.apply()
    assert env_file.values() == caps(8) | {"MINE": "1"}
    assert card.message.text == ""


def test_a_damaged_file_can_be_repaired_and_tried_again(
    card,
    env_file,
):
    env_file.path.write_bytes(b"# >>> traintray >>>\nA=1\n")
    card.reload()
    assert "damaged" in card.message.text
    assert card.retry_button.isVisible()
    assert not card.diff.isVisible()
    assert not card.apply_button.isVisible()
    assert "export OMP_NUM_THREADS=8" in card.copy_button.content

    env_file.path.write_bytes(b"A=1\n")
    card.retry_button.click()

    assert card.message.text == ""
    assert card.apply_button.isVisible()


def test_a_line_set_by_hand_is_shown_struck_and_only_the_preview_replaces_it(
    card,
    env_file,
    qtbot,
):
    env_file.path.write_bytes(HAND)
    card.reload()
    assert "− export OMP_NUM_THREADS=16" in changes(card.diff)
    assert "Line 3 sets OMP_NUM_THREADS by hand" in card.message.text
    assert card.apply_button.text() == "Apply …"

    card.stepper.setValue(4)
    card.apply_button.click()

    assert env_file.path.read_bytes() == HAND
    preview = card._preview
    assert preview.isVisible()
    assert preview.value == 4
    with qtbot.waitSignal(card.applied):
        preview.write_button.click()
    assert env_file.values()["OMP_NUM_THREADS"] == "4"
    assert card.is_written
    assert card._preview is None
    assert card.written_wall_s == WALL_S
    card.undo()
    assert env_file.path.read_bytes() == HAND


def test_a_line_that_cannot_be_replaced_blocks_apply_and_says_why(
    card,
    env_file,
):
    env_file.path.write_bytes(b"export OMP_NUM_THREADS=16 OTHER=2\n")

    card.reload()

    assert "it sets several variables" in card.message.text
    assert not card.apply_button.isEnabled()


def test_a_value_chosen_by_hand_survives_a_newer_proposal(card):
    card.stepper.setValue(3)

    newer = replace(CAP_PROPOSAL, value=7, arithmetic="7 = 16 cores − 9 workers")
    card.show_proposal(newer, "1-1", "train.py")

    assert card.stepper.value() == 3
    assert card.arithmetic.text() == "Recommended: 7 = 16 cores − 9 workers"


def test_an_untouched_value_follows_a_newer_proposal(card):
    card.show_proposal(replace(CAP_PROPOSAL, value=7), "1-1", "train.py")

    assert card.stepper.value() == 7
    assert "+ OMP_NUM_THREADS=7" in changes(card.diff)


def test_a_value_of_its_own_range_does_not_leak_into_the_next_run(card):
    card.stepper.setValue(30)

    small = replace(CAP_PROPOSAL, value=1, maximum=2)
    card.show_proposal(small, "2-2", "other.py")

    assert (card.stepper.value(), card.stepper.maximum()) == (1, 2)
    assert "+ OMP_NUM_THREADS=1" in changes(card.diff)


def test_variables_with_a_value_of_their_own_keep_it(card):
    fixed = replace(
        CAP_PROPOSAL,
        variable_names=("OMP_NUM_THREADS",),
        fixed={"OPENBLAS_NUM_THREADS": "1"},
    )
    card.show_proposal(fixed, "3-3", "train.py")

    card.stepper.setValue(4)

    assert changes(card.diff) == ["+ OMP_NUM_THREADS=4", "+ OPENBLAS_NUM_THREADS=1"]


def test_coming_back_to_the_window_reads_the_file_again(card, env_file):
    env_file.apply(env_file.plan(caps(8)))
    assert not card.is_written

    QApplication.sendEvent(card, QEvent(QEvent.Type.WindowActivate))

    assert card.is_written


def test_copy_as_export_puts_the_lines_on_the_clipboard(card, qtbot):
    with qtbot.waitSignal(card.copy_button.copied):
        card.copy_button.click()

    text = QGuiApplication.clipboard().text()
    assert text.splitlines() == [f"export {n}={v}" for n, v in caps(8).items()]
    assert card.copy_button.text() == "Copied"


def test_no_part_sticks_out_of_a_narrow_card(card):
    card.resize(290, 500)
    QApplication.processEvents()

    for part in card.findChildren(QWidget):
        if part.isVisible() and part.parentWidget() is card:
            assert part.geometry().right() < card.width()


def test_the_palette_can_change(card):
    card.apply()

    card.set_theme(DARK)

    assert card.grab().toImage().pixelColor(150, 3) == DARK.card


def test_a_knob_that_is_no_number_shows_none_and_writes_its_variables(card, env_file):
    asleep = replace(
        CAP_PROPOSAL,
        knob="wait_policy",
        title="Let waiting threads sleep",
        value=0,
        minimum=0,
        maximum=0,
        arithmetic="2 processes share 2 cores",
        variable_names=(),
        fixed={"OMP_WAIT_POLICY": "passive"},
    )
    assert card.stepper.isVisible()

    card.show_proposal(asleep, "1-1", "train.py")

    assert not card.stepper.isVisible()
    assert changes(card.diff) == ["+ OMP_WAIT_POLICY=passive"]
    card.apply()
    assert env_file.values() == {"OMP_WAIT_POLICY": "passive"}
    card.undo()
    assert env_file.values() == {}
    card.show_proposal(CAP_PROPOSAL, "1-1", "train.py")
    assert card.stepper.isVisible()
