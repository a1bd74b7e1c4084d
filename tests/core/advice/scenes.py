"""What a finding of each kind can look like: figures that make its rule hold.

One scene per variant of the text. `test_every_kind.py` puts each of them into words,
so a kind that is missing here, or a variant that lacks a text, fails there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from core.detection.runs import member, run
from core.diagnosis.loading import (
    DECODES_ITSELF,
    DECODES_WITH_POOL,
    LOOP,
    LOOP_WITH_POOL,
    PINNED,
    PIPELINES,
    READING,
    WAITING_FOR_WORKERS,
)
from core.diagnosis.test_rules import HEALTHY
from traintray.core.detection.run import CodeLine, Consumer, Role, TrainingRun
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule, Scene, Window
from traintray.core.history.store import Store

SECONDS = 20
POLICY = Policy()


@dataclass(frozen=True)
class Seen:
    """One run for some seconds: what differs from a healthy one."""

    numbers: dict[str, float] = field(default_factory=dict)
    """Figures by full name (`run.` for those of the run); None takes one away."""
    run: TrainingRun | None = None
    others: tuple[Consumer, ...] = ()

    @property
    def values(self) -> dict[str, float]:
        """All figures of a second."""
        known = {**HEALTHY, **self.numbers}
        return {name: value for name, value in known.items() if value is not None}

    def scene(self, rule: Rule) -> Scene:
        """What `rule` looks at when it explains itself."""
        a_run = self.run or run(member(1, Role.MAIN, 2.0))
        store = Store(2 * SECONDS)
        for at_s in range(SECONDS):
            store.append(
                float(at_s),
                {
                    name.replace("run.", f"run.{a_run.key}.", 1)
                    if name.startswith("run.")
                    else name: value
                    for name, value in self.values.items()
                },
            )
        window = Window(store, a_run.key, 0.0)
        return Scene(a_run, window, POLICY, rule.limits, self.others)


def of(framework, *members, **changes):
    """A run of another framework."""
    return run(*members, framework=framework, **changes)


def workers_run(workers, each, main=0.1, **changes):
    """A main process with loader workers."""
    loaders = [member(n + 2, Role.WORKER, each) for n in range(workers)]
    return run(member(1, Role.MAIN, main), *loaders, **changes)


def ranks_run(ranks, each, **changes):
    """A launcher with ranks."""
    computing = [member(n + 2, Role.RANK, each) for n in range(ranks)]
    return run(member(1, Role.LAUNCHER, 0.0), *computing, **changes)


SCENES: dict[str, list[Seen]] = {}

SWAP = {
    "memory.swap_in_bytes_per_s": 25e6,
    "memory.swap_out_bytes_per_s": 26e6,
    "memory.swap_used_bytes": 5e8,
    "run.swap_bytes": 4e8,
    "run.major_faults_per_s": 2800.0,
    "pressure.memory.stalled_fraction": 0.115,
}
SCENES["swapping"] = [
    Seen(SWAP),
    Seen({**SWAP, "run.workers": 4.0}, workers_run(4, 0.5)),
    Seen({**SWAP, "run.swap_bytes": None, "pressure.memory.stalled_fraction": None}),
    Seen({**SWAP, "run.major_faults_per_s": None}),
    Seen(
        {
            "run.major_faults_per_s": 400.0,
            "pressure.memory.stalled_fraction": 0.3,
            "run.memory_available_bytes": 2e8,
            "run.rss_bytes": 14e9,
        }
    ),
]

GROWTH = {
    "run.main_growth_bytes_per_s": 14.8e6,
    "run.worker_growth_bytes_per_s": 0.0,
    "run.memory_available_bytes": 20e9,
}
WORKERS_GROW = {
    **GROWTH,
    "run.main_growth_bytes_per_s": 0.0,
    "run.worker_growth_bytes_per_s": 4e6,
    "run.workers": 4.0,
}
SCENES["memory_growth"] = [
    Seen(GROWTH),
    Seen({**GROWTH, "run.memory_available_bytes": 1e9}),
    Seen(WORKERS_GROW, workers_run(4, 0.5)),
    Seen({**WORKERS_GROW, "run.memory_available_bytes": 3e6}, workers_run(4, 0.5)),
]

CONTENDED = {
    "run.foreign_cores": 1.1,
    "run.running_cores": 0.9,
    "run.waiting_threads": 1.1,
}
PROGRAMS = (
    Consumer(41, "chrome", 0.7),
    Consumer(42, "ffmpeg", 0.25),
    Consumer(43, "a-name-of-15-by", 0.12),
    Consumer(44, "small", 0.01),
)
# Two CPUs of which the host takes one; nothing else runs in the machine.
STOLEN = {
    "run.foreign_cores": 0.02,
    "run.running_cores": 1.0,
    "run.demand_threads": 1.05,
    "run.waiting_threads": 0.05,
    "run.stolen_cores": 1.0,
}
ROOMY = {
    **CONTENDED,
    "run.usable_cpus": 8.0,
    "run.demand_threads": 8.0,
    "run.foreign_cores": 2.0,
    "run.waiting_threads": 2.0,
}
SCENES["contended"] = [
    Seen(CONTENDED),
    Seen(STOLEN),
    Seen(CONTENDED, others=PROGRAMS[:1]),
    Seen(CONTENDED, others=PROGRAMS[:2]),
    Seen(CONTENDED, others=PROGRAMS),
    Seen(ROOMY, run(member(1, Role.MAIN, 8.0), cpus=8), PROGRAMS),
]

SCENES["compiling"] = [
    Seen({"run.compiler_demand_threads": 2.0, "run.demand_threads": 0.1}),
    Seen({"run.compiler_demand_threads": 2.0}, of("jax", member(1, Role.MAIN, 2.0))),
]

SPINNING = {
    "run.usable_cpus": 8.0,
    "run.physical_cores": 8.0,
    "run.most_busy_threads": 8.0,
    "run.main_thread_cores": 0.1,
    "run.other_thread_cores": 7.0,
    "run.active_wait": 1.0,
}
SCENES["spinning"] = [
    Seen(
        SPINNING,
        run(
            member(1, Role.MAIN, 7.1),
            cpus=8,
            thread_variables={"OMP_WAIT_POLICY": "active"},
        ),
    ),
    Seen(
        SPINNING,
        workers_run(2, 0.9, cpus=8, thread_variables={"GOMP_SPINCOUNT": "30000000000"}),
    ),
]

CAPPED = {
    "run.usable_busy_fraction": 0.13,
    "run.usable_cpus": 8.0,
    "run.physical_cores": 8.0,
    "run.demand_threads": 1.0,
    "run.main_demand_threads": 1.0,
    "run.thread_limit": 1.0,
}
CAP_LINE = CodeLine("/home/a/train.py", 7, "mkl.set_num_threads(2)")
SCENES["over_capped"] = [
    Seen(
        CAPPED,
        run(
            member(1, Role.MAIN, 1.0), cpus=8, thread_variables={"OMP_NUM_THREADS": "1"}
        ),
    ),
    Seen(
        {**CAPPED, "run.computing_ranks": 2.0, "run.main_demand_threads": 2.0},
        ranks_run(2, 1.0, cpus=8, thread_variables={"OMP_NUM_THREADS": "1"}),
    ),
    Seen(
        {**CAPPED, "run.code_thread_limit": 2.0, "run.main_demand_threads": 2.0},
        run(member(1, Role.MAIN, 2.0), cpus=8, code_lines=(CAP_LINE,)),
    ),
    Seen(
        {**CAPPED, "run.code_thread_limit": 2.0, "run.main_demand_threads": 2.0},
        run(member(1, Role.MAIN, 2.0), cpus=8),
    ),
]

STARVED = {f"run.{name}": value for name, value in WAITING_FOR_WORKERS.items()}
ONE_THREAD = {f"run.{name}": value for name, value in DECODES_ITSELF.items()}
BESIDE_A_POOL = {f"run.{name}": value for name, value in DECODES_WITH_POOL.items()}
BY_PIPELINES = {f"run.{name}": value for name, value in PIPELINES.items()}
USES_GPU = {"run.gpus": 1.0, "run.gpus_used": 1.0, "run.maps_cuda": 1.0}
SCENES["input_bound"] = [
    Seen(STARVED, workers_run(2, 1.0)),
    Seen(
        {**STARVED, **USES_GPU, "run.gpu_busy_fraction": 0.3, "run.usable_cpus": 16.0},
        workers_run(2, 1.0, cpus=16),
    ),
    Seen(
        {**STARVED, **USES_GPU, "run.gpu_busy_fraction": 0.12, "run.usable_cpus": 8.0},
        workers_run(2, 1.0, cpus=8),
    ),
    Seen({**STARVED, **USES_GPU, "run.gpus_used": None}, workers_run(2, 1.0)),
    Seen({**STARVED, "run.usable_cpus": 8.0}, workers_run(2, 1.0, cpus=8)),
    Seen(ONE_THREAD, run(member(1, Role.MAIN, 0.9))),
    Seen({**ONE_THREAD, **USES_GPU, "run.gpu_busy_fraction": 0.3}),
    Seen(BESIDE_A_POOL, run(member(1, Role.MAIN, 6.0), cpus=16)),
    Seen(
        BY_PIPELINES,
        of("tensorflow", member(1, Role.MAIN, 2.6)),
    ),
    Seen(
        {**BY_PIPELINES, **USES_GPU, "run.gpu_busy_fraction": 0.4},
        of("tensorflow", member(1, Role.MAIN, 2.6)),
    ),
    Seen(
        {**BY_PIPELINES, **USES_GPU, "run.main_demand_threads": 2.2},
        of("tensorflow", member(1, Role.MAIN, 2.2)),
    ),
]

SCENES["single_core"] = [
    Seen({f"run.{name}": value for name, value in LOOP.items()}),
    Seen(
        {
            **{f"run.{name}": value for name, value in LOOP.items()},
            **USES_GPU,
            "run.gpu_busy_fraction": 0.3,
        }
    ),
    Seen(
        {f"run.{name}": value for name, value in LOOP_WITH_POOL.items()},
        run(member(1, Role.MAIN, 6.0), cpus=16),
    ),
]

PINNED_TO_ONE = {f"run.{name}": value for name, value in PINNED.items()}
SCENES["pinned_workers"] = [
    Seen(
        PINNED_TO_ONE,
        workers_run(2, 1.0, thread_variables={"OMP_PROC_BIND": "close"}),
    ),
    Seen(PINNED_TO_ONE, workers_run(2, 1.0)),
    Seen(PINNED_TO_ONE, run(member(1, Role.MAIN, 2.0))),
]

SCENES["workers_pile_up"] = [
    Seen(
        {"run.workers": 12.0, "run.worker_rises": 2.0, "run.workers_added": 8.0},
        workers_run(12, 0.1),
    ),
    Seen(
        {"run.workers": 8.0, "run.worker_rises": 3.0, "run.usable_cpus": 16.0},
        workers_run(8, 0.1, cpus=16),
    ),
]

READING_DISK = {f"run.{name}": value for name, value in READING.items()}
STALLED = {"pressure.io.stalled_fraction": 0.92}
SCENES["disk_bound"] = [
    Seen({**READING_DISK, **STALLED}, workers_run(4, 0.2)),
    Seen(
        {
            **READING_DISK,
            **USES_GPU,
            "run.gpu_busy_fraction": 0.5,
            "run.read_bytes_per_s": 4e5,
            "pressure.io.stalled_fraction": None,
            "run.iowait_cpus": 1.0,
        },
        workers_run(4, 0.2),
    ),
    Seen(
        {
            **READING_DISK,
            **STALLED,
            "run.workers": 0.0,
            "run.worker_demand_threads": 0.0,
        },
        run(member(1, Role.MAIN, 0.1)),
    ),
]
