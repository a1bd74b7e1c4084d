"""What live knobs ask of the kernel, thread by thread: the one seam for tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol


class Attribute(Enum):
    """What a thread has of its own and a user may change."""

    CPUS = "cpus"
    """Its affinity mask, as the kernel lists it: `0-3,8`.
    `grep Cpus_allowed_list /proc/<pid>/task/<tid>/status`"""
    IO_PRIORITY = "io_priority"
    """Class and level: `none:0`, `best-effort:4`, `idle:0`.  `ionice -p <tid>`"""
    NICE = "nice"
    """`0`, up to `19` for the least.  `ps -L -o nice -p <pid>`"""


@dataclass(frozen=True, slots=True)
class ProcessLook:
    """One process at one instant."""

    started_ticks: int
    """Clock ticks after boot; with the pid it identifies the process for good."""
    parent_pid: int
    owner_uid: int
    """The real user.  `ps -o ruid`"""


@dataclass(frozen=True, slots=True)
class Thread:
    """One thread, beyond the reuse of its number and of that of its process."""

    pid: int
    process_ticks: int
    tid: int
    ticks: int
    """When the thread started, in clock ticks after boot."""


class Tasks(Protocol):
    """The processes of this machine. OSError where one is gone or out of reach.

    Nothing here sends signals.
    """

    def own_uid(self) -> int:
        """Return the user that this program runs as."""
        ...

    def own_pid(self) -> int:
        """Return this program's process."""
        ...

    def epoch(self) -> tuple[str, str]:
        """Return which boot this is, and in which world of pids we live: numbers of
        another boot are of processes that are gone, those of another world (a
        container's) cannot be looked up here.
        """
        ...

    def process(self, pid: int) -> ProcessLook:
        """Look at a process."""
        ...

    def parents(self) -> Mapping[int, int]:
        """Return the parent of every process."""
        ...

    def thread_ids(self, pid: int) -> tuple[int, ...]:
        """Return the numbers of the threads of a process."""
        ...

    def thread_ticks(self, pid: int, tid: int) -> int:
        """Return when a thread started, in clock ticks after boot."""
        ...

    def read(self, thread: Thread, attribute: Attribute) -> str:
        """Return what a thread has."""
        ...

    def write(self, thread: Thread, attribute: Attribute, value: str) -> None:
        """Give a thread a value, after a look whether it still is that thread.

        OSError also when the kernel refuses.
        """
        ...

    def may_return(self, pid: int, nice: int) -> bool:
        """Tell whether a process may be given back so low a nice value."""
        ...
