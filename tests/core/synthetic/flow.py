"""One run: its queue, its processes, and what its threads want next."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.synthetic.fair import Threads
from core.synthetic.machines import MachineModel
from core.synthetic.models import RunModel

TICKS_PER_S = 5
DT_S = 1 / TICKS_PER_S
CROWDED_DEMAND = 0.8
"""Threads of an OpenMP pool that has more than there are CPUs sleep at barriers for
the rest of the time (measured: 2.91 of 4 on 2 CPUs, 13.0 of 16)."""
QUEUE_PER_WORKER = 2.0


@dataclass
class Mean:
    """The means of one second over a set of like processes: each one's own."""

    demand: float = 0.0
    ran: float = 0.0
    first_ran: float = 0.0
    """By its first thread."""
    busy_threads: int = 0
    crowded: bool = False
    disk_share: float = 0.0

    def add(self, part: Threads, first: bool = False) -> None:
        """Take the threads of one process in one tick."""
        self.demand += part.demand * part.count / TICKS_PER_S
        self.ran += part.got * part.count / TICKS_PER_S
        if first:
            self.first_ran += part.got * part.count / TICKS_PER_S


@dataclass
class RunSecond:
    """What the processes of one run did in one second."""

    main: Mean = field(default_factory=Mean)
    worker: Mean = field(default_factory=Mean)
    compiler: Mean = field(default_factory=Mean)
    gpu_busy: float = 0.0
    workers: int = 0
    compilers: int = 0
    throttled_share: float = 0.0


