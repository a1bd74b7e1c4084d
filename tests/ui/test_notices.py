"""What the app says about itself it says once in its life."""

from __future__ import annotations

import json

import pytest

from traintray.core.sentence import Sentence
from traintray.ui.notices import Notices


class Listener:
    """Stands in for the notifier and for the windows."""

    def __init__(self):
        self.told = []
        self.shown = []

    def notify(self, name, summary, body):
        self.told.append((name, summary, body))

    def show_notice(self, text):
        self.shown.append(text)


@pytest.fixture
def listener():
    return Listener()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state/state.json"


def begin(path, listener):
    return Notices(path, listener, listener)


def test_closing_to_the_tray_is_told_once_in_all_starts(qapp, path, listener):
    notices = begin(path, listener)
    notices.closed_to_tray()
    notices.closed_to_tray()
    begin(path, listener).closed_to_tray()

    assert [name for name, *_ in listener.told] == ["close"]
    assert json.loads(path.read_text())["told_about_close"] is True


def test_a_missing_tray_is_told_once_in_one_way_or_the_other(qapp, path, listener):
    begin(path, listener).no_tray_in_window()
    begin(path, listener).no_tray_in_window()
    begin(path, listener).no_tray_by_notification()

    assert len(listener.shown) == 1
    assert "AppIndicator" in listener.shown[0]
    assert listener.told == []


def test_without_a_tray_a_start_at_login_is_told_by_notification(qapp, path, listener):
    begin(path, listener).no_tray_by_notification()
    begin(path, listener).no_tray_by_notification()

    assert [name for name, *_ in listener.told] == ["no-tray"]


def test_problems_of_the_settings_are_told_until_they_are_mended(qapp, path, listener):
    for _ in range(2):
        begin(path, listener).tell_problems(["a: wrong.", "b: wrong."])
    begin(path, listener).tell_problems([])

    assert [body for *_, body in listener.told] == ["a: wrong.\nb: wrong."] * 2


def test_each_trouble_of_the_history_is_told_once(qapp, path, listener):
    notices = begin(path, listener)
    full = Sentence("Archive", "The disk is full.")
    for problem in (None, full, full, None, full, Sentence("Archive", "Broken."), full):
        notices.history(problem)

    assert [body for *_, body in listener.told] == ["The disk is full.", "Broken."]


def test_a_disk_that_refuses_costs_only_the_memory(qapp, tmp_path, listener):
    blocked = tmp_path / "file"
    blocked.write_text("")
    notices = begin(blocked / "state.json", listener)
    notices.closed_to_tray()
    notices.closed_to_tray()

    assert len(listener.told) == 1


def test_a_recording_is_told_in_the_window_and_so_is_its_end(qapp, path, listener):
    notices = begin(path, listener)
    playing, ended = Sentence("Replay", "It plays."), Sentence("Replay", "It ended.")

    for notice in (playing, playing, ended, ended):
        notices.recording(notice)

    assert listener.shown == ["It plays.", "It ended."]
    assert listener.told == []
