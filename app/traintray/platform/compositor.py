"""Whether windows may be translucent: asked of the X server through libxcb."""

from __future__ import annotations

import ctypes
from typing import Any


class _AtomReply(ctypes.Structure):
    _fields_ = (
        ("response_type", ctypes.c_uint8),
        ("pad", ctypes.c_uint8),
        ("sequence", ctypes.c_uint16),
        ("length", ctypes.c_uint32),
        ("atom", ctypes.c_uint32),
    )


class _OwnerReply(ctypes.Structure):
    _fields_ = (
        ("response_type", ctypes.c_uint8),
        ("pad", ctypes.c_uint8),
        ("sequence", ctypes.c_uint16),
        ("length", ctypes.c_uint32),
        ("owner", ctypes.c_uint32),
    )


class _Cookie(ctypes.Structure):
    _fields_ = (("sequence", ctypes.c_uint),)


def runs_on_x11(screen_number: int = 0) -> bool:
    """Return whether a program composes the windows of the X screen.

    By convention it owns the selection `_NET_WM_CM_S<n>`. False when that cannot
    be told, since square corners are right everywhere.
    """
    try:
        xcb, libc = ctypes.CDLL("libxcb.so.1"), ctypes.CDLL(None)
    except OSError:
        return False
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    try:
        if xcb.xcb_connection_has_error(connection):
            return False
        return _owner(xcb, libc, connection, f"_NET_WM_CM_S{screen_number}") != 0
    finally:
        xcb.xcb_disconnect(connection)


def _owner(xcb: Any, libc: Any, connection: Any, selection: str) -> int:
    """Return the window that owns a selection; 0 without one."""
    name = selection.encode()
    xcb.xcb_intern_atom.restype = _Cookie
    xcb.xcb_intern_atom_reply.restype = ctypes.POINTER(_AtomReply)
    xcb.xcb_get_selection_owner.restype = _Cookie
    xcb.xcb_get_selection_owner_reply.restype = ctypes.POINTER(_OwnerReply)
    libc.free.argtypes = [ctypes.c_void_p]
    asked = xcb.xcb_intern_atom(
        connection, ctypes.c_uint8(0), ctypes.c_uint16(len(name)), name
    )
    atom = xcb.xcb_intern_atom_reply(connection, asked, None)
    if not atom:
        return 0
    asked = xcb.xcb_get_selection_owner(connection, ctypes.c_uint32(atom[0].atom))
    libc.free(ctypes.cast(atom, ctypes.c_void_p))
    reply = xcb.xcb_get_selection_owner_reply(connection, asked, None)
    if not reply:
        return 0
    owner = int(reply[0].owner)
    libc.free(ctypes.cast(reply, ctypes.c_void_p))
    return owner
