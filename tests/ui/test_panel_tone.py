"""What the icon stands on."""

from __future__ import annotations

import pytest

from traintray.ui.panel_tone import panel_of, present_panel

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
    assert panel_of(lightness, {"XDG_CURRENT_DESKTOP": desktop}).dark is dark


def test_a_desktop_without_a_name_follows_its_colours():
    assert panel_of(DARK, {}).dark


def test_the_panel_of_this_desktop_can_be_told(qapp):
    assert present_panel().dark in (True, False)
