"""Where the buttons of the popover lead, and the first page that a user sees."""

from __future__ import annotations

import os
import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication

from traintray.core.knobs.envfile import EnvFile
from traintray.settings import state as state_file
from traintray.settings.folders import Folders
from traintray.ui.chosen import Chosen
from traintray.ui.introduction import Introduction
from traintray.ui.notices import Notices
from traintray.ui.popover import Popover
from traintray.ui.popover_ways import PopoverWays
from traintray.ui.theme import LIGHT
from traintray.ui.widgets.label import Label
from traintray.ui.window.first_run import FirstRun
from traintray.ui.windows import Windows
from ui import frames
from ui.stores import store_for

ANCHOR = QRect(600, 4, 22, 22)


class Silent:
    """Takes the place of the notifier."""

    def notify(self, name, title, text):
        del name, title, text


@pytest.fixture
def env_file(tmp_path):
    (tmp_path / "config").mkdir(mode=0o700)
    return EnvFile(tmp_path / "config/train.env", tmp_path / "state")


@pytest.fixture
def folders(tmp_path):
    return Folders(
        tmp_path / "config",
        tmp_path / "state",
        tmp_path / "run",
        tmp_path / "autostart",
    )


@pytest.fixture
def windows(qtbot, tmp_path, env_file):
    store = store_for(frames.attention_frame())
    made = Windows(lambda: LIGHT, store, env_file, tmp_path / "window.json", 3600.0)
    yield made
    for window in (made.window, made.popover):
        if window is not None:
            window.hide()
            window.deleteLater()


def introduced(windows, folders):
    notices = Notices(folders.state_file, Silent(), windows)
    chosen = Chosen(folders.settings_file)
    return Introduction(windows, folders, notices, chosen, lambda: LIGHT)


def cover(windows):
    found = [p for p in windows.window.findChildren(FirstRun) if p.isVisible()]
    return found[0] if found else None


def test_a_cap_in_the_file_is_ready_for_the_run_that_started_without_it(
    windows, env_file
):
    windows.show_frame(frames.attention_frame())
    windows.toggle_popover(ANCHOR)
    ways = windows.findChild(PopoverWays)
    assert ways.ready(frames.attention_frame()) is None

    proposal = frames.attention_frame().runs[0].advice.proposals[0]
    env_file.apply(env_file.plan(proposal.variables()))
    ready = ways.ready(frames.attention_frame())

    assert ready.run_key == frames.attention_frame().runs[0].run.key
    assert ready.command.startswith("traintray run -- ")

    env_file.path.write_text("")
    later_ns = time.time_ns() + 10_000_000_000
    os.utime(env_file.path, ns=(later_ns, later_ns))
    assert ways.ready(frames.attention_frame()) is None


@pytest.mark.parametrize(
    ("make", "page"),
    [
        pytest.param(frames.gpu_lost_frame, "library", id="steps for a lost card"),
        pytest.param(frames.attention_frame, "advice", id="why"),
    ],
)
def test_the_buttons_open_the_page_that_they_name(windows, make, page):
    windows.show_frame(make())
    windows.toggle_popover(ANCHOR)
    head = windows.popover.head
    (head.primary if page == "library" else head.second).click()

    assert not windows.popover.isVisible()
    assert windows.window.page == page


def test_a_gpu_that_is_held_for_nothing_leads_to_the_page_of_its_run(windows):
    frame = frames.critical_frame()
    view = frame.runs[0]
    advice = replace(view.advice, kind="gpu_idle", proposals=(), steps=())
    first = frames.training_run("first.py", 77)
    others = (replace(frames.ok_frame().runs[0], run=first),)
    runs = (*others, replace(view, advice=advice))
    windows.show_frame(replace(frame, runs=runs))
    windows.toggle_popover(ANCHOR)

    windows.popover.head.primary.click()

    assert windows.window.page == "runs"
    (shown,) = windows.window.runs.list.selected()
    assert shown.view.run.key == view.run.key


def test_the_steps_for_a_lost_card_open_from_the_live_page(windows):
    windows.show_frame(frames.gpu_lost_frame())
    windows.show_window()
    windows.window.open_page("live")

    windows.window.live._header.act()

    assert windows.window.page == "library"
    library = windows.window.library
    assert library.articles[library.list.index].strategy == "hardware"


def test_the_first_window_shows_what_will_happen_and_the_second_does_not(
    windows, folders
):
    keep = introduced(windows, folders)
    windows.show_window()
    QApplication.processEvents()
    page = cover(windows)

    told = "\n".join(label.text() for label in page.findChildren(Label))
    for place in (folders.env_file, folders.settings_file, folders.archive_file):
        assert str(place) in told
    assert state_file.load(folders.state_file)[0].asked_about_autostart

    page.go_on.click()
    QApplication.processEvents()
    assert windows.window.page == "live"
    assert cover(windows) is None
    del keep


def test_the_first_page_names_the_env_file_and_the_days_that_are_chosen(
    windows, folders, tmp_path
):
    keep = introduced(windows, folders)
    elsewhere = tmp_path / "elsewhere" / "knobs.env"
    keep._chosen.change({"env_file": str(elsewhere), "history_days": 7})

    windows.show_window()
    QApplication.processEvents()
    told = "\n".join(label.text() for label in cover(windows).findChildren(Label))

    assert str(elsewhere) in told
    assert str(folders.env_file) not in told
    assert "for 7 days at most" in told
    del keep


def test_a_window_that_opens_on_an_advice_keeps_the_page_for_the_next_time(
    windows, folders
):
    keep = introduced(windows, folders)
    frame = frames.attention_frame()
    windows.show_frame(frame)

    windows.show_advice(frame.runs[0].run.key)

    assert windows.window.page == "advice"
    assert cover(windows) is None
    assert not state_file.load(folders.state_file)[0].asked_about_autostart
    del keep


def test_somebody_who_was_introduced_sees_the_graphs_at_once(windows, folders):
    folders.state_dir.mkdir(parents=True)
    state = state_file.load(folders.state_file)[0]
    state_file.save(folders.state_file, type(state)(asked_about_autostart=True))
    keep = introduced(windows, folders)

    windows.show_window()
    assert cover(windows) is None

    keep.show()
    QApplication.processEvents()
    assert cover(windows) is not None


def test_the_switch_starts_it_at_login_and_not(windows, folders):
    keep = introduced(windows, folders)
    windows.show_window()
    page = cover(windows)
    assert not page.switch.isChecked()

    page.switch.click()
    assert list(folders.autostart_dir.iterdir())
    page.switch.click()

    assert not list(folders.autostart_dir.iterdir())
    del keep


def test_on_a_low_screen_runs_and_the_strip_give_way(qtbot):
    popover = Popover(LIGHT)
    qtbot.addWidget(popover)
    shown = frames.three_runs_frame()
    popover.show_frame(shown, store_for(shown))
    tall = popover.prepare().height()
    rows = len(popover.runs.rows)

    popover.fit_into(tall - 40)
    assert popover.prepare().height() <= tall - 40
    assert len(popover.runs.rows) == 1 < rows

    popover.fit_into(450)
    assert popover.prepare().height() <= 450

    popover.fit_into(356)  # 768 pixels at 200 %, without a panel
    assert popover.prepare().height() <= 356
    assert not popover.runs.isVisibleTo(popover)
    assert popover.resources.rows[0].texts[0] == "CPU"
    assert popover.foot.geometry().bottom() < 356

    popover.fit_into(tall)
    assert popover.prepare().height() == tall
