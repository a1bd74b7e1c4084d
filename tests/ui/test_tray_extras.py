"""Undo and launch at login follow the files."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Signal

from traintray.core.knobs.envfile import EnvFile
from traintray.core.telling.deed import Span
from traintray.settings.folders import Folders
from traintray.ui.tray_extras import TrayExtras
from traintray.ui.tray_menu import TrayMenu
from ui import frames


class FakeNotifier(QObject):
    snoozes_changed = Signal()

    def __init__(self):
        super().__init__()
        self.told = []
        self.telling = SimpleNamespace(snoozes=())

    def snooze(self, run_key, span):
        self.told.append((run_key, span))
        self.telling.snoozes = (span,)
        self.snoozes_changed.emit()

    def wake(self):
        self.telling.snoozes = ()
        self.snoozes_changed.emit()

    def notify(self, name, summary, body):
        self.told.append((name, body))


@pytest.fixture
def parts(qtbot, tmp_path):
    menu = TrayMenu()
    qtbot.addWidget(menu)
    folders = Folders(
        tmp_path / "config",
        tmp_path / "state",
        tmp_path / "run",
        tmp_path / "autostart",
    )
    env_file = EnvFile(folders.env_file, folders.state_dir)
    notifier = FakeNotifier()
    extras = TrayExtras(menu, folders, env_file, notifier)
    return menu, folders, env_file, notifier, extras


def entry(menu, text):
    return next(action for action in menu.actions() if action.text() == text)


def test_undo_follows_the_env_file_whenever_the_menu_opens(parts):
    menu, _, env_file, _, _ = parts
    menu.aboutToShow.emit()
    assert not entry(menu, "Undo last change").isEnabled()

    env_file.apply(env_file.plan({"OMP_NUM_THREADS": "8"}))
    menu.aboutToShow.emit()
    assert entry(menu, "Undo last change").isEnabled()

    env_file.undo()
    menu.aboutToShow.emit()
    assert not entry(menu, "Undo last change").isEnabled()


def test_launch_at_login_is_switched_on_and_off(parts):
    menu, folders, *_ = parts
    menu.aboutToShow.emit()
    entry(menu, "Launch at login").trigger()
    assert list(folders.autostart_dir.iterdir())
    assert entry(menu, "Launch at login").isChecked()

    entry(menu, "Launch at login").trigger()
    assert list(folders.autostart_dir.iterdir()) == []
    assert not entry(menu, "Launch at login").isChecked()


def test_a_refusal_is_told_and_the_mark_shows_what_is(parts):
    menu, folders, _, notifier, _ = parts
    folders.autostart_dir.write_text("a file, not a folder")
    menu.aboutToShow.emit()
    entry(menu, "Launch at login").trigger()

    assert [name for name, _ in notifier.told] == ["autostart"]
    assert not entry(menu, "Launch at login").isChecked()


def begun_beside(qtbot, tmp_path, text):
    """Start beside an entry with that text; return what it holds afterwards."""
    menu = TrayMenu()
    qtbot.addWidget(menu)
    folders = Folders(*(tmp_path / n for n in ("config", "state", "run", "autostart")))
    path = folders.autostart_dir / "io.github.traintray.Traintray.desktop"
    path.parent.mkdir()
    path.write_text(text)
    env_file = EnvFile(folders.env_file, folders.state_dir)
    extras = TrayExtras(menu, folders, env_file, FakeNotifier())
    assert extras is not None
    return path.read_text()


GONE = "[Desktop Entry]\nType=Application\nExec=/gone/bin/traintray --background\n"


def test_an_entry_whose_program_has_gone_starts_this_installation(qtbot, tmp_path):
    mended = begun_beside(qtbot, tmp_path, GONE)

    started = next(line for line in mended.splitlines() if line.startswith("Exec="))
    assert "/gone/" not in started
    assert started.endswith("--background")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"{GONE}Hidden=true\n", id="switched off"),
        pytest.param("[Desktop Entry]\nExec=/bin/sh -c traintray\n", id="works"),
    ],
)
def test_an_entry_that_is_off_or_works_is_left_alone(qtbot, tmp_path, text):
    assert begun_beside(qtbot, tmp_path, text) == text


def test_a_snooze_from_the_menu_is_about_the_run_that_it_names_and_can_be_ended(parts):
    menu, _, _, notifier, _ = parts
    menu.show_frame(frames.attention_frame())
    snoozes = entry(menu, "Snooze").menu()

    def offered():
        return [a.text() for a in snoozes.actions() if a.isVisible() and a.text()]

    assert len(offered()) == len(Span)
    entry(snoozes, "This run, until it ends").trigger()
    run_key = frames.attention_frame().runs[0].run.key
    assert notifier.told == [(run_key, Span.THIS_RUN)]
    assert offered()[-1] == "Tell me again"

    menu.show_frame(frames.ok_frame())
    assert entry(menu, "Snooze").isVisible()  # there is a way back, also now
    entry(snoozes, "Tell me again").trigger()
    assert not entry(menu, "Snooze").isVisible()
