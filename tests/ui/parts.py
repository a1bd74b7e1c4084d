"""Machines, readings, runs and advice that frames are put together from."""

from __future__ import annotations

import time
from dataclasses import replace

from traintray.core.advice.advice import Advice, EvidenceRow, Proposal, RoleShare, Step
from traintray.core.detection.run import Member, Role, TrainingRun, UsableCpus
from traintray.core.diagnosis.verdict import (
    Clear,
    Comparison,
    Evidence,
    Finding,
    Resource,
    Severity,
    Unit,
    Verdict,
)
from traintray.core.frame import Episode, Machine, RunView
from traintray.core.readings import (
    CpuReading,
    CpuShares,
    Gap,
    GapReason,
    GpuReading,
    MemberReading,
    MemoryReading,
)

GIB = 1024**3
MIB = 1024**2
NOW_S = 50_000.0
"""Monotonic clock of every frame here."""
WALL_S = time.mktime((2026, 3, 12, 14, 37, 10, 0, 0, -1))
GPU_UUID = "GPU-4f0c1b52-0d6e-4c1e-9d56-2b1f5c3a7e90"
ONSET_S = NOW_S - 248
"""The episode is 4 min 8 s old."""
RUN_STARTED_S = NOW_S - 260

WORKSTATION = Machine(
    physical_cores=16,
    logical_cpus=32,
    memory_bytes=64 * GIB,
    swap_bytes=8 * GIB,
    gpu_names=("NVIDIA GeForce RTX 4090",),
    gpu_expected=True,
)
SMALL = Machine(
    physical_cores=2,
    logical_cpus=2,
    memory_bytes=24 * GIB,
    swap_bytes=0,
    gpu_names=(),
    gpu_expected=False,
)


def cpu_reading(busy: list[float | None], system_share: float = 0.31) -> CpuReading:
    """All CPUs at the given busy fractions; None for one that is offline."""
    per_cpu = tuple(
        None
        if fraction is None
        else CpuShares(
            user=fraction * (1 - system_share),
            system=fraction * system_share,
            iowait=0.0,
            steal=0.0,
        )
        for fraction in busy
    )
    known = [fraction for fraction in busy if fraction is not None]
    mean = sum(known) / len(known)
    total = CpuShares(mean * (1 - system_share), mean * system_share, 0.0, 0.0)
    return CpuReading(total=total, per_cpu=per_cpu)


def memory_reading(
    used_gib: float, total_gib: float = 64, swap_gib: float = 0.1, swap_total: float = 8
) -> MemoryReading:
    return MemoryReading(
        total_bytes=round(total_gib * GIB),
        available_bytes=round((total_gib - used_gib) * GIB),
        swap_total_bytes=round(swap_total * GIB),
        swap_used_bytes=round(swap_gib * GIB),
        swap_in_bytes_per_s=0.0,
        swap_out_bytes_per_s=0.0,
    )


def _clock_hertz(watts: float) -> float:
    """A card with little to do lowers its clock."""
    return 2.52e9 if watts > 50 else 0.21e9


def gpu_reading(
    busy: float | None = 0.41,
    memory_gib: float | None = 9.8,
    celsius: float | None = 61,
    watts: float | None = 212,
) -> GpuReading:
    lost = Gap(GapReason.DEVICE_LOST, "GPU is lost")
    values = {
        "busy_fraction": busy,
        "memory_used_bytes": None if memory_gib is None else round(memory_gib * GIB),
        "temperature_celsius": celsius,
        "power_watts": watts,
    }
    return GpuReading(
        uuid=GPU_UUID,
        name="NVIDIA GeForce RTX 4090",
        bus_id="00000000:01:00.0",
        busy_fraction=busy,
        memory_used_bytes=None if memory_gib is None else round(memory_gib * GIB),
        memory_total_bytes=24 * GIB,
        temperature_celsius=celsius,
        power_watts=watts,
        power_limit_watts=450,
        gaps={name: lost for name, value in values.items() if value is None},
        temperature_limit_celsius=90,
        core_clock_hertz=None if watts is None else _clock_hertz(watts),
        core_clock_limit_hertz=2.52e9,
    )


def member(pid: int, role: Role, demand: float, name: str = "python") -> Member:
    reading = MemberReading(
        pid=pid,
        demand_threads=demand,
        running_cores=demand * 0.4,
        busy_threads=max(1, round(demand)),
        thread_count=max(1, round(demand)) + 8,
        thread_names={name: max(1, round(demand)) + 8},
        voluntary_switches_per_s=1_200.0,
        involuntary_switches_per_s=9_800.0,
        swap_bytes=0,
    )
    return Member(pid, role, name, demand * 0.4, 3600.0, 2 * GIB, reading)


