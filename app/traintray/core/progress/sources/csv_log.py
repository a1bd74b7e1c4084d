"""CSV logs: Lightning's `metrics.csv`, Keras' `CSVLogger`, and any other with a
column for the step, the iteration or the epoch.
"""

from __future__ import annotations

import csv

from traintray.core.progress.columns import Row, names_progress, row_of
from traintray.core.progress.lines import Lines
from traintray.core.progress.mark import NOTHING, Look
from traintray.core.progress.open_files import OpenFile
from traintray.core.progress.rows import RowTrack
from traintray.core.progress.source import Source
from traintray.core.progress.tail import Tail, head

_ENDINGS = (".csv", ".tsv")
_SEPARATORS = ",\t;"


class _CsvReader:
    def __init__(self, path: str) -> None:
        self._tail = Tail(path)
        self._lines = Lines()
        self._track = RowTrack()
        self._header: list[str] = []
        self._separator = ","

    def look(self) -> Look:
        """Return what the new rows tell."""
        fresh = self._tail.read()
        if fresh is None:
            return NOTHING
        # A logger that meets a new column writes the file anew with another header.
        header = _first_line(head(self._tail.path))
        if header is None:
            return NOTHING
        self._separator = max(_SEPARATORS, key=header.count)
        self._header = self._values(header) or []
        if not names_progress(self._header):
            return NOTHING
        rows = (self._row(line) for line in self._lines.add(fresh))
        return self._track.look([r for r in rows if r is not None], fresh.changed_at_s)

    def _row(self, line: str) -> Row | None:
        values = self._values(line)
        if values is None or len(values) != len(self._header):
            return None
        return row_of(dict(zip(self._header, values, strict=True)))

    def _values(self, line: str) -> list[str] | None:
        """Cut a line; None where it is none, such as with a carriage return inside."""
        try:
            return next(csv.reader([line], delimiter=self._separator), [])
        except csv.Error:
            return None


def _first_line(content: bytes) -> str | None:
    line, end, _ = content.partition(b"\n")
    return line.decode("utf-8", "replace").strip("\r\ufeff") if end else None


def _is_mine(file: OpenFile) -> bool:
    return file.path.lower().endswith(_ENDINGS)


SOURCE = Source("csv", 3, _is_mine, _CsvReader)
