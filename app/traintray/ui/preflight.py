"""Finds out before Qt starts whether it can: Qt itself aborts without a clear word.

Imports no Qt.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Mapping
from pathlib import Path

_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon.so.0": "libxkbcommon0",
}
"""What Qt's libraries load on any screen, and the Debian packages that bring it."""

_X11_LIBRARIES = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}

Load = Callable[[str], object]


def problem(
    env: Mapping[str, str] = os.environ,
    load: Load = ctypes.CDLL,
    connects: Callable[[], bool] | None = None,
) -> str | None:
    """Return why no window can be shown here and what to do, in one line, or None.

    A platform that the user chose by QT_QPA_PLATFORM is the user's to answer for,
    apart from X11's.
    """
    chosen = env.get("QT_QPA_PLATFORM", "").split(":")[0].split(";")[0]
    if chosen not in ("", "xcb"):
        return None
    if chosen == "" and _wayland_socket(env) is not None:
        return _missing(_LIBRARIES, load)
    if not env.get("DISPLAY"):
        return (
            "there is no screen here (neither WAYLAND_DISPLAY nor DISPLAY leads to"
            " one). Start it in a desktop session; in a terminal, traintray diagnose"
            " works without a screen"
        )
    missing = _missing({**_LIBRARIES, **_X11_LIBRARIES}, load)
    if missing is not None:
        return missing
    if not (connects or _reaches_display)():
        return (
            f"the screen DISPLAY={env['DISPLAY']} cannot be reached. Start it in a"
            " desktop session; in a terminal, traintray diagnose works without a"
            " screen"
        )
    return None


def _missing(libraries: Mapping[str, str], load: Load) -> str | None:
    absent = {}
    for name, package in libraries.items():
        try:
            load(name)
        except OSError:
            absent[name] = package
    if not absent:
        return None
    return (
        f"Qt needs {', '.join(absent)}, which this system lacks. On Debian or Ubuntu:"
        f" sudo apt install {' '.join(absent.values())}"
    )


def _wayland_socket(env: Mapping[str, str]) -> Path | None:
    name = env.get("WAYLAND_DISPLAY")
    if not name:
        return None
    path = Path(env.get("XDG_RUNTIME_DIR", "")) / name
    return path if path.is_absolute() and path.exists() else None


def _reaches_display() -> bool:
    """Connect to the X server as Qt will, and hang up."""
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    failed: int = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return failed == 0
