"""The process table in a trace: what changed in it, and what it was.

Both sides keep the rows as they were. Most processes sleep, so a second of thousands
takes a few lines' worth: those that did something, and the numbers of those that were
merely looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from traintray.core.detection.world import Table
from traintray.core.readings import ProcessReading
from traintray.core.replay import changes
from traintray.core.replay.codec import Codec, whole
from traintray.core.replay.errors import TraceError
from traintray.core.sensors.process_table_reading import ProcessTableReading

Json = Any
_LISTS = ("started", "ended", "busy")
_COUNTS = ("unreadable_count", "read_count")
_READ_AT = "read_at_s"


class TableWriter:
    """Compares each reading of the table with the one before."""

    def __init__(self, codec: Codec, clean: Callable[[Any], Any]) -> None:
        self._write = codec.way(ProcessReading).write
        self._clean = clean
        self._rows: dict[int, ProcessReading] = {}
        self._json: dict[int, Json] = {}

    def written(self, table: Table, at_s: float) -> dict[str, Json]:
        """Return what a reading brings, as it is written."""
        rows: dict[str, Json] = {}
        still: list[int] = []
        for pid in table.ended:
            self._forget(pid)
        gone = self._rows.keys() - table.processes.keys()
        for pid in gone:
            self._forget(pid)
        for pid, row in table.processes.items():
            if self._rows.get(pid) is row:
                continue
            how = self._change(pid, row, at_s)
            if how:
                rows[str(pid)] = how
            elif row.read_at_s == at_s:
                still.append(pid)
        found: dict[str, Json] = {"rows": rows, "still": still, "gone": sorted(gone)}
        found.update({name: sorted(getattr(table, name)) for name in _LISTS})
        found.update({name: getattr(table, name, 0) for name in _COUNTS})
        return {name: value for name, value in found.items() if value}

    def _forget(self, pid: int) -> None:
        self._rows.pop(pid, None)
        self._json.pop(pid, None)

    def _change(self, pid: int, row: ProcessReading, at_s: float) -> dict[str, Json]:
        """Return what is new in a row; it was read just now unless that is said."""
        before = self._json.get(pid, changes.NOTHING)
        now = self._write(self._clean(row))
        read_at_s = now.pop(_READ_AT)
        last = self._rows.get(pid)
        self._rows[pid], self._json[pid] = row, now
        how = changes.change(before, now)
        is_read_now = read_at_s == at_s
        if not is_read_now and (last is None or last.read_at_s != read_at_s):
            how = {**how, _READ_AT: read_at_s}
        return how


class TableReader:
    """Works out each reading of the table again."""

    def __init__(self, codec: Codec) -> None:
        self._read = codec.way(ProcessReading).read
        self._rows: dict[int, ProcessReading] = {}
        self._json: dict[int, Json] = {}

    def read(self, json: Json, at_s: float) -> ProcessTableReading:
        """Return the reading; valid until the next one. TraceError for a wrong one."""
        if not isinstance(json, dict):
            raise TraceError(f"{json!r:.60} is no process table")
        for pid in (*_pids(json, "ended"), *_pids(json, "gone")):
            self._rows.pop(pid, None)
            self._json.pop(pid, None)
        rows = json.get("rows", {})
        if not isinstance(rows, dict):
            raise TraceError(f"{rows!r:.60} are no processes")
        for key, how in rows.items():
            self._take(whole(key), how, at_s)
        for pid in _pids(json, "still"):
            self._rows[pid] = replace(self._known(pid), read_at_s=at_s)
        started, ended, busy = (frozenset(_pids(json, name)) for name in _LISTS)
        unreadable, read_count = (_count(json, name) for name in _COUNTS)
        seen: Mapping[int, ProcessReading] = self._rows
        return ProcessTableReading(seen, started, ended, busy, unreadable, read_count)

    def _take(self, pid: int, how: Json, at_s: float) -> None:
        if isinstance(how, dict) and _READ_AT in how:
            at_s = how[_READ_AT]
            how = {name: part for name, part in how.items() if name != _READ_AT}
        now = changes.changed(self._json.get(pid, changes.NOTHING), how)
        if not isinstance(now, dict):
            raise TraceError(f"{now!r:.60} is no process")
        row: ProcessReading = self._read({**now, _READ_AT: at_s})
        if row.pid != pid:
            raise TraceError(f"process {pid} says that it is {row.pid}")
        self._rows[pid], self._json[pid] = row, now

    def _known(self, pid: int) -> ProcessReading:
        if pid not in self._rows:
            raise TraceError(f"process {pid} was never told of")
        return self._rows[pid]


def _pids(json: dict[str, Json], name: str) -> list[int]:
    found = json.get(name, [])
    if isinstance(found, list) and all(type(pid) is int for pid in found):
        return found
    raise TraceError(f"{found!r:.60} are no numbers of processes")


def _count(json: dict[str, Json], name: str) -> int:
    found = json.get(name, 0)
    if type(found) is not int:
        raise TraceError(f"{found!r:.60} is no count")
    return found
