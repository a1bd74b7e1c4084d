"""Scenes of threads against CPUs, of GPUs, and of heat."""

from __future__ import annotations

from dataclasses import replace

from core.advice.scenes import Seen, of, ranks_run, workers_run
from core.detection.runs import member, run
from traintray.core.detection.run import Role
from traintray.core.readings import UsableCpus

OVER = {
    "run.demand_threads": 8.0,
    "run.main_demand_threads": 8.0,
    "run.running_cores": 2.0,
    "run.most_busy_threads": 8.0,
    "run.most_demand_threads": 8.0,
}
RANKS = {**OVER, "run.most_demand_threads": 2.0, "run.computing_ranks": 4.0}
POOLS = {
    **OVER,
    "run.demand_threads": 16.2,
    "run.main_demand_threads": 0.2,
    "run.worker_demand_threads": 16.0,
    "run.workers": 8.0,
    "run.most_busy_threads": 0.0,
    "run.most_demand_threads": 0.2,
}
LOADERS = {
    **POOLS,
    "run.demand_threads": 8.2,
    "run.worker_demand_threads": 8.0,
}
MIXED = {**OVER, "run.workers": 1.0, "run.worker_demand_threads": 2.4}
NESTED = {
    **OVER,
    "run.ranks": 2.0,
    "run.workers": 4.0,
    "run.worker_demand_threads": 4.0,
}
RUNS = {
    "run.active_runs": 2.0,
    "run.all_runs_demand_threads": 4.0,
    "run.running_cores": 1.0,
}
HALF = UsableCpus(0.5, (0, 1), 2, 0.5)
QUOTA = UsableCpus(1.0, (0, 1, 2, 3), 4, 1.0)
LIMITED = {
    "run.usable_cpus": 1.0,
    "run.running_cores": 1.0,
    "run.demand_threads": 4.0,
    "run.main_demand_threads": 4.0,
    "run.most_busy_threads": 4.0,
    "run.most_demand_threads": 4.0,
    "run.throttled_fraction": 0.85,
}
OPENMP = {
    "run.demand_threads": 2.9,
    "run.main_demand_threads": 2.9,
    "run.running_cores": 1.7,
    "run.most_busy_threads": 4.0,
    "run.switches_per_s": 5900.0,
}

FREE = {"run.gpus": 1.0, "run.gpus_used": 0.0, "run.free_gpus": 1.0}
TAKEN = {"run.gpus": 2.0, "run.gpus_used": 0.0, "run.free_gpus": 0.0}
FOUR = {"run.gpus": 4.0, "run.gpus_used": 1.0, "run.free_gpus": 3.0}
RESTS = {
    "run.demand_threads": 0.02,
    "run.main_demand_threads": 0.02,
    "run.usable_busy_fraction": 0.02,
    "run.gpus": 1.0,
    "run.gpus_used": 1.0,
    "run.gpu_busy_fraction": 0.0,
    "run.gpu_memory_bytes": 6.0 * 2**30,
}
BUSY_GPU = {**FOUR, "run.gpu_busy_fraction": 0.97, "run.gpu_throttled_fraction": 0.0}
HOT_GPU = {**BUSY_GPU, "run.gpu_throttled_fraction": 1.0}
HOT_CPU = {
    "cpu.busy_fraction": 1.0,
    "cpu.frequency_fraction": 0.6,
    "cpu.temperature_celsius": 97.0,
    "cpu.throttle_events_per_s": 12.0,
}


def quota(cpus):
    """A run with one process under a quota."""
    return replace(run(member(1, Role.MAIN, 4.0)), usable_cpus=cpus)


def hidden(value):
    """A run that CUDA_VISIBLE_DEVICES leaves no GPU."""
    return run(thread_variables={"CUDA_VISIBLE_DEVICES": value})


SCENES = {
    "too_many_threads": [
        Seen(RANKS, ranks_run(4, 2.0)),
        Seen(OVER, run(member(1, Role.MAIN, 8.0))),
        Seen(OVER, run(member(1, Role.MAIN, 8.0), thread_variables=None)),
        Seen({**OVER, "run.wider_cpus": 8.0}, run(member(1, Role.MAIN, 8.0))),
        Seen(POOLS, workers_run(8, 2.0)),
        Seen(LOADERS, workers_run(8, 1.0)),
        Seen({**LOADERS, "run.workers": 1.0}, workers_run(1, 8.0)),
        Seen(MIXED, workers_run(1, 2.4, main=5.6)),
        Seen(NESTED, ranks_run(2, 2.0)),
        Seen(RUNS, run(member(1, Role.MAIN, 2.0))),
        Seen(LIMITED, quota(QUOTA)),
        Seen({**LIMITED, "run.usable_cpus": 0.5}, quota(HALF)),
        Seen(OPENMP, run(member(1, Role.MAIN, 2.9))),
        Seen(
            {**OVER, "run.usable_busy_fraction": None}, run(member(1, Role.MAIN, 8.0))
        ),
        Seen(
            {**RUNS, "run.usable_busy_fraction": None}, run(member(1, Role.MAIN, 2.0))
        ),
    ],
    "cpu_compute": [
        Seen(),
        Seen({"run.foreign_cores": 0.3}),
        Seen({}, hidden("")),
        Seen({}, hidden("-1")),
        Seen(TAKEN),
        Seen({**TAKEN, "run.gpus": 1.0}),
        Seen({"run.most_busy_threads": 1.0, "run.most_demand_threads": 1.0}),
        Seen(
            {
                **LIMITED,
                "run.demand_threads": 1.0,
                "run.main_demand_threads": 1.0,
                "run.most_demand_threads": 1.0,
                "run.most_busy_threads": 1.0,
            },
            quota(QUOTA),
        ),
        Seen({}, of("lightgbm", member(1, Role.MAIN, 2.0))),
    ],
    "gpu_unused": [
        Seen({**FREE, "run.maps_cuda": 0.0}),
        Seen({**FREE, "run.maps_cuda": 1.0, "run.free_gpus": 2.0, "run.gpus": 2.0}),
        Seen({**FREE, "run.maps_cuda": None}),
        Seen({**FREE, "run.foreign_cores": 0.3}, of("scikit_learn")),
        Seen(FREE, of("xgboost")),
        Seen({**FREE, "run.throttled_fraction": 0.5}, of("tensorflow")),
    ],
    "gpu_idle": [Seen(RESTS), Seen({**RESTS, "run.gpus_used": 2.0, "run.gpus": 2.0})],
    "one_gpu_of_many": [Seen(BUSY_GPU), Seen({**BUSY_GPU, "run.free_gpus": 1.0})],
    "gpu_throttled": [
        Seen({**HOT_GPU, "run.gpu_temperature_celsius": 91.0}),
        Seen({**HOT_GPU, "run.gpu_throttled_fraction": 0.25}),
    ],
    "cpu_throttled": [
        Seen(HOT_CPU),
        Seen({"cpu.throttle_events_per_s": 3.0}),
        Seen({"cpu.frequency_fraction": 0.4, "cpu.busy_fraction": 1.0}),
        Seen({"run.frequency_fraction": 0.4, "cpu.frequency_fraction": 0.9}),
    ],
}
