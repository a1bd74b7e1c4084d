"""Windows are made when they are asked for, and know what was told before."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PySide6.QtCore import QRect

from traintray.core.knobs.envfile import EnvFile
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.window.apply_preview import ApplyPreview
from traintray.ui.window.quit_question import QuitQuestion
from traintray.ui.window.undo_preview import UndoPreview
from traintray.ui.windows import Windows
from ui.episode_frames import KEY, at, well
from ui.stores import store_for

ANCHOR = QRect(600, 4, 22, 22)


@pytest.fixture
def env_file(tmp_path):
    return EnvFile(tmp_path / "train.env", tmp_path / "state")


@pytest.fixture
def windows(qtbot, tmp_path, env_file):
    store = store_for(at(0))
    made = Windows(lambda: LIGHT, store, env_file, tmp_path / "window.json", 3600.0)
    made.watched = []
    made.watched_changed.connect(made.watched.append)
    yield made
    for window in (made.window, made.popover):
        if window is not None:
            window.hide()
            window.deleteLater()


def dialog(windows, kind):
    return windows.window.findChild(kind)


def test_before_anything_is_opened_nothing_heavy_is_imported():
    code = (
        "import sys; import traintray.ui.windows; heavy = 'numpy', 'pyqtgraph';"
        "print(*[m for m in (*heavy, 'PySide6.QtSvg') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == ""


def test_frames_are_watched_only_while_something_shows_them(qtbot, windows):
    windows.show_frame(at(0))
    assert windows.window is None
    assert windows.popover is None

    windows.show_window()
    windows.show_window()
    assert windows.watched == [True]
    windows.window.close()
    qtbot.waitUntil(lambda: windows.watched == [True, False], timeout=1000)


def test_a_window_shrunk_to_a_button_is_not_watched(qtbot, windows):
    windows.show_window()
    windows.window.showMinimized()
    qtbot.waitUntil(lambda: windows.watched == [True, False], timeout=1000)

    windows.show_window()
    qtbot.waitUntil(lambda: windows.watched == [True, False, True], timeout=1000)


def test_the_popover_opens_with_the_newest_frame_and_closes(windows):
    windows.show_frame(at(0))
    windows.toggle_popover(ANCHOR)
    assert windows.popover.isVisible()
    assert windows.watched == [True]

    windows.toggle_popover(ANCHOR)
    assert not windows.popover.isVisible()
    assert windows.watched == [True, False]


def test_the_window_takes_the_place_of_the_popover(windows):
    windows.toggle_popover(ANCHOR)
    windows.show_window()

    assert not windows.popover.isVisible()
    assert windows.window.isVisible()


def test_advice_that_was_told_before_the_window_was_there_can_be_read(windows):
    windows.show_frame(at(0))
    windows.show_frame(well(60, alive=False))
    opened = []
    windows.advice_opened.connect(opened.append)
    windows.show_advice(KEY)

    assert windows.window.page == "advice"
    assert windows.window.advice.shown_run_key == KEY
    assert windows.window.advice.body.isVisible()
    assert opened == [KEY]


def test_a_click_on_a_notification_of_a_run_that_nobody_knows_opens_the_page(windows):
    windows.show_advice("gone")

    assert windows.window.page == "advice"


def test_the_preview_is_that_of_the_runs_first_knob(windows, env_file):
    windows.show_frame(at(0))
    windows.show_preview(KEY)
    preview = dialog(windows, ApplyPreview)
    changed = []
    windows.file_changed.connect(lambda: changed.append(1))
    assert preview.isVisible()
    assert preview.value == 8
    assert not env_file.path.exists()

    preview.write_button.click()
    assert env_file.values()["OMP_NUM_THREADS"] == "8"
    assert changed == [1]


def test_without_a_knob_there_is_no_preview(windows):
    windows.show_frame(well(0))
    windows.show_preview(KEY)

    assert dialog(windows, ApplyPreview) is None
    assert windows.window.isVisible()


def test_undo_shows_its_preview_over_the_window(windows, env_file):
    env_file.apply(env_file.plan({"OMP_NUM_THREADS": "8"}))
    changed = []
    windows.file_changed.connect(lambda: changed.append(1))
    windows.preview_undo()
    dialog(windows, UndoPreview).undo_button.click()

    assert not env_file.path.exists()
    assert changed == [1]


@pytest.mark.parametrize(("button", "quits"), [("quit", [1]), ("stay", [])])
def test_quitting_from_the_window_asks_first(qtbot, windows, button, quits):
    asked = []
    windows.quit_requested.connect(lambda: asked.append(1))
    windows.show_window()
    windows.window.quit_requested.emit()
    question = dialog(windows, QuitQuestion)
    assert question.isVisible()
    assert asked == []

    question.set_theme(DARK)
    getattr(question, f"{button}_button").click()
    assert asked == quits


def test_what_is_there_takes_another_theme(windows):
    windows.set_theme(DARK)
    windows.toggle_popover(ANCHOR)
    windows.show_window()
    windows.set_theme(LIGHT)

    assert windows.window.isVisible()


def test_closing_is_told_and_the_place_is_remembered(windows, tmp_path):
    closed = []
    windows.closed.connect(lambda: closed.append(1))
    windows.show_window()
    windows.window.close()

    assert closed == [1]
    assert (tmp_path / "window.json").exists()


def test_few_frames_are_kept_however_many_runs_there_were(windows):
    for number in range(50):
        windows.show_frame(at(number, number=number, keys=(f"run-{number}",)))

    assert len(list(windows._told)) <= 8
