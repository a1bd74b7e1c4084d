"""The processes of a simulated machine, with the counters that only grow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from core.synthetic.flow import Mean, RunSecond
from core.synthetic.machines import MachineModel
from core.synthetic.models import RunModel, Workload
from core.synthetic.simulation import Second

SHELL = 2
INDUCTOR = "/venv/site-packages/torch/_inductor/compile_worker/__main__.py"


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


class Population:
    """All processes; new ones are started as the simulation has them."""

    def __init__(self, machine: MachineModel, workload: Workload) -> None:
        self.machine = machine
        self.workload = workload
        self.processes: dict[int, Process] = {}
        self._at_s = 0.0
        self._add(Process(SHELL, 1, "bash", ("bash",), None, machine.mask))
        self._mains = [self._start(at, m) for at, m in enumerate(workload.runs)]
        self._workers: list[list[Process]] = [[] for _ in workload.runs]
        self._compilers: list[list[Process]] = [[] for _ in workload.runs]
        self._foreign = [self._start_foreign(at) for at in range(len(workload.foreign))]

    def step(self, second: Second) -> None:
        """Let every process do what it did in this second."""
        self._at_s = second.at_s
        for at, (model, seen) in enumerate(
            zip(self.workload.runs, second.runs, strict=True)
        ):
            self._step_run(at, model, seen)
        for members, mean in zip(self._foreign, second.foreign, strict=True):
            for process in members:
                self._work(process, mean)

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
        mains = [
            self._main(base + 1 + rank, base, command, model)
            for rank in range(model.ranks)
        ]
        for number, process in enumerate(mains):
            if model.by_socket:
                process.mask = self.machine.socket(number)
        return mains

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
        mask = tuple(sorted(model.loader.mask or parent.mask))
        process = Process(
            pid, parent.pid, "pt_data_worker", parent.command, model, mask
        )
        process.used_s, process.threads = 30.0, model.loader.threads
        process.rss_bytes = 3e8
        return self._add(process)

    def _work(self, process: Process, mean: Mean) -> None:
        # The kernel takes what was stolen off the time that a thread ran.
        stolen = self.workload.weather.stolen_share
        process.mean = replace(
            mean,
            demand=mean.demand - stolen * mean.ran,
            ran=mean.ran - stolen * mean.ran,
            first_ran=mean.first_ran - stolen * mean.first_ran,
        )
        process.used_s += process.mean.ran

    def _take_memory(self, process: Process, model: RunModel) -> None:
        grown = model.leak_bytes_per_s
        if self._at_s <= 30:
            grown += model.warm_up_bytes / 30
        process.rss_bytes += grown
        process.private_bytes += grown
        process.major_faults += model.major_faults_per_s
