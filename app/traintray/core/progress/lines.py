"""Whole lines out of bytes that come in pieces."""

from __future__ import annotations

from traintray.core.progress.tail import Fresh

_LONGEST_BYTES = 256 * 1024
"""A longer line is no row of a log: what there is of it is dropped."""


class Lines:
    """Keeps the piece of a line until its end comes."""

    def __init__(self) -> None:
        self._rest = b""
        self._is_inside = False
        """The next bytes belong to a line whose begin was not seen."""

    def add(self, fresh: Fresh) -> list[str]:
        """Return the lines that are complete now, without their ends."""
        if fresh.is_anew or fresh.is_cut:
            self._rest, self._is_inside = b"", fresh.is_cut
        *whole, self._rest = (self._rest + fresh.data).split(b"\n")
        if self._is_inside and whole:
            del whole[0]
            self._is_inside = False
        if len(self._rest) > _LONGEST_BYTES:
            self._rest, self._is_inside = b"", True
        return [line.decode("utf-8", "replace").rstrip("\r") for line in whole]