def training_run(
    name: str = "train.py",
    pid: int = 41207,
    workers: int = 8,
    started_at_s: float = RUN_STARTED_S,
    machine: Machine = WORKSTATION,
) -> TrainingRun:
    main = member(pid, Role.MAIN, 32.0)
    rest = [member(pid + 1 + n, Role.WORKER, 1.0) for n in range(workers)]
    return TrainingRun(
        key=f"{pid}-{pid * 7}",
        root_pid=pid,
        name=name,
        command=("python", name, "--model", "resnet50"),
        framework="pytorch",
        started_at_s=started_at_s,
        usable_cpus=UsableCpus(
            count=float(machine.logical_cpus),
            logical_cpus=tuple(range(machine.logical_cpus)),
            physical_cores=machine.physical_cores,
            quota_cpus=None,
        ),
        members=(main, *rest),
        thread_variables={},
    )


def _evidence(
    key: str, numbers: tuple[float, float, float], unit: Unit, **more: object
) -> Evidence:
    measured, threshold, scale = numbers
    made = Evidence(key, measured, threshold, Comparison.ABOVE, unit, scale)
    return replace(made, **more)  # type: ignore[arg-type]


THREADS_EVIDENCE = (
    _evidence(
        "cpu_busy_fraction",
        (0.97, 0.95, 1.0),
        Unit.FRACTION,
        comparison=Comparison.AT_LEAST,
    ),
    _evidence("demand_threads", (41, 24, 64), Unit.THREADS),
    _evidence("context_switches_per_s", (148_000, 50_000, 200_000), Unit.PER_S),
    _evidence("cpu_stalled_fraction", (0.62, 0.25, 1.0), Unit.FRACTION),
    _evidence("cpu_system_fraction", (0.31, 0.20, 1.0), Unit.FRACTION),
    _evidence(
        "gpu_busy_fraction",
        (0.41, 0.60, 1.0),
        Unit.FRACTION,
        comparison=Comparison.BELOW,
        resource=Resource.GPU,
    ),
)
_LABELS = (
    ("CPU, all cores", "≥ 95% for 60 s"),
    ("Threads ready to run", "> 24 (1.5 × cores)"),
    ("Context switches", "> 50 k/s"),
    ("CPU pressure, 10 s", "> 25%"),
    ("System share of CPU", "> 20%"),
    ("GPU 0 busy, 60 s", "< 60%"),
)
THREADS_FINDING = Finding(
    "too_many_threads",
    Severity.ATTENTION,
    THREADS_EVIDENCE,
    facts={"is_gpu_waiting": 1.0},
)

CAP_PROPOSAL = Proposal(
    knob="thread_cap",
    title="Cap threads at",
    action="Cap threads at 8 …",
    value=8,
    minimum=1,
    maximum=32,
    arithmetic="8 = 16 cores − 8 workers",
    variable_names=("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"),
)

THREADS_ADVICE = Advice(
    kind="too_many_threads",
    severity=Severity.ATTENTION,
    chip="Too many threads",
    headline="Too many threads for 16 cores",
    popover_text=(
        "41 threads are ready to run and take turns. CPU at 97% for 4\u00a0min, "
        "GPU busy 41% of the time."
    ),
    notification_text=(
        "train.py: 41 threads ready to run, CPU at 97%, GPU busy 41%. "
        "8 threads fit this machine."
    ),
    title="41 threads compete for 16 cores",
    summary=(
        "31% of CPU time goes to the kernel instead of your code, and the GPU is "
        "busy only 41% of the time."
    ),
    rows=tuple(
        EvidenceRow(label, evidence, words)
        for (label, words), evidence in zip(_LABELS, THREADS_EVIDENCE, strict=True)
    ),
    ruled_out=(
        "swap 0\u00a0MiB/s",
        "memory growth 0.4\u00a0MiB/min",
        "CPU 78\u00a0°C of 95\u00a0°C",
        "disk pressure 2%",
    ),
    why=(
        "No cap is set, so OpenMP opened one thread per logical CPU in the main "
        "process: 32. Eight DataLoader workers come on top. Once every core has a "
        "thread, more threads only take turns, and each turn starts with cold caches."
    ),
    roles=(
        RoleShare("main 32", 32, "main"),
        RoleShare("workers 8", 8, "workers"),
        RoleShare("other 1", 1, "other"),
    ),
    usable_cpus=16,
    steps=(
        Step(
            "Cap the thread pools at 8.",
            "16 cores − 8 workers leaves 8 for the main process. Use the knob, or "
            "set it yourself:",
            "export OMP_NUM_THREADS=8 MKL_NUM_THREADS=8\nexport OPENBLAS_NUM_THREADS=8",
        ),
        Step(
            "Restart training.",
            "Pools are sized at start; a running process keeps its 32.",
        ),
        Step(
            "If your workers use OpenCV,",
            "keep it single-threaded in worker_init_fn:",
            "cv2.setNumThreads(0)",
        ),
    ),
    proposals=(CAP_PROPOSAL,),
)


def episode(run: TrainingRun, kind: str = "too_many_threads") -> Episode:
    named = (kind, "Too many threads", Severity.ATTENTION)
    return Episode(1, run.key, run.name, *named, ONSET_S, ONSET_S + 60, None)


def run_view(
    run: TrainingRun, verdict: Verdict | None = None, advice: Advice | None = None
) -> RunView:
    """A run that is well, unless told otherwise."""
    said = verdict if verdict is not None else Clear()
    found = episode(run, said.kind) if isinstance(said, Finding) else None
    return RunView(run, said, advice, found)
