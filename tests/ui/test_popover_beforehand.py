"""The popover is ready before the first click once somebody trains, not before."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PySide6.QtCore import QEvent, QObject, QRect, Signal
from PySide6.QtWidgets import QWidget

from traintray.ui import language, style
from traintray.ui.popover_beforehand import IMPORTS, Beforehand
from traintray.ui.renewed_windows import RenewedWindows
from traintray.ui.theme import DARK, LIGHT
from ui import frames
from ui.stores import store_for
from ui.test_settings_heeded import world  # noqa: F401

ANCHOR = QRect(600, 4, 22, 22)
TRAINS = frames.attention_frame()
NOBODY = frames.idle_frame()


class Feed(QObject):
    frame_ready = Signal(object)


class Painted(QObject):
    """Counts the pictures of windows that are no window of the test."""

    def __init__(self):
        super().__init__()
        self.count = 0

    def eventFilter(self, watched, event):
        if event.type() is QEvent.Type.Paint and isinstance(watched, QWidget):
            self.count += 1
        return False


class Watching:
    def __init__(self, windows):
        self.windows = windows
        self.feed = Feed()
        self.told = []
        windows.watched_changed.connect(self.told.append)
        self.feed.frame_ready.connect(windows.show_frame)
        self.beforehand = Beforehand(windows, self.feed.frame_ready, 20, 0)

    def show(self, frame):
        self.feed.frame_ready.emit(frame)

    @property
    def is_over(self):
        return not self.beforehand._left


@pytest.fixture
def watching(qtbot, tmp_path, env_file):
    windows = RenewedWindows(
        lambda: LIGHT, store_for(TRAINS), env_file, tmp_path / "window.json", 3600.0
    )
    made = Watching(windows)
    yield made
    made.beforehand._timer.stop()
    for window in (windows.window, windows.popover):
        if window is not None:
            window.hide()
            window.deleteLater()


def until_ready(qtbot, watching):
    qtbot.waitUntil(lambda: watching.is_over, timeout=5000)
    assert not watching.beforehand._timer.isActive()
    return watching.windows.popover


def hurry(beforehand):
    while beforehand._left:
        beforehand._next()


def test_it_is_not_made_while_nobody_trains(qtbot, watching):
    watching.show(NOBODY)

    assert not watching.beforehand._timer.isActive()
    assert watching.windows.popover is None


def test_with_the_first_run_it_is_made_once_and_filled_though_nobody_sees_it(
    qtbot, watching
):
    watching.show(NOBODY)
    watching.show(TRAINS)
    assert watching.windows.popover is None  # not at once
    popover = until_ready(qtbot, watching)
    assert popover.height() >= 520
    assert popover.head.words.title == "Too many threads for 16 cores"
    assert len(popover.resources.rows) == 5
    assert watching.told == []

    watching.show(NOBODY)
    watching.show(TRAINS)
    assert not watching.beforehand._timer.isActive()
    assert watching.windows.popover is popover


def test_nothing_is_painted_while_it_is_hidden(qtbot, qapp, watching):
    painted = Painted()
    qapp.installEventFilter(painted)
    watching.show(TRAINS)
    popover = until_ready(qtbot, watching)
    watching.show(TRAINS)
    qtbot.wait(50)
    assert not popover.isVisible()
    assert popover.windowHandle() is None  # the desktop has not heard of it
    assert painted.count == 0

    watching.windows.toggle_popover(ANCHOR)
    qtbot.waitUntil(lambda: painted.count > 0, timeout=2000)
    qapp.removeEventFilter(painted)


def test_a_run_that_is_gone_at_once_makes_nothing(qtbot, watching):
    watching.show(TRAINS)
    watching.show(NOBODY)

    assert not watching.beforehand._timer.isActive()


@pytest.mark.parametrize("done", [0, 5, len(IMPORTS) + 2])
def test_a_click_before_it_is_ready_opens_it_and_ends_the_work(qtbot, watching, done):
    watching.show(TRAINS)
    for _ in range(done):
        watching.beforehand._next()
    watching.windows.toggle_popover(ANCHOR)

    popover = watching.windows.popover
    assert popover.isVisible()
    assert watching.is_over
    assert not watching.beforehand._timer.isActive()
    watching.windows.toggle_popover(ANCHOR)
    watching.show(TRAINS)
    assert not watching.beforehand._timer.isActive()
    assert watching.windows.popover is popover


def test_it_waits_while_somebody_looks_at_the_window(qtbot, watching):
    watching.show(TRAINS)
    watching.windows.show_window()
    assert not watching.beforehand._timer.isActive()
    watching.show(TRAINS)
    assert not watching.beforehand._timer.isActive()

    watching.windows.window.close()
    until_ready(qtbot, watching)
    assert watching.windows.popover is not None


@pytest.mark.parametrize("done", [3, len(IMPORTS) + 3])
def test_another_theme_reaches_it(qtbot, watching, done):
    watching.show(TRAINS)
    for _ in range(done):
        watching.beforehand._next()
    watching.windows.set_theme(DARK)

    watching.windows.toggle_popover(ANCHOR)
    assert watching.windows.popover.styleSheet() == style.sheet(DARK)


def test_for_another_language_it_is_made_again(qtbot, watching):
    watching.show(TRAINS)
    first = until_ready(qtbot, watching)
    watching.windows.renew()
    assert watching.windows.popover is None

    second = until_ready(qtbot, watching)
    assert second is not None
    assert second is not first


def test_the_language_of_the_settings_reaches_the_one_made_before(
    qtbot,
    world,  # noqa: F811
    chinese_words,
    monkeypatch,
):
    plain = language.install
    monkeypatch.setattr(
        language, "install", lambda spoken, parent: plain(spoken, parent, chinese_words)
    )
    world.start()
    beforehand = world.windows.findChild(Beforehand)
    qtbot.waitUntil(beforehand._timer.isActive, timeout=3000)
    hurry(beforehand)
    assert world.windows.popover.foot.open_button.text() == "Open traintray"

    world.choose(language="zh_CN")
    assert beforehand._timer.isActive()
    hurry(beforehand)
    assert "打开" in world.windows.popover.foot.open_button.text()

    world.choose(language="en")


def test_each_import_is_a_small_piece_and_none_is_left_for_the_click():
    code = f"""
import sys
from importlib import import_module
import traintray.ui.running
def ours():
    return {{n for n in sys.modules if n.startswith("traintray.")}}
at_login = ours()
for name in {IMPORTS!r}:
    before = ours()
    import_module(name)
    print(len(ours() - before), name)
print(*[n for n in at_login if n.startswith("traintray.ui.popover")])
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    *pieces, at_login = done.stdout.splitlines()

    counts = [int(line.split()[0]) for line in pieces]
    assert max(counts) <= 6, done.stdout
    assert min(counts) >= 1, done.stdout  # else the entry is of no use
    assert at_login.split() == ["traintray.ui.popover_beforehand"]
