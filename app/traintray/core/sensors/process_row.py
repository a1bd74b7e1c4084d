"""What is remembered of one process between two reads of its `stat` file."""

from __future__ import annotations

import os

from traintray.core.readings import ProcessReading

STAT_SIZE_BYTES = 1024
"""More than a line of `/proc/<pid>/stat` can have."""

TICKS_PER_S: float = os.sysconf("SC_CLK_TCK")
_NEWBORN_ROOM = 1.1
"""A round is listed a little before it is read."""
HOT_S = 5.0
"""A process that used CPU is read each time for so long."""

_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")

# Positions after the closing bracket of the name, see proc_pid_stat(5). Only what
# comes before _FIELDS is split off.
_STATE, _PARENT, _MINOR_FAULTS, _MAJOR_FAULTS = 0, 1, 7, 9
_USER, _SYSTEM, _CHILDREN_USER, _CHILDREN_SYSTEM = 11, 12, 13, 14
_THREADS, _STARTED, _RSS_PAGES = 17, 19, 21
_FIELDS = 22


class ProcessRow:
    """One process: its newest line, and its CPU use between the last two reads.

    A `ProcessReading` is dear to build (3 us), so it is built when somebody asks.
    """

    __slots__ = (
        "_children_ticks",
        "_fields",
        "_raw_name",
        "_reading",
        "_ticks",
        "_was_compared",
        "at_s",
        "cores",
        "fd",
        "hot_until_s",
        "is_hot",
        "path",
        "pid",
        "raw",
        "since_s",
        "slice",
    )

    def __init__(self, pid: int, fd: int, since_s: float | None) -> None:
        self.pid = pid
        self.path = f"{pid}/stat"
        self.fd = fd
        self.raw = b""
        self.at_s = 0.0
        self.since_s = since_s
        """When its CPU time was last known; at its birth it was 0. None: never."""
        self.cores = 0.0
        """Logical CPUs used on average since then."""
        self.hot_until_s = 0.0
        self.is_hot = True
        self.slice = 0
        self._fields: list[bytes] = []
        self._raw_name = b""
        self._ticks = 0
        self._children_ticks = 0
        self._was_compared = False
        self._reading: ProcessReading | None = None

    def stay(self, at_s: float) -> None:
        """Note that a read brought the very same line: it used no CPU."""
        self._was_compared = self.since_s is not None and at_s > self.since_s
        self.cores = 0.0
        self.at_s = self.since_s = at_s
        self._reading = None

    def update(self, raw: bytes, at_s: float) -> int:
        """Take a new line; return the ticks used since the last one.

        Those of its children that ended meanwhile are in the sum. Raises ValueError
        when it is no such line.
        """
        # The name may hold spaces and brackets; the last ")" is the kernel's own.
        end = raw.rindex(b")")
        fields = raw[end + 2 :].split(None, _FIELDS)
        if len(fields) < _FIELDS:
            raise ValueError(f"{self.path}: too short")
        ticks = int(fields[_USER]) + int(fields[_SYSTEM])
        children = int(fields[_CHILDREN_USER]) + int(fields[_CHILDREN_SYSTEM])
        # The kernel may take back a tick (cputime_adjust), but never much.
        used, self._ticks = max(0, ticks - self._ticks), ticks
        below, self._children_ticks = max(0, children - self._children_ticks), children
        since_s, is_first = self.since_s, not self.raw
        self.raw, self._raw_name, self._fields = raw, raw[:end], fields
        self.at_s = self.since_s = at_s
        self._reading = None
        if used and not is_first:
            self.hot_until_s = at_s + HOT_S
        if since_s is None or at_s <= since_s:
            self._was_compared = False
            self.cores = 0.0
            return 0
        self.cores = used / TICKS_PER_S / (at_s - since_s)
        # At its birth it had used nothing, so its first line says a rate as well: what
        # lives for a second would otherwise be charged for half of it. More than its
        # threads can use was not used since: it is older, and was not seen before.
        most_cores = _NEWBORN_ROOM * max(1, int(fields[_THREADS]))
        self._was_compared = not is_first or self.cores <= most_cores
        return used + below

    def is_other_process(self, raw: bytes) -> bool:
        """Tell whether a line is of a later process that was given the same pid."""
        if not self._fields:
            return False
        fields = raw[raw.rindex(b")") + 2 :].split(None, _FIELDS)
        return fields[_STARTED] != self._fields[_STARTED]

    def forget_times(self) -> None:
        """Let the next read have nothing to compare with."""
        self.since_s = None

    def reading(self) -> ProcessReading:
        """Return the newest values as a reading."""
        if self._reading is None:
            self._reading = self._build()
        return self._reading

    def _build(self) -> ProcessReading:
        fields = self._fields
        name = self._raw_name[self._raw_name.index(b"(") + 1 :]
        return ProcessReading(
            pid=self.pid,
            parent_pid=int(fields[_PARENT]),
            name=name.decode("utf-8", "replace"),
            state=fields[_STATE].decode("ascii", "replace"),
            started_ticks=int(fields[_STARTED]),
            user_s=int(fields[_USER]) / TICKS_PER_S,
            system_s=int(fields[_SYSTEM]) / TICKS_PER_S,
            thread_count=int(fields[_THREADS]),
            rss_bytes=int(fields[_RSS_PAGES]) * _PAGE_BYTES,
            major_faults=int(fields[_MAJOR_FAULTS]),
            read_at_s=self.at_s,
            cpu_cores=self.cores if self._was_compared else None,
            minor_faults=int(fields[_MINOR_FAULTS]),
            children_s=self._children_ticks / TICKS_PER_S,
        )
