"""The run holds memory of a GPU, and neither the GPU nor the CPU does anything."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers, Rule, Scene
from traintray.core.diagnosis.verdict import (
    Comparison,
    Evidence,
    Finding,
    Resource,
    Severity,
    Unit,
)

KIND = "gpu_idle"


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule."""

    idle_busy_fraction: float = 0.05
    """A GPU below this does nothing: the driver counts a period as busy when a single
    kernel ran in it, so that any training stands far above."""
    resting_threads: float = 0.3
    """Demand below which the CPU side rests too: the line from which a process counts
    as active. A main process that waits for its input still hands over batches
    (at most 0.21 was measured), but then its workers want more than this."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool | None:
    if n["run.demand_threads"] >= limits.resting_threads:
        return False  # it loads, computes or compiles: other rules have the cause
    if n.get("run.gpus") == 0 or n.get("run.gpus_used") == 0 or n.get("run.is_serving"):
        return False
    if n.get("run.disk_waiting_processes", 0.0) > 0:
        return False  # it reads or writes a checkpoint
    busy, held = n.get("run.gpu_busy_fraction"), n.get("run.gpu_memory_bytes")
    if busy is not None and busy >= limits.idle_busy_fraction:
        return False
    return None if busy is None or held is None else held > 0


def explain(scene: Scene[Limits]) -> Finding:
    m = scene.window.medians(*NEEDS, *WANTS)
    held, limits = m["run.gpu_memory_bytes"], scene.limits
    below, gpu = Comparison.BELOW, Resource.GPU
    busy = Evidence(
        "gpu_busy_fraction",
        m["run.gpu_busy_fraction"],
        limits.idle_busy_fraction,
        below,
        Unit.FRACTION,
        scale=1.0,
        resource=gpu,
    )
    memory = Evidence(
        "gpu_memory_bytes",
        held,
        0.0,
        Comparison.ABOVE,
        Unit.BYTES,
        scale=held,
        resource=Resource.GPU_MEMORY,
    )
    resting = Evidence(
        "resting_threads",
        m["run.demand_threads"],
        limits.resting_threads,
        below,
        Unit.THREADS,
        scale=1.0,
    )
    facts = {"held_bytes": held, "used_count": m.get("run.gpus_used", 1.0)}
    return Finding(KIND, Severity.NOTE, (busy, memory, resting), facts=facts)


NEEDS = ("run.demand_threads",)
WANTS = (
    "run.gpus",
    "run.gpus_used",
    "run.gpu_busy_fraction",
    "run.gpu_memory_bytes",
    "run.disk_waiting_processes",
    "run.is_serving",
)

RULE = Rule(
    kind=KIND,
    rank=75,
    needs=NEEDS,
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
    # An evaluation on the CPU, a download or a barrier takes seconds; memory that is
    # kept for nothing stays.
    sustained_s=60.0,
)
