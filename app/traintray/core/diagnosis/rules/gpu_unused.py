"""The computation fills the CPU while a GPU that it could use stands free."""

from __future__ import annotations

from traintray.core.detection.run import TrainingRun
from traintray.core.diagnosis.computing import (
    GPU_FIGURES,
    NEEDS,
    WANTS,
    ComputeLimits,
    Gpu,
    compute_evidence,
    compute_facts,
    fills_the_cpu,
    gpu_of,
)
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

KIND = "gpu_unused"
Limits = ComputeLimits
_LOADS_CUDA = frozenset({"pytorch", "tensorflow", "jax", "mxnet"})
"""Frameworks whose GPU builds map CUDA's libraries at import. XGBoost, LightGBM and
CatBoost link them in or load them at the first use, so that nothing shows before."""
_CPU_ONLY = frozenset({"scikit_learn"})
"""Frameworks that have no GPU build at all."""


def holds(n: Numbers, policy: Policy, limits: Limits) -> bool | None:
    # Preparing data in the main process takes one thread (Python's lock); most of
    # the cores wanted for the sustained time is arithmetic.
    if not fills_the_cpu(n, policy, limits):
        return False
    gpu = gpu_of(n)
    return None if gpu is None else gpu is Gpu.FREE


def explain(scene: Scene[Limits]) -> Finding:
    facts = compute_facts(scene.window)
    m = scene.window.medians(*GPU_FIGURES, "run.maps_cuda")
    facts["cause"] = _cause(scene.run, m.get("run.maps_cuda"))
    facts["free_count"] = m["run.free_gpus"]
    evidence = compute_evidence(scene.window, scene.policy, scene.limits)
    used = Evidence(
        "gpus_used",
        m["run.gpus_used"],
        0.0,
        Comparison.AT_MOST,
        Unit.COUNT,
        scale=m["run.gpus"],
        resource=Resource.GPU,
    )
    return Finding(KIND, Severity.ATTENTION, (*evidence, used, _free(m)), facts=facts)


def _cause(run: TrainingRun, maps_cuda: float | None) -> str:
    """Name what keeps the computation on the CPU."""
    if run.framework in _CPU_ONLY:
        return "cpu_library"
    if run.framework not in _LOADS_CUDA or maps_cuda is None:
        return "any"
    return "not_moved" if maps_cuda else "cpu_build"


def _free(m: Numbers) -> Evidence:
    return Evidence(
        "free_gpus",
        m["run.free_gpus"],
        1.0,
        Comparison.AT_LEAST,
        Unit.COUNT,
        scale=max(1.0, m["run.gpus"]),
        resource=Resource.GPU,
    )


def denies(scene: Scene[Limits]) -> Evidence | None:
    m = scene.window.medians("run.gpus", "run.free_gpus")
    if m.get("run.gpus") == 0:
        m["run.free_gpus"] = 0.0
    return _free(m) if len(m) == 2 else None


RULE = Rule(
    kind=KIND,
    rank=65,
    needs=NEEDS,
    limits=Limits(),
    wants=WANTS,
    holds=holds,
    explain=explain,
    denies=denies,
)
