"""Shows a simulated machine to the detector, in place of `/proc`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.synthetic.machines import MachineModel
from core.synthetic.models import RunModel, Workload
from core.synthetic.simulation import (
    CROWDED_SWITCHES_PER_CPU,
    Mean,
    RunSecond,
    Second,
    shaken,
)
from traintray.core.detection.run import CodeLine
from traintray.core.readings import (
    CgroupReading,
    Gap,
    GapReason,
    MemberReading,
    ProcessFacts,
    ProcessReading,
    UsableCpus,
)

SHELL = 2
INDUCTOR = "/venv/site-packages/torch/_inductor/compile_worker/__main__.py"
_PERIODS_PER_S = 10


@dataclass
class Process:
    """One process, with the counters that only grow."""

    pid: int
    parent: int
    name: str
    command: tuple[str, ...]
    model: RunModel | None
    mask: tuple[int, ...]
    started_ticks: int = 100
    used_s: float = 0.0
    major_faults: float = 0.0
    rss_bytes: float = 0.0
    private_bytes: float = 0.0
    mean: Mean = field(default_factory=Mean)
    threads: int = 1
    is_main: bool = False
    seen: bool = False


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
        self.workload = workload
        self.processes: dict[int, Process] = {}
        self.rng = random.Random(f"{machine.name}/{workload.name}")
        self._before: frozenset[int] = frozenset()
        self._periods = [0.0, 0.0]
        self._at_s = 0.0
        self._add(Process(SHELL, 1, "bash", ("bash",), None, machine.mask))
        self._mains = [self._start(at, m) for at, m in enumerate(workload.runs)]
        self._workers: list[list[Process]] = [[] for _ in workload.runs]
        self._compilers: list[list[Process]] = [[] for _ in workload.runs]
        self._foreign = [self._start_foreign(at) for at in range(len(workload.foreign))]

    def step(self, second: Second) -> SyntheticTable:
        """Go to one second and return its process table."""
        self._at_s = second.at_s
        for at, (model, seen) in enumerate(
            zip(self.workload.runs, second.runs, strict=True)
        ):
            self._step_run(at, model, seen)
        for members, mean in zip(self._foreign, second.foreign, strict=True):
            for process in members:
                self._work(process, mean)
        return self._table()

    def pids_of_run(self, at: int) -> list[int]:
        """Return the processes of a run that compute."""
        return [process.pid for process in self._mains[at]]

    def _add(self, process: Process) -> Process:
        self.processes[process.pid] = process
        return process

    def _start(self, at: int, model: RunModel) -> list[Process]:
        base = 1000 * (at + 1)
        command = ("python", f"{model.name}.py")
        if model.ranks == 1:
            return [self._main(base, SHELL, command, model)]
        launcher = ("python", "-m", "torch.distributed.run", f"{model.name}.py")
        self._add(
            Process(base, SHELL, "pt_elastic", launcher, model, self.machine.mask)
        )
        return [
            self._main(base + 1 + rank, base, command, model)
            for rank in range(model.ranks)
        ]

    def _main(
        self, pid: int, parent: int, command: tuple[str, ...], model: RunModel
    ) -> Process:
        process = Process(pid, parent, "python", command, model, self.machine.mask)
        process.used_s, process.is_main = model.start_cpu_s, True
        process.rss_bytes = process.private_bytes = model.rss_bytes
        process.threads = model.threads
        return self._add(process)

    def _start_foreign(self, at: int) -> list[Process]:
        model = self.workload.foreign[at]
        everywhere = tuple(range(self.machine.logical))
        base = 900_000 + 1000 * at
        top = self._add(
            Process(base, SHELL, model.name, (model.name,), None, everywhere)
        )
        return [
            self._add(
                Process(base + 1 + n, top.pid, "cc1plus", ("cc1plus",), None, top.mask)
            )
            for n in range(model.processes)
        ]

    def _step_run(self, at: int, model: RunModel, seen: RunSecond) -> None:
        mains = self._mains[at]
        for process in mains:
            self._work(process, seen.main)
            self._take_memory(process, model)
        base = 100_000 * (at + 1)
        while len(self._workers[at]) < seen.workers:
            number = len(self._workers[at])
            self._workers[at].append(self._worker(base + number, mains, number, model))
        for process in self._workers[at]:
            self._work(process, seen.worker)
            process.rss_bytes += model.worker_leak_bytes_per_s
        while len(self._compilers[at]) < seen.compilers:
            number = len(self._compilers[at])
            compiler = ("python", INDUCTOR)
            self._compilers[at].append(
                self._add(
                    Process(
                        base + 50_000 + number,
                        mains[0].pid,
                        "python",
                        compiler,
                        model,
                        self.machine.mask,
                    )
                )
            )
        for process in self._compilers[at]:
            self._work(process, seen.compiler if seen.compilers else Mean())

    def _worker(
        self, pid: int, mains: Sequence[Process], number: int, model: RunModel
    ) -> Process:
        assert model.loader is not None
        parent = mains[number % len(mains)]
        mask = tuple(sorted(model.loader.mask or self.machine.mask))
        process = Process(
            pid, parent.pid, "pt_data_worker", parent.command, model, mask
        )
        process.used_s, process.threads = 30.0, model.loader.threads
        process.rss_bytes = 3e8
        return self._add(process)

    def _work(self, process: Process, mean: Mean) -> None:
        process.mean = mean
        process.used_s += mean.ran

    def _take_memory(self, process: Process, model: RunModel) -> None:
        grown = model.leak_bytes_per_s
        if self._at_s <= 30:
            grown += model.warm_up_bytes / 30
        process.rss_bytes += grown
        process.private_bytes += grown
        process.major_faults += model.major_faults_per_s

    def _table(self) -> SyntheticTable:
        readings = {pid: self._reading(p) for pid, p in self.processes.items()}
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
        if pid in self.processes:
            self.processes[pid].seen = False

    def reset(self) -> None:
        for process in self.processes.values():
            process.seen = False

    def code_lines(self, facts: ProcessFacts) -> tuple[CodeLine, ...]:
        return ()

    def script_serves(self, facts: ProcessFacts) -> bool:
        return False

    def has_callers(self, pid: int) -> bool:
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
            return self.processes[pid]
        except KeyError as error:
            raise ProcessLookupError(pid) from error
