"""Tells, at the price of two small reads, whether any task was born or has died,
and how busy the machine was.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from traintray.core.sensors.procfile import ProcFile


class KernelTotals(NamedTuple):
    """Counts since boot, for the whole machine."""

    forks: int | None
    """Processes and threads ever started (`processes` in `/proc/stat`); None where
    the kernel does not say."""
    tasks: int
    """Threads that exist now: fourth field of `/proc/loadavg`, after the slash."""
    last_pid: int
    """The newest process id: fifth field of `/proc/loadavg`."""
    busy_ticks: int
    """Time in which user or kernel code of some process ran, all CPUs together.
    Interrupts and stolen time are left out: no process is charged for them."""

    def same_tasks(self, before: KernelTotals | None) -> bool:
        """Tell whether no task was born and none has died since `before`.

        Each birth raises the fork counter, whoever dies meanwhile; without a birth
        each death lowers the number of tasks. So both stand still only if nothing
        happened. Zombies count as tasks and are listed, so they do not disturb.
        """
        return (
            before is not None
            and self.forks is not None
            and self.forks == before.forks
            and self.tasks == before.tasks
        )


class KernelCounters:
    """Reads `KernelTotals`. `stat` lets several sensors share `/proc/stat`."""

    def __init__(self, root: Path = Path("/"), stat: ProcFile | None = None) -> None:
        self._stat = stat or ProcFile(root / "proc/stat")
        self._loadavg = ProcFile(root / "proc/loadavg")

    def read(self, at_s: float) -> KernelTotals:
        """Read now; OSError where `/proc` is not what it should be."""
        stat = self._stat.read_at(at_s)
        loadavg = self._loadavg.read()
        try:
            user, nice, system = stat.split(None, 4)[1:4]
            busy_ticks = int(user) + int(nice) + int(system)
        except ValueError as error:
            raise self._stat.unreadable() from error
        try:
            _, tasks, last_pid = loadavg.rsplit(None, 2)
            _, _, total = tasks.partition(b"/")
            return KernelTotals(_forks(stat), int(total), int(last_pid), busy_ticks)
        except ValueError as error:
            raise self._loadavg.unreadable() from error

    def close(self) -> None:
        """Close both files; the next read opens them again."""
        self._stat.close()
        self._loadavg.close()


def _forks(stat: bytes) -> int | None:
    # From the end: before it stands a line with a number for each interrupt.
    start = stat.rfind(b"\nprocesses ")
    if start < 0:
        return None
    return int(stat[start + 11 : start + 40].split(None, 1)[0])
