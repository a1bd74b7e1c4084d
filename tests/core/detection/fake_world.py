"""A machine of plain values for the detector."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from traintray.core.readings import (
    CgroupReading,
    Gap,
    GapReason,
    MemberReading,
    ProcessFacts,
    ProcessReading,
    UsableCpus,
)

TORCH = frozenset({"/venv/lib/libtorch_cpu.so", "/venv/lib/libgomp.so.1"})


@dataclass
class FakeProcess:
    pid: int
    parent: int = 1
    name: str = "python"
    command: tuple = ("python", "train.py")
    mapped: frozenset = TORCH
    is_python: bool = True
    demand: float = 2.0
    busy_threads: int = 2
    started_ticks: int = 100
    cores: float = 2.0
    cpu_s: float = 60.0
    variables: dict = field(default_factory=dict)
    system_s: float = 0.0
    state: str = "S"
    rss_bytes: int = 1000
    private_bytes: int | None = 1000
    read_bytes_per_s: float | None = 0.0
    swap_bytes: int | None = 0
    major_faults: int = 0
    minor_faults: int = 0
    children_s: float = 0.0
    pss_bytes: int | None = 1000
    thread_demand: dict = field(default_factory=dict)
    """Demand by thread name."""
    is_estimated: bool = False
    main_thread_cores: float | None = 1.0
    main_thread_s: float | None = None
    """CPU time of the first thread so far."""
    mask: tuple | None = None
    """Its own affinity mask, where that is not the machine's."""
    serves: bool = False
    """What its script says."""
    callers: bool = False
    listens: bool = False
    readable: bool = True
    """Its libraries and variables may be read by this user."""
    uid: int = 1000


@dataclass(frozen=True)
class FakeTable:
    processes: dict
    started: frozenset
    ended: frozenset
    busy: frozenset


class FakeWorld:
    """Holds processes; a test adds, changes and removes them."""

    def __init__(self, *processes: FakeProcess) -> None:
        self.processes = {p.pid: p for p in processes}
        self.before: frozenset[int] = frozenset()
        self.facts_read: list[int] = []
        self.forgotten: list[int] = []
        self.cpus = UsableCpus(2.0, (0, 1), 2, None)
        self.groups: dict[int, CgroupReading] = {}
        self.asked_callers: list[int] = []
        self._looked: set[int] = set()

    def table(self, at_s: float) -> FakeTable:
        pids = frozenset(self.processes)
        readings = {
            p.pid: ProcessReading(
                pid=p.pid,
                parent_pid=p.parent,
                name=p.name,
                state=p.state,
                started_ticks=p.started_ticks,
                user_s=p.cpu_s,
                system_s=p.system_s,
                thread_count=p.busy_threads,
                rss_bytes=p.rss_bytes,
                major_faults=p.major_faults,
                read_at_s=at_s,
                cpu_cores=p.cores,
                minor_faults=p.minor_faults,
                children_s=p.children_s,
            )
            for p in self.processes.values()
        }
        busy = frozenset(p.pid for p in self.processes.values() if p.cores >= 0.1)
        table = FakeTable(readings, pids - self.before, self.before - pids, busy)
        self.before = pids
        return table

    def change(self, pid: int, **changes) -> None:
        self.processes[pid] = replace(self.processes[pid], **changes)

    def is_python(self, pid):
        return self._get(pid).is_python

    def facts(self, pid):
        process = self._get(pid)
        self.facts_read.append(pid)
        gap = Gap(GapReason.NO_PERMISSION, "denied")
        hidden = {} if process.readable else {"mapped_files": gap}
        return ProcessFacts(
            process.command,
            process.is_python,
            process.mapped if process.readable else frozenset(),
            process.variables if process.readable else None,
            "/home/a",
            hidden,
            process.uid,
        )

    def usable_cpus(self, pid, mask_of=None):
        mask = self._get(pid).mask if mask_of is None else None
        if mask is None:
            return self.cpus
        return UsableCpus(float(len(mask)), mask, len(mask), None)

    def allowed_cpus(self, pid):
        return self._get(pid).mask or self.cpus.logical_cpus

    def threads(self, pid, at_s):
        process = self._get(pid)
        names = {process.name: process.busy_threads}
        names.update(dict.fromkeys(process.thread_demand, 1))
        if pid not in self._looked:
            self._looked.add(pid)
            gaps = {"demand_threads": Gap(GapReason.FIRST)}
            count = process.busy_threads
            return MemberReading(
                *(pid, None, None, None, count, names, None, None, None, gaps),
                main_thread_s=process.main_thread_s,
            )
        return MemberReading(
            pid,
            process.demand,
            process.cores,
            process.busy_threads,
            process.busy_threads,
            names,
            10.0,
            10.0,
            process.swap_bytes,
            is_estimated=process.is_estimated,
            demand_by_name=process.thread_demand,
            main_thread_cores=process.main_thread_cores,
            main_thread_s=process.main_thread_s,
            private_bytes=process.private_bytes,
            read_bytes_per_s=process.read_bytes_per_s,
        )

    def forget(self, pid):
        self.forgotten.append(pid)
        self._looked.discard(pid)

    def reset(self):
        self._looked.clear()

    def code_lines(self, facts):
        return ()

    def script_signs(self, facts):
        return ()

    def script_serves(self, facts):
        return any(p.serves for p in self.processes.values())

    def has_callers(self, pid):
        self.asked_callers.append(pid)
        return self._get(pid).callers

    def listens(self, pid):
        return self._get(pid).listens

    def cgroup(self, pid):
        self._get(pid)
        return self.groups.get(pid, CgroupReading(None, None, None))

    def proportional_bytes(self, pid):
        return self._get(pid).pss_bytes

    def _get(self, pid):
        try:
            return self.processes[pid]
        except KeyError as error:
            raise ProcessLookupError(pid) from error
