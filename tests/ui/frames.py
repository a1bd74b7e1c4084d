"""Frames as the screens get them, for tests and screenshots. All deterministic.

`WORKSTATION` is the machine of the design: 16 cores, 32 logical CPUs, 64 GiB, one
RTX 4090, an afternoon with one episode. `SMALL` has two CPUs and no GPU. Change a
frame with `dataclasses.replace`; `ui.stores.store_for(frame)` gives it a past.
"""

from __future__ import annotations

from dataclasses import replace

from traintray.core.advice.advice import RoleShare
from traintray.core.detection.run import Role
from traintray.core.diagnosis.verdict import Severity, Unknown
from traintray.core.frame import Frame, Machine, State
from traintray.core.readings import (
    Gap,
    GapReason,
    GpusReading,
    LoadReading,
    PressureReading,
)
from ui.parts import (
    CAP_PROPOSAL,
    GIB,
    GPU_UUID,
    MIB,
    NOW_S,
    ONSET_S,
    RUN_STARTED_S,
    SMALL,
    THREADS_ADVICE,
    THREADS_EVIDENCE,
    THREADS_FINDING,
    WALL_S,
    WORKSTATION,
    cpu_reading,
    episode,
    gpu_reading,
    member,
    memory_reading,
    run_view,
    training_run,
)

__all__ = [
    "CAP_PROPOSAL",
    "GIB",
    "GPU_UUID",
    "MIB",
    "NOW_S",
    "ONSET_S",
    "RUN_STARTED_S",
    "SMALL",
    "THREADS_ADVICE",
    "THREADS_EVIDENCE",
    "THREADS_FINDING",
    "WALL_S",
    "WORKSTATION",
    "cpu_reading",
    "episode",
    "gpu_reading",
    "member",
    "memory_reading",
    "run_view",
    "training_run",
]


def frame(state: State, machine: Machine = WORKSTATION, **more: object) -> Frame:
    """A frame with CPU and memory of an idle machine, changed by keyword."""
    made = Frame(
        at_s=NOW_S,
        wall_s=WALL_S,
        state=state,
        machine=machine,
        cpu=cpu_reading([0.06] * machine.logical_cpus, system_share=0.3),
        memory=memory_reading(
            14.1 if machine is WORKSTATION else 5.2,
            machine.memory_bytes / GIB,
            0.0,
            machine.swap_bytes / GIB,
        ),
        pressure={
            "cpu": PressureReading(0.02, 0.02),
            "memory": PressureReading(0.0, 0.0),
            "io": PressureReading(0.01, 0.01),
        },
        load=LoadReading(0.9, 1, 2_400.0, 12.0),
        gpus=GpusReading((gpu_reading(0.01, 0.6, 38, 28),))
        if machine.gpu_names
        else None,
        runs=(),
        episodes=(),
    )
    return replace(made, **more)  # type: ignore[arg-type]


_BUSY_32 = [0.99, 0.86, 0.91, 0.99, 0.84, 0.98, 0.9, 0.84] * 4
_MIXED_32 = [0.2, 0.9, 0.03, 0.22, 0.83, 0.04, 0.79, 0.34] * 4


def attention_frame() -> Frame:
    """The episode of the design: too many threads in train.py."""
    run = training_run()
    view = run_view(run, THREADS_FINDING, THREADS_ADVICE)
    return frame(
        State.ATTENTION,
        cpu=cpu_reading([min(1.0, value * 1.095) for value in _BUSY_32]),
        memory=memory_reading(38.2),
        pressure={
            "cpu": PressureReading(0.62, 0.62),
            "memory": PressureReading(0.0, 0.0),
            "io": PressureReading(0.02, 0.02),
        },
        load=LoadReading(41.3, 41, 148_000.0, 30.0),
        gpus=GpusReading((gpu_reading(),)),
        runs=(view,),
        episodes=(view.episode,),
    )


def critical_frame() -> Frame:
    """The same run, told as critical."""
    calm = attention_frame()
    view = calm.runs[0]
    advice = replace(
        THREADS_ADVICE,
        severity=Severity.CRITICAL,
        chip="Swapping",
        headline="Memory is swapping",
        popover_text="train.py needs 71\u00a0GiB, the machine has 64\u00a0GiB.",
        proposals=(),
    )
    finding = replace(THREADS_FINDING, severity=Severity.CRITICAL)
    loud = replace(view, verdict=finding, advice=advice)
    return replace(
        calm,
        state=State.CRITICAL,
        runs=(loud,),
        cpu=cpu_reading([value * 0.31 for value in _BUSY_32], system_share=0.4),
        memory=memory_reading(63.8, swap_gib=6.9),
        pressure={**calm.pressure, "memory": PressureReading(0.34, 0.34)},
        load=LoadReading(19.4, 9, 21_000.0, 30.0),
        gpus=GpusReading((gpu_reading(0.12, 9.8, 52, 118),)),
    )


