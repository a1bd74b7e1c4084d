"""A window shows again what its pages showed when it was closed."""

from __future__ import annotations

import json

import pytest

from traintray.ui.theme import LIGHT
from traintray.ui.window.main_window import MainWindow
from traintray.ui.window.pages.advice import AdvicePage
from traintray.ui.window.window_state import load
from ui import live_data, past_data
from ui.studio import PromptDesk, Studio


@pytest.fixture
def opened(qtbot, tmp_path):
    """Return a function that opens a window with what an earlier one left behind."""
    studio = Studio(tmp_path)
    archive = past_data.ten_days()

    def open_window(page: str) -> MainWindow:
        advice = AdvicePage(LIGHT, studio.env_file(None))
        desk = PromptDesk(lambda: archive)
        state = tmp_path / "window.json"
        window = MainWindow(LIGHT, live_data.afternoon(), advice, state, desk)
        desk.setParent(window)
        qtbot.addWidget(window)
        window.open_page(page)
        window.show()
        studio.settle()
        return window

    return open_window


def test_the_range_and_the_columns_of_history_come_back(opened):
    first = opened("history")
    first.history.show_range(30)
    first.history.overview.episodes.setColumnWidth(1, 222)
    widths = first.history.overview.episodes.column_widths
    assert widths[1] == 222
    first.close()

    again = opened("history")

    assert again.history.remembered()["days"] == 30
    assert again.history.overview.episodes.column_widths == widths
    assert again.history.overview.episodes.columnWidth(1) == 222


def test_a_page_that_nobody_opened_keeps_what_it_was_told(opened, tmp_path):
    opened("history").close()
    opened("live").close()

    assert load(tmp_path / "window.json").pages["history"]["days"] == 10


def test_what_was_edited_badly_is_passed_over(opened, tmp_path):
    broken = {"history": {"days": "many", "episodes": [1, "x"]}, "runs": 7}
    (tmp_path / "window.json").write_text(json.dumps({"pages": broken}))

    window = opened("history")

    assert window.history.remembered()["days"] == 10
    assert window.history.overview.episodes.column_widths == ()
