"""The computation itself fills the CPU, and there is no GPU to move it to."""

from __future__ import annotations

from traintray.core.detection.run import TrainingRun
from traintray.core.diagnosis.computing import (
    NEEDS,
    WANTS,
    ComputeLimits,
    Gpu,
    compute_evidence,
    compute_facts,
    fills_the_cpu,
    gpu_of,
    main_share,
)
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Numbers, Rule, Scene
from traintray.core.diagnosis.verdict import Evidence, Finding, Severity

KIND = "cpu_compute"
Limits = ComputeLimits
_HIDING = "CUDA_VISIBLE_DEVICES"
_HIDES_ALL = ("", "-1", "NoDevFiles")
"""Values that leave no GPU, whatever the machine has. An index that no GPU bears does
so too, but only an empty machine makes one wrong."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool | None:
    if not fills_the_cpu(n, policy, limits):
        return False
    gpu = gpu_of(n)
    return None if gpu is None else gpu in (Gpu.NONE, Gpu.TAKEN)


def explain(scene: Scene[Limits]) -> Finding:
    facts = compute_facts(scene.window)
    seen = scene.window.medians(*WANTS)
    facts["cause"] = _cause(gpu_of(seen), scene.run)
    facts["gpus_count"] = seen.get("run.gpus", 0.0)
    facts["hiding_value"] = (scene.run.thread_variables or {}).get(_HIDING, "")
    evidence = compute_evidence(scene.window, scene.policy, scene.limits)
    return Finding(KIND, Severity.ATTENTION, evidence, facts=facts)


def _cause(gpu: Gpu | None, run: TrainingRun) -> str:
    """Name why no GPU can be used: the remedy hangs on it."""
    if gpu is Gpu.TAKEN:
        return "taken"
    hiding = (run.thread_variables or {}).get(_HIDING)
    return "hidden" if hiding is not None and hiding in _HIDES_ALL else "any"


def denies(scene: Scene[Limits]) -> Evidence | None:
    m = scene.window.medians(*NEEDS, *WANTS)
    if "run.main_demand_threads" not in m or not m.get("run.demand_threads"):
        return None
    return main_share(m, scene.policy)


RULE = Rule(
    kind=KIND,
    rank=90,
    needs=NEEDS,
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
    denies=denies,
)
