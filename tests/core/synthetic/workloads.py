"""The workloads, sized for the machine they run on as their user would size them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from core.synthetic.machines import GIB, MachineModel
from core.synthetic.models import (
    PICTURES,
    TORCH,
    TORCH_CUDA,
    ForeignModel,
    Loader,
    RunModel,
    Weather,
    Workload,
)

STEP_S = 0.1


def computing(threads: int, **changes: Any) -> RunModel:
    """Arithmetic on the CPU with so many threads."""
    return RunModel("compute", step_s=STEP_S, threads=threads, **changes)


def some_workers(machine: MachineModel) -> int:
    """Workers as people start them: a few, and room for the main process."""
    return max(1, min(8, int(machine.cpus) - 1))


def feeding(machine: MachineModel, share: float, **changes: Any) -> RunModel:
    """A GPU run whose workers can make `share` of what the GPU can eat."""
    workers = changes.pop("workers", some_workers(machine))
    step_s = changes.get("step_s", STEP_S)
    loader = Loader(workers, cpu_s=workers * step_s / share)
    known = {"gpus": (0,), "mapped": TORCH_CUDA | PICTURES, "loader": loader}
    return RunModel("feeding", **{"step_s": step_s, **known, **changes})


def workload(name: str, *runs: RunModel, **more: Any) -> Workload:
    return Workload(name, runs, **more)


# What is healthy.


def slack_loaders(machine: MachineModel) -> Workload:
    return workload("workers with slack", feeding(machine, 3.0))


def polling_main(machine: MachineModel) -> Workload:
    """The main thread waits for the GPU by asking it again and again."""
    return workload("polling main thread", feeding(machine, 3.0, launch_share=1.0))


def data_on_the_gpu(machine: MachineModel) -> Workload:
    run = feeding(machine, 3.0, launch_share=1.0, loader=None, mapped=TORCH_CUDA)
    return workload("data on the GPU", run)


def every_gpu(machine: MachineModel) -> Workload:
    gpus = tuple(range(machine.gpus))
    run = feeding(machine, 3.0, workers=2, ranks=len(gpus), gpus=gpus)
    return workload("one rank per GPU", run)


def own_gpu_each(machine: MachineModel) -> Workload:
    """One run per GPU, each of another user."""
    runs = [feeding(machine, 3.0, workers=2, gpus=(n,)) for n in range(machine.gpus)]
    return workload("a run on each GPU", *runs)


def evaluating(machine: MachineModel) -> Workload:
    run = feeding(machine, 3.0, rhythm=((12.0, 1.0), (4.0, 0.5)))
    return workload("evaluation between epochs", run, seconds=48)


def warming_up(machine: MachineModel) -> Workload:
    run = feeding(machine, 3.0, warm_up_bytes=6e8)
    return workload("caches fill at first", run, seconds=150)


def beside_light_work(machine: MachineModel) -> Workload:
    """A desktop in use takes a tenth of the CPUs."""
    count = max(1, int(machine.logical / 10))
    wants = min(1.0, 0.1 * machine.logical / count)
    foreign = (ForeignModel("browser", count, wants),)
    return workload("light work beside", feeding(machine, 3.0), foreign=foreign)


def beside_a_build_it_can_afford(machine: MachineModel) -> Workload:
    """Compilers on every CPU take half of them; the workers need less than is left."""
    foreign = (ForeignModel("make", machine.logical),)
    return workload("a build beside slack", feeding(machine, 3.0), foreign=foreign)


def poor_kernel(machine: MachineModel) -> Workload:
    weather = Weather(has_pressure=False)
    run = feeding(machine, 3.0)
    return workload("a kernel without pressure files", run, weather=weather)


def light_thread(machine: MachineModel) -> Workload:
    """A small model: one thread that works 40 % of the time, on a CPU of its own."""
    run = computing(1, rhythm=((1000.0, 0.4),))
    return workload("one thread, mostly at rest", run)


def light_pool(machine: MachineModel) -> Workload:
    """A pool for every core that works 20 % of the time, in turns of a second."""
    run = computing(machine.best_threads, rhythm=((1.0, 1.0), (4.0, 0.0)))
    return workload("pool that mostly rests", run, seconds=48)


def resting(machine: MachineModel) -> Workload:
    """A notebook: it computed for a while and then waits for its user."""
    run = computing(machine.best_threads, rhythm=((8.0, 1.0), (1000.0, 0.0)))
    return workload("a notebook at rest", run)


def small_loader(machine: MachineModel) -> Workload:
    """A small model on the CPU that eats little of what its workers could make."""
    loader = Loader(1, cpu_s=STEP_S / 4)
    run = computing(1, loader=loader, rhythm=((1000.0, 0.3),))
    return workload("small model, small loader", run)


def rank_per_socket(machine: MachineModel) -> Workload:
    """A GPU for each rank, and a socket for it and its workers."""
    run = feeding(
        machine, 3.0, workers=6, ranks=2, gpus=(0, 1), by_socket=True, launch_share=1.0
    )
    other = feeding(machine, 3.0, workers=6, gpus=(2, 3), ranks=2)
    return workload("a rank on each socket", run, other)


def half_pool(machine: MachineModel) -> Workload:
    """A pool for half of the cores that nobody capped, half of the time."""
    threads = max(1, machine.best_threads // 2)
    run = computing(threads, rhythm=((1.0, 1.0), (1.0, 0.0)))
    return workload("half a pool, half of the time", run)


# What is not.


def full_pool(machine: MachineModel, **changes: Any) -> RunModel:
    """A pool as a library opens it where it sees the quota, or there is none."""
    threads = max(1, int(min(machine.physical, machine.cpus)))
    return computing(threads, **changes)


def hungry_gpu(machine: MachineModel) -> Workload:
    return workload("workers too slow for the GPU", feeding(machine, 0.4))


def hungry_cpu(machine: MachineModel) -> Workload:
    """Half of the CPUs for workers, half for a pool that they cannot feed."""
    half = max(1, int(machine.cpus / 2))
    loader = Loader(half, cpu_s=half * STEP_S / 0.3)
    threads = min(half, machine.best_threads)
    run = computing(threads, loader=loader, mapped=TORCH | PICTURES)
    return workload("workers too slow for the pool", run)


def decoding_main(machine: MachineModel, **changes: Any) -> RunModel:
    known = {"inline_s": 0.07, "step_s": 0.03, "gpus": (0,)}
    return RunModel("inline", **{"mapped": TORCH_CUDA | PICTURES, **known, **changes})


def inline_pictures(machine: MachineModel) -> Workload:
    return workload("main process decodes", decoding_main(machine))


def inline_beside_a_pool(machine: MachineModel) -> Workload:
    """The main process decodes; then its pool computes, on the CPU."""
    threads = max(2, machine.best_threads)
    run = RunModel("inline", 0.03, threads, inline_s=0.07, mapped=TORCH | PICTURES)
    return workload("main process decodes for its pool", run)


def loop_beside_a_pool(machine: MachineModel) -> Workload:
    """The main process computes in Python; then its pool computes, on the CPU."""
    threads = max(2, machine.best_threads)
    run = RunModel("loop", 0.03, threads, inline_s=0.07)
    return workload("a loop in Python beside a pool", run)


def inline_python(machine: MachineModel) -> Workload:
    run = decoding_main(machine, mapped=TORCH_CUDA)
    return workload("main process computes in Python", run)


def one_thread(machine: MachineModel) -> Workload:
    return workload("one thread, no GPU", computing(1))


def one_thread_among_many(machine: MachineModel) -> Workload:
    """One thread, while other programs use four fifths of the CPUs."""
    foreign = (ForeignModel("render", int(0.8 * machine.logical)),)
    return workload("one thread, others busy", computing(1), foreign=foreign)


def three_threads_per_cpu(machine: MachineModel) -> Workload:
    threads = math.ceil(3 * max(1.0, machine.cpus))
    return workload("three threads per CPU", computing(threads))


def sixteen_threads(machine: MachineModel) -> Workload:
    return workload("sixteen threads, whatever the machine", computing(16))


def blind_to_the_quota(machine: MachineModel) -> Workload:
    return workload("pool for all cores seen", computing(machine.default_threads))


def pools_in_workers(machine: MachineModel) -> Workload:
    threads = max(2, int(machine.cpus))
    run = feeding(machine, 0.1, workers=4)
    assert run.loader is not None
    loader = replace(run.loader, threads=threads, cpu_s=threads * run.loader.cpu_s)
    return workload("pools inside workers", replace(run, loader=loader, gpus=()))


def crowd_of_workers(machine: MachineModel) -> Workload:
    count = 2 + math.ceil(2 * machine.cpus)
    run = feeding(machine, 0.1, workers=count, gpus=())
    return workload("more workers than CPUs", run)


def ranks_times_threads(machine: MachineModel) -> Workload:
    run = computing(max(1, int(machine.cpus)), ranks=4)
    return workload("each of four ranks sized for all", run)


def two_runs(machine: MachineModel) -> Workload:
    one = computing(max(1, int(machine.cpus)))
    return workload("two runs, each sized for all", one, one)


def on_the_edge(machine: MachineModel) -> Workload:
    """As many workers as CPUs, and a pool: together half as many again as fit."""
    count = max(2, int(machine.cpus))
    loader = Loader(count, cpu_s=count * STEP_S)
    run = computing(count, loader=loader)
    return workload("workers and a pool for each CPU", run)


def two_runs_in_a_box(machine: MachineModel) -> Workload:
    """Two runs in one container, each sized for the quota of both."""
    one = full_pool(machine)
    return workload("two runs under one quota", one, one)


def quota_beside_a_build(machine: MachineModel) -> Workload:
    """A run that fits its quota, on a machine full of compilers."""
    foreign = (ForeignModel("make", 2 * machine.logical),)
    return workload("a build beside a quota", full_pool(machine), foreign=foreign)


def sized_beside_workers(machine: MachineModel) -> Workload:
    """A quarter of the CPUs for workers with slack, the rest for the pool."""
    workers = max(1, int(machine.cpus) // 4)
    loader = Loader(workers, cpu_s=workers * STEP_S / 1.5)
    threads = max(1, int(min(machine.physical, machine.cpus)) - workers)
    return workload("a pool beside workers", computing(threads, loader=loader))


def capped(machine: MachineModel) -> Workload:
    threads = max(1, machine.physical // 4)
    run = computing(threads, variables={"OMP_NUM_THREADS": str(threads)})
    return workload("a quarter of the cores by a variable", run)


def capped_as_proposed(machine: MachineModel) -> Workload:
    threads = machine.best_threads
    run = computing(threads, variables={"OMP_NUM_THREADS": str(threads)})
    return workload("as many threads as this program proposes", run)


def pinned(machine: MachineModel) -> Workload:
    run = feeding(machine, 0.3, workers=3, gpus=())
    assert run.loader is not None
    mask = frozenset(machine.mask[:1])
    return workload(
        "workers on one CPU", replace(run, loader=replace(run.loader, mask=mask))
    )


def beside_a_build(machine: MachineModel) -> Workload:
    """A pool of one thread per logical CPU, and half as many compilers."""
    foreign = (ForeignModel("make", max(1, machine.logical // 2)),)
    return workload("a build beside", computing(int(machine.cpus)), foreign=foreign)


def swapping(machine: MachineModel) -> Workload:
    run = full_pool(machine, swap_bytes=GIB, major_faults_per_s=2000.0)
    weather = Weather(swap_bytes_per_s=5e7, memory_stalled=0.12, available_share=0.02)
    return workload("pages in swap", run, weather=weather)


def leaking(machine: MachineModel) -> Workload:
    run = full_pool(machine, leak_bytes_per_s=2e7)
    return workload("a leak", run, seconds=150)


def piling_up(machine: MachineModel) -> Workload:
    run = computing(
        1,
        loader=Loader(2, cpu_s=0.01),
        rhythm=((1000.0, 0.4),),
        new_workers_every_s=35.0,
    )
    return workload("a new pool each epoch", run, seconds=150)


def compiling(machine: MachineModel) -> Workload:
    count = max(1, int(machine.cpus))
    return workload("compiling", full_pool(machine, compilers=(min(count, 32), 1e9)))


def spinning(machine: MachineModel) -> Workload:
    loader = Loader(1, cpu_s=STEP_S / 0.4)
    variables = {"OMP_WAIT_POLICY": "active"}
    run = full_pool(machine, spins=True, loader=loader, variables=variables)
    return workload("a pool that spins", run)


STALLED = Weather(io_stalled=0.9)


def waiting_for_disk(machine: MachineModel, weather: Weather = STALLED) -> Workload:
    run = feeding(machine, 1.0, workers=4)
    loader = Loader(8, cpu_s=0.1, disk_s=1.0)
    gpus = (0,) if machine.gpus else ()
    mapped = (TORCH_CUDA if machine.gpus else TORCH) | PICTURES
    run = replace(run, loader=loader, gpus=gpus, mapped=mapped)
    return workload("workers wait for the disk", run, weather=weather)


def waiting_uncounted(machine: MachineModel) -> Workload:
    """The same with a kernel that does not count stalls: one CPU idles for it."""
    return waiting_for_disk(machine, Weather(has_pressure=False, iowait_cpus=0.9))


def hot(machine: MachineModel) -> Workload:
    weather = Weather(frequency_fraction=0.6, throttle_events_per_s=3.0, celsius=97.0)
    return workload("a hot CPU", full_pool(machine), weather=weather)


def stolen(machine: MachineModel) -> Workload:
    """A virtual machine whose host has lent its CPUs twice."""
    run = full_pool(machine)
    return workload("a crowded host", run, weather=Weather(stolen_share=0.4))


def hot_gpu(machine: MachineModel) -> Workload:
    weather = Weather(gpu_slowed_by=("hw_thermal_slowdown",))
    gpus = tuple(range(machine.gpus))
    run = feeding(machine, 3.0, workers=2, ranks=len(gpus), gpus=gpus)
    return workload("hot GPUs", run, weather=weather)


def one_of_four(machine: MachineModel) -> Workload:
    return workload("one GPU of four", feeding(machine, 3.0), seconds=90)


def held_gpu(machine: MachineModel) -> Workload:
    run = feeding(machine, 3.0, rhythm=((10.0, 1.0), (1000.0, 0.0)))
    return workload("memory of a GPU held at rest", run, seconds=100)


def full(machine: MachineModel) -> Workload:
    return workload("a pool for every core", full_pool(machine))


def full_sockets(machine: MachineModel) -> Workload:
    """A rank per socket, each with a pool for the cores of its own."""
    run = computing(machine.physical // 2, ranks=2, by_socket=True)
    return workload("a pool on each socket", run)


def starved_by_a_build(machine: MachineModel) -> Workload:
    """Workers that would be fast enough if compilers did not take their CPUs."""
    foreign = (ForeignModel("make", 3 * machine.logical),)
    run = feeding(machine, 1.3, workers=min(4, some_workers(machine)))
    return workload("a build beside a loader", run, foreign=foreign)


def crowd_with_pauses(machine: MachineModel) -> Workload:
    """Too many threads, and every eight seconds a checkpoint."""
    threads = math.ceil(3 * max(1.0, machine.cpus))
    run = computing(threads, rhythm=((6.4, 1.0), (1.6, 0.0)))
    return workload("three threads per CPU, with pauses", run, seconds=48)
