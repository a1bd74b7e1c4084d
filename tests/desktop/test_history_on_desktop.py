"""The window looks back: a day that was remembered before the app started."""

from __future__ import annotations

import time

import pytest

from bench.opening import write_day
from traintray.settings.state import AppState, save


@pytest.mark.desktop(without=["panel"])
def test_the_window_shows_the_day_before_its_start(desktop, start, keep):
    state = desktop.folder / "home/state/traintray"
    state.mkdir(parents=True, exist_ok=True)
    save(state / "state.json", AppState(asked_about_autostart=True))  # no first start
    write_day(state / "history.sqlite", 2, time.time() - 600)
    app = start(scene="machine")
    app.wait_ready()
    app.wait_window("MainWindow")

    app.click("24 h")
    time.sleep(3)
    keep("day")
    app.click("History")
    app.wait_text(
        "Nothing to look back on yet. Each training run, and each episode in"
        " which something held it up, is listed here from the first one on."
    )
    time.sleep(1)
    keep("history")

    assert any(text.startswith("watching since") for text in app.texts())
    assert "Traceback" not in app.process.log
    assert "ERROR" not in app.log()
