"""The threads of this machine, as live knobs read and change them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from traintray.core.live_knobs.tasks import Attribute, ProcessLook, Thread
from traintray.core.sensors.topology import parse_cpu_list

# Positions after the closing bracket of the name, see proc_pid_stat(5).
_STATE, _PARENT, _STARTED = 0, 1, 19
_ENDED = (b"Z", b"X")
"""Only its parent has not looked yet."""

_MAY_SET_NICE = 23
"""CAP_SYS_NICE, see capabilities(7)."""
_LOWEST_LIMIT = 20
"""A limit of n lets nice go down to 20 - n, see getrlimit(2), RLIMIT_NICE."""

_MOST_BYTES = 1 << 16
"""More than any of these files holds; the kernel hands them over whole."""


class KernelTasks:
    """Answers `Tasks` from `/proc` and by system calls."""

    def __init__(self, proc: Path = Path("/proc")) -> None:
        # Text and descriptors: with a Path per read, a plan took four times as long.
        self._proc = str(proc)

    def own_uid(self) -> int:
        """Return the real user of this program."""
        return os.getuid()

    def own_pid(self) -> int:
        """Return the pid of this program."""
        return os.getpid()

    def epoch(self) -> tuple[str, str]:
        """Return the boot and the name space of pids."""
        boot = _content(f"{self._proc}/sys/kernel/random/boot_id").decode().strip()
        return boot, str(Path(f"{self._proc}/self/ns/pid").readlink())

    def process(self, pid: int) -> ProcessLook:
        """Read `stat` and `status` of a process; OSError when it is gone."""
        fields = _fields(f"{self._proc}/{pid}/stat")
        if fields[_STATE] in _ENDED:
            raise ProcessLookupError(f"{pid} has ended")
        owner = _line(f"{self._proc}/{pid}/status", b"Uid:").split()[0]
        return ProcessLook(int(fields[_STARTED]), int(fields[_PARENT]), int(owner))

    def parents(self) -> Mapping[int, int]:
        """Return the parent of every process that can be seen."""
        found = {}
        for name in os.listdir(self._proc):  # noqa: PTH208
            if not name.isdecimal():
                continue
            try:
                found[int(name)] = int(_fields(f"{self._proc}/{name}/stat")[_PARENT])
            except OSError:
                continue  # it has gone since
        return found

    def thread_ids(self, pid: int) -> tuple[int, ...]:
        """Return the threads of a process; OSError when it is gone."""
        return tuple(map(int, os.listdir(f"{self._proc}/{pid}/task")))  # noqa: PTH208

    def thread_ticks(self, pid: int, tid: int) -> int:
        """Return when a thread started; OSError when it has ended."""
        return int(_fields(f"{self._proc}/{pid}/task/{tid}/stat")[_STARTED])

    def read(self, thread: Thread, attribute: Attribute) -> str:
        """Return what a thread has; OSError when it is gone."""
        folder = f"{self._proc}/{thread.pid}/task/{thread.tid}"
        if attribute is Attribute.CPUS:
            # Not sched_getaffinity: that leaves out CPUs that are offline just now.
            return _line(f"{folder}/status", b"Cpus_allowed_list:").decode()
        if attribute is Attribute.NICE:
            return str(os.getpriority(os.PRIO_PROCESS, thread.tid))
        from traintray.core.live_knobs.io_priority import io_priority

        return io_priority(thread.tid)

    def write(self, thread: Thread, attribute: Attribute, value: str) -> None:
        """Give a thread a value; OSError when it is gone or the kernel refuses."""
        self._must_be(thread)
        if attribute is Attribute.CPUS:
            os.sched_setaffinity(thread.tid, parse_cpu_list(value))
        elif attribute is Attribute.NICE:
            os.setpriority(os.PRIO_PROCESS, thread.tid, int(value))
        else:
            from traintray.core.live_knobs.io_priority import set_io_priority

            set_io_priority(thread.tid, value)

    def may_return(self, pid: int, nice: int) -> bool:
        """Look at our capability and at the limit of the process; OSError."""
        own = _line(f"{self._proc}/self/status", b"CapEff:")
        if int(own, 16) >> _MAY_SET_NICE & 1:
            return True
        limits = _line(f"{self._proc}/{pid}/limits", b"Max nice priority")
        limit = limits.split()[0]
        return limit == b"unlimited" or nice >= _LOWEST_LIMIT - int(limit)

    def _must_be(self, thread: Thread) -> None:
        """Raise ProcessLookupError when the numbers belong to others by now."""
        folder = f"{self._proc}/{thread.pid}"
        process = int(_fields(f"{folder}/stat")[_STARTED])
        path = f"{folder}/task/{thread.tid}/stat"
        if (process, int(_fields(path)[_STARTED])) != (
            thread.process_ticks,
            thread.ticks,
        ):
            raise ProcessLookupError(f"{path}: another thread has this number now")


def _fields(path: str) -> list[bytes]:
    """Return what comes after the name in a `stat` file. OSError."""
    raw = _content(path)
    # The name may hold spaces and brackets; the last ")" is the kernel's own.
    fields = raw[raw.rfind(b")") + 2 :].split()
    if len(fields) <= _STARTED:
        raise ProcessLookupError(f"{path}: too short")  # it was just ending
    return fields


def _line(path: str, name: bytes) -> bytes:
    """Return what follows a name at the beginning of a line. OSError."""
    for line in _content(path).splitlines():
        if line.startswith(name):
            return line[len(name) :].strip()
    raise ProcessLookupError(f"{path}: no {name.decode()}")


def _content(path: str) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(descriptor, _MOST_BYTES)
    finally:
        os.close(descriptor)
