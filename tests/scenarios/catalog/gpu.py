"""Runs on a machine with GPUs: the fake NVML library answers, and waits are sleeps."""

from __future__ import annotations

from scenarios.scenario import NOTHING, Gpus, Group, Scenario, workload

TORCH = ("torch",)
HELD = ("0.compute={pid}:8000", "0.mem.used=8000")
BUSY = (*HELD, "0.util.gpu=93", "0.util.mem=40", "0.power=310000", "0.temp=68")
HOT = (*HELD, "0.util.gpu=96", "0.temp=91", "0.power=180000", "0.reasons=0x48")
IDLE = (*HELD, "0.util.gpu=0", "0.util.mem=0", "0.power=32000", "0.temp=41")
STARVED = (*HELD, "0.util.gpu=24", "0.util.mem=8", "0.power=90000", "0.temp=52")

SCENARIOS = (
    Scenario(
        "gpu_left_alone",
        frozenset({"gpu_unused"}),
        "the network fills the CPUs while a GPU without any process is there",
        workload("compute.py"),
        vary={"batch": (64, 32), "width": (32, 48)},
        gpus=Gpus(1, ("0.util.gpu=0", "0.mem.used=5")),
        modules=TORCH,
    ),
    Scenario(
        "gpu_held_idle",
        frozenset({"gpu_idle"}),
        "the run trained on the GPU, then stops and keeps its memory",
        workload("gpu_run.py", "--rest-after-s", "14"),
        vary={"step_ms": (80.0, 120.0), "launch_share": (0.5, 0.7)},
        gpus=Gpus(1, BUSY, IDLE),
        seconds=100.0,
        is_steady=False,
        modules=TORCH,
    ),
    Scenario(
        "one_gpu_of_four",
        frozenset({"one_gpu_of_many"}),
        "one of four GPUs is busy with the run, no process is on the others",
        workload("gpu_run.py"),
        vary={"step_ms": (80.0, 120.0), "launch_share": (0.5, 0.7)},
        gpus=Gpus(4, BUSY),
        seconds=90.0,
        is_steady=False,
        modules=TORCH,
    ),
    Scenario(
        "gpu_too_hot",
        frozenset({"gpu_throttled"}),
        "the driver slows the GPU of the run down because it is too hot",
        workload("gpu_run.py"),
        vary={"step_ms": (80.0, 120.0), "launch_share": (0.5, 0.7)},
        gpus=Gpus(1, HOT),
        modules=TORCH,
    ),
    Scenario(
        "gpu_starved",
        frozenset({"input_bound"}),
        "workers never sleep while the GPU is busy for a quarter of the time",
        workload("loader.py"),
        vary={"side": (320, 448), "batch": (32, 16), "step_ms": (40.0, 20.0)},
        gpus=Gpus(1, STARVED),
        modules=(*TORCH, "PIL"),
    ),
    Scenario(
        "gpu_well_fed",
        NOTHING,
        "the GPU is busy, the workers mostly wait for room in their queue",
        workload("loader.py", "--data", "ready", "--launch-share", "0.4"),
        group=Group.CALM,
        vary={"step_ms": (120.0, 80.0, 160.0), "batch": (32, 16)},
        gpus=Gpus(1, BUSY),
        modules=TORCH,
    ),
)
