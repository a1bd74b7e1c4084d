"""Plays the desktop's settings: publishes each line from its input as XSETTINGS.

    python -m desktop.settings_manager < lines of "theme|font"

Answers each with "done", once the X server has it.
"""

from __future__ import annotations

import ctypes
import struct
import sys

from traintray.platform.xsettings import XSettings

_REPLACE, _INPUT_ONLY = 0, 2


def main() -> int:
    client = XSettings()  # for its connection; nobody keeps settings yet
    xcb, server = client._xcb, client._server
    xcb.xcb_get_setup.restype = ctypes.c_void_p
    root = _root(xcb.xcb_get_setup(server))
    window = xcb.xcb_generate_id(server)
    box = (0, 0, 1, 1, 0)
    xcb.xcb_create_window(server, 0, window, root, *box, _INPUT_ONLY, 0, 0, None)
    xcb.xcb_set_selection_owner(server, window, client._atom("_XSETTINGS_S0"), 0)
    name = client._atom("_XSETTINGS_SETTINGS")
    for line in sys.stdin:
        raw = _property(*line.strip().split("|"))
        xcb.xcb_change_property(server, _REPLACE, window, name, name, 8, len(raw), raw)
        client._atom("_XSETTINGS_SETTINGS")  # an answer comes after what came before
        print("done", flush=True)
    return 0


def _root(setup: int) -> int:
    """Return the root window: the first number of the first screen."""
    xcb = ctypes.CDLL("libxcb.so.1")

    class Screens(ctypes.Structure):
        _fields_ = [("data", ctypes.c_void_p), ("rem", ctypes.c_int)]
        _fields_ += [("index", ctypes.c_int)]

    xcb.xcb_setup_roots_iterator.restype = Screens
    found = xcb.xcb_setup_roots_iterator(ctypes.c_void_p(setup))
    return ctypes.c_uint32.from_address(found.data).value


def _property(theme: str, font: str) -> bytes:
    body = b""
    for name, value in (("Net/ThemeName", theme), ("Gtk/FontName", font)):
        body += struct.pack("<BxH", 1, len(name)) + _padded(name)
        body += struct.pack("<II", 1, len(value)) + _padded(value)
    return struct.pack("<B3xII", 0, 1, 2) + body


def _padded(text: str) -> bytes:
    raw = text.encode()
    return raw + b"\0" * (-len(raw) % 4)


raise SystemExit(main())
