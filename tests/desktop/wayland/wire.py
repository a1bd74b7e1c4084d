"""A small client of a Wayland compositor: it moves a pointer and gets tokens.

The wire is documented in the Wayland book, chapter "Wire Format"; opcodes count the
requests of an interface in the order of its XML file.
"""

from __future__ import annotations

import socket
import struct

LEFT, RIGHT = 0x110, 0x111
"""`BTN_LEFT` and `BTN_RIGHT` of linux/input-event-codes.h."""
_DISPLAY = 1


class Wire:
    """One connection. `path` is the compositor's socket."""

    def __init__(self, path: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(5)
        self._socket.connect(path)
        self._last_id = _DISPLAY
        self._globals: dict[str, tuple[int, int]] = {}
        self._registry = self._new_id()
        self._send(_DISPLAY, 1, struct.pack("=I", self._registry))
        self._round_trip({})
        self._pointer = 0

    def close(self) -> None:
        self._socket.close()

    def token(self) -> str:
        """Ask for an activation token, as a panel or a notification daemon does."""
        manager = self._bind("xdg_activation_v1")
        asked = self._new_id()
        self._send(manager, 1, struct.pack("=I", asked))
        self._send(asked, 3)
        found: dict[tuple[int, int], bytes] = {}
        self._round_trip(found)
        return _text(found[asked, 0])

    def plug_pointer_in(self) -> None:
        """Give the desktop a mouse; programs take a moment to notice it."""
        manager = self._bind("zwlr_virtual_pointer_manager_v1")
        self._pointer = self._new_id()
        self._send(manager, 0, struct.pack("=II", 0, self._pointer))
        self._round_trip({})

    def move(self, x: int, y: int, width: int, height: int) -> None:
        """Move the pointer to a point of an output of that size."""
        self._send(self._pointer, 1, struct.pack("=IIIII", 0, x, y, width, height))
        self._send(self._pointer, 4)
        self._round_trip({})

    def press(self, button: int = LEFT) -> None:
        """Press and release a button where the pointer is."""
        for pressed in (1, 0):
            self._send(self._pointer, 2, struct.pack("=III", 0, button, pressed))
            self._send(self._pointer, 4)
            self._round_trip({})

    def _bind(self, interface: str) -> int:
        name, _version = self._globals[interface]
        made = self._new_id()
        text = interface.encode() + b"\0"
        text += bytes(-len(text) % 4)
        length = len(interface) + 1
        head = struct.pack("=II", name, length)
        self._send(self._registry, 0, head + text + struct.pack("=II", 1, made))
        return made

    def _new_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def _send(self, target: int, opcode: int, payload: bytes = b"") -> None:
        size = 8 + len(payload)
        self._socket.sendall(struct.pack("=IHH", target, opcode, size) + payload)

    def _round_trip(self, found: dict[tuple[int, int], bytes]) -> None:
        """Wait until the compositor has done what was asked; keep what it says."""
        done = self._new_id()
        self._send(_DISPLAY, 0, struct.pack("=I", done))
        while (done, 0) not in found:
            sender, opcode, size = struct.unpack("=IHH", self._read(8))
            payload = self._read(size - 8)
            if (sender, opcode) == (_DISPLAY, 0):
                raise ConnectionError(payload[8:].decode(errors="replace"))
            if (sender, opcode) == (self._registry, 0):
                name = struct.unpack("=I", payload[:4])[0]
                version = struct.unpack("=I", payload[-4:])[0]
                self._globals[_text(payload[4:])] = (name, version)
            found[sender, opcode] = payload

    def _read(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            part = self._socket.recv(size - len(found))
            if not part:
                raise ConnectionResetError("the compositor has gone")
            found += part
        return found


def _text(payload: bytes) -> str:
    length = struct.unpack("=I", payload[:4])[0]
    return payload[4 : 3 + length].decode()
