"""The look of a GTK desktop, as GTK itself would work it out."""

from __future__ import annotations

from pathlib import Path

import pytest

from traintray.ui import desktop_look
from traintray.ui.desktop_look import Look, is_needed

XFCE = {"DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "XFCE"}


@pytest.mark.parametrize(
    ("env", "needed"),
    [
        pytest.param(XFCE, True, id="xfce"),
        pytest.param({**XFCE, "XDG_CURRENT_DESKTOP": "ubuntu:GNOME"}, True, id="gnome"),
        pytest.param({**XFCE, "XDG_CURRENT_DESKTOP": "KDE"}, False, id="kde"),
        pytest.param({"DISPLAY": ":0"}, False, id="no name"),
        pytest.param({**XFCE, "WAYLAND_DISPLAY": "wayland-0"}, False, id="wayland"),
        pytest.param(
            {**XFCE, "WAYLAND_DISPLAY": "wayland-0", "QT_QPA_PLATFORM": "xcb"},
            True,
            id="x11 on wayland",
        ),
        pytest.param({**XFCE, "QT_QPA_PLATFORM": "offscreen"}, False, id="offscreen"),
        pytest.param(
            {**XFCE, "QT_QPA_PLATFORMTHEME": "qt6ct"}, False, id="the user's choice"
        ),
    ],
)
def test_qt_is_helped_only_where_it_would_load_gtk(env, needed):
    assert is_needed(env) is needed


def look_of(settings, env):
    """Leave this machine's own file out."""
    return desktop_look.look_of(settings, env, system=Path("/nonexistent"))


@pytest.fixture
def env(tmp_path):
    return {"XDG_CONFIG_HOME": str(tmp_path)}


def write_ini(tmp_path, *lines):
    folder = tmp_path / "gtk-3.0"
    folder.mkdir(parents=True)
    (folder / "settings.ini").write_text("\n".join(["[Settings]", *lines]))


@pytest.mark.parametrize(
    ("theme", "dark"),
    [
        ("Adwaita-dark", True),
        ("Greybird-dark", True),
        ("Mint-Y-Dark-Aqua", True),
        ("Yaru-dark", True),
        ("BlackMATE", True),
        ("Adwaita", None),
        ("Arc-Darker", None),  # only its title bars are dark
        ("Greybird", None),
    ],
)
def test_a_theme_tells_by_its_name_that_it_is_dark(env, theme, dark):
    assert look_of({"Net/ThemeName": theme}, env).is_dark is dark


def test_the_file_counts_where_the_desktop_says_nothing(tmp_path, env):
    write_ini(tmp_path, "gtk-theme-name = Adwaita-dark", 'gtk-font-name="Sans 12"')

    assert look_of({}, env) == Look(True, "Sans", 12.0)
    both = {"Net/ThemeName": "Adwaita", "Gtk/FontName": "Noto Sans Bold 9.5"}
    assert look_of(both, env) == Look(None, "Noto Sans Bold", 9.5)


def test_the_users_wish_for_dark_counts_with_any_theme(tmp_path, env):
    write_ini(tmp_path, "gtk-application-prefer-dark-theme=1")

    assert look_of({"Net/ThemeName": "Adwaita"}, env).is_dark


def test_gtks_variable_goes_before_the_desktop(env):
    theme = {"Net/ThemeName": "Adwaita"}

    assert look_of(theme, {**env, "GTK_THEME": "Adwaita:dark"}).is_dark


@pytest.mark.parametrize("font", ["", "Sans", "Sans Bold"])
def test_a_font_without_a_size_is_not_known(env, font):
    assert look_of({"Gtk/FontName": font}, env).font_points is None


def test_the_users_file_goes_before_the_systems(tmp_path, env):
    write_ini(tmp_path, "gtk-font-name = Sans 12")
    write_ini(tmp_path / "etc", "gtk-font-name = Sans 9", "gtk-theme-name = Yaru-dark")
    found = desktop_look.look_of({}, env, system=tmp_path / "etc")

    assert found == Look(True, "Sans", 12.0)
