"""Theme and font of a GTK desktop, without GTK.

On such desktops Qt loads the whole of GTK to ask it for them: 50 ms of the time in
which the icon has to be there, and 9 MiB for as long as the app runs. On X11 the
desktop tells all programs anyhow. On Wayland it does not, and Qt goes on as ever.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_GTK_DESKTOPS = frozenset(
    ("GNOME", "X-CINNAMON", "PANTHEON", "UNITY", "MATE", "XFCE", "LXDE")
)
"""Where Qt would load GTK (names in XDG_CURRENT_DESKTOP)."""

THEME_VARIABLE = "QT_QPA_PLATFORMTHEME"
WITHOUT_GTK = "gnome"
"""What Qt takes on these desktops where its GTK part is not installed."""

_DARK_NAME = re.compile(r"(^|[-_: ])dark($|[-_: ])|^black", re.IGNORECASE)
"""Adwaita-dark, Mint-Y-Dark-Aqua, BlackMATE; Arc-Darker has light windows."""
_STRONG_NAME = re.compile(r"high-?contrast", re.IGNORECASE)
_INVERSE_NAME = re.compile(r"inverse", re.IGNORECASE)
"""GTK's own are HighContrast, black on white, and HighContrastInverse."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a desktop says of its look; None or "" for what it does not say."""

    is_dark: bool | None = None
    font_family: str = ""
    font_points: float | None = None
    has_contrast: bool = False


def is_needed(env: Mapping[str, str] = os.environ) -> bool:
    """Tell whether Qt would load GTK here, and we can do without."""
    chosen = env.get("QT_QPA_PLATFORM", "").split(":")[0].split(";")[0]
    on_x11 = chosen == "xcb" or (
        chosen == "" and bool(env.get("DISPLAY")) and not env.get("WAYLAND_DISPLAY")
    )
    desktops = {name.upper() for name in env.get("XDG_CURRENT_DESKTOP", "").split(":")}
    return on_x11 and not env.get(THEME_VARIABLE) and bool(desktops & _GTK_DESKTOPS)


def look_of(
    settings: Mapping[str, int | str],
    env: Mapping[str, str] = os.environ,
    system: Path = Path("/etc"),
) -> Look:
    """Return the look that GTK would have: its variable goes before the desktop's
    settings, those before the user's file, and that before the system's.
    """
    files = [_ini(folder / "gtk-3.0/settings.ini") for folder in (_config(env), system)]
    ini = {key: value for found in reversed(files) for key, value in found.items()}
    theme = env.get("GTK_THEME") or str(
        settings.get("Net/ThemeName") or ini.get("gtk-theme-name", "")
    )
    prefers_dark = ini.get("gtk-application-prefer-dark-theme", "") in ("1", "true")
    strong = bool(_STRONG_NAME.search(theme))
    inverse = strong and bool(_INVERSE_NAME.search(theme))
    is_dark = bool(_DARK_NAME.search(theme)) or prefers_dark or inverse
    font = str(settings.get("Gtk/FontName") or ini.get("gtk-font-name", ""))
    family, _, points = font.strip().rpartition(" ")
    try:
        return Look(is_dark or None, family, float(points), strong)
    except ValueError:
        return Look(is_dark or None, has_contrast=strong)


def wants_motion(
    settings: Mapping[str, int | str],
    env: Mapping[str, str] = os.environ,
    system: Path = Path("/etc"),
) -> bool:
    """Return whether things may move: no, where `gtk-enable-animations` is off."""
    told = settings.get("Gtk/EnableAnimations")
    if told is not None:
        return bool(told)
    for folder in (_config(env), system):
        value = _ini(folder / "gtk-3.0/settings.ini").get("gtk-enable-animations")
        if value is not None:
            return value.lower() not in ("0", "false")
    return True


def _config(env: Mapping[str, str]) -> Path:
    configured = Path(env.get("XDG_CONFIG_HOME", ""))
    return configured if configured.is_absolute() else Path.home() / ".config"


def _ini(path: Path) -> dict[str, str]:
    try:
        lines = path.read_text(errors="replace").splitlines()
    except OSError:
        return {}
    pairs = (line.partition("=") for line in lines if "=" in line)
    return {key.strip(): value.strip().strip('"') for key, _, value in pairs}
