"""A tip leads to the planner, and a page of the library to the knobs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from traintray.core.advice.advice import PLANNER, Step
from traintray.core.knobs.envfile import EnvFile
from traintray.ui.theme import LIGHT
from traintray.ui.window.main_window import MainWindow
from traintray.ui.window.pages.advice import AdvicePage
from ui import frames, live_data


@pytest.fixture
def window(qtbot, tmp_path):
    advice = AdvicePage(LIGHT, EnvFile(tmp_path / "train.env", tmp_path / "state"))
    made = MainWindow(LIGHT, live_data.afternoon(), advice, tmp_path / "window.json")
    qtbot.addWidget(made)
    made.show()
    return made


def test_the_button_of_a_step_opens_the_planner(window):
    frame = frames.critical_frame()
    view = frame.runs[0]
    plan = Step("Compute first.", "The planner does.", opens=PLANNER)
    advice = replace(view.advice, steps=(plan,))
    window.show_frame(replace(frame, runs=(replace(view, advice=advice),)))
    window.open_page("advice", view.run.key)
    (row,) = (r for r in window.advice.body.steps._rows if r.isVisible())

    row.planner.click()

    assert window.page == "library"
    assert window.library.article.strategy == "distributed"
    assert window.library.planner is not None
    assert window.library.planner.isVisible()


def test_the_page_on_threads_leads_to_the_knobs(window):
    window.open_page("library")
    window.library.open_strategy("threads")

    window.library.knobs.click()

    assert window.page == "knobs"
