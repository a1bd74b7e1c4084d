"""Standard output or standard error that goes to a file: progress bars, and steps
that the training loop prints.
"""

from __future__ import annotations

from traintray.core.discovery import collect
from traintray.core.progress import bars
from traintray.core.progress.bar import Bar
from traintray.core.progress.bar_track import BarTrack
from traintray.core.progress.mark import NOTHING, Look
from traintray.core.progress.open_files import OpenFile
from traintray.core.progress.source import Source
from traintray.core.progress.tail import Tail

_MOST_BYTES = 32 * 1024
"""A bar stands at the end; this holds a hundred of its lines."""


class _OutputReader:
    def __init__(self, path: str) -> None:
        self._tail = Tail(path, _MOST_BYTES)
        self._track = BarTrack(collect(bars, "BAR", Bar))

    def look(self) -> Look:
        """Return what the new lines tell."""
        fresh = self._tail.read()
        if fresh is None:
            return NOTHING
        text = fresh.data.decode("utf-8", "replace")
        return self._track.add(text, fresh.changed_at_s, is_cut=fresh.is_cut)


def _is_mine(file: OpenFile) -> bool:
    return file.is_output


SOURCE = Source("output", 1, _is_mine, _OutputReader)
