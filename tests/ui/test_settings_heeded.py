"""Each setting acts at once on the part of the app that it is for."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QObject, QRect
from PySide6.QtWidgets import QLabel

from traintray.core.memory_units import tell_in
from traintray.settings import settings as settings_file
from traintray.ui.running import Running
from traintray.ui.tray import Tray
from traintray.ui.tray_icon import icon
from traintray.ui.tray_look import Panel, first_look
from traintray.ui.tray_menu import TrayMenu
from ui import frames, settings_world
from ui.stores import store_for
from ui.test_feed import Steered


class World:
    """A running app on a desktop with a tray, whose source is a script."""

    def __init__(self, root):
        self.folders = settings_world.folders(root)
        self.source = Steered(frames.ok_frame())
        self.source.store = store_for(frames.ok_frame())
        self.menu = TrayMenu()
        self.pictures = []
        self.tray = Tray(
            icon(first_look(Panel(dark=False))), self.menu, is_available=lambda: True
        )
        self.tray.show_picture = self.pictures.append
        self.running = None

    def start(self):
        self.running = Running(
            self.folders, self.tray, self.menu, True, lambda *_: self.source
        )
        return self.running

    def choose(self, **wanted):
        self.running._chosen.change(wanted)

    @property
    def windows(self):
        return self.running._windows

    def pixels(self):
        image = self.pictures[-1].pixmap(22, 22).toImage()
        size = image.size()
        return [
            image.pixelColor(x, y)
            for x in range(size.width())
            for y in range(size.height())
        ]


@pytest.fixture
def world(qtbot, qapp, tmp_path, monkeypatch):
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "nothing"))
    # What an app does to its whole process, and a test must not.
    for name in ("open_log", "log_uncaught", "trace_crashes"):
        monkeypatch.setattr(f"traintray.platform.logfile.{name}", lambda *_: None)
    for name in ("traintray.ui.qt_messages.to_log", "gc.freeze"):
        monkeypatch.setattr(name, lambda: None)
    made = World(tmp_path)
    yield made
    if made.running is not None:
        made.running.end()
        made.running._feed._watchdog._timer.stop()  # its event loop would have ended
        for shown in (made.windows.window, made.windows.popover):
            if shown is not None:
                shown.hide()
                shown.deleteLater()
    tell_in("binary")


def hue(pixel) -> int:
    """How far a colour is from a grey."""
    rgb = pixel.red(), pixel.green(), pixel.blue()
    return max(rgb) - min(rgb)


def texts(widget: QObject) -> set[str]:
    return {label.text() for label in widget.findChildren(QLabel)}


def test_the_icon_loses_its_colours_and_stands_on_the_panel_that_was_named(
    qtbot, world
):
    world.start()
    qtbot.waitUntil(lambda: bool(world.pictures), timeout=3000)
    assert any(hue(pixel) > 60 for pixel in world.pixels())

    world.choose(tray_icon="monochrome")
    mono = world.pixels()
    assert all(hue(pixel) < 20 for pixel in mono if pixel.alpha() > 40)

    world.choose(panel_tone="dark")
    lightest = max(p.lightness() for p in world.pixels() if p.alpha() > 200)
    darkest = max(p.lightness() for p in mono if p.alpha() > 200)
    assert lightest > 200 > 80 > darkest


def test_thresholds_and_pace_reach_the_source(qtbot, world):
    world.start()

    world.choose(ready_threads_per_cpu=1.8, sustained_s=30.0)
    tuning, period_s = world.source.tuned[-1]
    assert (tuning.ready_threads_per_cpu, tuning.sustained_s) == (1.8, 30.0)
    assert period_s == 1.0

    world.choose(sampling_period_s=5.0)
    assert world.source.tuned[-1] == (tuning, 5.0)
    assert world.running._feed._loop._period_s == 5.0


def test_a_pace_that_was_chosen_before_holds_from_the_start(world):
    settings_file.change(
        world.folders.settings_file, {"sampling_period_s": 2.0, "sustained_s": 60.0}
    )
    world.start()

    tuning, period_s = world.source.tuned[0]
    assert (period_s, tuning.sustained_s) == (2.0, 60.0)


def test_the_thread_of_live_knobs_reaches_the_page_and_ends_with_the_app(world, qtbot):
    before = set(threading.enumerate())

    def turning():
        new = set(threading.enumerate()) - before
        return [one for one in new if one.name == "live knobs"]

    running = world.start()
    world.windows.show_window()
    world.windows.window.open_page("knobs")
    qtbot.waitUntil(lambda: bool(turning()))
    running.end()
    running.end = lambda: None  # once is enough

    assert turning() == []


def test_the_popover_of_the_app_offers_launch_at_login(world):
    world.source = Steered(frames.idle_frame())
    world.source.store = store_for(frames.idle_frame())
    world.start()
    world.windows.show_frame(frames.idle_frame())
    world.windows.toggle_popover(QRect(600, 4, 22, 22))
    popover = world.windows.popover
    login = popover.runs.login
    assert login.is_offered
    assert popover.isVisible()
    assert popover.runs.isVisible()
    assert login.isVisible()
    login.switch.click()

    assert list(world.folders.autostart_dir.iterdir())


def test_the_language_changes_in_menu_tips_and_an_open_window(
    qtbot, world, chinese_words, monkeypatch
):
    from traintray.ui import language

    plain = language.install
    monkeypatch.setattr(
        language, "install", lambda spoken, parent: plain(spoken, parent, chinese_words)
    )
    world.start()
    world.windows.show_window()
    world.windows.window.open_page("settings")
    before = world.windows.window

    world.choose(language="zh_CN")

    after = world.windows.window
    assert after is not before
    assert after.isVisible()
    assert after.page == "settings"
    assert any("核心" in text for text in texts(after))
    assert world.source.spoken == ["zh_CN"]
    assert world.menu._quit.text() == "退出"

    world.choose(language="en")
    assert any("cores" in text for text in texts(world.windows.window))
    assert world.menu._quit.text() == "Quit"


def test_memory_is_told_in_other_units_in_a_window_that_is_open(qtbot, world):
    world.start()
    world.windows.show_window()
    qtbot.waitUntil(lambda: world.running._feed.last is not None, timeout=3000)
    assert any("GiB" in text for text in texts(world.windows.window))

    world.choose(memory_units="decimal")

    world.windows.show_frame(world.running._feed.last)
    shown = texts(world.windows.window)
    assert any("GB" in text for text in shown)
    assert not any("GiB" in text for text in shown)


def test_the_theme_changes_in_a_window_that_is_open(qtbot, world):
    world.start()
    world.choose(theme="light")
    world.windows.show_window()
    world.choose(theme="dark")

    assert world.windows.window._theme.dark


def test_closing_the_window_ends_the_app_when_it_is_not_to_stay(qtbot, world):
    world.start()
    ended = []
    world.running._presence.nothing_left.connect(lambda: ended.append(True))
    world.running._presence.nothing_left.disconnect(world.running.quit)
    world.tray._available = True
    world.windows.show_window()
    world.windows.window.close()
    assert ended == []

    world.choose(close_to_tray=False)
    world.windows.show_window()
    world.windows.window.close()
    assert ended == [True]


def test_what_another_program_writes_is_followed(qtbot, world):
    world.start()
    world.choose(notify=True)

    settings_file.change(world.folders.settings_file, {"sustained_s": 45.0})

    qtbot.waitUntil(lambda: world.source.tuned[-1][0].sustained_s == 45.0, timeout=3000)


def test_a_file_that_comes_after_the_start_is_followed_too(qtbot, world):
    world.folders.settings_file.parent.parent.mkdir(exist_ok=True)
    world.start()

    settings_file.change(world.folders.settings_file, {"sustained_s": 45.0})

    qtbot.waitUntil(lambda: world.source.tuned[-1][0].sustained_s == 45.0, timeout=3000)


def test_a_file_broken_meanwhile_is_told_and_the_defaults_hold(qtbot, world):
    world.start()
    world.choose(sustained_s=45.0)
    told = []
    world.running._chosen.told.connect(told.append)

    world.folders.settings_file.write_text("{broken")

    qtbot.waitUntil(lambda: bool(told), timeout=3000)
    assert "is not valid JSON" in told[0]
    assert world.source.tuned[-1][0].sustained_s == 15.0


def test_notifications_history_and_env_file_follow(qtbot, world, tmp_path):
    world.start()
    told = []
    world.running._tips.choose = told.append
    kept = []
    world.running._memory.keep_to = kept.append

    world.choose(quiet_hours=True, quiet_from="21:00")
    assert (told[-1].quiet_hours, told[-1].quiet_from) == (True, "21:00")

    world.choose(history_days=7)
    assert kept[-1].kept_s == 7 * 86400

    elsewhere = tmp_path / "elsewhere.env"
    world.choose(env_file=str(elsewhere))
    world.windows.show_window()
    assert world.windows._env_file.path == elsewhere


def test_a_tip_that_is_snoozed_is_said_to_be_quiet_for_as_long_as_chosen(qtbot, world):
    world.start()
    world.windows.show_window()

    world.choose(snooze_minutes=10)

    assert world.windows.window.advice._snooze_s == 600.0
