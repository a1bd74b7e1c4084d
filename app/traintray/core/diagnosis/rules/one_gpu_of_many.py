"""The run keeps its GPUs busy while others that it may use stand free."""

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

KIND = "one_gpu_of_many"


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of this rule."""

    busy_fraction: float = 0.6
    """More GPUs help a run whose own are busy. One that waits two fifths of the time
    for its input would feed two GPUs even worse."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool | None:
    gpus, used = n.get("run.gpus"), n.get("run.gpus_used")
    free, busy = n.get("run.free_gpus"), n.get("run.gpu_busy_fraction")
    if gpus is not None and gpus < 2:
        return False
    if used is not None and (used == 0 or (gpus is not None and used >= gpus)):
        return False
    if free == 0 or (busy is not None and busy < limits.busy_fraction):
        return False
    if n.get("run.gpu_throttled_fraction"):
        return False  # that costs speed now
    return None if None in (gpus, used, free, busy) else True


def explain(scene: Scene[Limits]) -> Finding:
    m = scene.window.medians(*WANTS)
    gpus, used, free = m["run.gpus"], m["run.gpus_used"], m["run.free_gpus"]
    busy = Evidence(
        "gpu_busy_fraction",
        m["run.gpu_busy_fraction"],
        scene.limits.busy_fraction,
        Comparison.AT_LEAST,
        Unit.FRACTION,
        scale=1.0,
        resource=Resource.GPU,
    )
    rows = (
        busy,
        _gpus("gpus_used", used, gpus, Comparison.BELOW, gpus),
        _gpus("free_gpus", free, 1.0, Comparison.AT_LEAST, gpus),
    )
    facts = {
        "used_count": used,
        "free_count": free,
        "together_count": used + free,
        "gpus_count": gpus,
        "gpu_busy_fraction": m["run.gpu_busy_fraction"],
    }
    return Finding(KIND, Severity.NOTE, rows, facts=facts)


def _gpus(
    key: str, measured: float, threshold: float, comparison: Comparison, of: float
) -> Evidence:
    return Evidence(
        key, measured, threshold, comparison, Unit.COUNT, of, resource=Resource.GPU
    )


WANTS = (
    "run.gpus",
    "run.gpus_used",
    "run.free_gpus",
    "run.gpu_busy_fraction",
    "run.gpu_throttled_fraction",
)

RULE = Rule(
    kind=KIND,
    rank=73,
    needs=(),
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
    # Between two runs of a series the next GPU stands free for a moment; and this is
    # worth a thought, not a hurry.
    sustained_s=60.0,
)
