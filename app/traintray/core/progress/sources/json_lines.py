"""Logs of one JSON object a line, with a key for the step or the epoch."""

from __future__ import annotations

import json

from traintray.core.progress.columns import Row, row_of
from traintray.core.progress.lines import Lines
from traintray.core.progress.mark import NOTHING, Look
from traintray.core.progress.open_files import OpenFile
from traintray.core.progress.rows import RowTrack
from traintray.core.progress.source import Source
from traintray.core.progress.tail import Tail

_ENDINGS = (".jsonl", ".ndjson", ".json", ".log")


class _JsonReader:
    def __init__(self, path: str) -> None:
        self._tail = Tail(path)
        self._lines = Lines()
        self._track = RowTrack()

    def look(self) -> Look:
        """Return what the new lines tell."""
        fresh = self._tail.read()
        if fresh is None:
            return NOTHING
        rows = (_row(line) for line in self._lines.add(fresh))
        return self._track.look([r for r in rows if r is not None], fresh.changed_at_s)


def _row(line: str) -> Row | None:
    # Deep brackets would make the decoder recurse; a row of a log has few.
    if not line.startswith("{") or line.count("[") + line.count("{") > 200:
        return None
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row_of(found) if isinstance(found, dict) else None


def _is_mine(file: OpenFile) -> bool:
    return file.path.lower().endswith(_ENDINGS)


SOURCE = Source("json_lines", 4, _is_mine, _JsonReader)
