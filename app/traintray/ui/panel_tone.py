"""Guesses what the tray icon stands on; no desktop tells."""

from __future__ import annotations

import os
from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from traintray.ui.tray_look import Panel

_ALWAYS_DARK = {"GNOME", "UBUNTU", "UNITY", "POP", "COSMIC"}
"""Desktops whose panel is dark under any theme."""


def panel_of(scheme: Qt.ColorScheme, env: Mapping[str, str]) -> Panel:
    """Return the panel for the desktop's colour scheme and its name."""
    desktops = {name.upper() for name in env.get("XDG_CURRENT_DESKTOP", "").split(":")}
    dark = scheme == Qt.ColorScheme.Dark or bool(desktops & _ALWAYS_DARK)
    return Panel(dark=dark)


def present_panel() -> Panel:
    """Return the panel of this desktop as it is now."""
    return panel_of(QGuiApplication.styleHints().colorScheme(), os.environ)