def ok_frame() -> Frame:
    """Two runs, both well."""
    runs = (
        training_run(pid=43810, started_at_s=NOW_S - 4320),
        training_run("extract_frames.py", 44102, 2, NOW_S - 360),
    )
    return frame(
        State.OK,
        cpu=cpu_reading([value * 1.1224 for value in _MIXED_32], system_share=0.1),
        memory=memory_reading(37.1),
        load=LoadReading(15.2, 15, 21_000.0, 8.0),
        gpus=GpusReading((gpu_reading(0.94, 18.7, 71, 402),)),
        runs=tuple(run_view(run) for run in runs),
    )


def three_runs_frame() -> Frame:
    """The episode with three runs more beside it."""
    loud = attention_frame()
    others = tuple(
        run_view(training_run(f"sweep_{n}.py", 50_000 + n, n, NOW_S - 90 * n))
        for n in range(1, 4)
    )
    return replace(loud, runs=(*loud.runs, *others))


def idle_frame(machine: Machine = WORKSTATION) -> Frame:
    """Nothing trains."""
    return frame(State.IDLE, machine)


def unknown_frame() -> Frame:
    """A run that started just now: nothing can be told yet."""
    run = training_run(started_at_s=NOW_S - 12)
    view = run_view(run, Unknown(None, ("sustained_s",)))
    return frame(
        State.OK,
        cpu=cpu_reading(_BUSY_32),
        memory=memory_reading(22.0),
        load=LoadReading(18.4, 33, 120_000.0, 40.0),
        gpus=GpusReading((gpu_reading(0.2, 3.1, 45, 90),)),
        runs=(view,),
    )


def unreadable_run_frame() -> Frame:
    """A run of another user: its threads may not be read."""
    base = unknown_frame()
    verdict = Unknown("too_many_threads", ("demand_threads",))
    return replace(base, runs=(replace(base.runs[0], verdict=verdict),))


def paused_frame() -> Frame:
    """The user paused; nothing was read."""
    gap = Gap(GapReason.NOT_PRESENT, "paused")
    return frame(
        State.PAUSED,
        cpu=None,
        memory=None,
        pressure={},
        load=None,
        gpus=None,
        gaps={"cpu": gap, "memory": gap, "gpus": gap},
    )


def gpu_unreadable_frame() -> Frame:
    """An NVIDIA card is there, its library is not."""
    machine = replace(WORKSTATION, gpu_names=())
    gap = Gap(GapReason.NOT_PRESENT, "NVML Shared Library Not Found")
    return replace(attention_frame(), machine=machine, gpus=None, gaps={"gpus": gap})


def gpu_lost_frame() -> Frame:
    """The card fell off the bus."""
    lost = gpu_reading(None, None, None, None)
    run = training_run(started_at_s=NOW_S - 4320)
    view = run_view(run, Unknown("gpu_idle", ("gpu_busy_fraction",)))
    return frame(
        State.IDLE,
        memory=memory_reading(37.1),
        gpus=GpusReading((lost,)),
        runs=(view,),
    )


def small_attention_frame() -> Frame:
    """Four ranks on two CPUs, no GPU."""
    run = replace(
        training_run("ddp_train.py", 9120, 0, RUN_STARTED_S, SMALL),
        members=(
            member(9120, Role.LAUNCHER, 0.0),
            *(member(9121 + n, Role.RANK, 2.0) for n in range(4)),
        ),
    )
    advice = replace(
        THREADS_ADVICE,
        headline="Too many threads for 2 cores",
        popover_text=(
            "8 threads are ready to run and take turns. CPU at 100% for 1\u00a0min."
        ),
        title="8 threads compete for 2 cores",
        roles=(RoleShare("ranks 8", 8, "main"),),
        usable_cpus=2,
        proposals=(
            replace(
                CAP_PROPOSAL,
                action="Cap threads at 1 …",
                value=1,
                maximum=2,
                arithmetic="1 = 2 cores ÷ 4 ranks, at least 1",
            ),
        ),
    )
    view = run_view(run, THREADS_FINDING, advice)
    return frame(
        State.ATTENTION,
        SMALL,
        cpu=cpu_reading([1.0, 0.99], system_share=0.12),
        pressure={
            "cpu": PressureReading(0.74, 0.74),
            "memory": PressureReading(0.0, 0.0),
            "io": PressureReading(0.02, 0.02),
        },
        load=LoadReading(8.4, 9, 22_000.0, 4.0),
        runs=(view,),
        episodes=(view.episode,),
    )
