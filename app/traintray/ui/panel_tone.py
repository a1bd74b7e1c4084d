"""Guesses what the tray icon stands on; no desktop tells."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from traintray.ui.desktop_watch import desktop_is_dark
from traintray.ui.tray_look import Panel

if TYPE_CHECKING:
    from traintray.settings.settings import Settings

_ALWAYS_DARK = {"GNOME", "UBUNTU", "UNITY", "POP", "COSMIC"}
"""Desktops whose panel is dark under any theme."""
_DARK_BELOW = 128


def is_dark(window_lightness: int, env: Mapping[str, str]) -> bool:
    """Tell from a desktop's name and the lightness, 0..255, of its windows.

    A panel mostly has the colours of the windows. The lightness stands for the
    colour scheme, whose type Qt takes 25 ms to make.
    """
    desktops = {name.upper() for name in env.get("XDG_CURRENT_DESKTOP", "").split(":")}
    return window_lightness < _DARK_BELOW or bool(desktops & _ALWAYS_DARK)


def panel_of(settings: Settings) -> Panel:
    """Return what the icon stands on as the user says, or as far as it can be told."""
    tone = settings.panel_tone
    dark = panel_is_dark() if tone == "system" else tone == "dark"
    return Panel(dark, monochrome=settings.tray_icon == "monochrome")


def panel_is_dark() -> bool:
    """Tell for this desktop as it is now."""
    ground = QGuiApplication.palette().window().color()
    return desktop_is_dark() or is_dark(ground.lightness(), os.environ)
