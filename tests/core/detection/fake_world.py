"""A machine of plain values for the detector."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from traintray.core.readings import (
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
    cores: float = 1.0
    cpu_s: float = 60.0
    variables: dict = field(default_factory=dict)


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
        self._looked: set[int] = set()

    def table(self, at_s: float) -> FakeTable:
        pids = frozenset(self.processes)
        readings = {
            p.pid: ProcessReading(
                pid=p.pid,
                parent_pid=p.parent,
                name=p.name,
                state="R",
                started_ticks=p.started_ticks,
                user_s=p.cpu_s,
                system_s=0.0,
                thread_count=p.busy_threads,
                rss_bytes=1000,
                major_faults=0,
                read_at_s=at_s,
                cpu_cores=p.cores,
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
        return ProcessFacts(
            process.command,
            process.is_python,
            process.mapped,
            process.variables,
            "/home/a",
        )

    def usable_cpus(self, pid, mask_of=None):
        self._get(pid)
        return self.cpus

    def allowed_cpus(self, pid):
        self._get(pid)
        return self.cpus.logical_cpus

    def threads(self, pid, at_s):
        process = self._get(pid)
        names = {process.name: process.busy_threads}
        if pid not in self._looked:
            self._looked.add(pid)
            gaps = {"demand_threads": Gap(GapReason.FIRST)}
            count = process.busy_threads
            return MemberReading(
                pid, None, None, None, count, names, None, None, None, gaps
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
            0,
        )

    def forget(self, pid):
        self.forgotten.append(pid)
        self._looked.discard(pid)

    def reset(self):
        self._looked.clear()

    def code_lines(self, facts):
        return ()

    def _get(self, pid):
        try:
            return self.processes[pid]
        except KeyError as error:
            raise ProcessLookupError(pid) from error