class Flow:
    """One run: its queue, and what its threads want next. Ranks are alike."""

    def __init__(self, model: RunModel, machine: MachineModel) -> None:
        self.model = model
        self.machine = machine
        self.mask = frozenset(machine.mask)
        self.queue = 0.0
        self.first = Threads(model.ranks, 0.0, self.mask, "box")
        self.pool = Threads(model.ranks * (model.threads - 1), 0.0, self.mask, "box")
        self.worker: Threads | None = None
        self.compiler: Threads | None = None
        loader = model.loader
        if loader:
            count = model.ranks * loader.workers * loader.threads
            mask = loader.mask or self.mask
            self.worker = Threads(count, 0.0, mask, "box")
        self.waits_for_disk = 0.0

    def parts(self) -> list[Threads]:
        """Return all its threads."""
        found = [self.first, self.pool, self.worker, self.compiler]
        return [part for part in found if part is not None]

    def want(self, at_s: float) -> None:
        """Decide what each thread wants in the tick that begins."""
        model, activity = self.model, self._activity(at_s)
        compilers, until_s = model.compilers
        is_compiling = at_s < until_s
        self.compiler = None
        if is_compiling:
            self.compiler = Threads(compilers, 1.0, self.mask, "box")
            activity = 0.0
        self._want_of_workers(at_s, activity, 0.0 if is_compiling else 1.0)
        self._want_of_main(activity)

    def run(self, speed: float, activity_at_s: float, result: RunSecond) -> None:
        """Let the tick pass: make batches, eat them, and note what was done."""
        model, loader = self.model, self.model.loader
        activity = 0.0 if self.compiler else self._activity(activity_at_s)
        self.queue += speed * self._made()
        eaten = self._most_eaten(activity, speed)
        if loader:
            eaten = min(eaten, self.queue)
            most = QUEUE_PER_WORKER * loader.workers
            self.queue = min(most, self.queue - eaten)
        if model.gpus:
            result.gpu_busy += min(1.0, eaten * model.step_s / DT_S) / TICKS_PER_S
        self._note(result)

    def _activity(self, at_s: float) -> float:
        at_s %= sum(length_s for length_s, _ in self.model.rhythm)
        for length_s, activity in self.model.rhythm:
            if at_s < length_s:
                return activity
            at_s -= length_s
        return 1.0

    def _want_of_workers(self, at_s: float, activity: float, allowed: float) -> None:
        loader = self.model.loader
        if loader is None or self.worker is None:
            return
        self.worker.count = self.model.ranks * self.worker_count(at_s) * loader.threads
        eaten = activity * DT_S / self.model.step_s
        room = QUEUE_PER_WORKER * loader.workers - self.queue + eaten
        most = loader.batches_per_s() * DT_S
        share = allowed * min(1.0, max(0.0, room) / most)
        if self.model.loads_in_rhythm:
            share *= activity
        cycle_s = loader.cpu_s / loader.threads + loader.disk_s
        self.worker.wants = share * (loader.cpu_s / loader.threads) / cycle_s
        self.waits_for_disk = share * loader.disk_s / cycle_s

    def worker_count(self, at_s: float) -> int:
        """Return how many workers each rank has."""
        loader, every_s = self.model.loader, self.model.new_workers_every_s
        if loader is None:
            return 0
        pools = 1 + int(at_s / every_s) if every_s else 1
        return loader.workers * pools

    def _want_of_main(self, activity: float) -> None:
        """What a batch costs the main thread, as a share of the tick."""
        model = self.model
        fed = 1.0
        if model.loader:
            step_s = model.step_s + model.inline_s
            fed = min(1.0, (self.queue + self._made()) * step_s / DT_S)
        cycle_s = model.step_s + model.inline_s
        step_share = fed * activity * model.step_s / cycle_s
        inline_share = fed * activity * model.inline_s / cycle_s
        if model.gpus:
            self.first.wants = inline_share + model.launch_share * step_share
            self.pool.wants = 0.0
        else:
            self.first.wants = min(1.0, inline_share + step_share)
            self.pool.wants = activity if model.spins else step_share
        if model.threads > self.machine.cpus and model.threads > 1:
            self.first.unserved = self.pool.unserved = CROWDED_DEMAND

    def _made(self) -> float:
        """Return how many batches the workers made for each rank in a tick."""
        loader = self.model.loader
        if loader is None or self.worker is None:
            return 0.0
        each_s = loader.cpu_s * self.model.ranks
        return self.worker.got * self.worker.count * DT_S / each_s

    def _most_eaten(self, activity: float, speed: float) -> float:
        """Return how many batches the consumer could take in the tick."""
        model = self.model
        cycle_s = model.step_s + model.inline_s
        share = activity
        if self.first.wants > 0 and (not model.gpus or model.inline_s):
            share *= speed * min(1.0, self.first.got / self.first.wants)
        return share * DT_S / cycle_s

    def _note(self, result: RunSecond) -> None:
        model = self.model
        ranks = model.ranks
        result.main.add(of_one(self.first, ranks), first=True)
        if self.pool.count:
            result.main.add(of_one(self.pool, ranks))
        busy = [self.first.got > 0.05, self.pool.got > 0.05]
        counts = [1, self.pool.count // ranks]
        now = sum(n for n, is_busy in zip(counts, busy, strict=True) if is_busy)
        result.main.busy_threads = max(result.main.busy_threads, now)
        result.main.crowded = model.threads > self.machine.cpus
        if self.worker and model.loader and self.worker.count:
            processes = self.worker.count // model.loader.threads
            result.worker.add(of_one(self.worker, processes), first=True)
            busy_now = model.loader.threads if self.worker.got > 0.05 else 0
            result.worker.busy_threads = max(result.worker.busy_threads, busy_now)
            result.worker.disk_share += self.waits_for_disk / TICKS_PER_S
            result.workers = processes
        if self.compiler:
            result.compiler.add(of_one(self.compiler, self.compiler.count), first=True)
            result.compilers = self.compiler.count


def of_one(threads: Threads, processes: int) -> Threads:
    """Return the threads of one of several like processes."""
    return Threads(
        threads.count // processes,
        threads.wants,
        threads.mask,
        threads.group,
        threads.got,
        threads.unserved,
    )
