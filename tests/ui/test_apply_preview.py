"""The preview dialog: what it promises, writes, refuses and leaves alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel

from traintray.ui.state_shape import Shape
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.window.apply_preview import ApplyPreview
from ui.advice_world import HAND, caps, changes
from ui.frames import CAP_PROPOSAL


@pytest.fixture
def open_preview(qtbot, env_file):
    def make(proposal=CAP_PROPOSAL, run_name="train.py"):
        dialog = ApplyPreview(LIGHT, proposal, run_name, env_file)
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitExposed(dialog)
        return dialog

    return make


def test_it_says_what_it_does_and_that_the_running_process_is_not_touched(
    open_preview, env_file
):
    dialog = open_preview()

    assert dialog.title.text() == "Cap threads for the next start of train.py"
    assert "The running process is not touched" in dialog.promise.text()
    assert dialog.arithmetic.text() == "8 = 16 cores − 8 workers"
    assert changes(dialog.diff) == [f"+ {name}={v}" for name, v in caps(8).items()]
    assert not env_file.path.exists()


def test_write_file_has_the_keyboard_and_enter_writes(open_preview, env_file, qtbot):
    dialog = open_preview()
    assert dialog.focusWidget() is dialog.write_button

    with qtbot.waitSignal(dialog.applied):
        qtbot.keyClick(dialog.write_button, Qt.Key.Key_Return)

    assert env_file.values() == caps(8)
    assert dialog.result() == ApplyPreview.DialogCode.Accepted
    assert dialog.written is not None


def test_ctrl_return_writes_from_anywhere(open_preview, env_file, qtbot):
    dialog = open_preview()
    dialog.stepper.setFocus()

    qtbot.keyClick(
        dialog.stepper, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier
    )

    assert env_file.values() == caps(8)


def test_escape_writes_nothing(open_preview, env_file, qtbot):
    dialog = open_preview()

    with qtbot.assertNotEmitted(dialog.applied):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)

    assert not dialog.isVisible()
    assert not env_file.path.exists()


def test_cancel_writes_nothing(open_preview, env_file):
    dialog = open_preview()

    dialog.cancel_button.click()

    assert not dialog.isVisible()
    assert not env_file.path.exists()


def test_enter_in_the_number_shows_the_new_diff_and_writes_nothing(
    open_preview, env_file, qtbot
):
    dialog = open_preview()
    dialog.stepper.setFocus()
    dialog.stepper.selectAll()

    qtbot.keyClicks(dialog.stepper, "4")
    qtbot.keyClick(dialog.stepper, Qt.Key.Key_Return)

    assert dialog.isVisible()
    assert not env_file.path.exists()
    assert "+ OMP_NUM_THREADS=4" in changes(dialog.diff)
    assert dialog.value == 4


def test_lines_of_the_user_are_struck_counted_and_replaced(open_preview, env_file):
    env_file.path.write_bytes(HAND)
    dialog = open_preview()
    assert "− export OMP_NUM_THREADS=16" in changes(dialog.diff)
    assert dialog.count.text().endswith("added, 1 removed")
    assert "Line 3 sets OMP_NUM_THREADS by hand" in dialog.message.text

    dialog.write()

    assert env_file.values()["OMP_NUM_THREADS"] == "8"
    assert env_file.values()["CUDA_DEVICE_ORDER"] == "PCI_BUS_ID"
    env_file.undo()
    assert env_file.path.read_bytes() == HAND


def test_a_line_that_cannot_be_replaced_blocks_writing_and_gets_named(
    open_preview, env_file, qtbot
):
    env_file.path.write_bytes(b"export OMP_NUM_THREADS=16 OTHER=2\n")

    dialog = open_preview()

    assert not dialog.write_button.isEnabled()
    assert dialog.focusWidget() is dialog.cancel_button
    assert "cannot be replaced here: it sets several variables" in dialog.message.text
    dialog.write()
    assert env_file.path.read_bytes() == b"export OMP_NUM_THREADS=16 OTHER=2\n"


def test_a_failure_keeps_the_dialog_open_and_says_what_to_do(open_preview, env_file):
    env_file.path.write_bytes(b"A=1\n")
    env_file.path.chmod(0o444)
    dialog = open_preview()

    dialog.write()

    assert dialog.isVisible()
    assert dialog.written is None
    assert "chmod u+w" in dialog.message.text
    assert dialog.message.shape is Shape.ATTENTION
    assert env_file.path.read_bytes() == b"A=1\n"


def test_an_edit_meanwhile_is_shown_and_written_only_on_the_next_try(
    open_preview, env_file
):
    dialog = open_preview()
    env_file.path.write_bytes(b"MINE=1\n")

    dialog.write()
    assert "edited meanwhile" in dialog.message.text
    assert env_file.values() == {"MINE": "1"}

    dialog.write()
    assert env_file.values() == {"MINE": "1"} | caps(8)


def test_a_damaged_file_shows_its_message_and_no_diff(open_preview, env_file):
    env_file.path.write_bytes(b"# >>> traintray >>>\n")

    dialog = open_preview()

    assert "damaged" in dialog.message.text
    assert not dialog.diff.isVisible()
    assert not dialog.write_button.isEnabled()


def test_a_file_that_says_it_already_needs_no_writing(open_preview, env_file):
    env_file.apply(env_file.plan(caps(8)))

    dialog = open_preview()

    assert dialog.message.text == "The file says this already."
    assert not dialog.write_button.isEnabled()
    dialog.stepper.setValue(4)
    assert dialog.write_button.isEnabled()
    assert dialog.message.text == ""


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("bash", "set -a; . "),
        ("run", "traintray run -- "),
        ("uv", "uv run --env-file "),
        ("docker", "--env-file "),
        ("vscode", '"python.envFile": '),
    ],
)
def test_every_reader_has_a_line_that_can_be_copied(open_preview, qtbot, name, line):
    dialog = open_preview()

    dialog.loaders.pick(name)

    with qtbot.waitSignal(dialog.loaders.code.copied) as copied:
        dialog.loaders.code._copy.click()
    assert copied.args[0].startswith(line)
    assert QGuiApplication.clipboard().text() == copied.args[0]


def test_where_the_shell_wins_the_picker_says_so(open_preview):
    dialog = open_preview()

    dialog.loaders.pick("uv")
    told = [label.text() for label in dialog.loaders.findChildren(QLabel)]

    assert any("unset it" in text for text in told)


def test_another_knob_is_named_by_its_own_title(open_preview):
    dialog = open_preview(replace(CAP_PROPOSAL, knob="nice", title="Nice value"))

    assert dialog.title.text() == "A change for the next start of train.py"
    assert dialog.value_name.text() == "Nice value"


def test_a_hostile_name_is_shown_as_it_is_written(open_preview):
    dialog = open_preview(run_name="<b>x</b>")

    assert dialog.title.text() == "Cap threads for the next start of <b>x</b>"
    formats = {label.textFormat() for label in dialog.findChildren(QLabel)}
    assert formats == {Qt.TextFormat.PlainText}


def test_the_dialog_is_as_high_as_its_text_and_no_higher(open_preview, env_file):
    dialog = open_preview()
    before = dialog.height()

    env_file.path.write_bytes(HAND)
    dialog.choose(4)
    QApplication.processEvents()

    assert dialog.width() == 560
    assert dialog.height() > before


def test_a_file_of_many_lines_is_folded(open_preview, env_file):
    env_file.path.write_bytes(b"".join(b"A%d=1\n" % n for n in range(200)))

    dialog = open_preview()

    assert dialog.height() < 800
    assert "… 197 lines unchanged" in dialog.diff._lines


def test_the_palette_can_change(open_preview):
    dialog = open_preview()

    dialog.set_theme(DARK)
    QApplication.processEvents()

    image = dialog.grab().toImage()
    assert image.pixelColor(5, 5) == DARK.bg
    assert image.pixelColor(5, dialog.height() - 5) == DARK.side


def test_what_is_no_number_shows_none(open_preview):
    asleep = replace(
        CAP_PROPOSAL,
        knob="wait_policy",
        value=0,
        minimum=0,
        maximum=0,
        variable_names=(),
        fixed={"OMP_WAIT_POLICY": "passive"},
    )

    preview = open_preview(asleep)

    assert not preview.stepper.isVisible()
    assert preview.plan.changes[0].name == "OMP_WAIT_POLICY"
    assert open_preview().stepper.isVisible()
