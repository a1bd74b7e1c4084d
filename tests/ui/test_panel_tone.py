"""What the icon stands on."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from traintray.ui.panel_tone import panel_of

LIGHT, DARK = Qt.ColorScheme.Light, Qt.ColorScheme.Dark


@pytest.mark.parametrize(
    ("scheme", "desktop", "dark"),
    [
        (LIGHT, "XFCE", False),
        (DARK, "XFCE", True),
        (LIGHT, "KDE", False),
        (Qt.ColorScheme.Unknown, "", False),
        (LIGHT, "GNOME", True),
        (LIGHT, "ubuntu:GNOME", True),
        (LIGHT, "pop:GNOME", True),
    ],
)
def test_the_panel_of_a_desktop(scheme, desktop, dark):
    assert panel_of(scheme, {"XDG_CURRENT_DESKTOP": desktop}).dark is dark


def test_a_desktop_without_a_name_follows_the_scheme():
    assert panel_of(DARK, {}).dark
