"""What a desktop on X11 tells all programs: its theme, its font. XSETTINGS 0.5.

Linux only: needs libxcb. `xfconf-query -c xsettings -l -v` prints the same on Xfce.
"""

from __future__ import annotations

import ctypes
import struct
from typing import Any

_PROPERTY_CHANGES, _EVENT_MASK = 1 << 22, 1 << 11
_LONGEST_WORDS = 1 << 14
_INTEGER, _STRING, _COLOUR = 0, 1, 2


class _Cookie(ctypes.Structure):
    _fields_ = [("sequence", ctypes.c_uint)]


class _Reply(ctypes.Structure):
    """The head of any reply; in those that are asked for here one number follows."""

    _fields_ = [("head", ctypes.c_uint32 * 2), ("number", ctypes.c_uint32)]


class XSettings:
    """A connection to the X server, to read them and to hear of changes."""

    def __init__(self) -> None:
        """Connect as DISPLAY says; OSError when that fails or libxcb is missing."""
        self._xcb = _library()
        screen = ctypes.c_int()
        self._server = ctypes.c_void_p(
            self._xcb.xcb_connect(None, ctypes.byref(screen))
        )
        if self._xcb.xcb_connection_has_error(self._server):
            self.close()
            raise OSError("the X server cannot be reached")
        self._manager = self._ask(
            "xcb_get_selection_owner", self._atom(f"_XSETTINGS_S{screen.value}")
        )
        if self._manager:
            mask = (ctypes.c_uint32 * 1)(_PROPERTY_CHANGES)
            self._xcb.xcb_change_window_attributes(
                self._server, self._manager, _EVENT_MASK, mask
            )
            self._xcb.xcb_flush(self._server)

    def read(self) -> dict[str, int | str]:
        """Return the settings by name; none where no program keeps any."""
        if not self._manager:
            return {}
        name = self._atom("_XSETTINGS_SETTINGS")
        cookie = self._xcb.xcb_get_property(
            self._server, 0, self._manager, name, name, 0, _LONGEST_WORDS
        )
        reply = self._xcb.xcb_get_property_reply(self._server, cookie, None)
        if not reply:
            return {}
        try:
            size = self._xcb.xcb_get_property_value_length(ctypes.c_void_p(reply))
            start = self._xcb.xcb_get_property_value(ctypes.c_void_p(reply))
            return parse(ctypes.string_at(start, size))
        finally:
            _free(reply)

    def fileno(self) -> int:
        """Return the descriptor to watch for reading."""
        return int(self._xcb.xcb_get_file_descriptor(self._server))

    def has_news(self) -> bool:
        """Take what the server has sent; say whether anything may have changed.

        OSError when the connection has ended.
        """
        news = False
        while event := self._xcb.xcb_poll_for_event(self._server):
            _free(event)
            news = True
        if self._xcb.xcb_connection_has_error(self._server):
            raise OSError("the X server closed the connection")
        return news

    def close(self) -> None:
        """Hang up."""
        self._xcb.xcb_disconnect(self._server)

    def _atom(self, name: str) -> int:
        raw = name.encode()
        return self._ask("xcb_intern_atom", 0, len(raw), raw)

    def _ask(self, request: str, *arguments: Any) -> int:
        """Return the number that a request is answered with; 0 for none."""
        cookie = getattr(self._xcb, request)(self._server, *arguments)
        reply = getattr(self._xcb, f"{request}_reply")(self._server, cookie, None)
        if not reply:
            return 0
        number = int(_Reply.from_address(reply).number)
        _free(reply)
        return number


def parse(raw: bytes) -> dict[str, int | str]:
    """Return what a settings property says; what is cut off or unknown ends it."""
    order = "<" if raw[:1] == b"\0" else ">"
    found: dict[str, int | str] = {}
    try:
        (count,) = struct.unpack_from(f"{order}I", raw, 8)
        at = 12
        for _ in range(count):
            kind, length = struct.unpack_from(f"{order}BxH", raw, at)
            name = raw[at + 4 : at + 4 + length].decode(errors="replace")
            at += 4 + _padded(length) + 4
            (number,) = struct.unpack_from(f"{order}i", raw, at)
            if kind == _INTEGER:
                found[name] = number
                at += 4
            elif kind == _STRING:
                found[name] = raw[at + 4 : at + 4 + number].decode(errors="replace")
                at += 4 + _padded(number)
            elif kind == _COLOUR:
                at += 8
            else:
                break
    except struct.error:
        pass
    return found


def _padded(length: int) -> int:
    return (length + 3) // 4 * 4


def _library() -> ctypes.CDLL:
    """Return libxcb with the types of what is called in it."""
    xcb = ctypes.CDLL("libxcb.so.1")
    for name in ("intern_atom", "get_selection_owner", "get_property"):
        getattr(xcb, f"xcb_{name}").restype = _Cookie
        reply = getattr(xcb, f"xcb_{name}_reply")
        reply.argtypes = [ctypes.c_void_p, _Cookie, ctypes.c_void_p]
        reply.restype = ctypes.c_void_p
    for name in ("connect", "poll_for_event", "get_property_value"):
        getattr(xcb, f"xcb_{name}").restype = ctypes.c_void_p
    return xcb


def _free(pointer: int) -> None:
    ctypes.CDLL(None).free(ctypes.c_void_p(pointer))
