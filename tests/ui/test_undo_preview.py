"""Taking back a change shows first what the file becomes."""

from __future__ import annotations

import pytest

from traintray.core.knobs.envfile import EnvFile
from traintray.core.knobs.plan import DiffKind
from traintray.ui import fonts
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.window.undo_preview import UndoPreview

MINE = b"# mine\nWANDB_MODE=offline\n"


@pytest.fixture
def env_file(tmp_path, qapp):
    fonts.load()
    return EnvFile(tmp_path / "train.env", tmp_path / "state")


def cap(env_file, value="8"):
    env_file.apply(env_file.plan({"OMP_NUM_THREADS": value}))


def open_preview(qtbot, env_file):
    preview = UndoPreview(LIGHT, env_file)
    qtbot.addWidget(preview)
    preview.show()
    return preview


def test_it_shows_the_diff_and_touches_nothing_before_it_is_asked(qtbot, env_file):
    env_file.path.write_bytes(MINE)
    cap(env_file)
    written = env_file.path.read_bytes()
    preview = open_preview(qtbot, env_file)

    shown = env_file.preview_undo().diff
    assert any(line.kind is DiffKind.REMOVED for line in shown)
    assert preview.diff.isVisible()
    assert not preview.message.isVisible()
    assert env_file.path.read_bytes() == written


def test_undo_restores_the_file_byte_for_byte(qtbot, env_file):
    env_file.path.write_bytes(MINE)
    cap(env_file)
    preview = open_preview(qtbot, env_file)
    with qtbot.waitSignal(preview.undone, timeout=1000):
        preview.undo_button.click()

    assert env_file.path.read_bytes() == MINE
    assert not preview.isVisible()


def test_cancel_leaves_the_file(qtbot, env_file):
    cap(env_file)
    written = env_file.path.read_bytes()
    preview = open_preview(qtbot, env_file)
    preview.cancel_button.click()

    assert not preview.isVisible()
    assert env_file.path.read_bytes() == written


def test_it_says_when_the_file_goes_altogether(qtbot, env_file):
    cap(env_file)

    preview = open_preview(qtbot, env_file)
    assert "deleted" in preview.message.text


def test_it_says_what_stays_since_it_was_edited(qtbot, env_file):
    cap(env_file)
    edited = env_file.path.read_bytes().replace(b"THREADS=8", b"THREADS=9")
    env_file.path.write_bytes(edited)

    preview = open_preview(qtbot, env_file)
    assert "stays as it is" in preview.message.text


def test_without_anything_to_undo_it_says_so(qtbot, env_file):
    preview = open_preview(qtbot, env_file)

    assert not preview.undo_button.isEnabled()
    assert "no change" in preview.message.text


def test_a_refusal_stays_on_the_screen(qtbot, env_file):
    cap(env_file)
    preview = open_preview(qtbot, env_file)
    EnvFile(env_file.path, env_file.path.parent / "state").undo()
    preview.undo_button.click()

    assert preview.isVisible()
    assert preview.message.text


def test_the_palette_can_change(qtbot, env_file):
    cap(env_file)
    preview = open_preview(qtbot, env_file)
    preview.set_theme(DARK)

    assert preview.isVisible()
