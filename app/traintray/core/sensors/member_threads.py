"""The threads of one process, with their scheduler files kept open."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping

from traintray.core.readings import Gap, GapReason
from traintray.core.sensors.descriptors import (
    NONE_LEFT,
    OUT_OF_DESCRIPTORS,
    DescriptorStock,
    read_once,
)
from traintray.core.sensors.thread_demand import ThreadDemand
from traintray.core.sensors.thread_times import BUSY_SHARE, ThreadTimes

# Threads are often given their name just after they were started.
_FIRST_NAME_S = 1.0
_NAME_S = 5.0
_SCHEDSTAT_BYTES = 96
_STATUS_BYTES = 4096
_VOLUNTARY = b"\nvoluntary_ctxt_switches:"
_INVOLUNTARY = b"\nnonvoluntary_ctxt_switches:"


class _Thread:
    """What is remembered of one thread."""

    __slots__ = (
        "demand",
        "fd",
        "involuntary",
        "name",
        "name_due_s",
        "path",
        "seen_slices",
        "tid",
        "voluntary",
    )

    def __init__(self, tid: str, fd: int, since_s: float) -> None:
        self.tid = tid
        self.path = f"{tid}/schedstat"
        self.fd = fd
        self.demand = ThreadDemand(since_s)
        self.name: str | None = None
        self.name_due_s = since_s
        self.seen_slices = -1
        """How often it had been scheduled in when its switches were read."""
        self.voluntary = 0
        self.involuntary = 0


class MemberThreads:
    """Follows the threads below one open `task` folder.

    A folder of a process that ended shows nothing, even if its pid is in use again.
    """

    def __init__(self, task_fd: int, main_tid: str, stock: DescriptorStock) -> None:
        self._task_fd = task_fd
        self._main_tid = main_tid
        self._stock = stock
        self._tids: set[str] = set()
        self._threads: dict[str, _Thread] = {}
        self._names_changed = False
        self.names: Mapping[str, int] = {}
        self.gap: Gap | None = None
        """Why the scheduler's counters cannot be read, if they cannot."""

    @property
    def count(self) -> int:
        """How many threads there are."""
        return len(self._threads)

    @property
    def tids(self) -> frozenset[str]:
        """Numbers of the threads."""
        return frozenset(self._threads)

    def find(self, since_s: float) -> None:
        """See which threads are there; `since_s` is when that was seen before.

        Raises ProcessLookupError when the process has ended.
        """
        try:
            tids = set(os.listdir(self._task_fd))
        except FileNotFoundError:
            tids = set()
        if not tids:
            raise ProcessLookupError("the process has ended")
        changed, self._tids = tids ^ self._tids, tids
        for tid in changed - tids:
            self._drop(tid)
        for tid in changed & tids:
            self._open(tid, since_s)
        if changed & tids:
            self._sort_by_start()

    @property
    def main_ran_s(self) -> float | None:
        """For how long the first thread has run in its life; None when not known."""
        main = self._threads.get(self._main_tid)
        return None if main is None or self.gap else main.demand.ran_so_far_s

    def start_from_here(self, at_s: float) -> None:
        """Take the counters as they are: what is to come is compared with them."""
        try:
            for thread in tuple(self._threads.values()):
                raw = self._schedstat(thread)
                if raw:
                    thread.demand.start_from(raw, at_s)
        except ValueError as error:
            self.gap = Gap(GapReason.FAILED, f"schedstat: {error}")

    def times(self, at_s: float, elapsed_s: float) -> ThreadTimes:
        """Read the counters; threads that are new count from zero."""
        times = ThreadTimes()
        threshold_s = BUSY_SHARE * elapsed_s
        try:
            for thread in tuple(self._threads.values()):
                raw = self._schedstat(thread)
                if raw:
                    ran_s, wanted_s = thread.demand.update(raw, at_s, elapsed_s)
                    times.note(thread.name, ran_s, wanted_s)
                    times.busy_threads += ran_s > threshold_s
                    if thread.tid == self._main_tid:
                        times.main_ran_s = ran_s
        except ValueError as error:
            self.gap = Gap(GapReason.FAILED, f"schedstat: {error}")
        return times

    def switches(self) -> tuple[int, int]:
        """Return the voluntary and involuntary context switches since the last call.

        `status` is dear, so it is read only of threads that were scheduled in.
        """
        voluntary = involuntary = 0
        for thread in self._threads.values():
            if thread.seen_slices == thread.demand.slices and self.gap is None:
                continue
            before = thread.voluntary, thread.involuntary
            if self._read_switches(thread):
                voluntary += thread.voluntary - before[0]
                involuntary += thread.involuntary - before[1]
                thread.seen_slices = thread.demand.slices
        return voluntary, involuntary

    def update_names(self, at_s: float) -> None:
        """Read the names that are due; they seldom change."""
        changed = self._names_changed
        for thread in self._threads.values():
            if at_s < thread.name_due_s:
                continue
            wait_s = _FIRST_NAME_S if thread.name is None else _NAME_S
            thread.name_due_s = at_s + wait_s
            name = self._name(thread)
            changed = changed or name != thread.name
            thread.name = name
        if changed:
            found = Counter(t.name for t in self._threads.values() if t.name)
            self.names = {name: found[name] for name in sorted(found)}
        self._names_changed = False

    def close(self) -> None:
        """Close all files, the folder too."""
        for tid in tuple(self._threads):
            self._drop(tid)
        os.close(self._task_fd)

    def _open(self, tid: str, since_s: float) -> None:
        fd = NONE_LEFT
        try:
            if self.gap is None:
                fd = self._stock.keep(f"{tid}/schedstat", self._task_fd)
        except PermissionError as error:
            self.gap = Gap(GapReason.NO_PERMISSION, str(error))
        except OSError as error:
            if not self._exists(tid):
                self._tids.discard(tid)
                return
            self.gap = Gap(GapReason.NOT_PRESENT, str(error))
        self._threads[tid] = _Thread(tid, fd, since_s)
        self._names_changed = True

    def _sort_by_start(self) -> None:
        """Keep the threads in the order in which they were started.

        The kernel gives numbers upwards; after the highest it begins again below the
        number of the process.
        """
        first = int(self._main_tid)
        order = sorted((int(tid) < first, int(tid)) for tid in self._threads)
        self._threads = {str(tid): self._threads[str(tid)] for _, tid in order}

    def _exists(self, tid: str) -> bool:
        try:
            os.stat(f"{tid}/stat", dir_fd=self._task_fd)
        except OSError:
            return False
        return True

    def _drop(self, tid: str) -> None:
        thread = self._threads.pop(tid, None)
        if thread is not None:
            self._stock.release(thread.fd)
            self._names_changed = True

    def _schedstat(self, thread: _Thread) -> bytes:
        """Return the counters; empty when the thread is gone or hides them."""
        if self.gap is not None:
            return b""
        try:
            if thread.fd == NONE_LEFT:
                return read_once(thread.path, _SCHEDSTAT_BYTES, self._task_fd)
            return os.pread(thread.fd, _SCHEDSTAT_BYTES, 0)
        except PermissionError as error:
            self.gap = Gap(GapReason.NO_PERMISSION, str(error))
        except OSError as error:
            if error.errno not in OUT_OF_DESCRIPTORS:
                self._drop(thread.tid)
                self._tids.discard(thread.tid)
        return b""

    def _read_switches(self, thread: _Thread) -> bool:
        try:
            status = read_once(f"{thread.tid}/status", _STATUS_BYTES, self._task_fd)
            thread.voluntary = _number_after(status, _VOLUNTARY)
            thread.involuntary = _number_after(status, _INVOLUNTARY)
        except (OSError, ValueError):
            return False
        return True

    def _name(self, thread: _Thread) -> str | None:
        try:
            raw = read_once(f"{thread.tid}/comm", 64, self._task_fd)
        except OSError:
            return thread.name
        return raw.decode("utf-8", "replace").removesuffix("\n")


def _number_after(status: bytes, label: bytes) -> int:
    start = status.rindex(label) + len(label)
    return int(status[start : start + 24].split(None, 1)[0])
