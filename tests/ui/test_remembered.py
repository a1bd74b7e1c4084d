"""A window shows again what its pages showed when it was closed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from traintray.ui.theme import LIGHT
from traintray.ui.window.main_window import MainWindow
from traintray.ui.window.pages.advice import AdvicePage
from traintray.ui.window.window_state import load
from ui import frames, live_data, past_data
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


def test_the_strategy_and_what_was_typed_into_the_planner_come_back(opened):
    first = opened("library")
    first.library.open_strategy("distributed", planner=True)
    form = first.library.planner.form
    form.fields["gpus"].setText("16")
    form.fields["epochs"].clear()
    form.rules._group.button(1).click()
    first.close()

    again = opened("library").library

    assert again.article.strategy == "distributed"
    form = again.planner.form
    assert (form.fields["gpus"].value, form.fields["epochs"].value) == (16, None)
    assert form.rule == "sqrt"
    assert form.fields["batch"].value == 1024  # nobody touched it


def test_the_time_that_a_run_gave_the_planner_is_not_taken_for_typed(opened):
    page = opened("library").library
    page.open_strategy("distributed", planner=True)

    page.planner.form.offer_epoch(777.0)

    assert page.remembered()["typed"] == {}


@pytest.mark.parametrize("page", ["advice", "knobs"])
def test_the_run_that_was_chosen_comes_back(opened, page):
    first = opened("live")
    first.offer_knobs(first.advice._env_file)
    first.open_page(page)
    frame = two_runs()
    first.show_frame(frame)
    second = frame.runs[1].run.key
    made = first._pages[page]
    (made if page == "advice" else made.made).show_run(second)
    first.close()

    again = opened("live")
    again.offer_knobs(again.advice._env_file)
    again.open_page(page)
    again.show_frame(frame)

    assert again._pages[page].remembered() == {"run": second}
    made = again._pages[page]
    shown = made.shown_run_key if page == "advice" else made.made._shown.view.run.key
    assert shown == second


def two_runs():
    """A frame with two runs that have the same advice."""
    frame = frames.attention_frame()
    view = frame.runs[0]
    run = frames.training_run("second.py", 77)
    episode = replace(view.episode, number=2, run_key=run.key, run_name=run.name)
    return replace(frame, runs=(view, replace(view, run=run, episode=episode)))


@pytest.mark.parametrize(
    "broken",
    [{"strategy": "none", "typed": [1]}, {"typed": {"gpus": 4, "rule": "cubic"}}],
)
def test_a_badly_edited_library_begins_as_usual(opened, tmp_path, broken):
    pages = {"library": broken, "advice": {"run": 5}}
    (tmp_path / "window.json").write_text(json.dumps({"pages": pages}))

    page = opened("library").library

    assert page.list.index == 0
    page.open_strategy("distributed", planner=True)
    assert page.planner.form.fields["gpus"].value == 4


def test_what_was_edited_badly_is_passed_over(opened, tmp_path):
    broken = {"history": {"days": "many", "episodes": [1, "x"]}, "runs": 7}
    (tmp_path / "window.json").write_text(json.dumps({"pages": broken}))

    window = opened("history")

    assert window.history.remembered()["days"] == 10
    assert window.history.overview.episodes.column_widths == ()
