"""The process table, at a price that does not grow with the number of sleepers."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from traintray.core.sensors.descriptors import NONE_LEFT, share_of_limit
from traintray.core.sensors.hot_and_cold import HotAndCold
from traintray.core.sensors.kernel_totals import KernelCounters, KernelTotals
from traintray.core.sensors.plugin import Series
from traintray.core.sensors.process_files import ProcessFiles
from traintray.core.sensors.process_row import (
    HOT_S,
    STAT_SIZE_BYTES,
    TICKS_PER_S,
    ProcessRow,
)
from traintray.core.sensors.process_table_reading import (
    ProcessTableReading,
    RowsAsReadings,
)
from traintray.core.sensors.procfile import ProcFile
from traintray.core.sensors.unexplained import UnexplainedCpu

_LIST_ANYWAY_S = 10.0
# What is there at the start is read twice, so that its CPU use is known.
_FIRST_IS_HOT_S = 0.5
_BUSY_CORES = 0.1
_LONGEST_PID_RANGE = 32_768


__all__ = ["ProcessTable", "ProcessTableReading"]


class ProcessTable:
    """Reads `/proc/<pid>/stat` where something may have changed.

    A process is hot when it is new, used CPU within 5 s or is kept hot; hot ones are
    read each time, the others once in 10 s, and all at once when CPU time was spent
    that the hot ones did not spend. `/proc` is listed only when a task was born or
    has died. The `stat` files are kept open while descriptors last, `kept_limit` at
    most (half of the soft limit). `stat` shares a read of `/proc/stat`.
    """

    key = "processes"

    def __init__(
        self,
        root: Path = Path("/"),
        *,
        stat: ProcFile | None = None,
        kept_limit: int | None = None,
    ) -> None:
        limit = share_of_limit(1 / 2) if kept_limit is None else kept_limit
        self._files = ProcessFiles(root, limit)
        self._rows = self._files.rows
        self._counters = KernelCounters(root, stat)
        self._temperature = HotAndCold()
        self._unexplained = UnexplainedCpu()
        self._totals: KernelTotals | None = None
        self._listed_at_s: float | None = None
        self._started: set[int] = set()
        self._ended: set[int] = set()
        self._busy: set[int] = set()
        self._last_at_s: float | None = None

    @property
    def kept_count(self) -> int:
        """How many `stat` files are kept open."""
        return self._files.kept_count

    def keep_hot(self, pids: Collection[int]) -> None:
        """Read these each time, from now until the next call."""
        self._temperature.keep_hot(pids)

    def series(self, reading: ProcessTableReading) -> Series:
        """Name nothing: what matters of processes are the figures of runs."""
        return {}

    def reset(self) -> None:
        """Forget what CPU time was to be compared with (after a suspend)."""
        for row in self._rows.values():
            row.forget_times()
        self._totals = self._last_at_s = self._listed_at_s = None

    def close(self) -> None:
        """Close all files; the next read starts from nothing."""
        for row in list(self._rows.values()):
            self._remove(row)
        self._files.close()
        self._counters.close()
        self.reset()

    def read(self, at_s: float) -> ProcessTableReading:
        """Read what may have changed; OSError where `/proc` cannot be read.

        `ps -eo pid,ppid,comm,state,time,nlwp,rss` prints the same numbers.
        """
        self._started, self._ended, self._busy = set(), set(), set()
        before, totals = self._totals, self._counters.read(at_s)
        # The counters were read first: who is born after that is seen next time.
        suspects = self._list_if_due(before, totals, at_s)
        batch = self._temperature.due(self._rows, at_s)
        batch.update((row.pid, row) for row in suspects)
        explained_ticks = self._read_rows(batch.values(), at_s)
        rest = self._rest_if_unexplained(batch, totals, explained_ticks, at_s)
        if self._listed_at_s is None:
            # One was gone. Its number may be another's by now; only a listing tells,
            # since a thread can be opened by its number as if it were a process.
            self._read_rows(self._list(at_s), at_s)
        self._files.make_room()
        self._totals, self._last_at_s = totals, at_s
        return ProcessTableReading(
            RowsAsReadings(self._rows),
            frozenset(self._started),
            frozenset(self._ended),
            frozenset(self._busy),
            len(self._files.unreadable),
            len(batch) + rest,
        )

    def _list_if_due(
        self, before: KernelTotals | None, totals: KernelTotals, at_s: float
    ) -> Iterable[ProcessRow]:
        """Bring the rows up to date; return those whose pid may have been reused."""
        listed_at_s = self._listed_at_s
        is_due = listed_at_s is None or at_s >= listed_at_s + _LIST_ANYWAY_S
        if not is_due and totals.same_tasks(before):
            return ()
        self._list(at_s)
        if is_due:
            for row in self._files.try_unreadable():
                self._take_in(row, at_s)
        if before is None:
            return ()
        # New pids are given out in rising order, from the lowest again after the
        # highest. Only a number that was passed over can have changed its owner.
        first, last = before.last_pid + 1, totals.last_pid
        if not 0 <= last - first < _LONGEST_PID_RANGE:
            return tuple(self._rows.values()) if last + 1 != first else ()
        rows = self._rows
        return [rows[pid] for pid in range(first, last + 1) if pid in rows]

    def _list(self, at_s: float) -> list[ProcessRow]:
        new, gone = self._files.update(self._last_at_s)
        for row in gone:
            self._temperature.discard(row)
            self._note_end(row)
        for row in new:
            self._take_in(row, at_s)
        self._listed_at_s = at_s
        return new

    def _take_in(self, row: ProcessRow, at_s: float) -> None:
        is_newborn = row.since_s is not None
        row.hot_until_s = at_s + (HOT_S if is_newborn else _FIRST_IS_HOT_S)
        self._temperature.add(row)
        self._started.add(row.pid)

    def _note_end(self, row: ProcessRow) -> None:
        if row.raw:
            self._ended.add(row.pid)
        else:
            self._started.discard(row.pid)

    def _remove(self, row: ProcessRow) -> None:
        self._files.remove(row.pid)
        self._temperature.discard(row)
        self._note_end(row)

    def _read_rows(self, rows: Iterable[ProcessRow], at_s: float) -> int:
        """Read `rows`; return the CPU ticks they used since each was read before."""
        used_ticks = 0
        lost: list[ProcessRow] = []
        busy, pread = self._busy, os.pread
        for row in rows:
            try:
                if row.fd == NONE_LEFT:
                    raw = self._files.read(row)
                else:
                    raw = pread(row.fd, STAT_SIZE_BYTES, 0)
                if raw == row.raw and raw:
                    row.stay(at_s)
                elif raw or not row.raw:
                    used_ticks += row.update(raw, at_s)
                    if row.cores >= _BUSY_CORES:
                        busy.add(row.pid)
            except (OSError, ValueError):
                lost.append(row)
        for row in lost:
            self._remove(row)
            self._listed_at_s = None
        left = [row for row in rows if row not in lost] if lost else rows
        self._temperature.settle(left, at_s)
        return used_ticks

    def _rest_if_unexplained(
        self,
        batch: Mapping[int, ProcessRow],
        totals: KernelTotals,
        explained_ticks: int,
        at_s: float,
    ) -> int:
        """Read all others too if the `batch` does not account for the CPU time.

        Returns how many were read.
        """
        before, last_at_s = self._totals, self._last_at_s
        if before is None or last_at_s is None or at_s <= last_at_s:
            return 0
        ticks_per_core = TICKS_PER_S * (at_s - last_at_s)
        busy_cores = (totals.busy_ticks - before.busy_ticks) / ticks_per_core
        missing_cores = busy_cores - explained_ticks / ticks_per_core
        if not self._unexplained.is_worth_a_look(missing_cores, busy_cores, at_s):
            return 0
        rest = [row for row in self._rows.values() if row.pid not in batch]
        found_cores = self._read_rows(rest, at_s) / ticks_per_core
        self._unexplained.looked(missing_cores, found_cores, at_s)
        return len(rest)
