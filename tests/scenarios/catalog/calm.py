"""Runs with which nothing is wrong, and runs that rest."""

from __future__ import annotations

from scenarios.scenario import NOTHING, Group, Scenario, workload

TORCH = ("torch",)

SCENARIOS = (
    Scenario(
        "loaders_with_slack",
        NOTHING,
        "the device takes the time; workers mostly wait for room in their queue",
        workload("loader.py", "--data", "ready", "--launch-share", "0.4"),
        group=Group.CALM,
        vary={"step_ms": (120.0, 80.0, 160.0), "batch": (32, 16)},
        modules=TORCH,
    ),
    Scenario(
        "bursts",
        NOTHING,
        "five seconds of training between rests: nothing is sustained",
        workload("bursts.py"),
        group=Group.CALM,
        vary={"busy_s": (5.0, 4.0), "rest_s": (9.0, 12.0)},
        seconds=45.0,
        least_s=45.0,
        modules=TORCH,
    ),
    Scenario(
        "notebook_used",
        NOTHING,
        "a cell computes for eight seconds, then the kernel waits for its user",
        workload("notebook.py"),
        group=Group.CALM,
        vary={"busy_s": (8.0, 6.0)},
        least_s=28.0,
        modules=(*TORCH, "ipykernel", "jupyter_client"),
    ),
    Scenario(
        "warm_up_only",
        NOTHING,
        "imports and six seconds of work, then the run waits at a breakpoint",
        workload("warm_up.py"),
        group=Group.CALM,
        vary={"warm_s": (6.0, 5.0)},
        least_s=28.0,
        modules=TORCH,
    ),
)
