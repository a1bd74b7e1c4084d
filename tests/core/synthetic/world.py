"""Shows a simulated machine to the detector, in place of `/proc`."""

from __future__ import annotations

import random
from dataclasses import dataclass

from core.synthetic.machines import MachineModel
from core.synthetic.models import Workload
from core.synthetic.population import Population, Process
from core.synthetic.simulation import Second, shaken
from traintray.core.detection.run import CodeLine, ScriptSign
from traintray.core.readings import (
    CgroupReading,
    Gap,
    GapReason,
    MemberReading,
    ProcessFacts,
    ProcessReading,
    UsableCpus,
)

CROWDED_SWITCHES_PER_CPU = 3000.0
"""Threads of a pool that has more than there are CPUs (measured: 3,600)."""
_PERIODS_PER_S = 10


@dataclass(frozen=True)
class SyntheticTable:
    """The process table of one second."""

    processes: dict[int, ProcessReading]
    started: frozenset[int]
    ended: frozenset[int]
    busy: frozenset[int]


class SyntheticWorld:
    """The machine as the detector sees it."""

    def __init__(self, machine: MachineModel, workload: Workload) -> None:
        self.machine = machine
        self.population = Population(machine, workload)
        self.rng = random.Random(f"{machine.name}/{workload.name}")
        self._before: frozenset[int] = frozenset()
        self._periods = [0.0, 0.0]
        self._at_s = 0.0

    def step(self, second: Second) -> SyntheticTable:
        """Go to one second and return its process table."""
        self._at_s = second.at_s
        self.population.step(second)
        return self._table()

    def _table(self) -> SyntheticTable:
        readings = {
            pid: self._reading(p) for pid, p in self.population.processes.items()
        }
        pids = frozenset(readings)
        table = SyntheticTable(
            readings,
            pids - self._before,
            self._before - pids,
            frozenset(p for p, r in readings.items() if (r.cpu_cores or 0.0) >= 0.1),
        )
        self._before = pids
        return table

    def _reading(self, process: Process) -> ProcessReading:
        waits = self.rng.random() < process.mean.disk_share
        return ProcessReading(
            pid=process.pid,
            parent_pid=process.parent,
            name=process.name,
            state="D" if waits else "R" if process.mean.demand > 0.5 else "S",
            started_ticks=process.started_ticks,
            user_s=0.95 * process.used_s,
            system_s=0.05 * process.used_s,
            thread_count=process.threads,
            rss_bytes=int(process.rss_bytes),
            major_faults=int(process.major_faults),
            read_at_s=self._at_s,
            cpu_cores=process.mean.ran,
        )

    # What the detector asks of a world:

    def is_python(self, pid: int) -> bool:
        return self._get(pid).command[0] == "python"

    def facts(self, pid: int) -> ProcessFacts:
        process = self._get(pid)
        model = process.model
        mapped = model.mapped if model and process.name != "pt_elastic" else frozenset()
        variables = dict(model.variables) if model else {}
        is_python = self.is_python(pid)
        return ProcessFacts(process.command, is_python, mapped, variables, "/nowhere")

    def usable_cpus(self, pid: int, mask_of: int | None = None) -> UsableCpus:
        return self.machine.usable(self._get(pid if mask_of is None else mask_of).mask)

    def allowed_cpus(self, pid: int) -> tuple[int, ...]:
        return self._get(pid).mask

    def threads(self, pid: int, at_s: float) -> MemberReading:
        process = self._get(pid)
        mean, names = process.mean, {process.name: process.threads}
        if not process.seen:
            process.seen = True
            gaps = {"demand_threads": Gap(GapReason.FIRST)}
            return MemberReading(
                pid, None, None, None, process.threads, names, None, None, None, gaps
            )
        demand = shaken(self.rng, mean.demand)
        ran = min(demand, shaken(self.rng, mean.ran))
        crowded = CROWDED_SWITCHES_PER_CPU * self.machine.cpus if mean.crowded else 0.0
        model = process.model
        is_main = process.is_main and model is not None
        return MemberReading(
            pid,
            demand,
            ran,
            mean.busy_threads,
            process.threads,
            names,
            20.0 * process.threads * (mean.ran > 0) + crowded,
            40.0 * mean.ran,
            model.swap_bytes if is_main and model else 0,
            demand_by_name={process.name: demand},
            main_thread_cores=min(ran, shaken(self.rng, mean.first_ran)),
            private_bytes=int(process.private_bytes) if is_main else int(2e8),
            read_bytes_per_s=3e7 * mean.disk_share,
        )

    def forget(self, pid: int) -> None:
        if pid in self.population.processes:
            self.population.processes[pid].seen = False

    def reset(self) -> None:
        for process in self.population.processes.values():
            process.seen = False

    def code_lines(self, facts: ProcessFacts) -> tuple[CodeLine, ...]:
        return ()

    def script_signs(self, facts: ProcessFacts) -> tuple[ScriptSign, ...]:
        return ()

    def script_serves(self, facts: ProcessFacts) -> bool:
        return False

    def has_callers(self, pid: int) -> bool:
        return False

    def listens(self, pid: int) -> bool:
        return False

    def cgroup(self, pid: int) -> CgroupReading:
        if self.machine.quota is None:
            return CgroupReading(None, None, None)
        return CgroupReading(int(self._periods[0]), int(self._periods[1]), None)

    def count_periods(self, throttled_share: float) -> None:
        """Let a second of quota periods pass."""
        self._periods[0] += _PERIODS_PER_S
        self._periods[1] += _PERIODS_PER_S * throttled_share

    def proportional_bytes(self, pid: int) -> int | None:
        return int(self._get(pid).rss_bytes)

    def _get(self, pid: int) -> Process:
        try:
            return self.population.processes[pid]
        except KeyError as error:
            raise ProcessLookupError(pid) from error
