"""Looks at the processes of a training run, thread by thread."""

from __future__ import annotations

import os
from pathlib import Path

from traintray.core.readings import Gap, GapReason, MemberReading
from traintray.core.sensors.descriptors import DescriptorStock, share_of_limit
from traintray.core.sensors.member_files import FileNumbers, MemberFiles
from traintray.core.sensors.member_threads import MemberThreads
from traintray.core.sensors.thread_states import ThreadStates
from traintray.core.sensors.thread_times import ThreadTimes

# With some slack for rounds that come early.
_SWITCHES_S = 4.75
_FIRST = Gap(GapReason.FIRST)
_NO_COUNTERS = Gap(GapReason.NOT_SUPPORTED, "the kernel keeps no scheduler counters")
_DEMAND_FIELDS = ("demand_threads", "running_cores", "busy_threads")
_SWITCH_FIELDS = ("voluntary_switches_per_s", "involuntary_switches_per_s")


class MemberProbe:
    """Reads the threads of chosen processes; their files are kept open.

    `kept_limit` is how many may be kept (a quarter of the soft limit); beyond it they
    are opened each time.
    """

    def __init__(
        self, root: Path = Path("/"), *, kept_limit: int | None = None
    ) -> None:
        limit = share_of_limit(1 / 4) if kept_limit is None else kept_limit
        self._proc = root / "proc"
        self._stock = DescriptorStock(limit)
        self._members: dict[int, _Member] = {}
        self._kernel_gap: Gap | None = None
        self._asked_kernel = False

    @property
    def kept_count(self) -> int:
        """How many thread files are kept open."""
        return self._stock.used

    def read(self, pid: int, at_s: float) -> MemberReading:
        """Look at the threads of one process; the first look knows no rates.

        Raises ProcessLookupError when it has ended, PermissionError when not even its
        threads may be listed (a `hidepid` mount).
        `cat /proc/<pid>/task/*/schedstat` and `pidstat -wt -p <pid>` print the same.
        """
        member = self._members.get(pid)
        try:
            if member is None:
                member = self._members[pid] = self._open(pid)
            return member.read(at_s)
        except ProcessLookupError:
            self.forget(pid)
            raise

    def forget(self, pid: int) -> None:
        """Close what was kept open for a process; an unknown one is fine."""
        member = self._members.pop(pid, None)
        if member is not None:
            member.threads.close()

    def reset(self) -> None:
        """Forget what rates were to be compared with (after a suspend)."""
        for member in self._members.values():
            member.reset()

    def close(self) -> None:
        """Forget all."""
        for pid in tuple(self._members):
            self.forget(pid)

    def _open(self, pid: int) -> _Member:
        if not self._asked_kernel:
            self._kernel_gap = _kernel_gap(self._proc)
            self._asked_kernel = True
        path = self._proc / f"{pid}/task"
        try:
            fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except FileNotFoundError as error:
            raise ProcessLookupError(f"{path}: the process has ended") from error
        threads = MemberThreads(fd, str(pid), self._stock)
        threads.gap = self._kernel_gap
        return _Member(pid, fd, threads)


class _Member:
    """One process between two looks at it."""

    def __init__(self, pid: int, task_fd: int, threads: MemberThreads) -> None:
        self._pid = pid
        self.threads = threads
        self._states = ThreadStates(task_fd, str(pid))
        self._files = MemberFiles(task_fd)
        self._at_s: float | None = None
        self._switches_at_s: float | None = None
        self._switches_due_s = 0.0
        self._switches_per_s: tuple[float, float] | None = None
        self._reading: MemberReading | None = None

    def reset(self) -> None:
        """Let the next look have nothing to compare with."""
        self._at_s = self._switches_at_s = self._switches_per_s = None
        self._reading = None
        self._states.reset()
        self._files.reset()

    def read(self, at_s: float) -> MemberReading:
        """Look at it now; the same instant again gives the same answer."""
        before_s = self._at_s
        if self._reading is not None and before_s is not None and at_s <= before_s:
            return self._reading
        self.threads.find(at_s if before_s is None else before_s)
        times: ThreadTimes | None = None
        if before_s is None:
            self.threads.start_from_here(at_s)
        else:
            times = self.threads.times(at_s, at_s - before_s)
        elapsed_s = at_s - (before_s or 0.0)
        if self.threads.gap is not None:
            times = self._states.sample(self.threads.tids, elapsed_s)
        self.threads.update_names(at_s)
        self._count_switches(at_s)
        self._at_s = at_s
        numbers = self._files.read(at_s)
        self._reading = self._build(times, elapsed_s, numbers)
        return self._reading

    def _count_switches(self, at_s: float) -> None:
        since_s = self._switches_at_s
        if since_s is not None and at_s < self._switches_due_s:
            return
        voluntary, involuntary = self.threads.switches()
        self._switches_at_s = at_s
        if since_s is not None:
            passed_s = at_s - since_s
            self._switches_per_s = voluntary / passed_s, involuntary / passed_s
            self._switches_due_s = at_s + _SWITCHES_S

    def _build(
        self, times: ThreadTimes | None, elapsed_s: float, numbers: FileNumbers
    ) -> MemberReading:
        gaps: dict[str, Gap] = dict(numbers.gaps)
        why = self.threads.gap
        if times is None and (why is None or self._states.has_seen):
            gaps.update(dict.fromkeys(_DEMAND_FIELDS, _FIRST))
        elif why is not None:
            gaps.update(dict.fromkeys(_DEMAND_FIELDS, why))
        if self._switches_per_s is None:
            gaps.update(dict.fromkeys(_SWITCH_FIELDS, _FIRST))
        voluntary, involuntary = self._switches_per_s or (None, None)
        by_name = times.wanted_by_name_s if times else {}
        return MemberReading(
            pid=self._pid,
            demand_threads=times.wanted_s / elapsed_s if times else None,
            running_cores=times.ran_s / elapsed_s if times else None,
            busy_threads=times.busy_threads if times else None,
            thread_count=self.threads.count,
            thread_names=self.threads.names,
            voluntary_switches_per_s=voluntary,
            involuntary_switches_per_s=involuntary,
            swap_bytes=numbers.swap_bytes,
            gaps=gaps,
            is_estimated=why is not None and times is not None,
            demand_by_name={name: s / elapsed_s for name, s in by_name.items()},
            demand_in_order=_demand_in_order(times, elapsed_s, why),
            main_thread_cores=times.main_ran_s / elapsed_s if times else None,
            main_thread_s=self.threads.main_ran_s,
            private_bytes=numbers.private_bytes,
            read_bytes_per_s=numbers.read_bytes_per_s,
        )


def _demand_in_order(
    times: ThreadTimes | None, elapsed_s: float, why: Gap | None
) -> tuple[tuple[str, float], ...]:
    """Return what threads wanted; an estimate has no order that is worth the name."""
    if times is None or why is not None:
        return ()
    return tuple((name, s / elapsed_s) for name, s in times.wanted_in_order_s)


def _kernel_gap(proc: Path) -> Gap | None:
    """Return a gap if the kernel prints zeros for everybody, even for us who ran.

    It does where it was built with the file but without the counters switched on
    (see sched_info_on in the kernel's stats.h).
    """
    try:
        counters = (proc / "self/schedstat").read_bytes().split()
    except OSError:
        return None
    return _NO_COUNTERS if counters == [b"0", b"0", b"0"] else None
