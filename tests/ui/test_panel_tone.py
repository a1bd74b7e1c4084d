"""What the icon stands on."""

from __future__ import annotations

import pytest

from traintray.ui.panel_tone import is_dark, panel_is_dark

LIGHT, DARK = 240, 40


@pytest.mark.parametrize(
    ("lightness", "desktop", "dark"),
    [
        (LIGHT, "XFCE", False),
        (DARK, "XFCE", True),
        (LIGHT, "KDE", False),
        (LIGHT, "", False),
        (LIGHT, "GNOME", True),
        (LIGHT, "ubuntu:GNOME", True),
        (LIGHT, "pop:GNOME", True),
    ],
)
def test_the_panel_of_a_desktop(lightness, desktop, dark):
    assert is_dark(lightness, {"XDG_CURRENT_DESKTOP": desktop}) is dark


def test_a_desktop_without_a_name_follows_its_colours():
    assert is_dark(DARK, {})


def test_the_panel_of_this_desktop_can_be_told(qapp):
    assert panel_is_dark() in (True, False)
