"""The screens in Chinese: nothing on them is left in English."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QWidget

from traintray.core.frame import State
from traintray.ui.popover import Popover
from traintray.ui.theme import LIGHT
from traintray.ui.tray_menu import TrayMenu
from traintray.ui.window.apply_preview import ApplyPreview
from traintray.ui.window.first_run import FirstRun
from traintray.ui.window.main_window import MainWindow
from traintray.ui.window.pages.advice import AdvicePage
from traintray.ui.window.undo_preview import UndoPreview
from ui import chinese, frames, screens
from ui.chinese import english_in
from ui.real_advice import code_frame, ranks_frame
from ui.stores import store_for
from ui.studio import Studio


def texts(widget: QWidget) -> list[str]:
    """All that a widget and what is in it say, to eyes and to screen readers."""
    said = []
    for each in (widget, *widget.findChildren(QWidget)):
        if isinstance(each, QLabel | QAbstractButton | QLineEdit):
            role = getattr(each, "_role", "")
            said.append("" if role.startswith("code") else each.text())
        said += [each.accessibleName(), each.accessibleDescription(), each.toolTip()]
        said.append(each.windowTitle())
    said += [action.text() for action in widget.findChildren(QAction)]
    as_it_is = ("+", "−", "python ")  # lines of a diff, the command of a run
    return [text for text in said if text and not text.startswith(as_it_is)]


def english_on(widget: QWidget) -> dict[str, set[str]]:
    return {text: left for text in texts(widget) if (left := english_in(text))}


def painted(window: MainWindow) -> list[str]:
    """What the graphs write without a widget."""
    picture = window.live.graphs.chart.picture
    assert picture is not None
    said = [block.text for lane in picture.run_lanes for block in lane]
    said += [block.text for lane in picture.episode_lanes for block in lane]
    said += [hole.name for hole in picture.holes]
    for shown in picture.rows:
        said += [shown.row.name, shown.row.caption, shown.readout.text]
        said += [line.label for line in shown.row.lines]
        said += [hole.name for hole in shown.own_holes]
    return said


FRAMES = {
    "attention": frames.attention_frame,
    "critical": frames.critical_frame,
    "ok": frames.ok_frame,
    "idle": frames.idle_frame,
    "unknown": frames.unknown_frame,
    "unreadable": frames.unreadable_run_frame,
    "paused": frames.paused_frame,
    "gpu unreadable": frames.gpu_unreadable_frame,
    "gpu lost": frames.gpu_lost_frame,
    "small": frames.small_attention_frame,
    "three runs": frames.three_runs_frame,
    "ranks": ranks_frame,
    "code": code_frame,
}


@pytest.mark.usefixtures("in_chinese")
@pytest.mark.parametrize("made", FRAMES.values(), ids=FRAMES.keys())
def test_no_english_is_left_in_the_popover(qtbot, made):
    frame = chinese.told(made())
    popover = Popover(LIGHT)
    qtbot.addWidget(popover)
    popover.show_frame(frame, store_for(frame))
    popover.show()

    assert not english_on(popover)


@pytest.mark.usefixtures("in_chinese")
@pytest.mark.parametrize("made", FRAMES.values(), ids=FRAMES.keys())
def test_no_english_is_left_in_the_window(qtbot, tmp_path, env_file, made):
    frame = chinese.told(made())
    window = MainWindow(
        LIGHT, store_for(frame), AdvicePage(LIGHT, env_file), tmp_path / "window.json"
    )
    qtbot.addWidget(window)
    window.show()
    for page in ("live", "advice"):
        window.open_page(page)
        window.show_frame(frame)

    assert window.live.graphs.chart.accessibleDescription()
    assert not english_on(window)
    assert not [text for text in painted(window) if english_in(text)]


@pytest.mark.usefixtures("in_chinese")
def test_no_english_is_left_in_the_dialogs(qtbot, env_file):
    env_file.path.write_text("export OMP_NUM_THREADS=16\n")
    view = chinese.told(frames.attention_frame()).runs[0]
    preview = ApplyPreview(LIGHT, view.advice.proposals[0], view.run.name, env_file)
    qtbot.addWidget(preview)
    preview.show()
    assert not english_on(preview)

    preview.write()
    undo = UndoPreview(LIGHT, env_file)
    qtbot.addWidget(undo)
    undo.show()
    assert not english_on(undo)


@pytest.mark.usefixtures("in_chinese")
def test_no_english_is_left_on_the_sample_of_the_first_page(qtbot, tmp_path):
    window = screens.all_screens()["first-page"](Studio(tmp_path))
    qtbot.addWidget(window)
    page = window.findChild(FirstRun)

    shown = english_on(page)

    assert not [text for text in shown if not text.startswith("~/")]


@pytest.mark.usefixtures("in_chinese")
@pytest.mark.parametrize("state", State)
def test_no_english_is_left_in_the_menu(qtbot, state):
    menu = TrayMenu()
    qtbot.addWidget(menu)
    menu.show_state(state, None)

    assert not english_on(menu)
