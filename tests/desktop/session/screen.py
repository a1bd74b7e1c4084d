"""The screen as a picture, read from the file in which Xvfb keeps it."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

from desktop.session.failure import Failure


@dataclass
class Picture:
    """Rows of RGB bytes."""

    rows: list[bytes]

    @property
    def width(self) -> int:
        return len(self.rows[0]) // 3

    @property
    def height(self) -> int:
        return len(self.rows)

    def pixel(self, x: int, y: int) -> tuple[int, int, int]:
        red, green, blue = self.rows[y][x * 3 : x * 3 + 3]
        return red, green, blue

    def colours(self) -> set[tuple[int, int, int]]:
        return {self.pixel(x, y) for y in range(self.height) for x in range(self.width)}

    def crop(self, x: int, y: int, width: int, height: int) -> Picture:
        rows = [row[x * 3 : (x + width) * 3] for row in self.rows[y : y + height]]
        if not rows or not rows[0]:
            raise Failure("that area lies outside the screen")
        return Picture(rows)

    def enlarged(self, times: int) -> Picture:
        rows = []
        for row in self.rows:
            wide = b"".join(row[i : i + 3] * times for i in range(0, len(row), 3))
            rows += [wide] * times
        return Picture(rows)

    def save(self, path: Path) -> Path:
        """Write a PNG; needs no imaging library."""

        def chunk(kind: bytes, body: bytes) -> bytes:
            check = zlib.crc32(kind + body)
            return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)

        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        pixels = zlib.compress(b"".join(b"\0" + row for row in self.rows), 6)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(
            b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", head)
            + chunk(b"IDAT", pixels)
            + chunk(b"IEND", b"")
        )
        return path


def read_xwd(path: Path) -> Picture:
    """Read the XWD file that Xvfb keeps up to date."""
    data = path.read_bytes()
    header = struct.unpack(">25I", data[:100])
    size, depth, width, height = header[0], header[3], header[4], header[5]
    byte_order, bits, line_bytes, colours = (
        header[7],
        header[11],
        header[12],
        header[19],
    )
    if (depth, bits) != (24, 32):
        raise Failure(f"a 24-bit screen is needed, not {depth}")
    start = size + colours * 12
    red, green, blue = (2, 1, 0) if byte_order == 0 else (1, 2, 3)
    rows = []
    for y in range(height):
        line = data[start + y * line_bytes :][: width * 4]
        row = bytearray(width * 3)
        row[0::3], row[1::3], row[2::3] = line[red::4], line[green::4], line[blue::4]
        rows.append(bytes(row))
    return Picture(rows)
