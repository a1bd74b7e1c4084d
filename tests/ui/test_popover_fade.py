"""The popover comes up softly, unless nothing is to move."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from traintray.ui.desktop_look import wants_motion
from traintray.ui.popover_fade import FADE_MS, Fade, may_move


@pytest.fixture
def window(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    return made


def test_it_fades_in_for_80_ms_and_is_whole_then(window, qtbot):
    fade = Fade(window, lambda: True)

    fade.begin()
    window.show()
    assert window.windowOpacity() < 0.5
    assert FADE_MS == 80 == fade._animation.duration()

    qtbot.waitUntil(lambda: not fade.is_moving, timeout=2000)
    assert window.windowOpacity() == 1.0


def test_nothing_fades_where_motion_is_reduced_even_after_it_did(window):
    moves = [True, False]
    fade = Fade(window, lambda: moves.pop(0))
    fade.begin()

    fade.begin()

    assert not fade.is_moving
    assert window.windowOpacity() == 1.0


def test_where_windows_cannot_be_translucent_nothing_is_asked(qapp):
    assert not may_move()  # no X server here


@pytest.mark.parametrize(
    ("settings", "ini", "wanted"),
    [
        pytest.param({}, "", True, id="nothing told"),
        pytest.param({"Gtk/EnableAnimations": 1}, "", True, id="told by the desktop"),
        pytest.param({"Gtk/EnableAnimations": 0}, "", False, id="reduced"),
        pytest.param({}, "gtk-enable-animations=0", False, id="in the user's file"),
        pytest.param({}, "gtk-enable-animations=false", False, id="as a word"),
        pytest.param(
            {"Gtk/EnableAnimations": 1},
            "gtk-enable-animations=0",
            True,
            id="the desktop goes first",
        ),
    ],
)
def test_reduced_motion_is_what_gtk_programs_would_take_for_it(
    tmp_path, settings, ini, wanted
):
    (tmp_path / "gtk-3.0").mkdir()
    (tmp_path / "gtk-3.0/settings.ini").write_text(f"[Settings]\n{ini}\n")
    env = {"XDG_CONFIG_HOME": str(tmp_path)}

    assert wants_motion(settings, env, tmp_path / "none") is wanted
