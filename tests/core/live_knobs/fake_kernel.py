"""A kernel of plain values for live knobs: processes that start, fork and end."""

from __future__ import annotations

import errno
from dataclasses import dataclass, field, replace

from core.detection.runs import member, run
from traintray.core.detection.run import Role
from traintray.core.live_knobs.tasks import Attribute, ProcessLook

ME, OTHER = 1000, 1001
PLAIN = {
    Attribute.CPUS: "0-3",
    Attribute.IO_PRIORITY: "none:0",
    Attribute.NICE: "0",
}


@dataclass
class Process:
    ticks: int
    parent: int
    uid: int = ME
    threads: dict[int, int] = field(default_factory=dict)
    """Start of each, by number."""


class Killed(BaseException):
    """The program was killed at this system call."""


class FakeKernel:
    """Answers as the kernel would; its threads have what was written to them."""

    def __init__(self):
        self.processes = {}
        self.values = {}
        self.world = ("boot-1", "pid:[1]")
        self.may_lower_nice = False
        self.cpuset = None
        """What any mask is cut to, as lists of CPUs."""
        self.written = []
        self.killed_after = None
        """How many writes are done before the program is killed."""
        self.on_write = lambda thread: None
        self.start(1, 1, parent=0, uid=0)
        self.start(50, 5, parent=1)

    # --- what a test does

    def start(self, pid, ticks, parent, uid=ME, **values):
        self.processes[pid] = Process(ticks, parent, uid, {pid: ticks})
        inherited = self.values.get((parent, parent), PLAIN)
        self.values[pid, pid] = {**inherited, **by_attribute(values)}

    def clone(self, pid, tid, ticks, maker=None, **values):
        self.processes[pid].threads[tid] = ticks
        inherited = self.values[pid, maker or pid]
        self.values[pid, tid] = {**inherited, **by_attribute(values)}

    def end_thread(self, pid, tid):
        del self.processes[pid].threads[tid]
        del self.values[pid, tid]

    def end(self, pid):
        for tid in tuple(self.processes[pid].threads):
            self.end_thread(pid, tid)
        del self.processes[pid]
        for process in self.processes.values():
            process.parent = 1 if process.parent == pid else process.parent

    def cpus(self, pid, tid=None):
        return self.values[pid, tid or pid][Attribute.CPUS]

    def all_of(self, attribute):
        return {key: found[attribute] for key, found in self.values.items()}

    # --- Tasks

    def own_uid(self):
        return ME

    def own_pid(self):
        return 50

    def epoch(self):
        return self.world

    def process(self, pid):
        found = self._process(pid)
        return ProcessLook(found.ticks, found.parent, found.uid)

    def parents(self):
        return {pid: found.parent for pid, found in self.processes.items()}

    def thread_ids(self, pid):
        return tuple(self._process(pid).threads)

    def thread_ticks(self, pid, tid):
        threads = self._process(pid).threads
        if tid not in threads:
            raise ProcessLookupError(tid)
        return threads[tid]

    def read(self, thread, attribute):
        self.thread_ticks(thread.pid, thread.tid)
        return self.values[thread.pid, thread.tid][attribute]

    def write(self, thread, attribute, value):
        if self.killed_after is not None and len(self.written) >= self.killed_after:
            raise Killed
        process = self._process(thread.pid)
        if (process.ticks, process.threads.get(thread.tid)) != (
            thread.process_ticks,
            thread.ticks,
        ):
            raise ProcessLookupError(thread.tid)
        if process.uid != ME:
            raise PermissionError(errno.EPERM, "Operation not permitted")
        now = self.values[thread.pid, thread.tid]
        lowers = attribute is Attribute.NICE and int(value) < int(now[attribute])
        if lowers and not self.may_lower_nice:
            raise PermissionError(errno.EACCES, "Permission denied")
        if attribute is Attribute.CPUS and self.cpuset is not None:
            value = self.cpuset.get(value, value)
            if not value:
                raise OSError(errno.EINVAL, "Invalid argument")
        now[attribute] = value
        self.written.append((thread.pid, thread.tid, value))
        self.on_write(thread)

    def may_return(self, pid, nice):
        self._process(pid)
        return self.may_lower_nice

    def _process(self, pid):
        if pid not in self.processes:
            raise ProcessLookupError(pid)
        return self.processes[pid]


def by_attribute(values):
    return {Attribute[name.upper()]: value for name, value in values.items()}


def run_of(kernel, *pids, cpus=4, **changes):
    """The run that a detector would see: `pids` as they are now, the root first."""
    members = [
        replace(
            member(pid, Role.WORKER if number else Role.MAIN, 1.0),
            started_ticks=kernel.processes[pid].ticks,
            allowed_cpus=tuple(range(cpus)),
        )
        for number, pid in enumerate(pids)
    ]
    root = kernel.processes[pids[0]]
    return run(*members, cpus=cpus, key=f"{pids[0]}-{root.ticks}", **changes)
