"""What one read of the process table brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from traintray.core.readings import ProcessReading
from traintray.core.sensors.process_row import ProcessRow


class RowsAsReadings(Mapping[int, ProcessReading]):
    """The rows, seen as readings."""

    def __init__(self, rows: Mapping[int, ProcessRow]) -> None:
        self._rows = rows

    def __getitem__(self, pid: int) -> ProcessReading:
        return self._rows[pid].reading()

    def __contains__(self, pid: object) -> bool:
        return pid in self._rows

    def __iter__(self) -> Iterator[int]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


@dataclass(frozen=True, slots=True)
class ProcessTableReading:
    """All processes. Valid on the sampling thread until the next read."""

    processes: Mapping[int, ProcessReading]
    """By pid. A sleeping process may have been read up to 10 s ago (`read_at_s`)."""
    started: frozenset[int]
    """Pids that are new since the previous reading; at the first one all."""
    ended: frozenset[int]
    """Pids that are gone. One that was given to another process is in both."""
    busy: frozenset[int]
    """Pids that were read now and used at least 0.1 logical CPUs since before."""
    unreadable_count: int
    """Processes that are listed but may not be read (a `hidepid` mount)."""
    read_count: int
    """How many processes were read this time."""
