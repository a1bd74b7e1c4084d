"""Before Qt starts it is known whether it can, and what to do if not."""

from __future__ import annotations

import pytest

from traintray.ui.preflight import problem


class Loader:
    """A system that lacks some libraries."""

    def __init__(self, *missing):
        self._missing = missing
        self.asked = []

    def __call__(self, name):
        self.asked.append(name)
        if name in self._missing:
            raise OSError(f"{name}: cannot open shared object file")


def check(env, load=None, connects=True):
    return problem(env, load or Loader(), lambda: connects)


@pytest.mark.parametrize("env", [{}, {"WAYLAND_DISPLAY": "wayland-0"}])
def test_without_a_screen_one_line_says_what_to_do(env):
    found = check(env)

    assert "no screen" in found
    assert "traintray diagnose" in found
    assert "\n" not in found


def test_with_a_screen_and_all_libraries_there_is_no_problem():
    assert check({"DISPLAY": ":0"}) is None


def test_missing_libraries_are_named_together_with_their_packages():
    load = Loader("libxcb-cursor.so.0", "libxcb-icccm.so.4", "libEGL.so.1")
    found = check({"DISPLAY": ":0"}, load)

    assert "libEGL.so.1, libxcb-cursor.so.0, libxcb-icccm.so.4" in found
    assert "apt install libegl1 libxcb-cursor0 libxcb-icccm4" in found


def test_a_screen_that_cannot_be_reached_is_named():
    found = check({"DISPLAY": ":77"}, connects=False)

    assert "DISPLAY=:77 cannot be reached" in found


def test_under_wayland_the_libraries_of_x11_are_not_asked_for(tmp_path):
    (tmp_path / "wayland-0").touch()
    load = Loader("libxcb-cursor.so.0")
    env = {"XDG_RUNTIME_DIR": str(tmp_path), "WAYLAND_DISPLAY": "wayland-0"}

    assert check(env, load) is None
    assert "libxcb-cursor.so.0" not in load.asked


def test_a_wayland_socket_that_is_gone_falls_back_to_x11(tmp_path):
    env = {
        "XDG_RUNTIME_DIR": str(tmp_path),
        "WAYLAND_DISPLAY": "wayland-0",
        "DISPLAY": ":0",
    }

    assert "libxcb-cursor0" in check(env, Loader("libxcb-cursor.so.0"))


@pytest.mark.parametrize("chosen", ["offscreen", "minimal", "offscreen:size=1x1"])
def test_a_platform_that_the_user_chose_is_the_users_business(chosen):
    assert check({"QT_QPA_PLATFORM": chosen}, connects=False) is None


def test_choosing_x11_is_checked_as_well():
    assert "no screen" in check({"QT_QPA_PLATFORM": "xcb"})


def test_the_real_check_does_not_reach_a_screen_that_is_not_there():
    assert "cannot be reached" in (problem({"DISPLAY": ":9797"}) or "")
